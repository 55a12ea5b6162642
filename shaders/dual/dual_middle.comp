#version 430 core
#include "common/edge.glsl"
#include "common/packed.glsl"

// The small end of the dual filter (M. Bjørge, Bandwidth-efficient rendering, SIGGRAPH 2015) in one dispatch: down by
// one or two (LEVELS) steps and up again, with the taps down where they are published. A group makes its part of the
// image with as much of every level as that rests on, in shared memory; what neighbours need too, they make again.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

const int TILE = MIDDLE_TILE;  // texels of the output along each side of a group's part
const int ROWS = 1;            // of the level below, under what an invocation makes at a time
const int UP = TILE / 2 + 4;   // of the level below it, on the way up
const int DEEP = UP / 2 + 4;   // of the level below that
const int DOWN = 2 * DEEP + 2; // of the level below the output again, on the way down

layout(local_size_x = THREADS) in;
layout(binding = 0) uniform sampler2D u_input; // filtered
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 0) uniform vec2 u_size;   // of input and output
layout(location = 1) uniform vec2 u_shares; // of what the output and the level below it are made of: of the coarser

// The level below the output is stepped up in the place where it was stepped down, in the middle of it.
#define WEIGHTS_AT 2
#if LEVELS == 2
const int TILES = 2;
const int HELD = DOWN;
shared Packed s_deep[DEEP * DEEP];
#else
const int TILES = 1;
const int HELD = UP;
#endif
const int MARGIN = (HELD - UP) / 2;
const int PARTS = (HELD * HELD + THREADS - 1) / THREADS; // of it that an invocation steps down
shared Packed s_held[HELD * HELD];

// Tile 0 is the level under the output, tile 1 the one under that; both begin two texels before what rests on them.
int pitch(int tile)
{
    return tile == 1 ? DEEP : HELD;
}

vec4 coarse(int tile, int i)
{
#if LEVELS == 2
    return unpack(tile == 1 ? s_deep[i] : s_held[i]);
#else
    return unpack(s_held[i]);
#endif
}

// The texel under a texel of the finer level, counted from the tile's beginning.
int under(int tile, ivec2 at)
{
    int margin = tile == 1 ? 2 : 2 + MARGIN;
    return (at.y / 2 + margin) * pitch(tile) + at.x / 2 + margin;
}

#include "blur/half_step_up.glsl"

// Unsigned, since a signed division by a constant takes several times as long.
ivec2 place_in(int i, int width)
{
    return ivec2(uint(i) % uint(width), uint(i) / uint(width));
}

vec4 tap(vec2 place)
{
    return textureLod(u_input, place / u_size, 0.0);
}

// A texel of the level below the input.
vec4 step_down(ivec2 at, ivec2 size)
{
    vec2 centre = vec2(2 * inside(at, size) + 1);
    vec2 d = vec2(1.0, -1.0);
    vec4 corners = tap(centre + d.xx) + tap(centre + d.xy) + tap(centre + d.yx) + tap(centre + d.yy);
    return is_hidden(at, size) ? vec4(0.0) : (4.0 * tap(centre) + corners) / 8.0;
}

void go_down(int self, ivec2 origin, ivec2 size)
{
    vec4 made[PARTS];
    for (int part = 0; part < PARTS; part++) {
        int i = self + THREADS * part;
        made[part] = step_down(origin + place_in(i, HELD), size);
    }
    for (int part = 0; part < PARTS; part++)
        if (self + THREADS * part < HELD * HELD)
            s_held[self + THREADS * part] = pack(made[part]);
}

#if LEVELS == 2
vec4 step_down_again(ivec2 at)
{
    vec4 inner = vec4(0.0), outer = vec4(0.0);
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 4; x++) {
            ivec2 from = clamp(2 * at + ivec2(x, y), 0, DOWN - 1);
            vec4 texel = unpack(s_held[from.y * HELD + from.x]);
            if (x % 3 == 0 || y % 3 == 0)
                outer += texel;
            else
                inner += texel;
        }
    return (5.0 * inner + outer) / 32.0;
}
#endif

#if LEVELS == 2
void make_deepest(int self, ivec2 origin, ivec2 size)
{
    ivec2 at = origin + place_in(self, DEEP);
    if (self < DEEP * DEEP)
        s_deep[self] = pack(is_hidden(at, size) ? vec4(0.0) : step_down_again(inside(at, size) - origin));
}

// Some of what was stepped down stays.
void mix_in(ivec2 at, vec4 color)
{
    int i = (at.y + MARGIN) * HELD + at.x + MARGIN;
    s_held[i] = pack(mix(unpack(s_held[i]), color, u_shares.y));
}

void go_up_once(int self)
{
    ivec2 at = ivec2(1, 2 * ROWS) * place_in(self, UP);
    if (at.y < UP) {
        vec4 above[ROWS], below[ROWS];
        step_up(1, ROWS, under(1, at), 1 - 2 * (at.x & 1), above, below);
        for (int to = 0; to < ROWS; to++) {
            mix_in(at + ivec2(0, 2 * to), above[to]);
            mix_in(at + ivec2(0, 2 * to + 1), below[to]);
        }
    }
}

// Beyond the border of the level under the output lies what its edge has there, not what was stepped up to.
void mend_edges(int self, ivec2 origin, ivec2 size)
{
    for (int i = self; i < HELD * HELD; i += THREADS) {
        ivec2 at = origin + place_in(i, HELD);
        ivec2 from = clamp(inside(at, size) - origin, 0, HELD - 1);
        if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size)))
            s_held[i] = is_hidden(at, size) ? pack(vec4(0.0)) : s_held[from.y * HELD + from.x];
    }
}
#endif

void put(ivec2 at, vec4 color)
{
#if LEVELS == 1 || defined(SCATTERS)
    if (u_shares.x < 1.0)
        color = mix(texelFetch(u_input, min(at, ivec2(u_size) - 1), 0), color, u_shares.x);
#endif
    if (all(lessThan(at, ivec2(u_size))))
        imageStore(out_image, at, color);
}

void main()
{
    int self = int(gl_LocalInvocationIndex);
    ivec2 origin = TILE * ivec2(gl_WorkGroupID.xy);
    ivec2 size = (ivec2(u_size) + 1) / 2;
#if LEVELS == 2
    ivec2 deep_origin = origin / 4 - 3;
    go_down(self, 2 * deep_origin - 1, size);
    barrier();
    make_deepest(self, deep_origin, (size + 1) / 2);
    barrier();
    go_up_once(self);
    barrier();
    if (any(equal(gl_WorkGroupID.xy, uvec2(0))) || any(greaterThan(origin / 2 + UP - 2, size))) {
        mend_edges(self, 2 * deep_origin - 1, size);
        barrier();
    }
#else
    go_down(self, origin / 2 - 2, size);
    barrier();
#endif

    for (int i = self; i < TILE * TILE / (2 * ROWS); i += THREADS) {
        ivec2 at = ivec2(1, 2 * ROWS) * place_in(i, TILE);
        vec4 above[ROWS], below[ROWS];
        step_up(0, ROWS, under(0, at), 1 - 2 * (at.x & 1), above, below);
        for (int to = 0; to < ROWS; to++) {
            put(origin + at + ivec2(0, 2 * to), above[to]);
            put(origin + at + ivec2(0, 2 * to + 1), below[to]);
        }
    }
}
