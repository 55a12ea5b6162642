#version 430 core
#ifdef COLUMNS
#define AT(i) ivec2(LINE, i)
#define SIZE_ALONG int(u_size.y)
#define SIZE_ACROSS int(u_size.x)
#else
#define AT(i) ivec2(i, LINE)
#define SIZE_ALONG int(u_size.x)
#define SIZE_ACROSS int(u_size.y)
#endif
#include "common/edge.glsl"
#include "common/join.glsl"
#include "blur/fft.glsl"

// Rows or columns convolved with a kernel that is the same on both sides, so that its frequencies are real. A complex
// number is two channels, first red and green, then blue and alpha.

layout(binding = 0) uniform sampler2D u_input;
layout(binding = 1) uniform sampler2D u_kernel; // a frequency a texel, with the scale of the transforms
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_size;
uniform int u_end; // where texels begin to be those before the first

vec4 texel(int i)
{
    int at = i < u_end ? i : i - LENGTH;
    return is_hidden(at, SIZE_ALONG) ? vec4(0.0) : texelFetch(u_input, AT(inside(at, SIZE_ALONG)), 0);
}

void convolve()
{
    STAGES
    EACH_NUMBER(LAST, held[k] = SWAP(held[k]) * texelFetch(u_kernel, ivec2(i, 0), 0).r)
    BACK
}

void main()
{
    bool is_there = LINE < SIZE_ACROSS;
    vec2 other[HELD];
    EACH_NUMBER(FIRST, vec4 color = is_there ? texel(i) : vec4(0.0); held[k] = color.rg; other[k] = color.ba)
    convolve();
    EACH_NUMBER(FIRST, vec2 red_green = SWAP(held[k]); held[k] = other[k]; other[k] = red_green)
    convolve();
    if (is_there)
        EACH_NUMBER(FIRST,
            if (i < SIZE_ALONG)
                imageStore(out_image, AT(i), JOIN_AFTER(vec4(other[k], SWAP(held[k])), AT(i))))
}
