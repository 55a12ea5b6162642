#pragma once

#include "effects/pointwise/pointwise.h"

// The tone curves in double precision, as published, for the window's diagram and the reference.

// Converts straight scene light to display values (sRGB, 0..1): exposure, curve, encoding.
void tonemap_curve_shade(const struct tonemap_params *params, const double in[3], double out[3]);

// Returns the display value (sRGB, 0..1) of grey scene light (0 or more). A curve may change the
// hue of grey by up to 1e-3; the result is the luma (ITU-R BT.709).
double tonemap_curve_value(const struct tonemap_params *params, double light);
