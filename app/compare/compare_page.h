#pragma once

#include "app/compare/cases/cases.h"

// Writes what was compared as one page of HTML that needs no network: assets/compare.html, which
// says what it does, with the numbers of compare_results and the pictures, as they are, inside.
// Light is shown at one exposure, which follows from the reference (shown.h). Pictures are
// read again, one after the other. Beside the file and then renamed; a line says that it was large.
bool compare_page_write(const struct compare_cases *cases, const char *path, struct error *error);

// Whether the ending is .html and the folder can be written to.
bool compare_page_check_path(const char *path, struct error *error);
