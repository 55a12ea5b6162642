#pragma once

#include <stdbool.h>
#include <stdint.h>

// Measures nested GPU times and never stalls the pipeline. Every scope writes two timestamps, of
// which neighbours share one, and results are collected some frames later. A scope is also a GL
// debug group, so that a capture in RenderDoc or Nsight shows the same tree as the panel.

enum {
    GPU_TIMER_MAX_SCOPES = 192,
    GPU_TIMER_MAX_DEPTH = 8,
    GPU_TIMER_LATENCY = 8, // frames in flight before results are dropped
    GPU_SCOPE_NAME_SIZE = 96,
};

// Bytes that go out of memory and into it.
struct gpu_traffic {
    uint64_t read, written;
};

uint64_t gpu_traffic_sum(struct gpu_traffic traffic);

// One measured span. Parents come before their children; depth 0 is the frame.
struct gpu_scope {
    char name[GPU_SCOPE_NAME_SIZE];
    int depth;
    bool is_kept;              // nothing ran: what an earlier frame made stands
    bool has_image;            // it put out an image, which gpu_watch can take
    uint64_t begin_ns, end_ns; // the GPU's clock; only differences mean anything
    // On a software renderer the time that the program took on all processors together, which
    // leaves out what else the machine does. 0 on a GPU.
    uint64_t work_ns;
    struct gpu_traffic traffic; // the least that its passes must move, with those of its children
    int dispatches;             // draws and dispatches, with those of its children
};

struct gpu_frame {
    int64_t index; // counts gpu_timer_begin_frame calls from 0
    int count;
    struct gpu_scope scopes[GPU_TIMER_MAX_SCOPES];
};

struct gpu_timer {
    int64_t begun, collected; // frames
    int64_t dropped;          // frames overwritten before anyone collected them
    // Every stamp waits for the work before it. A software renderer runs dispatches at once but
    // delays draws and timestamps: without waiting, a dispatch would count as part of the work
    // before it, and two draws into one image as one. A processor's clock does not drop meanwhile.
    bool settles;
    int depth;
    int open[GPU_TIMER_MAX_DEPTH]; // indices of scopes not yet popped
    int left_out;                  // that are not yet popped either
    bool stamp_is_fresh;           // no work since the last stamp
    struct gpu_timer_slot {
        struct gpu_frame frame;
        int stamp_count;
        unsigned queries[2 * GPU_TIMER_MAX_SCOPES];
        uint64_t works[2 * GPU_TIMER_MAX_SCOPES]; // processor time at each stamp, if it settles
        struct {
            int begin, end; // indices of stamps
        } spans[GPU_TIMER_MAX_SCOPES];
    } * ring; // of GPU_TIMER_LATENCY, owned
};

void gpu_timer_init(struct gpu_timer *timer);
void gpu_timer_finish(struct gpu_timer *timer);

// A frame is the root scope, called `name`.
void gpu_timer_begin_frame(struct gpu_timer *timer, const char *name);
void gpu_timer_end_frame(struct gpu_timer *timer);

// Outside a frame these do nothing, so that passes can run untimed. A scope beyond the most that a
// frame has, or deeper than it goes, is left out: what runs in it counts in the one around it.
void gpu_timer_push(struct gpu_timer *timer, const char *name);
void gpu_timer_pop(struct gpu_timer *timer);

// Adds a scope for work that did not run, because an earlier frame's result is still valid.
void gpu_timer_keep(struct gpu_timer *timer, const char *name);

// Counts a draw or dispatch in the open scopes. pass_run and scenes call it.
void gpu_timer_count_work(struct gpu_timer *timer, struct gpu_traffic least);

// Notes that the innermost open scope put out an image. pass_watch calls it.
void gpu_timer_note_image(struct gpu_timer *timer);

// Returns the time of a scope in nanoseconds, to compare it with others. On a software renderer it
// is the processors' time divided by their number, since other load would falsify any other time.
double gpu_scope_effort(const struct gpu_scope *scope);

// The names of the open scopes below the frame, joined with '/': "dual/up 640x360".
void gpu_timer_path(const struct gpu_timer *timer, char *out, int size);

// The frame that was drawn last: its tree and counts, without times. Outside a frame, after one.
const struct gpu_frame *gpu_timer_drawn(const struct gpu_timer *timer);

// The oldest finished frame that was not handed out before, or NULL where the GPU is not that far
// yet. With `wait` it blocks until there is one, and NULL means that no frame is left. It is
// borrowed until the next gpu_timer_begin_frame.
const struct gpu_frame *gpu_timer_collect(struct gpu_timer *timer, bool wait);
