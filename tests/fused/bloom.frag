#version 430 core
#define SOURCE_AT 1
#define TABLE_AT 2
#define NOISE_AT 3
#include "pointwise/pixel.glsl"
uniform vec4 u_constants[1];
uniform float s0_strength;
uniform vec3 s0_tint;
uniform float s1_exposure;
uniform float s1_white;
uniform int s2_bits;
uniform int s2_colors;
uniform float s2_strength;
#define COMPOSITE_MODE 0
#include "pointwise/composite.glsl"
#define TONEMAP_CURVE 6
#define TONEMAP_VARIANT 0
#include "pointwise/tonemap.glsl"
#define DITHER_MATRIX 2
#define DITHER_PALETTE 0
#define DITHER_DISTANCE 0
#define DITHER_SPACE 0
#define DITHER_ANIMATE 0
#define DITHER_VARIANT 0
#include "pointwise/dither.glsl"

vec4 run_light(vec4 color, Pixel px)
{
    color = composite(color, px, s0_strength, s0_tint);
    return color;
}

vec4 run_display(vec4 color, Pixel px)
{
    color = tonemap(color, px, s1_exposure, s1_white);
    px.bounded = true;
    color = dither(color, px, s2_bits, s2_colors, s2_strength);
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
