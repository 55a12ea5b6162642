#version 430 core
#define TABLE_AT 2
#define NOISE_AT 3
#include "pointwise/pixel.glsl"

#define run_light(color, px) (color)

#define run_display(color, px) (color)

vec4 run_steps(vec4 color, Pixel px)
{
    return run_display(run_light(color, px), px);
}

vec4 run_steps(vec4 color, ivec2 coord)
{
    return run_steps(color, pixel_at(coord));
}

#define TEXELS 3
#define GROUP_WIDTH 8
#define GROUP_HEIGHT 16
#include "common/fused_compute.glsl"
