#version 430 core
#if WARPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif
#include "error_diffusion/error_diffusion.glsl"

// Error diffusion with one invocation a row. All rows of a band run at once, each LAG pixels behind the row above. With
// LAG 2, after seven steps:
//
//   row 0    x x x x x x x . . .     invocation 0
//   row 1    x x x x x . . . . .     invocation 1; an error goes down a row through a shuffle or shared memory
//   row 2    x x x . . . . . . .
//   ------ b_borders ------------    errors of the band's last row, for the group of the next band; 0 says "not yet"
//   row 3    x . . . . . . . . .
//
// A step is one pixel in each row. At 3840x2160 Floyd and Steinberg's kernel takes 0.79 ms, serial C 296 times as long
// (NVIDIA H200; docs/reference/h200.md: halation --bench=dither --size 3840x2160).
//
// Every group works on one band. A counter gives it the number of its band, so that a group waits only for groups that
// began before it.
//
// With WARPS the 32 rows of a strip are a subgroup, and hand errors down by a shuffle; a strip hands them to the next,
// CHUNK steps behind it, through shared memory, and only once in CHUNK steps strips wait for each other. One more
// subgroup fetches and stores what goes from band to band. Without WARPS, all rows hand down through shared memory and
// wait at each step.
//
// Defines: ROWS of a band; THREADS, as many, with WARPS a strip more; WARPS; ROLLED: one step is compiled, and not
// those of two chunks, which takes a software renderer seconds; and those of error_diffusion.glsl. For tests: PATIENCE;
// REVERSED numbers, so that groups wait for later ones; LOST, whose first group never works.

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
const int STRIPS = ROWS / STRIP;
#ifdef TWO_ABOVE
const int LINES = 2, PAST = 2 * REACH - REACH2, TAIL = REACH - REACH2;
#else
const int LINES = 1, TAIL = 0;
#endif

// Errors that strips pass down, for odd and even chunks: strip n reads line n and writes line n + 1. Line 0 comes
// from the band above, the last one goes to the band below.
#if WARPS
const int DELAY = LAG * STRIP + CHUNK, LAST_LINE = STRIPS;
#else
const int DELAY = LAG * STRIP, LAST_LINE = 1;
shared vec4 s_errors[2 * ROWS]; // errors that rows pass down, for odd and even steps
#endif
const int LINES_SIZE = (LAST_LINE + 1) * CHUNK;
shared vec4 s_lines[2 * LINES_SIZE];
#ifdef TWO_ABOVE
#if !WARPS
shared vec4 s_older[2 * ROWS];
#endif
shared vec4 s_older_lines[2 * LINES_SIZE];
#endif
shared uint s_band;

#if WARPS
int strip = int(gl_SubgroupID), row = int(gl_SubgroupInvocationID), lane = STRIP * strip + row;
// From band to band; from strip to strip.
bool carries = strip == THREADS / STRIP - 1 && row < CHUNK, is_last = row == STRIP - 1;
int takes = strip * CHUNK, hands = takes + CHUNK;
#else
int lane = int(gl_LocalInvocationIndex), strip = lane / STRIP, row = lane % STRIP;
bool carries = lane < CHUNK, is_last = lane == ROWS - 1;
const int takes = 0, hands = CHUNK;
#endif

int band; // band of this group

// Returns the address of two chunks of a row of a strip from a step on. The last chunks of a strip are outside the
// picture, and are read by steps without a pixel. An iteration that begins at -CHUNK begins with the chunks of the
// strip before.
int address_of(int step, int of)
{
    int last = u_stride - 2 * CHUNK;
    bool is_there = step >= -CHUNK && step < last;
    return is_there ? index_of(band * STRIPS + of, step, row) : index_of(0, last, row);
}

#include "error_diffusion/error_diffusion_rows.glsl"
#include "error_diffusion/error_diffusion_serve.glsl"

// ---- a band

void begin()
{
    if (lane == 0)
        s_band = atomicAdd(b_ticket, 1u);
    begin_rows();
    for (int i = lane; i < LINES_SIZE; i += ROWS) {
        s_lines[i] = vec4(NO_ERROR);
#ifdef TWO_ABOVE
        s_older_lines[i] = vec4(NO_ERROR);
#endif
    }
#if !WARPS
    s_errors[ROWS + lane] = vec4(NO_ERROR);
#ifdef TWO_ABOVE
    s_older[ROWS + lane] = vec4(NO_ERROR);
#endif
#endif
    barrier();
}

// Returns the number of steps until the last row of the band is done and its errors are stored.
int count_steps()
{
    int strips = (min(ROWS, u_height - band * ROWS) + STRIP - 1) / STRIP;
    return (strips - 1) * DELAY + u_stride;
}

void hand_down(int i, int to)
{
    if (is_last) {
        s_lines[to] = vec4(left[0], 0);
#ifdef TWO_ABOVE
        s_older_lines[to] = vec4(past[PAST], 0);
#endif
    }
#if !WARPS
    int at = ROWS * (i & 1) + lane;
    s_errors[at] = vec4(left[0], 0);
#ifdef TWO_ABOVE
    s_older[at] = vec4(past[PAST], 0);
#endif
    barrier();
#endif
}

// Step i of a chunk: it reads errors at `from`, writes those that it passes down at `to`, and stores its pick at
// `address`.
void step_rows(int i, vec4 value, int address, int from, int to)
{
    vec3 above = newest_above(i), older = vec3(NO_ERROR);
#ifdef TWO_ABOVE
    older = newest_older(i);
    held_older = s_older_lines[from].xyz;
#endif
    held = s_lines[from].xyz;
    b_picks[address] = error_diffusion(value, above, older);
    hand_down(i, to);
}

#if ROLLED

// The compiler does not know the bound of this loop, so that it does not unroll it.
void run_chunks(int steps)
{
    int halves = min(2, u_stride), chunk = min(CHUNK, u_stride);
    for (int step = 0; step < steps; step += 2 * CHUNK) {
        int address = address_of(step - strip * DELAY, strip);
        for (int half_turn = 0; half_turn < halves; half_turn++) {
            int from = half_turn * LINES_SIZE + takes, to = (1 - half_turn) * LINES_SIZE + hands;
            barrier();
            serve(half_turn);
            for (int i = 0; i < chunk; i++, address += STRIP)
                step_rows(i, prepare(b_values[address]), address, from + i, to + i);
        }
    }
}

#else

// The steps are written out by macros, because not every compiler unrolls so many, and arrays would then be in
// memory.
#if WARPS
#define EACH_OF_CHUNK(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7)
#define EACH_OF_NEXT(DO) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#else
#define EACH_OF_CHUNK(DO) DO(0) DO(1) DO(2) DO(3)
#define EACH_OF_NEXT(DO) DO(4) DO(5) DO(6) DO(7)
#endif
#define FETCH(i) words[i] = b_values[address + STRIP * (i)];
#define PREPARE(i) values[i] = prepare(words[i]);
#define STEP(i) step_rows((i) % CHUNK, values[i], current + STRIP * (i), from + (i) % CHUNK, to + (i) % CHUNK);

void run_chunks(int steps)
{
    int own_step = -strip * DELAY, address = address_of(own_step, strip);
    uvec2 words[2 * CHUNK];
    vec4 values[2 * CHUNK];
    EACH_OF_CHUNK(FETCH) EACH_OF_NEXT(FETCH)
    // An iteration processes two chunks. Their values are loaded one iteration earlier, because of the latency of
    // memory.
    for (int step = 0; step < steps; step += 2 * CHUNK) {
        int current = address;
        barrier();
        serve(0);
        if (strip < STRIPS) {
            int from = takes, to = LINES_SIZE + hands;
            EACH_OF_CHUNK(PREPARE) EACH_OF_NEXT(PREPARE)
            own_step += 2 * CHUNK;
            address = address_of(own_step, strip);
            EACH_OF_CHUNK(FETCH) EACH_OF_NEXT(FETCH)
            EACH_OF_CHUNK(STEP)
        }
        barrier();
        serve(1);
        if (strip < STRIPS) {
            int from = LINES_SIZE + takes, to = hands;
            EACH_OF_NEXT(STEP)
        }
    }
}

#endif

void main()
{
    load_palette(lane);
    begin();
    band = int(s_band);
    int steps = count_steps();
#ifdef REVERSED
    band = int(gl_NumWorkGroups.x) - 1 - band;
#endif
#ifdef LOST
    steps = band == 0 ? 0 : steps;
#endif
    begin_serving();
    run_chunks(steps);
}
