#pragma once

#include "app/suite/run/suite_tools.h"

// app/suite/dither: error diffusion on the GPU beside serial C and ordered dither.

extern const struct suite suite_dither;
