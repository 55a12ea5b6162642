#pragma once

#include "effects/effect.h"

struct pixelate_params {
    struct length cell;
    int impl;
};
