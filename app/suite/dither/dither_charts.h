#pragma once

#include "app/suite/dither/dither_trials.h"

// Draws a chart for each kernel: time by size, of every implementation, serial C and ordered
// dither.
void dither_charts_draw(struct suite_run *run, const struct dither_trials *trials);
