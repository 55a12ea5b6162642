#version 430 core
#include "error_diffusion/error_diffusion.glsl"
#include "error_diffusion/error_diffusion_tile.glsl"
#include "error_diffusion/error_diffusion_curves.glsl"
#include "error_diffusion/error_diffusion_value.glsl"

// The first of three programs of error diffusion: converts the picture's values to integers, in the order in which
// error_diffusion.comp reads them. A group processes a tile. With FLAT the order is row by row.

layout(local_size_x = STRIP, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D u_input;

layout(std430, binding = 0) writeonly restrict buffer Values {
    uvec2 b_values[];
};

#if CELLS

// The input has the means of columns: premultiplied values and alpha, in 32nds.
vec4 fetch_texel(ivec2 at)
{
    ivec2 cell = clamp(at, ivec2(0), ivec2(u_width - 1, u_height - 1));
    int first = cell.x * u_cell, count = min(u_cell, textureSize(u_input, 0).x - first);
    Cell sums = Cell(uvec4(0u), uvec3(0u));
    for (int i = 0; i < count; i++)
        add(sums, uvec4(texelFetch(u_input, ivec2(first + i, cell.y), 0)));
    return vec4(mean_of(sums, 32u * uint(count), 1u));
}

uvec3 whole_value_of(vec4 mean)
{
    return straighten(uvec3(mean.rgb), uint(mean.a));
}

#else

vec4 fetch_texel(ivec2 at)
{
    return texelFetch(u_input, clamp(at, ivec2(0), ivec2(u_width - 1, u_height - 1)), 0);
}

uvec3 whole_value_of(vec4 texel)
{
    return value_of(texel);
}

#endif

uvec2 pack_value(ivec2 at, vec4 texel)
{
    uvec3 value = whole_value_of(texel);
    bool is_inside = at.x >= 0 && at.x < u_width && at.y < u_height;
    return is_inside ? uvec2(value.r | value.g << 16, value.b | SHIFT_UP) : uvec2(0);
}

#if FLAT

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy), texel = ivec2(at.x, at.y + u_top);
    if (at.x < u_width)
        b_values[at.y * u_width + at.x] = pack_value(texel, fetch_texel(texel));
}

#else

layout(std430, binding = 1) writeonly restrict buffer Solid {
    uint b_solid[];
};

shared uvec2 s_values[STRIP][STRIP + 1];
shared bool s_is_solid;

void main()
{
    ivec2 at[TEXELS];
    vec4 texels[TEXELS];
    bool is_solid = true;
    for (int i = 0; i < TEXELS; i++) {
        at[i] = texel_at(place_in_tile(i));
        texels[i] = fetch_texel(at[i]);
    }
    s_is_solid = true;
    barrier();
    for (int i = 0; i < TEXELS; i++) {
        ivec2 place = place_in_tile(i);
        s_values[place.y][place.x] = pack_value(at[i], texels[i]);
        is_solid = is_solid && texels[i].a == 1.0;
    }
    if (!is_solid)
        s_is_solid = false;
    barrier();
    int row = int(gl_LocalInvocationID.x), first = int(gl_LocalInvocationID.y);
    for (int i = 0; i < TEXELS; i++)
        b_values[index_in_tile(first + 8 * i, row)] = s_values[row][first + 8 * i];
    if (gl_LocalInvocationIndex == 0u)
        b_solid[tile_number()] = s_is_solid ? 1u : 0u;
}

#endif
