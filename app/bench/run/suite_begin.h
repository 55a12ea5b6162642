#pragma once

#include "app/bench/run/suite_tools.h"

// A run begins with the suite's list of variants, and ends whatever
// became of it.
void suite_begin(struct suite_run *run, const struct suite *suite, const struct options *options,
                 struct lab *lab);
void suite_end(struct suite_run *run);

// For a run that a signal has ended. The first returns whether anything was measured, and says so
// where nothing was. The second says below the table, and so in the files, what its numbers are.
bool suite_has_times(const struct suite_run *run);
void suite_say_interrupted(struct suite_run *run);
