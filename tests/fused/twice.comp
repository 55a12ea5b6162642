#version 430 core
#define SOURCE_AT 1
#define TABLE_AT 2
#define NOISE_AT 3
#define DEPTH_AT 0
#define FRAME_AT 1
#include "pointwise/pixel.glsl"
#include "pointwise/exposure.glsl"
#include "pointwise/composite.glsl"
#include "pointwise/exposure.glsl"
layout(location = 2) uniform float s0_ev;
layout(location = 3) uniform vec4 s0_roi;
layout(location = 4) uniform float s1_strength;
const int s1_mode = 0;
layout(location = 5) uniform vec3 s1_tint;
layout(location = 6) uniform float s2_ev;

vec4 run_light(vec4 color, Pixel px)
{
    if (pixel_inside(px, s0_roi)) color = exposure(color, px, s0_ev);
    color = composite(color, px, s1_strength, s1_mode, s1_tint);
    color = exposure(color, px, s2_ev);
    return color;
}

vec4 run_display(vec4 color, Pixel px)
{
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

#define TEXELS 3
#define GROUP_WIDTH 8
#define GROUP_HEIGHT 16
#include "common/fused_compute.glsl"
