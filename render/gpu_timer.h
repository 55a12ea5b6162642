#pragma once

#include <stdbool.h>
#include <stdint.h>

// Nested GPU times that never stall the pipeline. Every scope writes two timestamps (siblings share
// one), and the numbers are collected frames later. A scope is also a GL debug group, so that a
// capture in RenderDoc or Nsight shows the tree that the panel shows. It measures and nothing else:
// medians are app/measure/stats.c's business.

enum {
    GPU_TIMER_MAX_SCOPES = 192,
    GPU_TIMER_MAX_DEPTH = 8,
    GPU_TIMER_LATENCY = 4, // frames in flight before results are dropped
    GPU_SCOPE_NAME_SIZE = 96,
};

// One measured span. Parents come before their children; depth 0 is the frame.
struct gpu_scope {
    char name[GPU_SCOPE_NAME_SIZE];
    int depth;
    uint64_t begin_ns, end_ns; // the GPU's clock; only differences mean anything
    // On a software renderer the processors' time that the program took for it, all together: what
    // else the machine does is not in it. 0 on a GPU.
    uint64_t work_ns;
    uint64_t bytes; // the least its passes must move, children included
    int dispatches; // draws and dispatches, children included
};

struct gpu_frame {
    int64_t index; // counts gpu_timer_begin_frame calls from 0
    int count;
    struct gpu_scope scopes[GPU_TIMER_MAX_SCOPES];
};

struct gpu_timer {
    int64_t begun, collected; // frames
    int64_t dropped;          // frames overwritten before anyone collected them
    // Work is finished at every stamp. A software renderer dispatches at once but draws, and takes
    // the time, when it must: without this a dispatch counts as part of what came before it, and
    // two draws into the same image as one. It has no clock that would fall meanwhile.
    bool settles;
    int depth;
    int open[GPU_TIMER_MAX_DEPTH]; // scopes not yet popped
    bool stamp_is_fresh;           // no work since the last stamp
    struct gpu_timer_slot {
        struct gpu_frame frame;
        int stamp_count;
        unsigned queries[2 * GPU_TIMER_MAX_SCOPES];
        uint64_t works[2 * GPU_TIMER_MAX_SCOPES]; // at each stamp, where it settles
        struct {
            int begin, end; // indices of stamps
        } spans[GPU_TIMER_MAX_SCOPES];
    } * ring; // GPU_TIMER_LATENCY of them
};

void gpu_timer_init(struct gpu_timer *timer);
void gpu_timer_finish(struct gpu_timer *timer);

// A frame is the root scope, called `name`.
void gpu_timer_begin_frame(struct gpu_timer *timer, const char *name);
void gpu_timer_end_frame(struct gpu_timer *timer);

// Outside a frame these do nothing, so that passes can run untimed.
void gpu_timer_push(struct gpu_timer *timer, const char *name);
void gpu_timer_pop(struct gpu_timer *timer);

// Work was given to the GPU inside the current scope. Called by pass_run and by scenes.
void gpu_timer_count_work(struct gpu_timer *timer, uint64_t least_bytes);

// What a scope took, to compare it with others: of a software renderer's work the processors' time,
// shared equally between them, since a busy machine would falsify any other. Nanoseconds.
double gpu_scope_effort(const struct gpu_scope *scope);

// The names of the open scopes below the frame, joined with '/': "dual/up 640x360".
void gpu_timer_path(const struct gpu_timer *timer, char *out, int size);

// The oldest finished frame not handed out before, or NULL if the GPU is not that far yet. With
// `wait` it blocks for it instead (NULL then means: no frame left). Good until the next
// begin_frame.
const struct gpu_frame *gpu_timer_collect(struct gpu_timer *timer, bool wait);
