#pragma once

#include "render/texture.h"

// Returns a small number that is added to the largest weight of a filter whose weights sum to 1,
// for images in that format; 0 for formats of 32-bit floats. Without it, a GPU that truncates when
// it stores half floats would darken flat areas, because their rounded sum is slightly less than
// the exact one.
static inline double half_lift(enum texture_format format)
{
    return format == FORMAT_RGBA32F ? 0 : 0x1p-22;
}
