#pragma once

#include "render/context/context.h"
#include "render/gpu_fault.h"
#include "render/gpu_timer.h"
#include "render/program.h"
#include "render/texture.h"
#include "render/texture_cache.h"
#include "render/texture_pool.h"

struct gpu_profile;
struct pass_list;
struct gpu;
struct pass;

// render: OpenGL for the folders above, as programs, textures, buffers, passes and timers. `struct
// gpu` holds what every pass needs; no other folder calls GL.

// Sampling between the texels of a texture, and beyond its border.
enum filter { FILTER_NEAREST, FILTER_LINEAR, FILTER_TRILINEAR, FILTER_COUNT };
// Effects offer the first EDGE_COUNT; tables may also repeat.
enum edge { EDGE_CLAMP, EDGE_MIRROR, EDGE_ZERO, EDGE_COUNT, EDGE_REPEAT = EDGE_COUNT, EDGE_ALL };

// The kinds of use that must wait for a shader's stores to a texture or buffer.
enum barrier_use {
    BARRIER_SAMPLE,
    BARRIER_IMAGE,
    BARRIER_FRAMEBUFFER,
    BARRIER_BUFFER,
    BARRIER_TRANSFER, // copies, clears, read back
    BARRIER_COUNT,
};

// A copy of the output of one pass, taken while a frame is drawn. `--at`, the view of a step and
// the search for a NaN rest on it.
struct gpu_watch {
    char path[GPU_SCOPE_NAME_SIZE * 2]; // of timer scopes, "dual/up 640x360"; "": none
    int number;             // which of the passes with that path in a frame, from 1; 0: the last
    int passed;             // how many of them ran in this frame
    struct texture texture; // the last copy, owned; id 0 before the first
    bool seen;              // whether the last frame had that pass
};

// Takes passes instead of the GPU, which then does nothing (frame_record.h).
struct gpu_recorder {
    void (*take_pass)(struct gpu_recorder *recorder, const struct gpu *gpu,
                      const struct pass *pass);
    void (*take_mips)(struct gpu_recorder *recorder, const struct gpu *gpu,
                      const struct texture *from, const struct texture *to);
};

// There is one for each context, which must be current. It owns all of it but `profile`.
struct gpu {
    struct context_info info;
    struct texture_pool pool;
    struct texture_cache cache;
    struct program_cache programs;
    struct gpu_timer timer;
    struct gpu_watch watch;
    struct gpu_fault fault;
    const struct gpu_profile *profile; // by which `auto` chooses; NULL: the first that fits

    struct pass_list *passes;      // notes what runs (pass_list.h), the caller's; NULL: none
    struct gpu_recorder *recorder; // the caller's; NULL: passes run

    uint64_t serial;                  // counts passes; 0: none has run
    uint64_t barriers[BARRIER_COUNT]; // `serial` at the last barrier of each kind
    unsigned samplers[FILTER_COUNT][EDGE_ALL];
    unsigned vertex_array; // empty, for the full-screen triangle
};

// Fails when the current context has less than GL 4.3.
bool gpu_init(struct gpu *gpu, struct error *error);
void gpu_finish(struct gpu *gpu);

// A frame. What is on loan from the pool must have come back at its end. `name` is the timer's root
// scope.
void gpu_begin_frame(struct gpu *gpu, const char *name);
void gpu_end_frame(struct gpu *gpu);

// Waits until the GPU has done all that it was given.
void gpu_wait(void);

// Watches the pass with that path and number from the next pass on ("": none). The texture stays,
// so that a pass can be looked at in every frame.
void gpu_watch(struct gpu *gpu, const char *path, int number);

// Frees the watched texture and watches `path` from the next pass on ("": none).
void gpu_set_watch(struct gpu *gpu, const char *path);

// Issues the barrier that a use needs of something last stored to by the pass `stored`, where that
// is not done yet.
void gpu_barrier(struct gpu *gpu, enum barrier_use use, uint64_t stored);
