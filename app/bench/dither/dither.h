#pragma once

#include "app/bench/run/suite.h"

// app/bench/dither: compares error diffusion on the GPU, in which pixels wait for their neighbours,
// with the CPU.
//
// The suite runs every kernel and implementation at several sizes, and ordered dither, which is
// part of a pass that runs anyway. After the GPU it times the same kernels in serial C on one core,
// unless these variants have a time, and says for each kernel from which size on either is faster.

extern const struct suite suite_dither;
