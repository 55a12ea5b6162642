#version 430 core
#include "error_diffusion.glsl"
#include "error_diffusion_cover.glsl"
#include "error_diffusion_curves.glsl"

// The first of three programs of error diffusion: a picture's values as whole numbers, in the order in which
// error_diffusion.comp wants them. 32 rows by 32 steps a group. With FLAT row by row.

layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D u_input;

layout(std430, binding = 0) writeonly restrict buffer Values {
    uvec2 b_values[];
};

uvec3 value_of(vec4 texel)
{
    uvec3 shown = quantise(texel.rgb);
    uint alpha = cover_of(texel.a);
    if (alpha > 0u && alpha < uint(FULL))
        shown = min((shown * uint(FULL) + alpha / 2u) / alpha, uint(FULL));
#if LINEAR
    shown = uvec3(follow(DECODE, ivec3(shown)));
#endif
    return shown;
}

// The upper half of the second word is the limit of the pixel's error: 0 outside of the picture.
uvec2 read_value(ivec2 at)
{
    if (at.x < 0 || at.x >= u_width || at.y >= u_height)
        return uvec2(0);
    uvec3 value = value_of(texelFetch(u_input, at, 0));
    return uvec2(value.r | value.g << 16, value.b | uint(FULL) << 16);
}

#if FLAT

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x < u_width)
        b_values[at.y * u_width + at.x] = read_value(ivec2(at.x, at.y + u_top));
}

#else

shared uvec2 s_values[32][33];

void main()
{
    int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
    int first = 32 * int(gl_WorkGroupID.x), strip = int(gl_WorkGroupID.y);
    for (int i = y; i < 32; i += 8)
        s_values[i][x] = read_value(ivec2(column_at(first + x, i), 32 * strip + i));
    barrier();
    for (int i = y; i < 32; i += 8)
        b_values[index_of(strip, first + i, x)] = s_values[x][i];
}

#endif
