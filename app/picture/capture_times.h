#pragma once

#include "app/lab/lab.h"
#include "app/measure/stats/pass_stats.h"

// What is said of a picture's times: all of them where they are asked for, otherwise one.

// Prints the times of passes on stdout, below a line about the machine and the frames (--verbose).
void capture_times_print(const struct lab *lab, const struct pass_stats *stats);

// Writes what stands behind "wrote out.png": ", 1280x720, GPU 1.263 ms". The texture is the
// picture's.
enum { CAPTURE_TIMES_SIZE = 64 };
void capture_times_line(const struct texture *picture, const struct pass_stats *stats,
                        char out[CAPTURE_TIMES_SIZE]);
