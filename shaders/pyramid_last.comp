#version 430 core
#include "join.glsl"

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

// The last of a pyramid's steps up (J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced Warfare,
// SIGGRAPH 2014), from the first level as pyramid_middle.comp makes it. Its texels lie a quarter beside those of the
// picture, where the filter is exact. A subgroup stores eight columns of four rows, since that is how textures lie.

layout(local_size_x = 256) in;
layout(binding = 0) uniform sampler2D u_first;   // filtered, with two more texels on every side
layout(binding = 1) uniform sampler2D u_picture; // what the first level fades in to
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 0) uniform vec4 u_sizes;  // of the first level, and of the picture
layout(location = 1) uniform float u_share; // of the first level; the rest is the picture's

const int ROWS = 2; // of texels, eight of the picture's apart, that an invocation makes

vec4 read(ivec2 at)
{
    return textureLod(u_first, (0.5 * vec2(at) + 2.25) / u_sizes.xy, 0.0);
}

void put(ivec2 at, vec4 color)
{
    if (u_share < 1.0)
        color = mix(texelFetch(u_picture, min(at, ivec2(u_sizes.zw) - 1), 0), color, u_share);
    if (all(lessThan(at, ivec2(u_sizes.zw))))
        imageStore(out_image, at, JOIN_AFTER(color, at));
}

void main()
{
    int self = int(gl_LocalInvocationIndex), lane = self % 32, subgroup = self / 32;
    ivec2 at = ivec2(32, 8 * ROWS) * ivec2(gl_WorkGroupID.xy) +
               ivec2(subgroup % 4 * 8 + lane % 8, subgroup / 4 * 4 + lane / 8);
    vec4 colors[ROWS];
    for (int row = 0; row < ROWS; row++)
        colors[row] = read(at + ivec2(0, 8 * row));
    for (int row = 0; row < ROWS; row++)
        put(at + ivec2(0, 8 * row), colors[row]);
}
