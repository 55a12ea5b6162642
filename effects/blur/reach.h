#pragma once

#include "effects/blur/sigma.h"

// These return the distance, along one axis and in pixels of the full-size image, beyond which a
// blur spreads no light from a point, wherever the point is. It is the sum of the distances of the
// furthest texels that each pass reads; the outermost of them have weights near 0. Pure arithmetic.
double reach_dual(const struct sigma_dual *dual);
double reach_kawase(const struct sigma_kawase *kawase);
double reach_pyramid(const struct sigma_pyramid *pyramid);
double reach_mips(const struct sigma_mips *mips);
