#version 430 core
#define LENGTH COLUMNS_LENGTH
#define THREADS COLUMNS_THREADS
#define LINES COLUMNS_LINES
#define PARTS COLUMNS_PARTS
#define PITCH COLUMNS_PITCH
#define BANK COLUMNS_BANK
#define HELD COLUMNS_HELD
#include "common/edge.glsl"
#include "blur/fft.glsl"

// Transforms columns, multiplies them with the frequencies of the kernel, and transforms them back, in place. With
// KERNEL it computes the frequencies of the kernel; since the kernel is real, the first half of its columns and one
// more determine the others.

uniform vec2 u_size;  // columns and rows of the input
uniform vec2 u_place; // as in convolve_rows.comp

#ifdef KERNEL
layout(binding = 1) uniform sampler2D u_input;
layout(binding = 0) writeonly uniform image2D out_image;
uniform float u_scale; // scale of both inverse transforms

vec4 texel(int y)
{
    int at = (y < int(u_place.x) ? y : y - LENGTH) + int(u_place.y);
    return at < 0 || at >= int(u_size.y) ? vec4(0.0) : texelFetch(u_input, ivec2(LINE, at), 0);
}
#else
layout(binding = 1, rgba32f) uniform image2D u_image;
layout(binding = 1) uniform sampler2D u_kernel;

vec4 texel(int y)
{
    int at = y < int(u_place.x) ? y : y - LENGTH, height = int(u_size.y);
    return is_hidden(at, height) ? vec4(0.0) : imageLoad(u_image, ivec2(LINE, inside(at, height)));
}

vec4 kernel(int y)
{
    int width = int(u_size.x);
    if (LINE <= width / 2)
        return texelFetch(u_kernel, ivec2(LINE, y), 0);
    return texelFetch(u_kernel, ivec2(width - LINE, y > 0 ? LENGTH - y : 0), 0) * vec4(1.0, -1.0, 1.0, -1.0);
}
#endif

void main()
{
    bool is_there = LINE < int(u_size.x);
    EACH_TEXEL(COLUMNS_FIRST) held[k] = is_there ? texel(i) : vec4(0.0);
    COLUMNS_STAGES
#ifdef KERNEL
    if (is_there)
        EACH_TEXEL(COLUMNS_LAST) imageStore(out_image, ivec2(LINE, i), held[k] * u_scale);
#else
    EACH_TEXEL(COLUMNS_LAST) held[k] = is_there ? SWAP(product(held[k], kernel(i))) : vec4(0.0);
    COLUMNS_BACK
    if (is_there)
        EACH_TEXEL(COLUMNS_FIRST) if (i < int(u_size.y)) imageStore(u_image, ivec2(LINE, i), SWAP(held[k]));
#endif
}
