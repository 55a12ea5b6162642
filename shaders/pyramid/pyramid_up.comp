#version 430 core
#include "common/packed.glsl"
#include "common/join.glsl"

// All of a pyramid's steps up in one dispatch (J. Jimenez, Next Generation Post Processing in Call of Duty: Advanced
// Warfare, SIGGRAPH 2014). Tents and interpolation are products of weights along x and along y, and so is any number
// of them one after the other: TAPS texels of the deepest level along each axis, those around the one under a texel of
// the picture. Weights are tables, in which borders are as any other place.
//
// A group takes the texels that its part rests on, weighs them along x, once for each of its columns, and then along y.
// CELL is how many steps up there are, 6 also for more. A subgroup stores eight columns of four rows, since that is how
// textures lie.

// NVIDIA's compiler leaves long loops as they are, and then arrays are no longer registers.
#pragma optionNV(unroll all)

layout(local_size_x = 128) in;
layout(binding = 0) uniform sampler2D u_deepest; // unfiltered
layout(binding = 1) uniform sampler2D u_across;  // two texels for each column of the picture: its weights
layout(binding = 2) uniform sampler2D u_along;   // and for each row
layout(binding = 0) writeonly uniform image2D out_image;
uniform vec4 u_sizes; // of the deepest level, and of the picture
uniform int u_levels;
uniform int u_turns; // over an invocation's rows: a uniform, so that a loop stays one
#include "blur/margin.glsl"

const int GROUP = 128, REACH = TAPS / 2;
const int WIDTH = UP_WIDTH, HEIGHT = UP_HEIGHT; // texels of the picture that a group makes
const int COLUMNS = max(WIDTH >> CELL, 1) + 2 * REACH, ROWS = max(HEIGHT >> CELL, 1) + 2 * REACH;
const int PARTS = TAPS > 4 ? 2 : 1;

// Strips of four rows that lie over the same texels, up to four, and how many of these come in then. SETS: of weights
// that an invocation keeps where no border is near, since they repeat.
const int STRIPS = CELL < 3 ? 1 : CELL == 3 ? 2 : 4, NEXT = CELL == 1 ? 2 : 1;
const int SETS = CELL < 4 ? STRIPS : 1;

// Texels of the deepest level; then what columns of the picture get of its rows. The less a group holds, the more
// groups run at once.
shared Packed s_texels[ROWS * WIDTH];
shared vec4 s_weights[(WIDTH + HEIGHT) * PARTS]; // of columns, then of rows

// Unsigned, since a signed division by a constant takes several times as long.
ivec2 place_in(int i, int width)
{
    return ivec2(uint(i) % uint(width), uint(i) / uint(width));
}

float weight_of(int tap, vec4 weights[PARTS])
{
    return weights[tap / 4][tap % 4];
}

void get_weights(int first, out vec4 weights[PARTS])
{
    for (int part = 0; part < PARTS; part++)
        weights[part] = s_weights[first * PARTS + part];
}

// The size of the picture and its margin.
ivec2 wide_size()
{
    return ivec2(u_sizes.zw) + 2 * ivec2(u_margin);
}

vec4 fetch_weights(int i, ivec2 origin)
{
    int part = i % PARTS, place = i / PARTS;
    if (place < WIDTH)
        return texelFetch(u_across, ivec2(part, min(origin.x + place, wide_size().x - 1)), 0);
    return texelFetch(u_along, ivec2(part, min(origin.y + place - WIDTH, wide_size().y - 1)), 0);
}

void read_all(int self, ivec2 origin, ivec2 first)
{
    const int parts = (ROWS * COLUMNS + GROUP - 1) / GROUP;
    vec4 texels[parts];
    for (int part = 0; part < parts; part++) {
        ivec2 at = first + place_in(self + GROUP * part, COLUMNS);
        texels[part] = texelFetch(u_deepest, clamp(at, ivec2(0), ivec2(u_sizes.xy) - 1), 0);
    }
    for (int i = self; i < (WIDTH + HEIGHT) * PARTS; i += GROUP)
        s_weights[i] = fetch_weights(i, origin);
    for (int part = 0; part < parts; part++)
        if (self + GROUP * part < ROWS * COLUMNS)
            s_texels[self + GROUP * part] = pack(texels[part]);
}

// Weighs every eighth row of two columns beside each other, which lie over the same texel.
void weigh_across(int self, ivec2 origin, ivec2 first)
{
    int column = self % (WIDTH / 2) * 2, from = ((origin.x + column) >> u_levels) - REACH - first.x;
    vec4 left[PARTS], right[PARTS];
    get_weights(column, left);
    get_weights(column + 1, right);
    const int parts = (ROWS + 7) / 8;
    Packed made[2 * parts];
    for (int part = 0; part < parts; part++) {
        int row = min(self / (WIDTH / 2) + 8 * part, ROWS - 1);
        vec4 sums[2] = vec4[2](vec4(0.0), vec4(0.0));
        for (int tap = 0; tap < TAPS; tap++) {
            vec4 texel = unpack(s_texels[row * COLUMNS + from + tap]);
            sums[0] += weight_of(tap, left) * texel;
            sums[1] += weight_of(tap, right) * texel;
        }
        made[2 * part] = pack(sums[0]);
        made[2 * part + 1] = pack(sums[1]);
    }
    barrier();
    for (int i = 0; i < 2 * parts; i++) {
        int row = self / (WIDTH / 2) + 8 * (i / 2);
        if (row < ROWS)
            s_texels[row * WIDTH + column + i % 2] = made[i];
    }
}

void put(ivec2 at, vec4 color)
{
    at -= ivec2(u_margin);
    if (all(lessThan(at, ivec2(u_sizes.zw))))
        imageStore(out_image, at, JOIN_AFTER(color, at));
}

// A column, of which an invocation has every fourth row.
void weigh_along(ivec2 place, ivec2 origin)
{
    int margin = (REACH + 1) << u_levels, from = (CELL == 1 ? place.y >> 1 : 0) * WIDTH + place.x;
    bool is_inner = origin.y >= margin && origin.y + HEIGHT + margin <= wide_size().y;
    vec4 rows[TAPS + NEXT], weights[SETS][PARTS];
    for (int i = 0; i < TAPS; i++)
        rows[i] = unpack(s_texels[from + i * WIDTH]);
    for (int set = 0; set < SETS; set++)
        get_weights(WIDTH + 4 * set + place.y, weights[set]);
    for (int turn = 0; turn < u_turns; turn++) {
        for (int i = 0; i < NEXT; i++)
            rows[TAPS + i] = unpack(s_texels[min(from + (TAPS + i) * WIDTH, ROWS * WIDTH - 1)]);
        for (int strip = 0; strip < STRIPS; strip++) {
            if (CELL > 3 || !is_inner)
                get_weights(WIDTH + place.y + 4 * strip, weights[strip % SETS]);
            vec4 color = vec4(0.0);
            for (int tap = 0; tap < TAPS; tap++)
                color += weight_of(tap, weights[strip % SETS]) * rows[tap];
            put(origin + place + ivec2(0, 4 * strip), color);
        }
        place.y += 4 * STRIPS;
        if (CELL < 5 || place.y >> u_levels != (place.y - 4 * STRIPS) >> u_levels) {
            for (int i = 0; i < TAPS; i++)
                rows[i] = rows[i + NEXT];
            from += NEXT * WIDTH;
        }
    }
}

void main()
{
    int self = int(gl_LocalInvocationIndex), lane = self % 32;
    ivec2 origin = ivec2(WIDTH, HEIGHT) * ivec2(gl_WorkGroupID.xy) + ivec2(u_margin);
    ivec2 first = (origin >> u_levels) - REACH;
    read_all(self, origin, first);
    barrier();
    weigh_across(self, origin, first);
    barrier();
    weigh_along(ivec2(self / 32 * 8 + lane % 8, lane / 8), origin);
}
