#version 430 core
#include "common/edge.glsl"
#include "common/packed.glsl"

// The small end of a blur on ever smaller images in one dispatch: from the input down by one or two (TURN) steps, up
// again, and up by LIFT more. With LIFT 1 and TURN 2:
//
//   level              way down      way up
//   the output                       ################    OUT x OUT texels of a group
//   the input          (read)         ############       tile 0, with as much as the output rests on
//   one below it     ##############    ##########        tile 1 = LIFT, stepped up where it was stepped down
//   two below it       ########                          tile 2, the deepest
//
// A group holds its tiles in shared memory, and all its threads make one tile after the other. Texels that neighbours
// need too, they make again, since that takes less time than another dispatch: images are so small that waiting takes
// most of the time. The deep levels of `bloom` took 1.6 copies of the picture a step a dispatch, and take 1.0 in this
// one and deep_down.comp (NVIDIA H200 at 3840x2160; docs/measuring.md: halation --bench --chain bloom).

// Without this, NVIDIA's compiler does not unroll long loops, and then arrays are not in registers.
#pragma optionNV(unroll all)

layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec2 u_size; // of the output
// Shares of the light from below, for the output and each level.
uniform float u_shares[LIFT + TURN];
#ifdef SCATTERS
// The output and the levels above the input as they were on the way down, if they keep some of their light.
#if LIFT > 0
layout(binding = 1) uniform sampler2D u_kept_0;
#endif
#if LIFT > 1
layout(binding = 2) uniform sampler2D u_kept_1;
#endif
#if LIFT > 2
layout(binding = 3) uniform sampler2D u_kept_2;
#endif
#endif

// Tile i is the level that is i + 1 below the output; tile LIFT is the level below the input. All tiles except that
// one begin two texels before the texels that depend on them. With two steps down, the texels of tile LIFT that are
// stepped up to are in its middle.
#define NO_MARGIN // only the picture has one
#include "blur/margin.glsl"
const int TILES = LIFT + TURN;
const int OUT = DEEP_TILE; // texels of the output along each side of a group's part
// Smoothing the deepest tile reads texels on each side.
#ifdef SMOOTHED
const int SMOOTHED_BESIDE = SMOOTHED == TILES - 1 ? 2 : 0;
#else
const int SMOOTHED_BESIDE = 0;
#endif
// Texels along each side of a tile: those that a step up writes; with those that only steps down need. Then the
// offsets of the tiles in shared memory.
const int UP[TILES] = int[](UP_SIDES), SIDES[TILES] = int[](TILE_SIDES), FIRSTS[TILES + 1] = int[](TILE_FIRSTS);
const int PART = SIDES[LIFT];

const int ROWS = 2; // rows of tile 0 for which an invocation computes the output at a time; one for other levels
shared Packed s_texels[FIRSTS[TILES]];

int pitch(int tile)
{
    return SIDES[tile];
}

vec4 coarse(int tile, int i)
{
    return unpack(s_texels[i]);
}

#include "blur/half_step_up.glsl"

void put_in_part(ivec2 place, ivec2 corner, vec4 color)
{
    s_texels[FIRSTS[LIFT] + place.y * PART + place.x] = pack(color);
}

#include "blur/deep_down.glsl"

// Returns the size of the level of a tile; with -1 that of the output.
ivec2 size_of(int tile)
{
    return (ivec2(u_size) + (1 << (tile + 1)) - 1) >> (tile + 1);
}

// Returns the first texel of a tile that a step up writes; with -1 that of a group's part of the output.
ivec2 origin_of(int tile)
{
    ivec2 origin = OUT * ivec2(gl_WorkGroupID.xy);
    for (int i = 0; i <= tile; i++)
        origin = (origin >> 1) - 2;
    return tile == TILES - 1 ? origin - SMOOTHED_BESIDE : origin;
}

// Returns the first texel of a tile.
ivec2 corner_of(int tile)
{
    return tile == LIFT && TURN == 2 ? 2 * origin_of(tile + 1) - DOWN_REACH : origin_of(tile);
}

// `at` is relative to the first texel of the tile.
int index_of(int tile, ivec2 at)
{
    return FIRSTS[tile] + at.y * SIDES[tile] + at.x;
}

// ---- down

#if TURN == 2
void make_deepest(int self)
{
    const int side = SIDES[LIFT + 1];
    for (int i = self; i < side * side; i += THREADS)
        s_texels[FIRSTS[LIFT + 1] + i] = pack(step_down_again(FIRSTS[LIFT], PART, place_in(i, side)));
}
#endif

// Replaces the texels of a tile outside its level by those that EDGE defines, after the tile is complete.
void mend(int self, int tile)
{
    barrier();
    ivec2 corner = corner_of(tile), size = size_of(tile);
    if (has_border(corner, SIDES[tile], size)) {
        mend_part(self, FIRSTS[tile], SIDES[tile], corner, size);
        barrier();
    }
}

#ifdef SMOOTHED
uniform vec3 u_smooth; // weights at the distances 0, 1 and 2, along each axis

vec4 row_of_five(int i)
{
    return u_smooth.x * unpack(s_texels[i]) + u_smooth.y * (unpack(s_texels[i - 1]) + unpack(s_texels[i + 1])) +
           u_smooth.z * (unpack(s_texels[i - 2]) + unpack(s_texels[i + 2]));
}

vec4 five_rows(int i, int side)
{
    return u_smooth.x * row_of_five(i) + u_smooth.y * (row_of_five(i - side) + row_of_five(i + side)) +
           u_smooth.z * (row_of_five(i - 2 * side) + row_of_five(i + 2 * side));
}

// Smooths a tile in place, except two texels on each side.
void smooth_tile(int self)
{
    const int side = SIDES[SMOOTHED], inner = side - 4, parts = (inner * inner + THREADS - 1) / THREADS;
    int first = index_of(SMOOTHED, ivec2(2));
    vec4 made[parts];
    for (int part = 0; part < parts; part++) {
        ivec2 at = place_in(min(self + THREADS * part, inner * inner - 1), inner);
        made[part] = five_rows(first + at.y * side + at.x, side);
    }
    barrier();
    for (int part = 0; part < parts; part++) {
        ivec2 at = place_in(self + THREADS * part, inner);
        if (at.y < inner)
            s_texels[first + at.y * side + at.x] = pack(made[part]);
    }
    mend(self, SMOOTHED);
}
#endif

// ---- up

// Returns a texel of the way down: of a tile above the level of the input, of the input, or with -1 of the output.
vec4 kept(int tile, ivec2 at)
{
    ivec2 place = clamp(at, ivec2(0), size_of(tile) - 1);
#ifdef SCATTERS
#if LIFT > 0
    if (tile == -1)
        return texelFetch(u_kept_0, place, 0);
#endif
#if LIFT > 1
    if (tile == 0)
        return texelFetch(u_kept_1, place, 0);
#endif
#if LIFT > 2
    if (tile == 1)
        return texelFetch(u_kept_2, place, 0);
#endif
#endif
    return texelFetch(u_input, place, 0);
}

// Mixes the light that the level keeps with that from below.
vec4 mixed(int tile, ivec2 at, vec4 color)
{
#if LIFT + TURN == 1 || defined(SCATTERS)
    if (u_shares[tile + 1] < 1.0)
        return mix(kept(tile, at), color, u_shares[tile + 1]);
#endif
    return color;
}

// Stores a texel of a tile after a step up; `at` is a position in the tile's level.
void put_in(int tile, ivec2 at, vec4 color)
{
    ivec2 to = at - corner_of(tile);
    int i = index_of(tile, to);
    if (tile == LIFT)
        s_texels[i] = pack(mix(unpack(s_texels[i]), color, u_shares[tile + 1]));
    else
        s_texels[i] = pack(mixed(tile, at, color));
}

// Computes the texels of a level in a column, above and below the centres of rows of the tile, which is the level
// below.
void step_up_at(int tile, int column, int row, const int rows, out vec4 above[ROWS], out vec4 below[ROWS])
{
    int under = index_of(tile, ivec2(column >> 1, row) - corner_of(tile));
    step_up(tile, rows, under, 1 - 2 * (column & 1), above, below);
}

// Computes a tile from the one below it.
void go_up(int self, int tile)
{
    const int side = UP[tile], rows = side / 2 + 1;
    ivec2 origin = origin_of(tile);
    for (int i = self; i < side * rows; i += THREADS) {
        ivec2 place = place_in(i, side);
        ivec2 at = ivec2(origin.x + place.x, 2 * ((origin.y >> 1) + place.y));
        if (at.y >= origin.y + side)
            break;
        vec4 above[ROWS], below[ROWS];
        step_up_at(tile + 1, at.x, at.y >> 1, 1, above, below);
        if (at.y >= origin.y)
            put_in(tile, at, above[0]);
        if (at.y + 1 < origin.y + side)
            put_in(tile, at + ivec2(0, 1), below[0]);
    }
}

void put_out(ivec2 at, vec4 color)
{
    if (all(lessThan(at, ivec2(u_size))))
        imageStore(out_image, at, mixed(-1, at, color));
}

void main()
{
    int self = int(gl_LocalInvocationIndex);
    step_down_part(self, u_input, vec2(size_of(LIFT - 1)), corner_of(LIFT));
    mend(self, LIFT);
#if TURN == 2
    make_deepest(self);
    mend(self, LIFT + 1);
#endif
#ifdef SMOOTHED
    smooth_tile(self);
#endif
    for (int tile = TILES - 2; tile >= 0; tile--) {
        go_up(self, tile);
        mend(self, tile);
    }

    ivec2 origin = OUT * ivec2(gl_WorkGroupID.xy);
    for (int i = self; i < OUT * OUT / (2 * ROWS); i += THREADS) {
        ivec2 at = origin + ivec2(1, 2 * ROWS) * place_in(i, OUT);
        vec4 above[ROWS], below[ROWS];
        step_up_at(0, at.x, at.y >> 1, ROWS, above, below);
        for (int row = 0; row < ROWS; row++, at.y += 2) {
            put_out(at, above[row]);
            put_out(at + ivec2(0, 1), below[row]);
        }
    }
}
