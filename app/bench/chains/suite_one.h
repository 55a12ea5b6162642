#pragma once

#include "app/bench/run/suite.h"

// --bench of one chain, as a suite of one variant: whole frames without a gap, the time of every
// pass, and beside each frame all of this machine's own copies of the image.
extern const struct suite suite_one;
