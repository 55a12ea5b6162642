#pragma once

#include "effects/pointwise/pointwise.h"

// The display value (sRGB, 0..1) of grey scene light (0 or more): exposure, curve, encoding. Grey
// stays grey within 1e-3, whose luma (ITU-R BT.709) this is.
double tonemap_curve_value(const struct tonemap_params *params, double light);
