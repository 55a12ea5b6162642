#pragma once

#include "app/options.h"

// app/bench/tune: --tune: which blur is the fastest here of those that are as near and as calm as
// asked.

// Prints its chain on stdout, and on stderr what others gave up. Returns the exit status: 2 where
// there is none.
int tune_run(const struct options *options);
