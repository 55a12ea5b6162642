#pragma once

#include "app/measure/results.h"

// Prints what --bench says: the table of passes, the copies, what `auto` chose from, and what the
// values of steps come to.
void bench_report(const struct results *results, const struct lab *lab);
