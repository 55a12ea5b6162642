#pragma once

#include "app/bench/run/suite_tools.h"

// Mixed resolution as Bjørge means it: the scene is drawn smaller, brought up to the size of the
// screen, and everything after it works there.

enum { BLOOM_SCALES = 3 };

struct bloom_scaled {
    double scale;              // of the scene's sides, the first is 1
    struct stats_summary time; // of drawing and bringing up, milliseconds; count 0: not measured
    double decibels; // PSNR of the picture after the default chain against that of the first; NaN
};

// Draws the lab's scene at the size of the run, at all scales in turn, and adds to what the run
// knows of its steadiness.
void bloom_scaled_take(struct suite_run *run, struct bloom_scaled scaled[BLOOM_SCALES]);
