#pragma once

#include "render/image/image.h"
#include "render/scene/scene.h"

// The charts in plain C and double precision, not written from the shader: a texel is the mean of
// what lies under it.

// Makes `image`, IMAGE_TYPE_F64. False where the scene is no chart.
bool chart_reference(const struct scene_choice *choice, double time, int width, int height,
                     struct image *image);
