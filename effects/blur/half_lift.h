#pragma once

#include "render/texture.h"

// Returns a small number to add to the largest weight of a filter whose weights sum to 1, for
// images in that format; 0 if the format holds every float. Without it, a GPU that truncates when
// it stores half floats would darken flat areas, because their rounded sum falls just below the
// exact one.
static inline double half_lift(enum texture_format format)
{
    return format == FORMAT_RGBA32F ? 0 : 0x1p-22;
}
