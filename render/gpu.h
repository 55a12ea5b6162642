#pragma once

#include "render/context/context.h"
#include "render/gpu_fault.h"
#include "render/gpu_timer.h"
#include "render/program.h"
#include "render/texture.h"
#include "render/texture_cache.h"
#include "render/texture_pool.h"

struct gpu;
struct pass;

// render: wrappers of OpenGL for the layers above: programs, textures, buffers, passes and timers.
// struct gpu holds the state of a GL context that passes need. Other layers do not call GL.

// Kinds of access that need a glMemoryBarrier after shader stores to a texture or buffer.
enum barrier_use {
    BARRIER_SAMPLE,
    BARRIER_IMAGE,
    BARRIER_FRAMEBUFFER,
    BARRIER_BUFFER,
    BARRIER_TRANSFER, // copies, clears, read back
    BARRIER_COUNT,
};

// A copy of the output of one pass, made in each frame (gpu_select_snapshot). It is used by `--at`,
// by the view of a pass in the window, and by the search for NaN.
struct gpu_snapshot {
    char path[GPU_SCOPE_NAME_SIZE * 2]; // timer scopes of the pass, "dual/up 640x360"; "": none
    int number;                         // which pass with that path in a frame, from 1; 0: the last
    int matches;                        // passes with that path so far in this frame
    struct texture texture;             // the latest copy, owned; id 0 before the first
    bool seen;                          // the current frame, or the last one, had that pass
};

// A callback that receives passes instead of running them (frame_record.h).
struct gpu_recorder {
    void (*take_pass)(struct gpu_recorder *recorder, const struct gpu *gpu,
                      const struct pass *pass);
};

// State of a GL context, one for each; the context must be current in all calls. It owns its
// members except for the borrowed pointers `profile`, `passes` and `recorder`.
struct gpu {
    struct context_info info;
    struct texture_pool pool;
    struct texture_cache cache;
    struct program_cache programs;
    struct gpu_timer timer;
    struct gpu_snapshot snapshot;
    struct gpu_fault fault;
    // Measured costs for impl=auto; NULL: auto takes the first usable implementation. Borrowed.
    const struct gpu_profile *profile;

    struct gpu_recorder *recorder; // borrowed; NULL: passes run

    uint64_t serial;                  // number of passes that ran so far
    uint64_t barriers[BARRIER_COUNT]; // value of `serial` at the last barrier of each kind
    uint64_t last_barrier;            // the largest of these
    unsigned samplers[FILTER_COUNT][EDGE_ALL];
    unsigned vertex_array; // empty, for the full-screen triangle
};

// Initialises the state for the current context. Fails if it has less than GL 4.3.
bool gpu_init(struct gpu *gpu, struct error *error);
void gpu_finish(struct gpu *gpu);

// Begin and end a frame. Everything acquired from the pool must be released before its end. `name`
// is the timer's root scope.
void gpu_begin_frame(struct gpu *gpu, const char *name);
void gpu_end_frame(struct gpu *gpu);

// Waits until the GPU has finished all commands (glFinish).
void gpu_wait(void);

// Waits for that at most so long. Returns false if the GPU has not finished.
bool gpu_wait_for(double seconds);

// Selects the pass to copy from now on; see struct gpu_snapshot for `path` and `number`. Keeps the
// texture, so use it to copy another pass in each frame.
void gpu_select_snapshot(struct gpu *gpu, const char *path, int number);

// Frees the copy, and selects the last pass with that path; "": none.
void gpu_reset_snapshot(struct gpu *gpu, const char *path);

// Issues a glMemoryBarrier for an access to a texture or buffer whose last shader store was in pass
// number `last_store`, unless such a barrier was issued since. 0: no store.
void gpu_barrier(struct gpu *gpu, enum barrier_use use, uint64_t last_store);
