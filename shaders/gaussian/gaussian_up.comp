#version 430 core
#include "gaussian/gaussian_strips.glsl"
#include "common/join.glsl"

// An image that was made smaller by FACTOR and blurred, back at full size.

#pragma optionNV(unroll all)

layout(local_size_x = UP_WIDTH, local_size_y = UP_HEIGHT) in;
layout(binding = 0) writeonly uniform image2D out_image;

void put(ivec2 at, vec4 color)
{
    imageStore(out_image, at, JOIN_AFTER(color, min(at, ivec2(u_size) - 1))); // nothing happens outside
}

#if FACTOR == 2
// Between its texels the filter interpolates, a quarter from one and three from the next. An invocation makes
// UP_TEXELS texels; 8x4 of them at a time are stored, which textures like.
layout(binding = 0) uniform sampler2D u_level; // filtered
uniform vec2 u_scale; // 1 / its size

void main()
{
    uint lane = gl_LocalInvocationIndex, part = lane / 32u;
    ivec2 at = ivec2(gl_WorkGroupID.xy * uvec2(UP_WIDTH, UP_HEIGHT * UP_TEXELS) + uvec2(lane % 8u, lane / 8u % 4u) +
                     uvec2(part % 2u * 8u, part / 2u * 4u));
    vec4 colors[UP_TEXELS];
    for (int i = 0; i < UP_TEXELS; i++)
        colors[i] = textureLod(u_level, (0.5 * vec2(at + ivec2(0, UP_HEIGHT * i)) + u_walk.y + 1.25) * u_scale, 0.0);
    for (int i = 0; i < UP_TEXELS; i++)
        put(at + ivec2(0, UP_HEIGHT * i), colors[i]);
}
#else
// Between its texels lies a quadratic B-spline, which is what doubling again and again with the binomial filter
// (1 3 3 1) / 4 comes to (G. Chaikin, An algorithm for high-speed curve generation, 1974). An invocation makes
// UP_TEXELS texels downwards.

layout(std430, binding = 0) readonly restrict buffer From {
    Packed b_from[];
};

const int ROWS = 2 * UP_TEXELS / FACTOR; // of the level

// Weights of the texel before the nearest one, that one and the next, `offset` texels from the nearest one's centre.
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
    ivec2 at = ivec2(id.x, id.y / 2u * uint(2 * UP_TEXELS) + id.y % 2u);
    if (any(greaterThanEqual(at, ivec2(u_size))))
        return;
    uint phase = id.x % uint(FACTOR);
    ivec2 from = ivec2(id.x / uint(FACTOR), id.y / 2u * uint(ROWS)) + int(u_walk.y);
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
                put(at + ivec2(0, (row - 2) * FACTOR + 2 * i),
                    down[i].x * above + down[i].y * here + down[i].z * below);
        above = here;
        here = below;
    }
}
#endif
