#pragma once

#include "app/options.h"

// --bench=all: every suite in turn.

enum { SUITE_ALL_PATH_SIZE = 4096 };

// What stands for a suite's name in the name of a file.
extern const char suite_all_mark[];

// Writes a path with the suite's name in the place of each mark. False where it would be too long.
bool suite_all_path(const char *pattern, const char *suite, char out[static SUITE_ALL_PATH_SIZE]);

// Runs options->bench.suite, or where that is "all" each suite in turn, with files of its own,
// which are looked at before the first, also after one that was slower than --fail-above allows.
// Returns the exit status: EXIT_SUCCESS where all of them did.
int suite_all_run(const struct options *options);
