#pragma once

#include "app/compare/cases.h"
#include "app/results/outputs.h"

// app/compare: compares two pictures or two directories of them with a tolerance. It needs no GPU.
// golden/ draws pictures first and compares them with good ones.
//
//   tolerance      'max=2,share=0.01%', 'perceptual': what two pictures may differ by
//   cases          which pictures belong together, and by how much each pair differs
//   heat_map       where a pair differs, as a picture
//   compare        --compare, and what is printed
//   compare_files  what is written about all of them: JSON, JUnit, maps, a page
//
// A mode makes a list of cases, runs and prints each, and writes the files that the options name:
//
//   compare_cases_find(&cases, options->paths, "perceptual", &error)
//   compare_case_run(&cases.all[i], false), compare_print_case(&cases.all[i]) ...
//   compare_print_sum(&cases), outputs_write(outputs, OUTPUT_KINDS, &cases)
//   return compare_cases_status(&cases)

// Runs --compare: prints how much the pictures differ. Returns 0 if they are within the tolerance,
// 1 if not, EXIT_USAGE if there is nothing to compare.
int compare_run(const struct compare_options *options, const struct outputs *outputs);

// Print on stdout, in lines of up to 80 columns: for two pictures all numbers and the verdict, for
// directories a line per picture and then the sum.
void compare_print_pair(const struct compare_case *one);
void compare_print_case(const struct compare_case *one);
void compare_print_sum(const struct compare_cases *cases);

// Prints who drew the reference and the picture, if these differ.
void compare_print_makers(const struct compare_cases *cases);

// Print the subject of outputs_write, a struct compare_cases:
//
// .json  Nothing in it depends on the day or the machine, but `drawn_by`, who drew the pictures,
//        where that differs. Differences are in display values 0..1 or in light; what is not finite
//        (the PSNR of equal pictures) or was not measured is null.
// .xml   JUnit's XML: a test case for each picture, with the seconds that it took; a failure, which
//        names reference, picture and map, where it is beyond the tolerance or missing, an error
//        where it cannot be compared.
// .html  One page that needs no network: assets/compare.html, which says what it does, with the
//        numbers of the .json and the pictures, as they are, inside. Light is shown at one
//        exposure, which follows from the reference. Pictures are read again, one after the other.
bool compare_print_json(const void *cases, FILE *out);
bool compare_print_junit(const void *cases, FILE *out);
bool compare_print_page(const void *cases, FILE *out);

// Writes the maps (heat_map.h): of two pictures to a .png, of many to a folder those that fail.
bool compare_write_maps(const void *cases, const char *path);
