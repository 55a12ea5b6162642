#pragma once

#include "app/results/outputs.h"

// app/identify: how wide a blur of another program is, and of which kind, from its pictures. It
// needs no GPU.
//
//   pattern    the test pattern, a picture that is blurred by the other program
//   analysis   what a blur did, from the pictures before and after it
//   identify   --identify, and what is printed

// Reads a limit, "sigma=8+-2%".
bool identify_read_limit(struct identify_options *options, const char *text, struct error *error);

// Checks that the options go together; has_size: --size is given.
bool identify_check(const struct identify_options *options, const struct outputs *outputs,
                    bool has_size, struct error *error);

// Runs --identify: writes the pattern, or prints what the blur is. Returns 0 if it is within the
// limit, 1 if not, EXIT_USAGE if there is nothing to measure.
int identify_run(const struct identify_options *options, const struct draw_options *draw,
                 const struct outputs *outputs);

// Prints the subject of outputs_write, a struct analysis.
bool identify_print_json(const void *analysis, FILE *out);

// Prints for each program that --translate knows the setting whose blur is nearest to a Gaussian of
// that sigma: TRANSLATE_MIN to TRANSLATE_MAX px.
void identify_print_settings(double sigma);
