#version 430 core
#if WARPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif
#include "error_diffusion.glsl"

// Error diffusion with one invocation a row. All rows of a band run at once, each LAG pixels behind the row above: one
// step, one pixel in each row. A row's errors go down to the next; those of a band's last row through a buffer, in
// which 0 says "not yet".
//
// With TICKETS every group works on one band, whose number is drawn, so that a group waits only for groups that began
// before it. Without, one group works on all bands in turn, each strip of 32 rows taking up its next as soon as it has
// done one.
//
// With WARPS the 32 rows of a strip are a subgroup, and hand errors down by a shuffle; a strip hands them to the next,
// CHUNK steps behind it, through shared memory, and only once in CHUNK steps strips wait for each other. More subgroups
// serve those: one fetches and stores what goes from band to band; with TICKETS each strip has one that fetches its
// values into shared memory, since it would often wait for them. Without WARPS, all rows hand down through shared
// memory and wait at each step.
//
// Defines: ROWS of a band; THREADS, as many, with WARPS 32 more, and with TICKETS, too, ROWS more; TICKETS; WARPS; and
// those of error_diffusion.glsl. For tests: PATIENCE; REVERSED tickets, so that groups wait for later ones; LOST, whose
// first group never works.

layout(local_size_x = THREADS) in;

layout(std430, binding = 0) coherent volatile buffer Borders {
    uint b_ticket;
    uvec2 b_borders[];
};
layout(std430, binding = 1) coherent volatile buffer Faults {
    uint b_fault;
};
layout(std430, binding = 2) readonly restrict buffer Values {
    uvec2 b_values[];
};
layout(std430, binding = 3) writeonly restrict buffer Picks {
    uint b_picks[];
};

#ifndef PATIENCE
#define PATIENCE 0x7fffffff
#endif
const int STRIPS = ROWS / 32, CHUNK = WARPS != 0 ? 8 : 4;
#if WARPS && defined TICKETS
#define FED
#endif
#ifdef TWO_ABOVE
const int LINES = 2, PAST = 2 * REACH - REACH2, TAIL = REACH - REACH2;
#else
const int LINES = 1, TAIL = 0;
#endif

// What strips hand down, for odd and even chunks: strip n takes line n and hands down line n + 1. Line 0 comes from the
// band above, the last goes to the band below.
#if WARPS
const int DELAY = LAG * 32 + CHUNK, LAST_LINE = STRIPS;
#else
const int DELAY = LAG * 32, LAST_LINE = 1;
shared ivec4 s_errors[2 * ROWS]; // what rows hand down, for odd and even steps
#endif
const int LINES_SIZE = (LAST_LINE + 1) * CHUNK;
shared ivec4 s_lines[2 * LINES_SIZE];
#ifdef TWO_ABOVE
#if !WARPS
shared ivec4 s_older[2 * ROWS];
#endif
shared ivec4 s_older_lines[2 * LINES_SIZE];
#endif
#ifdef FED
shared ivec4 s_values[2][STRIPS * CHUNK][32]; // for odd and even chunks, prepared
#endif
shared uint s_band;
shared bool s_failed[2];

#if WARPS
int strip = int(gl_SubgroupID), row = int(gl_SubgroupInvocationID), lane = 32 * strip + row;
bool carries = strip == THREADS / 32 - 1 && row < CHUNK, is_last = row == 31; // from band to band; from strip to strip
int takes = strip * CHUNK, hands = takes + CHUNK;
#else
int lane = int(gl_LocalInvocationIndex), strip = lane / 32, row = lane % 32;
bool carries = lane < CHUNK, is_last = lane == ROWS - 1;
const int takes = 0, hands = CHUNK;
#endif

// ---- where a strip is

struct Place {
    int band, step; // of the band
};

// Steps from one band to the next of the same group: a strip has finished, its sums are empty, and the last row is
// ahead of the first by what is fetched ahead.
#ifdef TICKETS
int period = 0x7ffffff0;
#else
int period = max(u_stride, STRIPS * DELAY + 6 * CHUNK);
#endif

Place next_chunk(Place place)
{
    place.step += CHUNK;
    return place.step == period ? Place(place.band + 1, 0) : place;
}

// Where the buffers have a chunk of a strip's row. The last of a strip is all outside of the picture, and stands for
// what is not there.
int address_of(Place place, int of)
{
    int last = u_stride - CHUNK;
    bool is_there = place.step >= 0 && place.step < last && place.band * ROWS < u_height;
    return is_there ? index_of(place.band * STRIPS + of, place.step, row) : index_of(0, last, row);
}

#include "error_diffusion_rows.glsl"
#include "error_diffusion_serve.glsl"

// ---- a band

void begin()
{
    if (lane == 0) {
        s_failed = bool[](false, false);
        s_band = 0u;
#ifdef TICKETS
        s_band = atomicAdd(b_ticket, 1u);
#endif
    }
    ivec3 none = ivec3(0);
    held = none;
    for (int i = 0; i <= BACK + REACH; i++)
        sums[i] = none;
#ifdef TWO_ABOVE
    held_older = none;
    for (int i = 0; i <= 2 * REACH2; i++)
        sums2[i] = none;
    for (int i = 0; i <= PAST; i++)
        past[i] = none;
#endif
    left = ivec3[](none, none);
    for (int i = lane; i < LINES_SIZE; i += ROWS) {
        s_lines[i] = ivec4(0);
#ifdef TWO_ABOVE
        s_older_lines[i] = ivec4(0);
#endif
    }
#if !WARPS
    s_errors[ROWS + lane] = ivec4(0);
#ifdef TWO_ABOVE
    s_older[ROWS + lane] = ivec4(0);
#endif
#endif
    barrier();
}

// Until the last row of this group's last band is done, and what it handed down is stored.
int count_steps(int band)
{
#ifdef TICKETS
    int last = band;
#else
    int last = (u_height - 1) / ROWS;
#endif
    int strips = (min(ROWS, u_height - last * ROWS) + 31) / 32;
    return (last - band) * period + (strips - 1) * DELAY + u_stride;
}

void main()
{
    load_palette(lane);
    begin();
    int band = int(s_band), steps = count_steps(band);
#ifdef REVERSED
    band = int(gl_NumWorkGroups.x) - 1 - band;
#endif
#ifdef LOST
    steps = band == 0 ? 0 : steps;
#endif
    Place place = Place(band, -strip * DELAY);
    int address = address_of(place, strip);
#ifndef FED
    uvec2 words[CHUNK];
    for (int i = 0; i < CHUNK; i++)
        words[i] = b_values[address + 32 * i];
#endif
    begin_serving(band);
    for (int chunk = 0; chunk * CHUNK < steps; chunk++) {
        int parity = chunk & 1, current = address;
        barrier();
        if (s_failed[parity])
            break;
        serve(band, chunk, parity);
        if (strip < STRIPS) {
            int from = parity * LINES_SIZE + takes, to = (1 - parity) * LINES_SIZE + hands;
            place = next_chunk(place);
            address = address_of(place, strip);
            // Written out: not every compiler unrolls so long a loop, and then the words lie in memory. What a step
            // needs is fetched a step or a chunk before.
#ifdef FED
            int at = strip * CHUNK;
            ivec4 value, next = s_values[parity][at][row];
#define STEP(i) \
    value = next; \
    next = s_values[parity][at + min(i + 1, CHUNK - 1)][row]; \
    take_step(i, value, current + 32 * i, from + i, to + i);
#else
#define STEP(i) \
    take_step(i, prepare(words[i]), current + 32 * i, from + i, to + i); \
    words[i] = b_values[address + 32 * i];
#endif
            STEP(0) STEP(1) STEP(2) STEP(3)
#if WARPS
            STEP(4) STEP(5) STEP(6) STEP(7)
#endif
        }
    }
}
