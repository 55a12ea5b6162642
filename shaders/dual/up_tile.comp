#version 430 core
#include "common/packed.glsl"
#include "common/join.glsl"

// A step up of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015) for many texels at once. Its
// eight bilinear taps rest on 17 texels of the coarse image. A group holds its part of that image in shared memory; an
// invocation makes a column of 2 * ROWS texels and reads each texel of its neighbourhood once for all of them.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input; // unfiltered
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec4 u_sizes; // of the input, and of the output
#include "blur/margin.glsl"

const int ROWS = UP_ROWS;           // coarse texels of an invocation
const ivec2 TILE = ivec2(UP_TILE); // coarse texels of a group
const ivec2 HELD = ivec2(UP_HELD); // with those beside them
const int PARTS = (HELD.x * HELD.y + THREADS - 1) / THREADS;

shared Packed s_tile[HELD.x * HELD.y];

void read_tile(ivec2 origin)
{
    vec4 texels[PARTS];
    for (int part = 0; part < PARTS; part++) {
        int i = int(gl_LocalInvocationIndex) + THREADS * part;
        texels[part] = textureLod(u_input, (vec2(origin + ivec2(i % HELD.x, i / HELD.x)) + 0.5) / u_sizes.xy, 0.0);
    }
    for (int part = 0; part < PARTS; part++) {
        int i = int(gl_LocalInvocationIndex) + THREADS * part;
        if (i < HELD.x * HELD.y)
            s_tile[i] = pack(texels[part]);
    }
}

int pitch(int tile)
{
    return HELD.x;
}

vec4 coarse(int tile, int i)
{
    return unpack(s_tile[i]);
}

const int TILES = 1;
#include "blur/half_step_up.glsl"

void main()
{
    ivec2 size = ivec2(u_sizes.zw);
    ivec2 origin = TILE * ivec2(gl_WorkGroupID.xy), margin = ivec2(u_margin);
    read_tile(origin + margin / 2 - UP_BESIDE);
    barrier();

    int column = int(gl_LocalInvocationIndex) % (2 * TILE.x);
    int first = int(gl_LocalInvocationIndex) / (2 * TILE.x) * ROWS;
    vec4 above[ROWS], below[ROWS];
    step_up(0, ROWS, (first + UP_BESIDE) * HELD.x + column / 2 + UP_BESIDE, column % 2 == 0 ? 1 : -1, above, below);

    ivec2 at = 2 * origin - margin % 2 + ivec2(column, 2 * first);
    for (int to = 0; to < ROWS; to++) {
        ivec2 upper = at + ivec2(0, 2 * to), lower = upper + ivec2(0, 1);
        if (all(lessThan(uvec2(upper), uvec2(size))))
            imageStore(out_image, upper, JOIN_AFTER(above[to], upper));
        if (all(lessThan(uvec2(lower), uvec2(size))))
            imageStore(out_image, lower, JOIN_AFTER(below[to], lower));
    }
}
