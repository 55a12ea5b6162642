#pragma once

#include <stddef.h>

// Measures the time that each kind of work takes within a frame of the window, and limits compiling
// and measuring to a budget per frame. The state is global; only the thread with the GL context may
// call these functions.

enum frame_work {
    FRAME_WORK_COMPILE, // starting compilation of programs
    FRAME_WORK_LINK,    // linking, which may wait for the compiler
    FRAME_WORK_TIME,    // measuring implementations
    FRAME_WORK_TEXTURE, // making textures
    FRAME_WORK_UPLOAD,
    FRAME_WORK_READ_BACK,
    FRAME_WORK_FILE,
    FRAME_WORK_PALETTE, // computing the colours of palette=auto
    FRAME_WORK_PICTURE, // writing images and sheets (F12, Ctrl+Shift+S)
    FRAME_WORK_DRAW,
    FRAME_WORK_PANEL,
    FRAME_WORK_SHOW, // swapping buffers, which may wait for the GPU
    FRAME_WORK_KINDS,
};

// The time of each kind of work, and how often it was begun.
struct frame_work_times {
    struct {
        int count;
        double seconds;
    } kinds[FRAME_WORK_KINDS];
};

// Begins a frame with the full budget. Its times also contain the work that was done between the
// end of the last frame and this call, such as reading changed shaders.
void frame_work_begin_frame(void);
void frame_work_end_frame(void);

// Begin and end work of a kind. Calls may be nested; time of inner work is not counted for the
// outer kind.
void frame_work_begin(enum frame_work kind);
void frame_work_end(void);

// Adds GPU time in seconds to a kind.
void frame_work_add(enum frame_work kind, double seconds);

// Returns the seconds that compiling, linking and measuring may still take in this frame; 0 or less
// if the budget is spent. A single program may exceed it.
double frame_work_left(void);

// Sets the budget of a frame in seconds; the default is 0.004.
void frame_work_set_budget(double seconds);

// Returns the times of the current frame so far.
const struct frame_work_times *frame_work_times(void);

// Writes the three kinds that took most time: "linking 10 programs 310.2 ms, drawing 8.1 ms".
void frame_work_print(const struct frame_work_times *times, char *out, size_t size);
