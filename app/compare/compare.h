#pragma once

#include "app/options.h"

// app/compare: two pictures or two folders of them, whether they differ by more than a tolerance.
// It needs no GPU.

// Prints how much they differ. Returns 0 where that is within the tolerance, 1 where it is beyond,
// EXIT_USAGE where there is nothing to compare.
int compare_run(const struct options *options);
