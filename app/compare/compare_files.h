#pragma once

#include "app/compare/cases/cases.h"
#include "app/options.h"

// Writes the files about the cases that the options name (--results, --junit, --diff,
// --html), and says so. False
// where one could not be written.
bool compare_files_write(const struct compare_cases *cases, const struct options *options);
