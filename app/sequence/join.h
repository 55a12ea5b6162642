#pragma once

#include "app/options.h"

// --join: whether the files of a sequence that several machines made belong together: all are
// there, whole, of their times, and otherwise made alike, by the same version, renderer, driver and
// kind of processor. Needs no GPU. Gives the exit status: EXIT_FAILURE where they do not.
int join_run(const struct options *options);
