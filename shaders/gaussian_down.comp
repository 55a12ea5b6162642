#version 430 core
#include "edge.glsl"
#include "gaussian_strips.glsl"

// An image made smaller by FACTOR, 2, 4 or 8, along both axes, into a storage buffer: as by up to three steps that
// halve it, each after the binomial filter (1 3 3 1) / 8, along columns and then along rows. An invocation walks down a
// column of the image and reads each of its texels once. The level goes on beyond the picture by `u_beyond` texels on
// every side, so that what lies there is only asked for here.

#pragma optionNV(unroll all)

layout(local_size_x = 128) in;
layout(binding = 1, FORMAT) readonly uniform image2D u_image;
layout(std430, binding = 0) writeonly restrict buffer To {
    Packed b_to[];
};
layout(location = 3) uniform vec2 u_level; // size of what is made, with what lies beyond the picture
layout(location = 2) uniform int u_beyond; // how much that is on each side

#if FACTOR == 8
const float filter_taps[] = float[](1.0, 3.0, 6.0, 10.0, 15.0, 21.0, 28.0, 36.0, 42.0, 46.0, 48.0, 48.0, 46.0, 42.0,
                                    36.0, 28.0, 21.0, 15.0, 10.0, 6.0, 3.0, 1.0);
const float SUM = 512.0;
const int COUNT = 22;
#elif FACTOR == 4
const float filter_taps[] = float[](1.0, 3.0, 6.0, 10.0, 12.0, 12.0, 10.0, 6.0, 3.0, 1.0);
const float SUM = 64.0;
const int COUNT = 10;
#else
const float filter_taps[] = float[](1.0, 3.0, 3.0, 1.0);
const float SUM = 8.0;
const int COUNT = 4;
#endif
const int BEFORE = (COUNT - FACTOR) / 2; // what the filter reaches beyond the FACTOR texels in its middle
const int ROWS = FACTOR == 2 ? 8 : 4;    // of the level, that a group makes
const int WIDE = (128 - 2 * BEFORE) / FACTOR;

// Every FACTOR-th column lies beside the one before, which keeps invocations out of each other's banks.
const int PITCH = 136 / FACTOR;
shared vec4 s_rows[ROWS][FACTOR * PITCH];

void filter_columns(ivec2 at, int slot)
{
    vec4 sums[ROWS];
    ivec2 size = ivec2(u_size);
    int column = inside_or_zero(at.x, size.x);
    for (int n = 0; n < ROWS; n++)
        sums[n] = vec4(0.0);
    for (int i = 0; i < FACTOR * (ROWS - 1) + COUNT; i++) {
        vec4 color = imageLoad(u_image, ivec2(column, inside_or_zero(at.y + i, size.y)));
        for (int n = 0; n < ROWS; n++)
            if (i >= FACTOR * n && i < FACTOR * n + COUNT)
                sums[n] += filter_taps[i - FACTOR * n] / SUM * color;
    }
    for (int n = 0; n < ROWS; n++)
        s_rows[n][slot] = sums[n];
}

vec4 filter_row(int column, int row)
{
    vec4 sum = vec4(0.0);
    for (int i = 0; i < COUNT; i++)
        sum += filter_taps[i] / SUM * s_rows[row][i % FACTOR * PITCH + i / FACTOR + column];
    return sum;
}

void main()
{
    uint lane = gl_LocalInvocationIndex;
    ivec2 first = ivec2(gl_WorkGroupID.xy) * ivec2(WIDE, ROWS), level = ivec2(u_level);
    filter_columns(FACTOR * (first - u_beyond) - BEFORE + ivec2(lane, 0),
                   int(lane % uint(FACTOR) * uint(PITCH) + lane / uint(FACTOR)));
    barrier();
    for (uint i = lane; i < uint(WIDE * ROWS); i += 128u) {
        ivec2 local = ivec2(i % uint(WIDE), i / uint(WIDE)), to = first + local;
        if (all(lessThan(to, level)))
            b_to[place_in_strips(to.x, to.y)] = pack(filter_row(local.x, local.y));
    }
}
