#version 430 core
#include "error_diffusion.glsl"
#include "error_diffusion_cover.glsl"

// The last of three programs of error diffusion: what its pixels took becomes a picture. 32 rows by 32 steps a group.

layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D u_input;
layout(binding = 1) uniform sampler2D u_palette; // see error_diffusion_pick.glsl
layout(binding = 0) writeonly uniform image2D out_image;

layout(std430, binding = 0) readonly restrict buffer Picks {
    uint b_picks[];
};

uvec3 display_of(uint word)
{
#if BITS > 0
    const uint TOP = (1u << BITS) - 1u;
    uvec3 level = uvec3(word, word >> 10, word >> 20) & 1023u;
    return (level * uint(FULL) + TOP / 2u) / TOP;
#else
    return uvec3(texelFetch(u_palette, ivec2(word, 2), 0).rgb);
#endif
}

void write_texel(ivec2 at, uint word)
{
    if (at.x < 0 || at.x >= u_width || at.y >= u_height)
        return;
    float alpha = texelFetch(u_input, at, 0).a;
    precise vec3 color = vec3(display_of(word)) * (1.0 / 65535.0);
    if (cover_of(alpha) > 0u)
        color *= alpha;
    imageStore(out_image, at, vec4(color, alpha));
}

#if FLAT

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x < u_width)
        write_texel(ivec2(at.x, at.y + u_top), b_picks[at.y * u_width + at.x]);
}

#else

shared uint s_picks[32][33];

void main()
{
    int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
    int first = 32 * int(gl_WorkGroupID.x), strip = int(gl_WorkGroupID.y);
    for (int i = y; i < 32; i += 8)
        s_picks[x][i] = b_picks[index_of(strip, first + i, x)];
    barrier();
    for (int i = y; i < 32; i += 8)
        write_texel(ivec2(column_at(first + x, i), 32 * strip + i), s_picks[i][x]);
}

#endif
