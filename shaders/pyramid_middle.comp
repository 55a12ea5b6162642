#version 430 core
#include "edge.glsl"

// A pyramid's steps up from the deepest level to the first, in one dispatch (J. Jimenez, Next Generation Post
// Processing in Call of Duty: Advanced Warfare, SIGGRAPH 2014). What is put out is that level with three taps along
// each axis over it, and two more texels on every side: the picture needs no more.
//
// A tent of bilinear taps is three taps along each axis in the coarse image, then interpolation at the quarters between
// its texels. Interpolation and the next three taps together are three taps again, other ones for every second texel. A
// group makes its part of the first level with as much of every level as that rests on in shared memory. The smaller a
// level the larger the part of it that several groups make, and the less that costs. EDGE is enum edge. SHALLOW is for
// one and two levels.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

const int GROUP = 512;
layout(local_size_x = 512) in;
layout(binding = 0) uniform sampler2D u_deepest; // unfiltered; filtered where the group turns
layout(binding = 1) uniform sampler2D u_kept;    // filtered: the level above it, while the deepest fades in
layout(binding = 0) writeonly uniform image2D out_image;
layout(location = 0) uniform int u_levels;   // 1..8
layout(location = 1) uniform float u_share;  // of the deepest level; the rest is what is kept
layout(location = 2) uniform vec2 u_weights; // of the taps over the deepest level: centre, side
layout(location = 3) uniform vec2 u_picture; // its size
// Pairs of rows that an invocation makes of the first and of the second level: uniforms, so that loops stay loops.
layout(location = 4) uniform int u_pairs;
layout(location = 5) uniform int u_pairs_second;
layout(location = 6) uniform bool u_turns; // u_deepest is the second level above the deepest

// Texels of the first level that a group makes, along each side.
#ifdef SHALLOW
const int TILE = 32;
const int EVEN = (TILE + 2) * (TILE + 2), ODD = (TILE / 2 + 6) * (TILE / 2 + 6);
#else
const int TILE = 64;
const int EVEN = (TILE / 2 + 4) * (TILE / 2 + 4), ODD = (TILE / 4 + 4) * (TILE / 4 + 4);
#endif
const int SECOND = TILE / 2 + 4; // texels that are held of the second level, along each side

// Every second level is in the same place. The deepest as it was is in that of the one below it.
shared vec4 s_texels[EVEN + ODD];

int begin_of(int level)
{
    return (level & 1) == 0 ? 0 : EVEN;
}

// Of a level below the first is held what lies under the group's part, with two texels more on each side.
int held_of(int level)
{
    return max(TILE >> (level - 1), 1) + 4;
}

ivec2 origin_of(int level)
{
    return ((TILE * ivec2(gl_WorkGroupID.xy)) >> (level - 1)) - 2;
}

ivec2 size_of(int level)
{
    return (ivec2(u_picture) + (1 << level) - 1) >> level;
}

// Unsigned, since a signed division takes several times as long.
ivec2 place_in(int i, int width)
{
    return ivec2(uint(i) % uint(width), uint(i) / uint(width));
}

#ifndef SHALLOW
#include "pyramid_tile.glsl"
#endif

// Where the deepest fades in: the level above it with taps of one, two and one along each axis, as the mean of four
// reads between two texels.
vec4 mixed(ivec2 at, int level, vec4 texel)
{
    if (level != u_levels - 1 || u_share == 1.0)
        return texel;
    vec2 size = vec2(size_of(level));
    vec4 sum = vec4(0.0);
    for (int i = 0; i < 4; i++)
        sum += textureLod(u_kept, vec2(at + ivec2(i % 2, i / 2)) / size, 0.0);
    return mix(sum / 4.0, texel, u_share);
}

void store_first(ivec2 at, vec4 color)
{
    imageStore(out_image, at + 2, color);
}

// ---- the deepest level: three taps along each axis over it

vec4 read_deepest(ivec2 at, int level)
{
    return textureLod(u_deepest, (vec2(at) + 0.5) / vec2(size_of(level)), 0.0);
}

vec4 row_smoothed(int from)
{
    return u_weights.x * s_texels[from + 1] + u_weights.y * (s_texels[from] + s_texels[from + 2]);
}

vec4 smoothed(int from, int pitch)
{
    return u_weights.x * row_smoothed(from + pitch) +
           u_weights.y * (row_smoothed(from) + row_smoothed(from + 2 * pitch));
}

#ifdef SHALLOW
void make_only_level(int self)
{
    const int pitch = TILE + 2, parts = (pitch * pitch + GROUP - 1) / GROUP;
    vec4 texels[parts];
    for (int part = 0; part < parts; part++)
        texels[part] = read_deepest(origin_of(1) - 1 + place_in(self + GROUP * part, pitch), 1);
    for (int part = 0; part < parts; part++)
        if (self + GROUP * part < pitch * pitch)
            s_texels[self + GROUP * part] = texels[part];
    barrier();
    for (int part = 0; part < TILE * TILE / GROUP; part++) {
        ivec2 at = place_in(self + GROUP * part, TILE);
        store_first(origin_of(1) + at, smoothed(at.y * pitch + at.x, pitch));
    }
}
#endif

// The deepest level out of the second above it.
void turn(int self, int level, int pitch)
{
#ifndef SHALLOW
    ivec2 origin = origin_of(level) - 1, first = 2 * origin - 2, size = size_of(level);
    read_tile(self, u_deepest, vec2(size_of(level - 2)), first);
    barrier();
    make_fine(self, size_of(level - 1), first);
    barrier();
    ivec2 at = origin + place_in(self, pitch);
    vec4 texel = vec4(0.0);
    if (self < pitch * pitch)
        texel = step_down_again(clamp(inside(at, size) - origin, 0, TILE_DOWN - 1));
    barrier();
    if (self < pitch * pitch)
        s_texels[begin_of(level + 1) + self] = is_hidden(at, size) ? vec4(0.0) : texel;
#endif
}

void make_deepest(int self, int level)
{
    int held = held_of(level), pitch = held + 2;
    if (u_turns)
        turn(self, level, pitch);
    else if (self < pitch * pitch)
        s_texels[begin_of(level + 1) + self] = read_deepest(origin_of(level) - 1 + place_in(self, pitch), level);
    barrier();
    ivec2 at = place_in(self, held);
    if (self < held * held)
        s_texels[begin_of(level) + self] = smoothed(begin_of(level + 1) + at.y * pitch + at.x, pitch);
}

// ---- a level from the one below it

// Taps around the coarse texel that is nearest to a texel, both within their images.
const vec3 LOW = vec3(5.0, 10.0, 1.0) / 16.0, HIGH = LOW.zyx;

vec3 taps_at_border(int at, int size)
{
    int centre = clamp(at >> 1, 0, (size - 1) >> 1);
    vec3 taps = vec3(0.0);
    for (int d = -1; d < 2; d++) {
        int from = inside(at + d, size), under = from >> 1, beside = under + 2 * (from & 1) - 1;
        float weight = is_hidden(at + d, size) ? 0.0 : d == 0 ? 0.5 : 0.25;
        for (int i = 0; i < 3; i++)
            taps[i] += weight * (under == centre + i - 1 ? 0.75 : beside == centre + i - 1 ? 0.25 : 0.0);
    }
    return taps;
}

vec3 taps_of(int at, int size)
{
    vec3 taps = (at & 1) == 0 ? LOW : HIGH;
    if (at <= 0 || at >= size - 1)
        taps = taps_at_border(at, size);
    return taps;
}

// The first of the three, as it is held.
ivec2 under(ivec2 at, int level, ivec2 size)
{
    ivec2 first = clamp(at >> 1, ivec2(0), (size - 1) >> 1) - 1 - origin_of(level + 1);
    return clamp(first, 0, held_of(level + 1) - 3);
}

vec4 row_of(int from, vec3 taps)
{
    return taps.x * s_texels[from] + taps.y * s_texels[from + 1] + taps.z * s_texels[from + 2];
}

void make_small(int self, int level)
{
    int held = held_of(level), pitch = held_of(level + 1);
    ivec2 size = size_of(level), at = origin_of(level) + place_in(self, held);
    if (self < held * held) {
        ivec2 corner = under(at, level, size);
        int from = begin_of(level + 1) + corner.y * pitch + corner.x;
        vec3 across = taps_of(at.x, size.x), along = taps_of(at.y, size.y);
        vec4 texel = along.x * row_of(from, across) + along.y * row_of(from + pitch, across) +
                     along.z * row_of(from + 2 * pitch, across);
        s_texels[begin_of(level) + self] = mixed(at, level, texel);
    }
}

// Pairs of rows of one column, each from three rows below. A row beyond the border is made with the pair beside it.
void put(int level, ivec2 at, vec4 texel)
{
    if (level == 1) {
        store_first(at, mixed(at, 1, texel));
    } else {
        ivec2 held = at - origin_of(2);
        s_texels[held.y * SECOND + held.x] = mixed(at, 2, texel);
    }
}

void put_at_border(int level, ivec2 at, int height, vec4 above, vec4 here, vec4 below)
{
    int first = at.y == 0 ? -1 : 0, last = at.y + 2 == height ? 2 : 1;
    for (int i = first; i <= last; i++) {
        vec3 along = taps_of(at.y + i, height);
        put(level, at + ivec2(0, i), along.x * above + along.y * here + along.z * below);
    }
}

void make_pairs(int level, const int pitch, ivec2 run, int count)
{
    ivec2 size = size_of(level), at = origin_of(level) + ivec2(run.x, 2 * run.y);
    if (at.x < -1 || at.x > size.x)
        return;
    int from = begin_of(level + 1) + run.y * pitch + under(at, level, size).x;
    vec3 across = taps_of(at.x, size.x);
    vec4 above = row_of(from, across), here = row_of(from + pitch, across);
    for (int i = 0; i < count; i++) {
        vec4 below = row_of(from + 2 * pitch, across);
        if (at.y > 0 && at.y < size.y - 2) {
            put(level, at, LOW.x * above + LOW.y * here + LOW.z * below);
            put(level, at + ivec2(0, 1), HIGH.x * above + HIGH.y * here + HIGH.z * below);
        } else if (at.y >= 0 && at.y < size.y) {
            put_at_border(level, at, size.y, above, here, below);
        }
        above = here;
        here = below;
        from += pitch;
        at.y += 2;
    }
}

void main()
{
    int self = int(gl_LocalInvocationIndex);
#ifdef SHALLOW
    if (u_levels == 1) {
        make_only_level(self);
        return;
    }
    make_deepest(self, 2);
#else
    make_deepest(self, u_levels);
    for (int level = u_levels - 1; level > 2; level--) {
        barrier();
        make_small(self, level);
    }
    barrier();
    ivec2 run = ivec2(1, u_pairs_second) * place_in(self, SECOND);
    if (run.y < SECOND / 2)
        make_pairs(2, TILE / 4 + 4, run, u_pairs_second);
#endif
    barrier();
    make_pairs(1, SECOND, ivec2(1, u_pairs) * place_in(self, TILE), u_pairs);
}
