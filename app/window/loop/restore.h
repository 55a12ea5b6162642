#pragma once

#include "app/options.h"
#include "app/window/state/workbench.h"

#include <stdio.h>

// Saves the state of the window in $XDG_STATE_HOME/halation/window, or in ~/.local/state/halation,
// and restores it for --restore. The file has two lines: the command line that opens a window with
// these chains and this scene, and the view, as a step of chain text:
//     halation --chain gaussian:sigma=3 --scene bars --size 801x602 --time 12.5
//     window:way=split:zoom=2:page=light

// The saved state, a plain value.
struct window_state {
    struct chain chain, other;
    bool has_other;
    struct scene_choice scene;
    double time; // time of the scene, seconds; 0 if it is not animated
    int frame;   // number of the frame if a step depends on it; else 0
    // The view, read and written by the rows of a table. Switches are 0 or 1.
    struct window_look {
        int width, height, window_width, window_height; // of the picture and the window, pixels
        int follows;   // 1: the picture has the size of the window, since no size was given
        int side, way; // as in struct workbench and struct look
        float zoom, x, y, divider, gain;
        int stops, loupe;
        int paused, sheets, page, on_page, letters;
        int step, param, viewing;
        char preset[PARAM_TEXT_SIZE]; // that the chain was loaded from; "": none
    } look;
};

// Copies the state from the workbench. `frame`: number of the last frame, from 0. The caller sets
// the sizes.
void window_state_take(struct window_state *state, const struct workbench *workbench, int frame);

// Copies the view, and with `chains` the chains, to the workbench. The caller sets scene and time.
void window_state_give(const struct window_state *state, struct workbench *workbench, bool chains);

// Writes the command line that opens a window with these chains and scene, and this size of the
// picture; other options are those in `options`. Paths of shader files are relative to the folder,
// as with chain_print_in; NULL: the current one. Returns the length, like snprintf.
int window_state_command(const struct window_state *state, const char *folder,
                         const struct options *options, const struct command_line *command,
                         char *out, size_t size);

// Writes the two lines. Paths of files are made absolute if they fit, since the next window may be
// opened in another folder.
void window_state_print(const struct window_state *state, const struct options *options,
                        const struct command_line *command, FILE *out);

// Reads the two lines. If they are not a valid state, returns false with the reason and changes
// nothing.
bool window_state_parse(struct window_state *state, const char *text,
                        const struct command_line *command, struct error *error);

struct restore { // zeroed: no state was requested
    enum {
        RESTORE_NOT_ASKED,
        RESTORE_NONE,   // there is no file yet
        RESTORE_BROKEN, // the file cannot be read, see `error`
        RESTORE_READ,
    } found;
    struct error error;
    struct window_state state;
};

// Reads the state if the options request it, and stores it in `options`, except for options that
// are on the command line.
void restore_read(struct restore *restore, struct options *options,
                  const struct command_line *command);

// Applies the state to a workbench that was created with these options, and prints the result in
// the window.
void restore_give(const struct restore *restore, const struct options *options,
                  struct workbench *workbench);

// Writes the state completely or not at all. `options`: those that the window was opened with.
// Errors are logged.
void restore_write(const struct window_state *state, const struct options *options,
                   const struct command_line *command);

// Returns true if the lines of help for the first start are to be shown, that is until a key or a
// click has closed them once on this machine. A file in the same folder records that.
bool restore_shows_welcome(void);
void restore_note_welcome(void); // if the file cannot be written, they are shown again
