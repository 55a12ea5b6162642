#pragma once

#include "app/suite/suite_tools.h"

// app/suite: --bench=SUITE, many chains beside each other, each at a size and in a format, timed
// warm and in an order that chance decides, with this machine's own copy after every one of them.

// Returns whether the options are for a suite: by name, or of their own chains.
bool suite_is_asked(const struct options *options);

// Runs the suite options->suite, or that of the chains of the command line. Returns the exit
// status.
int suite_run(const struct options *options);

// Returns whether the files that the suite options->suite is to write and to be compared with are
// fit for it, before anything is measured.
bool suite_check(const struct options *options, struct lab *lab, struct error *error);

// The parts of that, for who looks for something else in a run: it begins with its list of
// variants, and ends whatever became of it.
void suite_begin(struct suite_run *run, const struct suite *suite, const struct options *options,
                 struct lab *lab);
void suite_end(struct suite_run *run);

// Of a run that a signal has ended: returns whether anything was measured, which it says where not;
// and says below the table, and so in the files, what its numbers are.
bool suite_has_times(const struct suite_run *run);
void suite_say_interrupted(struct suite_run *run);
