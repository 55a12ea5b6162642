#pragma once

#include <stddef.h>

// The work that a frame of a window does beside drawing: how long each kind of it held the frame
// up, and how much more of it fits into the frame. Only the thread that has the GL context may
// call it.

enum frame_work {
    FRAME_WORK_COMPILE, // giving programs to the driver's compiler
    FRAME_WORK_LINK,    // taking programs from it, which may wait for it
    FRAME_WORK_TIME,    // running implementations to measure them
    FRAME_WORK_TEXTURE, // making textures
    FRAME_WORK_UPLOAD,
    FRAME_WORK_READ_BACK,
    FRAME_WORK_FILE,
    FRAME_WORK_PALETTE, // finding the colours of palette=auto
    FRAME_WORK_PICTURE, // writing what F12 and Ctrl+Shift+S ask for
    FRAME_WORK_DRAW,
    FRAME_WORK_PANEL,
    FRAME_WORK_SHOW, // handing the picture to the screen, which may wait for the GPU
    FRAME_WORK_KINDS,
};

struct frame_account {
    struct {
        int count;
        double seconds;
    } kinds[FRAME_WORK_KINDS];
};

// Begins a frame with a whole budget. Its account begins where that of the last frame ended, so
// that it has what was done between.
void frame_work_begin_frame(void);
void frame_work_end_frame(void);

// Work of one kind may contain work of another, whose time then counts for that one alone.
void frame_work_begin(enum frame_work kind);
void frame_work_end(void);

// Adds work that takes so many seconds of the GPU.
void frame_work_add(enum frame_work kind, double seconds);

// Returns the seconds that compiling, linking and measuring may still take in this frame; 0 or less
// where the budget is spent. What cannot be divided, such as one program, may exceed it.
double frame_work_left(void);

// Changes the budget of a frame, 4 ms, in seconds.
void frame_work_set_budget(double seconds);

const struct frame_account *frame_work_account(void);

// Writes what took most of the frame: "linking 10 programs 310.2 ms, drawing 8.1 ms".
void frame_account_print(const struct frame_account *account, char *out, size_t size);
