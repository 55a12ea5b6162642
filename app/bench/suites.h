#pragma once

#include "app/bench/run/suite_tools.h"
#include "render/text/names.h"

// The table of suites: each is a constant of app/bench/*/suite_<name>.h.

extern const struct suite *const suites[]; // ends with NULL
extern const struct names suites_names;    // and "all", which stands for each in turn

const struct suite *suites_find(const char *name); // NULL: there is none; "all" is no suite
bool suites_has(const char *name);                 // also "all"
void suites_print(void);                           // names and summaries, on stdout
