#pragma once

#include "app/options.h"

// app/suite: --bench=SUITE, many chains beside each other, each at a size and in a format, timed
// warm and in an order that chance decides, with this machine's own copy after every one of them.

// Runs the suite options->suite. Returns the exit status.
int suite_run(const struct options *options);
