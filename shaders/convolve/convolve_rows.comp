#version 430 core
#include "common/edge.glsl"
#include "blur/fft.glsl"

// Transforms the rows of an image, the picture or a kernel. A complex number is two channels, red with green and blue
// with alpha, or with APART a channel and 0. The planes of two numbers lie below each other, with APART those of blue
// and alpha at the right. Outside the picture EDGE defines the texels; outside the kernel they are 0.

layout(binding = 0) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_size; // of the input
// Position from which on texels before the first follow; texel at position 0.
uniform vec2 u_place;

// Two numbers.
vec4 texel(int x)
{
    int at = (x < int(u_place.x) ? x : x - LENGTH) + int(u_place.y), width = int(u_size.x);
#ifdef KERNEL
    bool hidden = at < 0 || at >= width;
#else
    bool hidden = is_hidden(at, width);
    at = inside(at, width);
#endif
    vec4 color = hidden ? vec4(0.0) : texelFetch(u_input, ivec2(at, LINE), 0);
#ifdef APART
    return PLANE == 0 ? vec4(color.r, 0.0, color.g, 0.0) : vec4(color.b, 0.0, color.a, 0.0);
#else
    return color;
#endif
}

void main()
{
    bool is_there = LINE < int(u_size.y);
    vec2 other[HELD];
    EACH_NUMBER(FIRST, vec4 both = is_there ? texel(i) : vec4(0.0); held[k] = both.xy; other[k] = both.zw)
    STAGES
    ivec2 at = ivec2(PLANE * LENGTH, LINE);
    if (is_there)
        EACH_NUMBER(LAST, imageStore(out_image, at + ivec2(i, 0), held[k].xyxy))
    EACH_NUMBER(FIRST, held[k] = other[k])
    barrier();
    STAGES
    at.y += int(u_size.y);
    if (is_there)
        EACH_NUMBER(LAST, imageStore(out_image, at + ivec2(i, 0), held[k].xyxy))
}
