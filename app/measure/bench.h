#pragma once

#include "app/options.h"

// app/measure: times taken and written: the engine of frames, and results. This is --bench: many
// frames without a gap, the time of every pass, and beside each frame this machine's own copies of
// the image. Gives the exit status.
int bench_run(const struct options *options);
