#version 430 core
#include "error_diffusion/error_diffusion.glsl"
#include "error_diffusion/error_diffusion_tile.glsl"

// The last of three programs of error diffusion: writes the chosen colours to the picture. A group processes a tile.

layout(local_size_x = STRIP, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D u_input;
layout(binding = 1) uniform sampler2D u_palette; // see error_diffusion_pick.glsl
layout(binding = 0) writeonly uniform image2D out_image;

layout(std430, binding = 0) readonly restrict buffer Picks {
    uint b_picks[];
};

#if BITS > 0

void load_colors()
{
}

uvec3 display_of(uint word)
{
    const uint TOP = (1u << BITS) - 1u;
    uvec3 level = uvec3(word, word >> 10, word >> 20) & 1023u;
    return (level * uint(FULL) + TOP / 2u) / TOP;
}

#else

shared vec3 s_colors[COLORS_MAX];

void load_colors()
{
    int i = int(gl_LocalInvocationIndex);
    s_colors[i] = texelFetch(u_palette, ivec2(min(i, textureSize(u_palette, 0).x - 1), 2), 0).rgb;
}

vec3 display_of(uint word)
{
    return s_colors[word & 255u];
}

#endif

void write_texel(ivec2 at, uint word, float alpha)
{
    precise vec3 color = vec3(display_of(word)) * (1.0 / 65535.0);
    imageStore(out_image, at, vec4(color, alpha));
}

float fetch_alpha(ivec2 at)
{
    return texelFetch(u_input, clamp(at, ivec2(0), ivec2(u_width - 1, u_height - 1)), 0).a;
}

#if CELLS

int index_of_cell(ivec2 cell)
{
#if FLAT
    return (cell.y - u_top) * u_width + cell.x;
#else
    return index_of(cell.y / STRIP, cell.x + 1 + REACH + LAG * (cell.y % STRIP), cell.y % STRIP);
#endif
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) + ivec2(0, u_top * u_cell), size = textureSize(u_input, 0);
    load_colors();
    barrier();
    if (all(lessThan(at, size)))
        write_texel(at, b_picks[index_of_cell(at / u_cell)], texelFetch(u_input, at, 0).a);
}

#elif FLAT

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy), texel = ivec2(at.x, at.y + u_top);
    load_colors();
    barrier();
    if (at.x < u_width && texel.y < u_height)
        write_texel(texel, b_picks[at.y * u_width + at.x], fetch_alpha(texel));
}

#else

layout(std430, binding = 1) readonly restrict buffer Solid {
    uint b_solid[];
};

shared uint s_picks[STRIP][STRIP + 1];

void main()
{
    int row = int(gl_LocalInvocationID.x), first = int(gl_LocalInvocationID.y);
    float alpha[TEXELS];
    for (int i = 0; i < TEXELS; i++) {
        s_picks[row][first + 8 * i] = b_picks[index_in_tile(first + 8 * i, row)];
        alpha[i] = 1.0;
    }
    if (b_solid[tile_number()] == 0u)
        for (int i = 0; i < TEXELS; i++)
            alpha[i] = fetch_alpha(texel_at(place_in_tile(i)));
    load_colors();
    barrier();
    for (int i = 0; i < TEXELS; i++) {
        ivec2 place = place_in_tile(i), at = texel_at(place);
        if (at.x >= 0 && at.x < u_width && at.y < u_height)
            write_texel(at, s_picks[place.y][place.x], alpha[i]);
    }
}

#endif
