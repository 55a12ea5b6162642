#pragma once

#include "effects/blur/sigma.h"

// How far a construction spreads light along one axis, in pixels of the full-size image: beyond it
// nothing of a point is seen, wherever the point lies. Pure arithmetic; sums of the furthest texels
// that each pass reads, of which the outermost count for next to nothing.
double reach_dual(const struct sigma_dual *dual);
double reach_kawase(const struct sigma_kawase *kawase);
double reach_pyramid(const struct sigma_pyramid *pyramid);
double reach_mips(const struct sigma_mips *mips);
