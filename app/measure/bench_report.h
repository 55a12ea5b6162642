#pragma once

#include "app/measure/results.h"

// What --bench says on stdout: the table of passes, the copies, what `auto` chose of what, and what
// the values of steps come to.
void bench_report(const struct results *results, const struct lab *lab);
