#pragma once

#include "render/buffer.h"
#include "render/context/context.h"
#include "render/gpu_fault.h"
#include "render/gpu_timer.h"
#include "render/program.h"
#include "render/table.h"
#include "render/texture.h"
#include "render/texture_pool.h"

struct gpu_profile;

// How a texture is read between its texels, and what lies beyond its border.
enum filter { FILTER_NEAREST, FILTER_LINEAR, FILTER_TRILINEAR, FILTER_COUNT };
enum edge { EDGE_CLAMP, EDGE_MIRROR, EDGE_ZERO, EDGE_COUNT };

// What a later use of a texture or buffer written by a shader's stores must wait for.
enum barrier_use {
    BARRIER_SAMPLE,
    BARRIER_IMAGE,
    BARRIER_FRAMEBUFFER,
    BARRIER_BUFFER,
    BARRIER_TRANSFER, // copies, clears, read back
    BARRIER_COUNT,
};

// A copy of one pass's output, taken in passing: "dual/up 640x360" is a path of timer scopes. The
// basis of --at, of viewing a step and of the search for a NaN.
struct gpu_watch {
    char path[GPU_SCOPE_NAME_SIZE * 2]; // "" for none
    int number; // of the passes with that path in a frame, which one, from 1; 0: the last
    int passed; // in this frame
    struct texture texture; // what was seen last; id 0 before that
    bool seen;              // in the last frame
};

// Everything a pass is given. One for each context; the context must be current.
struct gpu {
    struct context_info info;
    struct texture_pool pool;
    struct table_cache tables;
    struct program_cache programs;
    struct gpu_timer timer;
    struct gpu_watch watch;
    struct gpu_fault fault;
    const struct gpu_profile *profile; // what `auto` chooses by. NULL: in the order of the tables

    uint64_t serial;                  // of the last pass; 0: none has run
    uint64_t barriers[BARRIER_COUNT]; // serial of the last barrier of each kind
    unsigned samplers[FILTER_COUNT][EDGE_COUNT];
    unsigned vertex_array; // empty, for the full-screen triangle
};

// Fails when the current context is less than GL 4.3.
bool gpu_init(struct gpu *gpu, struct error *error);
void gpu_finish(struct gpu *gpu);

// A frame: timer and pool together. `name` is the root scope.
void gpu_begin_frame(struct gpu *gpu, const char *name);
void gpu_end_frame(struct gpu *gpu);

// Until the GPU has done all that it was given.
void gpu_wait(void);

// Frees the watched texture; watches `path` from the next pass on ("" for none).
void gpu_set_watch(struct gpu *gpu, const char *path);

// Issues the barrier that a use of something last stored to at `stored` needs, if it needs one.
void gpu_barrier(struct gpu *gpu, enum barrier_use use, uint64_t stored);
