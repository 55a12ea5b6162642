#version 430 core
#include "edge.glsl"
#include "gaussian_packed.glsl"
#include "join.glsl"

// Two of the dual filter's steps up in one dispatch (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015). A group
// makes its part of the level between in shared memory, with two texels more on each side, which its neighbours make
// again; an invocation makes a column of the output out of that.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

layout(local_size_x = 256) in;
layout(binding = 0) uniform sampler2D u_input; // unfiltered
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 30) uniform vec4 u_sizes; // of the input, and of the output

const int TILES = 2;
const int ROWS = 4;                            // of the level between under an invocation's column
const ivec2 TILE = ivec2(32, ROWS * 256 / 64); // of the level between under a group's part
const ivec2 BETWEEN = TILE + 4;
const ivec2 COARSE = BETWEEN / 2 + 4;
const int PARTS = (COARSE.x * COARSE.y + 255) / 256;
const int ROWS_BETWEEN = 2;

shared Packed s_coarse[COARSE.x * COARSE.y], s_between[BETWEEN.x * BETWEEN.y];

// Tile 0 is the level between, tile 1 the input; both begin two texels before what rests on them.
int pitch(int tile)
{
    return tile == 1 ? COARSE.x : BETWEEN.x;
}

vec4 coarse(int tile, int i)
{
    return unpack(tile == 1 ? s_coarse[i] : s_between[i]);
}

// The texel under a texel of the finer level, counted from the tile's beginning.
int under(int tile, ivec2 at)
{
    return (at.y / 2 + 2) * pitch(tile) + at.x / 2 + 2;
}

#include "dual_up.glsl"

// Unsigned, since a signed division by a constant takes several times as long.
ivec2 place_in(int i, int width)
{
    return ivec2(uint(i) % uint(width), uint(i) / uint(width));
}

void read_coarse(int self, ivec2 origin)
{
    vec4 texels[PARTS];
    for (int part = 0; part < PARTS; part++) {
        int i = self + 256 * part;
        texels[part] = textureLod(u_input, (vec2(origin + place_in(i, COARSE.x)) + 0.5) / u_sizes.xy, 0.0);
    }
    for (int part = 0; part < PARTS; part++)
        if (self + 256 * part < COARSE.x * COARSE.y)
            s_coarse[self + 256 * part] = pack(texels[part]);
}

void make_between(int self)
{
    ivec2 at = ivec2(1, 2 * ROWS_BETWEEN) * place_in(self, BETWEEN.x);
    if (at.y < BETWEEN.y) {
        vec4 above[ROWS], below[ROWS];
        step_up(1, ROWS_BETWEEN, under(1, at), 1 - 2 * (at.x & 1), above, below);
        for (int to = 0; to < ROWS_BETWEEN; to++) {
            s_between[(at.y + 2 * to) * BETWEEN.x + at.x] = pack(above[to]);
            s_between[(at.y + 2 * to + 1) * BETWEEN.x + at.x] = pack(below[to]);
        }
    }
}

// Beyond the border of the level between lies what its edge has there, not what was stepped up to.
void mend_edges(int self, ivec2 origin, ivec2 size)
{
    for (int i = self; i < BETWEEN.x * BETWEEN.y; i += 256) {
        ivec2 at = origin + place_in(i, BETWEEN.x);
        ivec2 stands = inside(at, size);
        ivec2 from = clamp(stands - origin, ivec2(0), BETWEEN - 1);
        if (any(notEqual(at, stands)))
            s_between[i] = is_hidden(at, size) ? pack(vec4(0.0)) : s_between[from.y * BETWEEN.x + from.x];
    }
}

void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 out_size = ivec2(u_sizes.zw), size = (out_size + 1) / 2;
    ivec2 origin = TILE * ivec2(gl_WorkGroupID.xy);
    read_coarse(self, origin / 2 - 3);
    barrier();
    make_between(self);
    barrier();
    if (any(equal(gl_WorkGroupID.xy, uvec2(0))) || any(greaterThan(origin + TILE + 2, size))) {
        mend_edges(self, origin - 2, size);
        barrier();
    }

    ivec2 at = ivec2(1, 2 * ROWS) * place_in(self, 2 * TILE.x);
    vec4 above[ROWS], below[ROWS];
    step_up(0, ROWS, under(0, at), 1 - 2 * (at.x & 1), above, below);
    at += 2 * origin;
    for (int to = 0; to < ROWS; to++) {
        ivec2 place = at + ivec2(0, 2 * to);
        if (all(lessThan(place, out_size)))
            imageStore(out_image, place, JOIN_AFTER(above[to], place));
        if (all(lessThan(place + ivec2(0, 1), out_size)))
            imageStore(out_image, place + ivec2(0, 1), JOIN_AFTER(below[to], place + ivec2(0, 1)));
    }
}
