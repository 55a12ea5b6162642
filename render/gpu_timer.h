#pragma once

#include <stdbool.h>
#include <stdint.h>

// Measures nested GPU times without stalling the pipeline. A scope is the span between two GL
// timestamps (adjacent scopes share one); results are collected some frames later. Each scope is
// also a GL debug group, so RenderDoc and Nsight show the same tree as the panel.

enum {
    GPU_TIMER_MAX_SCOPES = 192,
    GPU_TIMER_MAX_DEPTH = 8,
    GPU_TIMER_LATENCY = 8, // frames in flight; older results are dropped
    GPU_SCOPE_NAME_SIZE = 96,
};

// Bytes read from and written to GPU memory.
struct gpu_traffic {
    uint64_t read, written;
};

uint64_t gpu_traffic_sum(struct gpu_traffic traffic);

// One measured span. Parents come before their children; depth 0 is the frame.
struct gpu_scope {
    char name[GPU_SCOPE_NAME_SIZE];
    int depth;
    bool is_cached;            // no pass ran; the result of an earlier frame is shown
    bool has_image;            // it has an output image, which gpu_select_snapshot can copy
    uint64_t begin_ns, end_ns; // the GPU's clock; only differences mean anything
    // Processor time of the program, all threads together, on a software renderer: unlike elapsed
    // time it does not depend on other processes. 0 on a GPU.
    uint64_t work_ns;
    struct gpu_traffic traffic; // lower bound of the bytes that its passes move, children included
    int dispatches;             // draws and dispatches, children included
};

struct gpu_frame {
    int64_t index; // counts gpu_timer_begin_frame calls from 0
    int count;
    struct gpu_scope scopes[GPU_TIMER_MAX_SCOPES];
};

struct gpu_timer {
    int64_t begun, collected; // frames
    int64_t dropped;          // frames overwritten before they were collected
    // true on a software renderer: call glFinish at every timestamp. Such a renderer runs
    // dispatches immediately but defers draws and timestamps, so times would be assigned to wrong
    // scopes.
    bool waits_at_stamps;
    int depth;
    int open[GPU_TIMER_MAX_DEPTH]; // stack of open scopes, as indices
    int unmeasured;                // open scopes that are not measured (see gpu_timer_push)
    bool stamp_is_fresh;           // no work since the last timestamp
    struct gpu_timer_slot {
        struct gpu_frame frame;
        int stamp_count;
        unsigned queries[2 * GPU_TIMER_MAX_SCOPES];
        uint64_t works[2 * GPU_TIMER_MAX_SCOPES]; // processor time at each timestamp, ns
        struct {
            int begin, end; // indices of timestamps
        } spans[GPU_TIMER_MAX_SCOPES];
    } * ring; // of GPU_TIMER_LATENCY, owned
};

void gpu_timer_init(struct gpu_timer *timer);
void gpu_timer_finish(struct gpu_timer *timer);

// Begin and end a frame, which is the root scope `name`.
void gpu_timer_begin_frame(struct gpu_timer *timer, const char *name);
void gpu_timer_end_frame(struct gpu_timer *timer);

// Open and close a scope. Outside a frame they do nothing, so passes can run untimed. A scope
// beyond GPU_TIMER_MAX_SCOPES or GPU_TIMER_MAX_DEPTH is not measured: its work counts for the
// enclosing scope.
void gpu_timer_push(struct gpu_timer *timer, const char *name);
void gpu_timer_pop(struct gpu_timer *timer);

// Adds a scope for work that did not run, because an earlier frame's result is still valid.
void gpu_timer_add_cached(struct gpu_timer *timer, const char *name);

// Counts a draw or dispatch in the open scopes. pass_run and scenes call it.
void gpu_timer_count_work(struct gpu_timer *timer, struct gpu_traffic least);

// Marks the innermost open scope with has_image. pass_copy_to_snapshot calls it.
void gpu_timer_mark_image(struct gpu_timer *timer);

// Returns the time of a scope in nanoseconds by the GPU's clock, 0 if that did not advance.
double gpu_scope_time(const struct gpu_scope *scope);

// Returns the time of a scope in nanoseconds, for comparisons: GPU time, or on a software renderer
// work_ns divided by the number of processors.
double gpu_scope_effort(const struct gpu_scope *scope);

// Writes the names of the open scopes below the frame, joined with '/': "dual/up 640x360".
void gpu_timer_path(const struct gpu_timer *timer, char *out, int size);

// Returns the scopes of the last frame, without times. Call it outside a frame, after at least one.
const struct gpu_frame *gpu_timer_drawn(const struct gpu_timer *timer);

// Returns the oldest frame that was not collected yet, with times, or NULL if the GPU has not
// finished it. With `wait` it blocks, and NULL means that all frames are collected. The result is
// valid until the next gpu_timer_begin_frame.
const struct gpu_frame *gpu_timer_collect(struct gpu_timer *timer, bool wait);
