#pragma once

#include "app/suite/suite_tools.h"
#include "render/text/names.h"

// The table of suites. Each is a constant in the file suite_<name>.c.

extern const struct suite suite_blurs, suite_impls, suite_box, suite_gaussian, suite_bloom,
    suite_dither;

// That of the chains and sweeps of the command line, which has no name there.
extern const struct suite suite_chains;

extern const struct suite *const suites[]; // ends with NULL
extern const struct names suites_names;    // and "all", which stands for each in turn

const struct suite *suites_find(const char *name); // NULL: there is none; "all" is no suite
bool suites_has(const char *name);                 // also "all"
void suites_print(void);                           // names and summaries, on stdout
