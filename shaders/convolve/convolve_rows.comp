#version 430 core
#define LENGTH ROWS_LENGTH
#define THREADS ROWS_THREADS
#define LINES ROWS_LINES
#define PARTS ROWS_PARTS
#define PITCH ROWS_PITCH
#define BANK ROWS_BANK
#define HELD ROWS_HELD
#include "common/edge.glsl"
#include "blur/fft.glsl"

// Transforms the rows of an image, the picture or a kernel. Each complex number has two channels, red with green and
// blue with alpha, or with APART one: red and green, or blue and alpha. Outside the picture EDGE defines the texels;
// outside the kernel they are 0.

layout(binding = 1) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_size; // of the input
// Position from which on texels before the first follow; texel at position 0.
uniform vec2 u_place;
uniform int u_blue;

vec4 texel(int x)
{
    int at = x < int(u_place.x) ? x : x - LENGTH;
    at += int(u_place.y);
    int width = int(u_size.x);
#ifdef KERNEL
    bool hidden = at < 0 || at >= width;
#else
    bool hidden = is_hidden(at, width);
    at = inside(at, width);
#endif
    vec4 color = hidden ? vec4(0.0) : texelFetch(u_input, ivec2(at, LINE), 0);
#ifdef APART
    return u_blue == 0 ? vec4(color.r, 0.0, color.g, 0.0) : vec4(color.b, 0.0, color.a, 0.0);
#else
    return color;
#endif
}

void main()
{
    bool is_there = LINE < int(u_size.y);
    EACH_TEXEL(ROWS_FIRST) held[k] = is_there ? texel(i) : vec4(0.0);
    ROWS_STAGES
    if (is_there)
        EACH_TEXEL(ROWS_LAST) imageStore(out_image, ivec2(i, LINE), held[k]);
}
