#version 430 core
#ifdef COLUMNS
#define LENGTH COLUMNS_LENGTH
#define THREADS COLUMNS_THREADS
#define LINES COLUMNS_LINES
#define PARTS COLUMNS_PARTS
#define PITCH COLUMNS_PITCH
#define BANK COLUMNS_BANK
#define HELD COLUMNS_HELD
#define FIRST COLUMNS_FIRST
#define LAST COLUMNS_LAST
#define STAGES COLUMNS_STAGES
#define BACK COLUMNS_BACK
#define AT(i) ivec2(LINE, i)
#define SIZE_ALONG int(u_size.y)
#define SIZE_ACROSS int(u_size.x)
#else
#define LENGTH ROWS_LENGTH
#define THREADS ROWS_THREADS
#define LINES ROWS_LINES
#define PARTS ROWS_PARTS
#define PITCH ROWS_PITCH
#define BANK ROWS_BANK
#define HELD ROWS_HELD
#define FIRST ROWS_FIRST
#define LAST ROWS_LAST
#define STAGES ROWS_STAGES
#define BACK ROWS_BACK
#define AT(i) ivec2(i, LINE)
#define SIZE_ALONG int(u_size.x)
#define SIZE_ACROSS int(u_size.y)
#endif
#include "common/edge.glsl"
#include "common/join.glsl"
#include "blur/fft.glsl"

// Rows or columns convolved with a kernel that is the same on both sides, so that its frequencies are real.

layout(binding = 1) uniform sampler2D u_input;
layout(binding = 2) uniform sampler2D u_kernel; // a frequency a texel, with the scale of the transforms
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_size;
uniform int u_end; // where texels begin to be those before the first

vec4 texel(int i)
{
    int at = i < u_end ? i : i - LENGTH;
    return is_hidden(at, SIZE_ALONG) ? vec4(0.0) : texelFetch(u_input, AT(inside(at, SIZE_ALONG)), 0);
}

void main()
{
    bool is_there = LINE < SIZE_ACROSS;
    EACH_TEXEL(FIRST) held[k] = is_there ? texel(i) : vec4(0.0);
    STAGES
    EACH_TEXEL(LAST) held[k] = SWAP(held[k]) * texelFetch(u_kernel, ivec2(i, 0), 0).r;
    BACK
    if (is_there)
        EACH_TEXEL(FIRST) if (i < SIZE_ALONG) imageStore(out_image, AT(i), JOIN_AFTER(SWAP(held[k]), AT(i)));
}
