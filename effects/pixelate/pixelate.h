#pragma once

#include "effects/effect_impl.h"

// effects/pixelate: squares of one colour, the mean of what they cover.

struct pixelate_params {
    struct length cell;
    int impl;
};
