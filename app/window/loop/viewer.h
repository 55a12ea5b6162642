#pragma once

#include "app/options.h"
#include "app/window/input/window.h"
#include "app/window/session/reload.h"
#include "app/window/state/pointer.h"
#include "render/frame_work.h"

// app/window/loop: the whole window. This is the frame loop, which draws the picture and the panel
// and processes input.

struct viewer {
    struct window window;
    struct ui_state ui;
    struct session session;
    struct viewer_input {
        struct input_share share; // the current share of input
        struct pointer pointer;   // the mouse over the picture
        bool dragging;            // a slider is held: its changes are one state of the history
        bool typed;               // Enter opened the field that is being edited
        int tab; // key that left the field: 1 Tab, the next field is to open; -1 Shift+Tab, the
                 // previous one; else 0
        // The mouse button that was pressed last is still held on a widget, and the press changed a
        // value.
        bool held, press_changed;
    } input;
    struct viewer_size {
        bool follows;          // the picture has the size of the free area, since no size was given
        int seen[2], taken[2]; // size of the window: the current one, and the one that the
                               // picture's size was taken from
        double since;          // when the window got its current size
    } size;
    struct viewer_capture {   // a picture (F12) or an export folder that is to be written of one
                              // moment
        bool is_due, exports; // exports: the folder of Ctrl+Shift+S
        char side;            // 'A' or 'B', the side that was edited
        struct draw_options draw;
        struct picture_options request;
        char at[PASS_PATH_SIZE];
    } capture;
    struct reload reload;
    char title[UI_PATH_SIZE + 64];      // of the window
    const struct options *options;      // the options that the window was opened with
    const struct command_line *command; // NULL: no command line can be copied
    double state_due;                   // when --verbose prints the state again
    int frames;                         // number of frames since then
    // The longest of these frames: seconds from its beginning until the buffers were swapped, and
    // how that time was spent.
    double longest_frame;
    struct frame_work_times longest_times;
};

// Runs until the window is closed. Returns the exit status.
int viewer_run(const struct options *options, const struct command_line *command);

// Draws the picture of one frame of this size, without the panel, and does not show it. In order:
// writes the picture or export that an earlier frame recorded; fits the picture to the window;
// continues to read the scene's file; takes files that were dropped; takes all input and updates
// the session; carries out requests; sets the step or pass that is looked at; draws the session;
// and records a picture or an export that was requested, after the drawing, so that its moment is
// the one that is shown. Needs a window only for requests of full screen or quit.
void viewer_render(struct viewer *viewer, int width, int height);

// ---- the parts of a frame

// Draws and shows frames until the window is closed.
void viewer_loop(struct viewer *viewer);

// Returns true if the picture is still to get the size of the window (struct viewer_size).
bool viewer_size_is_due(const struct viewer *viewer);

// The first records the moment that was just drawn, for a picture or an export, and announces it.
// The second draws and writes it some frames later: not a copy of the screen but, byte for byte,
// the picture of --screenshot, so programs may have to be compiled first. It does nothing if no
// picture is due.
void viewer_record_moment(struct viewer *viewer, bool exports);
void viewer_write_picture(struct viewer *viewer);

// Takes all events of the queue, divided into shares of input (struct input_share), and updates the
// session. Builds the panel for all shares but the last, so what it changes reaches the session in
// the same frame. For the last share the loop calls viewer_build_panel after the picture is drawn,
// and then draws the panel; what that changes reaches the session in the next frame. Must be called
// outside a GPU frame.
void viewer_take_input(struct viewer *viewer);

// Builds the panel with the current share of input, and records what it changed as a state to undo.
void viewer_build_panel(struct viewer *viewer);
