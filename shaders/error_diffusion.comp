#version 430 core
#include "error_diffusion.glsl"

// Error diffusion with one invocation a row. All rows of a band run at once, each so many pixels behind the row above
// that its neighbours are done: one step, one pixel in each row. A row hands its errors down through shared memory;
// the last row of a band through a buffer, in which 0 says "not yet".
//
// With TICKETS every group works on one band, whose number is drawn, so that a group waits only for groups that began
// before it. Without, one group works on all bands in turn, each row taking up its next as soon as it has done one.
//
// Defines: ROWS of a band; TICKETS; and those of error_diffusion.glsl. For tests: PATIENCE; REVERSED tickets, so that
// groups wait for later ones; LOST, whose first group never works.

layout(local_size_x = ROWS) in;
layout(binding = 0) writeonly uniform image2D out_image;

layout(std430, binding = 0) coherent volatile buffer Borders {
    uint b_ticket;
    uint b_borders[];
};
layout(std430, binding = 1) coherent volatile buffer Faults {
    uint b_fault;
};

layout(location = 0) uniform int u_patience; // looks at a border before it is given up

#ifndef PATIENCE
#define PATIENCE 0x7fffffff
#endif

const int LAG = REACH + 1;
const int CHUNK = 16; // steps for which borders are fetched ahead
const int AHEAD = 4;  // steps for which texels are
#ifdef TWO_ABOVE
const int LINES = 2, PAST = 2 * REACH - REACH2, TAIL = REACH - REACH2;
#else
const int LINES = 1, TAIL = 0;
#endif

// What rows hand down, for odd and even steps, and from the band above.
shared ivec4 s_errors[2 * ROWS + CHUNK];
#ifdef TWO_ABOVE
shared ivec4 s_older[2 * ROWS + CHUNK];
#endif
shared uint s_band;
shared bool s_failed;

int lane = int(gl_LocalInvocationIndex);
ivec2 size = textureSize(u_input, 0);
int x, row;

// Steps from one band to the next of the same group: a row has finished, its sums are empty, and the last row is ahead
// of the first by what is fetched ahead.
#ifdef TICKETS
int period = 0x7ffffff0;
#else
int period = (max(size.x + BACK + 2 * REACH, LAG * ROWS + 3 * CHUNK) + CHUNK - 1) / CHUNK * CHUNK;
#endif

// Sums for the pixels from x on, of errors above; errors to the left.
ivec3 sums[BACK + REACH + 1];
ivec3 left[2];
#ifdef TWO_ABOVE
ivec3 sums2[2 * REACH2 + 1];
ivec3 past[PAST + 1]; // errors of the row above, the newest first
#endif

// ---- borders: pairs of words, each not 0 once it is written

int border_at(int band, int index)
{
    return (band * (size.x + 4) + index) * 2 * LINES;
}

uvec2 pack(ivec3 error)
{
    uvec3 bits = uvec3(error + 65536);
    return uvec2(bits.r | bits.g << 17, bits.b | (bits.g >> 15) << 17);
}

ivec3 unpack(uvec2 words)
{
    return ivec3(words.x & 0x1ffffu, words.x >> 17 | (words.y >> 17) << 15, words.y & 0x1ffffu) - 65536;
}

uvec2 read_border(int at)
{
    return uvec2(b_borders[at], b_borders[at + 1]);
}

struct Border {
    uvec2 lines[LINES];
    int at; // -1: there is none
};

// What the row above has at a place of the first row, perhaps too early.
Border begin_border(int band, int index)
{
    Border border;
    border.at = band > 0 && band * ROWS < size.y && index < size.x + TAIL ? border_at(band - 1, index) : -1;
    for (int i = 0; i < LINES; i++)
        border.lines[i] = border.at < 0 ? pack(ivec3(0)) : read_border(border.at + 2 * i);
    return border;
}

bool is_whole(Border border)
{
    bool whole = true;
    for (int i = 0; i < LINES; i++)
        whole = whole && border.lines[i].x != 0u && border.lines[i].y != 0u;
    return whole;
}

// Waits for it, but not for ever, and not for a group that has given up itself.
void finish_border(inout Border border)
{
    int looks = 0;
    while (!is_whole(border) && looks < min(u_patience, PATIENCE)) {
        looks++;
        for (int i = 0; i < LINES; i++)
            border.lines[i] = read_border(border.at + 2 * i);
        if ((looks & 255) == 0 && b_fault != 0u)
            break;
    }
    if (!is_whole(border)) {
        atomicOr(b_fault, 1u);
        s_failed = true;
    }
}

// ---- one step of all rows

// Adds the newest error above, at x + REACH, to the sums of the pixels that it reaches.
void take_above(int step, int parity)
{
    int from = lane == 0 ? 2 * ROWS + step : ROWS * (1 - parity) + lane - 1;
    ivec3 above = s_errors[from].xyz;
    for (int i = 0; i < BACK + REACH; i++)
        sums[i] = sums[i + 1] + above * ABOVE[BACK + REACH - i];
    sums[BACK + REACH] = above * ABOVE[0];
#ifdef TWO_ABOVE
    ivec3 older = s_older[from].xyz;
    for (int i = 0; i < 2 * REACH2; i++)
        sums2[i] = sums2[i + 1] + older * ABOVE2[2 * REACH2 - i];
    sums2[2 * REACH2] = older * ABOVE2[0];
    for (int i = PAST; i > 0; i--)
        past[i] = past[i - 1];
    past[0] = above;
#endif
}

ivec3 carried_error()
{
    ivec3 sum = sums[0] + left[0] * LEFT[0] + left[1] * LEFT[1];
#ifdef TWO_ABOVE
    sum += sums2[0];
#endif
    ivec3 carried = ivec3(uvec3(sum + (DIVISOR * 65536 + DIVISOR / 2)) / uint(DIVISOR)) - 65536;
#if WEAK
    carried = ((carried * u_strength + (256 * 65536 + 128)) >> 8) - 65536;
#endif
    return carried;
}

void write_border(int at, uvec2 words)
{
    b_borders[at] = words.x;
    b_borders[at + 1] = words.y;
}

void hand_down(int parity, int band, ivec3 error)
{
    int to = ROWS * parity + lane;
    s_errors[to] = ivec4(error, 0);
#ifdef TWO_ABOVE
    s_older[to] = ivec4(past[PAST], 0);
#endif
    if (lane == ROWS - 1 && row + 1 < size.y && x >= 0 && x < size.x + TAIL) {
        int at = border_at(band, x);
        write_border(at, pack(error));
#ifdef TWO_ABOVE
        write_border(at + 2, pack(past[PAST]));
#endif
    }
}

void take_step(int step, int parity, vec4 texel, ivec3 value)
{
    take_above(step, parity);
    ivec3 sum = value + carried_error();
    Pick pick = pick_color(sum);
    bool is_inside = x >= 0 && x < size.x && row < size.y;
    ivec3 error = is_inside ? clamp(sum - pick.value, -FULL, FULL) : ivec3(0);
    hand_down(parity, row / ROWS, error);
    left[1] = left[0];
    left[0] = error;
    if (is_inside)
        imageStore(out_image, ivec2(x, row), texel_of(pick.display, texel));
    x++;
    if (x == period - REACH) {
        x = -REACH;
        row += ROWS;
    }
    barrier();
}

vec4 fetch_ahead(int steps)
{
    bool is_next = x + steps >= period - REACH;
    ivec2 at = ivec2(x + steps, row) + (is_next ? ivec2(-period, ROWS) : ivec2(0));
    return texelFetch(u_input, clamp(at, ivec2(0), size - 1), 0);
}

void draw_ticket()
{
    if (lane == 0) {
        s_failed = false;
        s_band = 0u;
#ifdef TICKETS
        s_band = atomicAdd(b_ticket, 1u);
#endif
    }
    for (int i = lane; i < 2 * ROWS; i += ROWS) {
        s_errors[i] = ivec4(0);
#ifdef TWO_ABOVE
        s_older[i] = ivec4(0);
#endif
    }
    barrier();
}

void put_border(Border border)
{
    s_errors[2 * ROWS + lane] = ivec4(unpack(border.lines[0]), 0);
#ifdef TWO_ABOVE
    s_older[2 * ROWS + lane] = ivec4(unpack(border.lines[1]), 0);
#endif
}

void begin(int band)
{
    x = -LAG * lane - REACH;
    row = band * ROWS + lane;
    for (int i = 0; i <= BACK + REACH; i++)
        sums[i] = ivec3(0);
#ifdef TWO_ABOVE
    for (int i = 0; i <= 2 * REACH2; i++)
        sums2[i] = ivec3(0);
    for (int i = 0; i <= PAST; i++)
        past[i] = ivec3(0);
#endif
    left = ivec3[](ivec3(0), ivec3(0));
}

// Until the last row of this group's last band is done.
int count_steps(int band)
{
#ifdef TICKETS
    int last = band;
#else
    int last = (size.y - 1) / ROWS;
#endif
    int rows = min(ROWS, size.y - last * ROWS);
    return (last - band) * period + REACH + size.x + TAIL + LAG * (rows - 1);
}

void main()
{
    load_palette(lane);
    draw_ticket();
    int band = int(s_band);
#ifdef REVERSED
    band = int(gl_NumWorkGroups.x) - 1 - band;
#endif
    int steps = count_steps(band);
#ifdef LOST
    steps = band == 0 ? 0 : steps;
#endif
    begin(band);
    vec4 next[AHEAD];
    for (int i = 0; i < AHEAD; i++)
        next[i] = fetch_ahead(i);
    int index = 0; // of the first row's step in its band
    Border border = begin_border(band, lane);
    for (int t = 0; t < steps; t += AHEAD) {
        if ((t & (CHUNK - 1)) == 0) {
            if (lane < CHUNK) {
                finish_border(border);
                put_border(border);
            }
            barrier();
            if (s_failed)
                break;
            index += CHUNK;
            if (index == period) {
                index = 0;
                band++;
            }
            if (lane < CHUNK)
                border = begin_border(band, index + lane);
        }
        vec4 texels[AHEAD] = next;
        ivec3 values[AHEAD];
        for (int i = 0; i < AHEAD; i++)
            next[i] = fetch_ahead(AHEAD + i);
        for (int i = 0; i < AHEAD; i++)
            values[i] = value_of(texels[i]);
        for (int i = 0; i < AHEAD; i++)
            take_step((t & (CHUNK - 1)) + i, i & 1, texels[i], values[i]);
    }
}
