#version 430 core
#define SOURCE_AT 1
#define TABLE_AT 2
#define NOISE_AT 3
#include "pointwise/pixel.glsl"
uniform float s0_ev;
uniform vec4 s0_roi;
uniform float s1_strength;
uniform vec3 s1_tint;
uniform float s2_ev;
uniform float s3_strength;
uniform vec3 s3_tint;
uniform float s4_strength;
uniform vec3 s4_tint;
#include "pointwise/exposure.glsl"
#define COMPOSITE_MODE 0
#include "pointwise/composite.glsl"
#undef COMPOSITE_MODE
#define COMPOSITE_MODE 1
#define composite s3_composite
#include again "pointwise/composite.glsl"
#undef composite

vec4 run_light(vec4 color, Pixel px)
{
    if (pixel_inside(px, s0_roi)) color = exposure(color, px, s0_ev);
    color = composite(color, px, s1_strength, s1_tint);
    color = exposure(color, px, s2_ev);
    color = s3_composite(color, px, s3_strength, s3_tint);
    color = composite(color, px, s4_strength, s4_tint);
    return color;
}

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
