#pragma once

#include "app/bench/run/suite.h"

// app/bench/dither: error diffusion on the GPU beside serial C and ordered dither.

extern const struct suite suite_dither;
