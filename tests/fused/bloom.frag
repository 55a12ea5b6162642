#version 430 core
#define SOURCE_AT 1
#define TABLE_AT 2
#define NOISE_AT 3
#define DEPTH_AT 0
#define FRAME_AT 1
#include "pointwise/pixel.glsl"
layout(location = 2) uniform vec4 u_constants[1];
#include "pointwise/composite.glsl"
#include "pointwise/tonemap.glsl"
#include "pointwise/dither.glsl"
layout(location = 3) uniform float s0_strength;
const int s0_mode = 0;
layout(location = 4) uniform vec3 s0_tint;
layout(location = 5) uniform float s1_exposure;
const int s1_curve = 6;
layout(location = 6) uniform float s1_white;
const int s1_variant = 0;
const int s2_matrix = 2;
layout(location = 7) uniform int s2_bits;
const bool s2_palette = false;
layout(location = 8) uniform int s2_colors;
layout(location = 9) uniform float s2_strength;
const int s2_distance = 0;
const int s2_space = 0;
const int s2_animate = 0;
const float s2_cell = 1.0;
const int s2_variant = 0;

vec4 run_light(vec4 color, Pixel px)
{
    color = composite(color, px, s0_strength, s0_mode, s0_tint);
    return color;
}

vec4 run_display(vec4 color, Pixel px)
{
    color = tonemap(color, px, s1_exposure, s1_curve, s1_white, s1_variant);
    px.bounded = true;
    color = dither(color, px, s2_matrix, s2_bits, s2_palette, s2_colors, s2_strength,
        s2_distance, s2_space, s2_animate, s2_cell, s2_variant);
    return color;
}

vec4 run_steps(vec4 color, Pixel px)
{
    return run_display(run_light(color, px), px);
}

vec4 run_steps(vec4 color, ivec2 coord)
{
    return run_steps(color, pixel_at(coord));
}

#include "common/fused_fragment.glsl"
