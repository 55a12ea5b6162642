#version 430 core
#define COLUMNS
#include "common/edge.glsl"
#include "blur/fft.glsl"

// Transforms columns, multiplies them with the frequencies of the kernel, and transforms them back, in place. With
// KERNEL it computes the frequencies of the kernel.

uniform vec2 u_size;  // columns of all planes, and rows of one
uniform vec2 u_place; // as in convolve_rows.comp

#ifdef KERNEL
layout(binding = 0) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;
uniform float u_scale; // scale of both inverse transforms

vec2 texel(int y)
{
    int at = (y < int(u_place.x) ? y : y - LENGTH) + int(u_place.y), height = int(u_size.y);
    return at < 0 || at >= height ? vec2(0.0) : texelFetch(u_input, ivec2(LINE, PLANE * height + at), 0).xy;
}
#else
layout(binding = 1, rg32f) uniform image2D u_image;
layout(binding = 0) uniform sampler2D u_kernel;
uniform int u_apart; // rows of the kernel's frequencies between planes

vec2 texel(int y)
{
    int at = y < int(u_place.x) ? y : y - LENGTH, height = int(u_size.y);
    return is_hidden(at, height) ? vec2(0.0) : imageLoad(u_image, ivec2(LINE, PLANE * height + inside(at, height))).xy;
}
#endif

void main()
{
    bool is_there = LINE < int(u_size.x);
    EACH_NUMBER(FIRST, held[k] = is_there ? texel(i) : vec2(0.0))
    STAGES
#ifdef KERNEL
    if (is_there)
        EACH_NUMBER(LAST, imageStore(out_image, ivec2(LINE, PLANE * LENGTH + i), held[k].xyxy * u_scale))
#else
    EACH_NUMBER(LAST,
        vec2 by = texelFetch(u_kernel, ivec2(LINE, PLANE * u_apart + i), 0).xy;
        held[k] = is_there ? SWAP(product(held[k], by)) : vec2(0.0))
    BACK
    if (is_there)
        EACH_NUMBER(FIRST,
            if (i < int(u_size.y))
                imageStore(u_image, ivec2(LINE, PLANE * int(u_size.y) + i), SWAP(held[k]).xyxy))
#endif
}
