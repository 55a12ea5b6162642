#pragma once

#include "app/options.h"

// app/audit: --audit, which measures without a clock what the program promises, and metrics of
// images. The numbers are the same on every run, and on a software renderer too.

// The audit called `options->audit.name`, or all. Gives the exit status: EXIT_FAILURE when a
// promise is broken.
int audit_run(const struct options *options);
