#version 430 core
#if defined(SHUFFLES) && !defined(JOIN_AFTER)
#extension GL_KHR_shader_subgroup_shuffle : require
#define SWAPS
#endif
#include "common/edge.glsl"
#include "common/packed.glsl"
#include "common/join.glsl"

// Two of the dual filter's steps up in one dispatch (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015):
//
//   input        ##########        COARSE texels in shared memory, each read once
//   between     ############       BETWEEN texels in shared memory: TILE, and two more on each side, which neighbours
//                                  make again; 2 * ROWS texels of a column an invocation
//   output    ################     2 * TILE texels: an invocation walks down a column, 2 texels a turn, and keeps the
//                                  sums that rows to come complete in registers
//
// The level between is neither stored nor read again. `dual:sigma=2`, two steps down and two up, takes 2.9 copies of
// the picture in two dispatches and 3.9 in four (NVIDIA H200; docs/measuring.md: halation --bench --size 3840x2160
// --scene ramp --chain dual:sigma=2).

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input; // unfiltered
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec4 u_sizes; // of the input, and of the output
// WALK_ROWS, but not known to the compiler: what is joined then stands in the program twice, not for each texel.
uniform int u_rows;
#ifdef MIX
// The level between as it was on the way down, and the share of the light from below in it.
layout(binding = 1) uniform sampler2D u_between;
uniform float u_share;
#endif

#include "blur/margin.glsl"
const int TILES = 2;
// Texels of a group: of the output, of the level between, and of the input.
const int SIZES[6] = int[](UP_SIZES);
const ivec2 TILE = ivec2(SIZES[0], SIZES[1]) / 2; // of the level between, under the group's part of the output
const ivec2 BETWEEN = ivec2(SIZES[2], SIZES[3]), COARSE = ivec2(SIZES[4], SIZES[5]);
const int PARTS = (COARSE.x * COARSE.y + THREADS - 1) / THREADS;
const int ROWS = 3; // of the input under the column of the level between that an invocation makes

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

#include "blur/half_step_up.glsl"
#include "blur/half_walk.glsl"

// Unsigned, since a signed division by a constant takes several times as long.
ivec2 place_in(int i, int width)
{
    return ivec2(uint(i) % uint(width), uint(i) / uint(width));
}

void read_coarse(int self, ivec2 origin)
{
    vec4 texels[PARTS];
    for (int part = 0; part < PARTS; part++) {
        int i = self + THREADS * part;
        texels[part] = textureLod(u_input, (vec2(origin + place_in(i, COARSE.x)) + 0.5) / u_sizes.xy, 0.0);
    }
    for (int part = 0; part < PARTS; part++)
        if (self + THREADS * part < COARSE.x * COARSE.y)
            s_coarse[self + THREADS * part] = pack(texels[part]);
}

ivec2 between_size()
{
    return (ivec2(u_sizes.zw) + 2 * ivec2(u_margin) + 1) / 2;
}

// `at`: of the level between.
Packed mixed(vec4 color, ivec2 at)
{
#ifdef MIX
    color = mix(texelFetch(u_between, clamp(at, ivec2(0), between_size() - 1), 0), color, u_share);
#endif
    return pack(color);
}

void make_between(int self, ivec2 origin)
{
    ivec2 at = ivec2(1, 2 * ROWS) * place_in(self, BETWEEN.x);
    if (at.y < BETWEEN.y) {
        vec4 above[ROWS], below[ROWS];
        step_up(1, ROWS, under(1, at), 1 - 2 * (at.x & 1), above, below);
        for (int to = 0; to < ROWS; to++) {
            ivec2 place = at + ivec2(0, 2 * to);
            s_between[place.y * BETWEEN.x + place.x] = mixed(above[to], origin + place);
            s_between[(place.y + 1) * BETWEEN.x + place.x] = mixed(below[to], origin + place + ivec2(0, 1));
        }
    }
}

// Beyond the border of the level between lies what its edge has there, not what was stepped up to.
void mend_edges(int self, ivec2 origin, ivec2 size)
{
    for (int i = self; i < BETWEEN.x * BETWEEN.y; i += THREADS) {
        ivec2 at = origin + place_in(i, BETWEEN.x);
        ivec2 stands = inside(at, size);
        ivec2 from = clamp(stands - origin, ivec2(0), BETWEEN - 1);
        if (any(notEqual(at, stands)))
            s_between[i] = is_hidden(at, size) ? pack(vec4(0.0)) : s_between[from.y * BETWEEN.x + from.x];
    }
}

void read_row(int first, int side, out vec4 texels[REACH + 3])
{
    for (int x = -2; x <= REACH; x++)
        texels[x + 2] = coarse(0, first + side * x);
}

void put(ivec2 at, vec4 above, vec4 below)
{
#ifdef SWAPS
    // Textures lie in squares of two texels, which take twice as long to store when half of one is missing: half a
    // subgroup stores the upper row of its own columns and of those of the other half, which stores the lower row.
    bool is_lower = (gl_LocalInvocationIndex & 16u) != 0u;
    vec4 other = subgroupShuffleXor(is_lower ? above : below, 16u);
    ivec2 place = at + (is_lower ? ivec2(-16, 1) : ivec2(0));
    imageStore(out_image, place, is_lower ? other : above);
    imageStore(out_image, place + ivec2(16, 0), is_lower ? below : other);
#else
    imageStore(out_image, at, JOIN_AFTER(above, at)); // what is read outside is stored nowhere
    imageStore(out_image, at + ivec2(0, 1), JOIN_AFTER(below, at + ivec2(0, 1)));
#endif
}

// Stores outside the image are discarded.
void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 size = between_size(), margin = ivec2(u_margin), skipped = margin % 4; // so that the origin is even
    ivec2 origin = TILE * ivec2(gl_WorkGroupID.xy) + (margin - skipped) / 2;
    read_coarse(self, origin / 2 - 3);
    barrier();
    make_between(self, origin - 2);
    barrier();
    if (any(lessThan(origin, ivec2(2))) || any(greaterThan(origin + TILE + 2, size))) {
        mend_edges(self, origin - 2, size);
        barrier();
    }

    ivec2 at = ivec2(1, 2 * WALK_ROWS) * place_in(self, 2 * TILE.x);
    int first = under(0, at) - 2 * BETWEEN.x, side = 1 - 2 * (at.x & 1);
    Walk so_far;
    vec4 texels[REACH + 3], above, below;
    start_walk(so_far);
    for (int row = 0; row < 4; row++) {
        read_row(first + row * BETWEEN.x, side, texels);
        walk_row(so_far, texels, above, below);
    }
    first += 4 * BETWEEN.x;
    at += 2 * TILE * ivec2(gl_WorkGroupID.xy) - skipped;
    for (int row = 0; row < u_rows; row++) {
        read_row(first, side, texels);
        walk_row(so_far, texels, above, below);
        put(at, above, below);
        first += BETWEEN.x; // in the loop's head it would be a product in every turn
        at.y += 2;
    }
}
