#pragma once

#include "app/suite/run/suite_tools.h"

// Error diffusion in serial C on one core, as long as it takes by the clock.

// Returns the milliseconds from whole numbers to the numbers of colours, with four colours. Runs
// three times and more, where these are short, and leaves the first out, which meets cold memory.
struct stats_summary dither_serial_time(int kernel, struct suite_size size);
