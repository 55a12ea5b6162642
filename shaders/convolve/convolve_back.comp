#version 430 core
#define LENGTH ROWS_LENGTH
#define THREADS ROWS_THREADS
#define LINES ROWS_LINES
#define PARTS ROWS_PARTS
#define PITCH ROWS_PITCH
#define BANK ROWS_BANK
#define HELD ROWS_HELD
#include "common/join.glsl"
#include "blur/fft.glsl"

// Transforms rows of frequencies back. With APART, the first run computes red and green, and the second run blue and
// alpha.

layout(binding = 1, rgba32f) readonly uniform image2D u_image;
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_size; // of the output
#ifdef APART
layout(binding = 2, rgba32f) readonly uniform image2D u_before;
uniform int u_blue;
#endif

vec4 color_of(vec4 texel, int x)
{
#ifdef APART
    return u_blue == 0 ? texel.xzxz : vec4(imageLoad(u_before, ivec2(x, LINE)).xy, texel.xz);
#else
    return texel;
#endif
}

void main()
{
    bool is_there = LINE < int(u_size.y);
    EACH_TEXEL(ROWS_FIRST) held[k] = is_there ? SWAP(imageLoad(u_image, ivec2(i, LINE))) : vec4(0.0);
    ROWS_STAGES
    if (is_there)
        EACH_TEXEL(ROWS_LAST)
            if (i < int(u_size.x))
                imageStore(out_image, ivec2(i, LINE), JOIN_AFTER(color_of(SWAP(held[k]), i), ivec2(i, LINE)));
}
