#pragma once

#include "effects/pointwise/pointwise.h"

// The tone curves in doubles, as published. The panel draws them and the reference shades with
// them.

// Makes display values (sRGB, 0..1) of straight scene light: exposure, curve, encoding.
void tonemap_curve_shade(const struct tonemap_params *params, const double in[3], double out[3]);

// The display value (sRGB, 0..1) of grey scene light (0 or more): exposure, curve, encoding. Grey
// stays grey within 1e-3, whose luma (ITU-R BT.709) this is.
double tonemap_curve_value(const struct tonemap_params *params, double light);
