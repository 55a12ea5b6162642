#version 430 core
#include "gaussian_strips.glsl"

// A level that gaussian_down.comp made, back at full size: between its texels a quadratic B-spline, which is what
// doubling again and again with the binomial filter (1 3 3 1) / 4 comes to (G. Chaikin, An algorithm for high-speed
// curve generation, 1974). An invocation makes 16
// texels downwards.

#pragma optionNV(unroll all)

layout(local_size_x = 16, local_size_y = 8) in;
layout(std430, binding = 0) readonly restrict buffer From {
    Packed b_from[];
};
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 2) uniform int u_beyond; // texels that the level has beyond the picture on each side

const int ROWS = 32 / FACTOR; // of the level

// Of the texel before the nearest one, that one and the next, `offset` texels from the nearest one's centre.
vec3 spline(float offset)
{
    vec2 ends = 0.5 + vec2(-offset, offset);
    return vec3(0.5 * ends.x * ends.x, 0.75 - offset * offset, 0.5 * ends.y * ends.y);
}

vec3 spline_at(uint place)
{
    return spline((float(place) + 0.5) / float(FACTOR) - 0.5);
}

// Neighbours take turns with the rows of the image, as in gaussian_blocked.comp.
void main()
{
    uvec2 id = gl_GlobalInvocationID.xy;
    ivec2 at = ivec2(id.x, id.y / 2u * 32u + id.y % 2u);
    if (any(greaterThanEqual(at, ivec2(u_size))))
        return;
    uint phase = id.x % uint(FACTOR);
    ivec2 from = ivec2(id.x / uint(FACTOR), id.y / 2u * uint(ROWS)) + u_beyond - 1;
    int left = place_in_strips(from.x, from.y), middle = place_in_strips(from.x + 1, from.y),
        right = place_in_strips(from.x + 2, from.y);
    vec3 across = spline_at(phase), down[FACTOR / 2];
    for (int i = 0; i < FACTOR / 2; i++)
        down[i] = spline_at(id.y % 2u + uint(2 * i));
    vec4 above = vec4(0.0), here = vec4(0.0);
    for (int row = 0; row < ROWS + 2; row++) {
        vec4 below = across.x * unpack(b_from[left + row * STRIP]) + across.y * unpack(b_from[middle + row * STRIP]) +
                     across.z * unpack(b_from[right + row * STRIP]);
        if (row >= 2)
            for (int i = 0; i < FACTOR / 2; i++)
                imageStore(out_image, at + ivec2(0, (row - 2) * FACTOR + 2 * i),
                           down[i].x * above + down[i].y * here + down[i].z * below); // nothing happens outside
        above = here;
        here = below;
    }
}
