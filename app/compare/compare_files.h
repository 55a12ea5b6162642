#pragma once

#include "app/compare/cases.h"
#include "app/options.h"

// Writes the files about the cases that are asked for, and says so. False where one could not be
// written.
//
// --results  JSON. Nothing in it depends on the day or the machine. Differences are in display
//            values 0..1 or in light; what is not finite (the PSNR of equal pictures) or was not
//            measured is null.
// --junit    JUnit's XML: a test case for each picture, a failure where it is beyond the tolerance
//            or missing, an error where it cannot be compared.
// --diff     heat_map.h
// --html     One page that needs no network: assets/compare.html, which says what it does, with the
//            numbers of --results and the pictures, as they are, inside. Light is shown at one
//            exposure, which follows from the reference. Pictures are read again, one after the
//            other.
bool compare_files_write(const struct compare_cases *cases, const struct compare_wish *wish,
                         const struct results_wish *results);

// Whether a path for --html ends in .html and its folder can be written to.
bool compare_page_check_path(const char *path, struct error *error);
