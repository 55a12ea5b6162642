#pragma once

#include "app/options.h"
#include "app/window/input/window.h"
#include "app/window/session/session.h"
#include "app/window/state/pointer.h"
#include "render/frame_work.h"

#include <stdio.h>

// app/window/loop: the whole window. This is the frame loop, which draws the picture and the panel
// and processes input.

struct viewer {
    struct window window;
    struct ui_state ui;
    struct session session;
    struct viewer_input {
        struct input_batch batch; // the current batch of input
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
        bool fits_window;   // the picture has the size of the free area, since no size was given
        int window_size[2]; // for which the picture got its size
        double since;       // clock_seconds when the window got its current size
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

// Draws and writes the picture or the export that an earlier frame recorded, if any: not a copy of
// the screen but, byte for byte, the picture of --screenshot, so programs may have to be compiled
// first.
void viewer_write_picture(struct viewer *viewer);

// Takes all events of the queue, divided into batches of input (struct input_batch), and updates
// the session. For each batch but the last a panel is built and not drawn; its changes reach the
// session in the same frame. For the last batch the loop calls viewer_build_panel after the picture
// is drawn, and then draws that panel; its changes reach the session in the next frame. Must be
// called outside a GPU frame.
void viewer_take_input(struct viewer *viewer);

// Builds the panel with the current batch of input, and records what it changed as a state to undo.
void viewer_build_panel(struct viewer *viewer);

// ---- restore.c

// Saves the state of the window in $XDG_STATE_HOME/halation/window, or in ~/.local/state/halation,
// and restores it for --restore. The file has two lines: the command line that opens a window with
// these chains and this scene, and the size of the window, pixels:
//     halation --chain gaussian:sigma=3 --scene bars --size 801x602 --time 12.5
//     window 1200x700

// Writes the command line that opens a window with the chains, from left to right, and the scene of
// the ui_state; other options are those in `options`. `frame`: number of the last frame, from 0,
// for steps that depend on it. `is_absolute`: paths of files become absolute where they fit, since
// the command may be run in another folder. Returns the length, like snprintf.
int restore_print_command(const struct ui_state *ui, int frame, bool is_absolute,
                          const struct options *options, const struct command_line *command,
                          char *out, size_t size);

// Writes the two lines.
void restore_print(const struct ui_state *ui, int frame, const int window_size[2],
                   const struct options *options, const struct command_line *command, FILE *out);

struct restore { // zeroed: no state was requested
    enum {
        RESTORE_NOT_REQUESTED,
        RESTORE_NONE,   // there is no file yet
        RESTORE_BROKEN, // the file cannot be read, see `error`
        RESTORE_READ,
    } found;
    struct error error;
    struct options options;
    char *words; // of the command line, which options may point to; owned
    int window_size[2];
};

// Reads the two lines. Returns false with the reason if they are not a valid state.
bool restore_parse(struct restore *restore, const char *text, const struct command_line *command,
                   struct error *error);

// Reads the state if the options request it, and stores it in `options`, except for options that
// are on the command line. `options` may then point to restore->words, which the caller frees.
void restore_read(struct restore *restore, struct options *options,
                  const struct command_line *command);

// Prints the result in the window.
void restore_show_message(const struct restore *restore, struct ui_state *ui);

// Writes the state completely or not at all. `options`: those that the window was opened with.
// Errors are logged.
void restore_write(const struct ui_state *ui, int frame, const int window_size[2],
                   const struct options *options, const struct command_line *command);

// Returns true if the lines of help for the first start are to be shown, that is until a key or a
// click has closed them once on this machine. A file in the same folder records that.
bool restore_shows_welcome(void);
void restore_store_welcome(void); // if the file cannot be written, they are shown again
