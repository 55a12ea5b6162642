#pragma once

#include "app/lab.h"
#include "app/stats/pass_stats.h"

// Prints the times of passes on stdout, below a line about the machine and the frames.
void capture_times_print(const struct lab *lab, const struct pass_stats *stats);
