#pragma once

#include "effects/pointwise/pointwise.h"

// The tone curves in double precision, as published, for the window's diagram and the reference.

// Converts straight scene light to display values (sRGB, 0..1): exposure, curve, encoding.
void tonemap_curve_shade(const struct tonemap_params *params, const double in[3], double out[3]);
