#pragma once

#include "app/options.h"
#include "app/window/input/window.h"
#include "app/window/stage/reload.h"
#include "app/window/state/pointer.h"
#include "render/frame_work.h"

// app/window/loop: all of the window together. This is the loop of frames, which draws the picture
// and the panel and carries out input.

struct viewer {
    struct window window;
    struct workbench workbench;
    struct stage stage;
    struct viewer_input {
        struct input_frame frame; // what of the queue is in this frame
        struct pointer pointer;   // the mouse over the picture
        bool dragging;            // a slider is held: its changes are one state of the history
        bool typed;               // Enter opened the field that is typed into
        int tab; // it was left with Tab: 1 the next one is to come, -1 the one before; else 0
        // Whether the mouse still holds what it pressed last, and whether that changed something.
        bool held, press_changed;
        struct error refused; // the last value that was typed wrong; "": another was taken since
    } input;
    struct viewer_size {
        bool follows;          // the picture takes the size of what is free, for none was given
        int seen[2], taken[2]; // of the window: the last one, and the one that it was taken from
        double since;          // when the window became as it was seen last
    } size;
    struct viewer_capture {   // a picture that F12 wants of a moment, or a folder
        bool is_due, exports; // exports: the folder of Ctrl+Shift+S
        char side;            // 'A' or 'B', which was edited
        struct draw_wish draw;
        struct picture_wish wish;
        char at[PASS_PATH_SIZE];
    } capture;
    struct reload reload;
    const struct options *options;      // what it began with
    const struct command_line *command; // NULL: none can be copied
    double state_due;                   // when --verbose tells the state again
    int frames;                         // since then
    // The longest of those: seconds from its beginning until it was handed to the screen, and on
    // what.
    double longest_frame;
    struct frame_account longest_account;
};

// Runs until the window is closed. Returns the exit status.
int viewer_run(const struct options *options, const struct command_line *command);

// Draws one frame of this size without showing it: carries out the input and wishes since the last
// one, brings the stage to what is wanted, and draws the picture. Needs no window unless
// the full screen or the end is wished for.
void viewer_render(struct viewer *viewer, int width, int height);

// ---- the parts of a frame

// Lets a picture that has no size of its own follow a window that has come to rest. The second says
// whether it is still to do so.
void viewer_follow_size(struct viewer *viewer, int width, int height);
bool viewer_size_is_due(const struct viewer *viewer);

// Notes where the picture is viewed in a window of that size.
void viewer_place_picture(struct viewer *viewer, int width, int height);

// Notes the moment that is seen, after it was drawn, and says that its picture comes. The second
// draws and writes that, some frames later: it is no picture of the screen but, byte for byte, what
// --screenshot gives, so it compiles and takes its time. Does nothing where none is due.
void viewer_note_picture(struct viewer *viewer);
void viewer_note_export(struct viewer *viewer);
void viewer_write_picture(struct viewer *viewer);

// Takes all that waits in the queue. What has come since the last frame may be worth several frames
// of the panel: it follows them all but the last, which is to be drawn. The stage follows, too.
// Outside a GPU frame.
void viewer_take_input(struct viewer *viewer);

// Draws the panel with the last of them, and makes what it changes a state to undo; the stage
// follows. The second does the same without drawing.
void viewer_draw_panel(struct viewer *viewer);
void viewer_follow_panel(struct viewer *viewer);
