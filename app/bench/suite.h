#pragma once

#include "app/lab/lab.h"
#include "app/options.h"

// app/bench: --bench=SUITE, many chains beside each other, each at a size and in a format, timed
// warm and in an order that chance decides, with this machine's own copy after every one of them.

// Returns whether the options are for a suite: by name, or of their own chains.
bool suite_is_asked(const struct options *options);

// Runs the suite options->bench.suite, or that of the chains of the command line. Returns the exit
// status.
int suite_run(const struct options *options);

// Returns whether the files that the suite options->bench.suite is to write and to be compared with
// are fit for it, before anything is measured.
bool suite_check(const struct options *options, struct lab *lab, struct error *error);
