#pragma once

#include "render/texture.h"

// What is added to the largest of some weights that sum to 1, for images in that format: a GPU that
// cuts off what a half float cannot hold would darken flat light, whose sum falls just below what
// it should be. 0 where images hold all.
static inline double half_lift(enum texture_format format)
{
    return format == FORMAT_RGBA32F ? 0 : 0x1p-22;
}
