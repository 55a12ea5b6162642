#version 430 core
#include "pointwise/pixel.glsl"

vec4 run_steps(vec4 first, Pixel px)
{
    vec4 color = first;
    return color;
}

vec4 run_steps(vec4 first, ivec2 coord)
{
    return run_steps(first, pixel_at(coord));
}

#define TEXELS 4
#include "fused_compute.glsl"
