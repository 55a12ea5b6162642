#pragma once

#include "app/options.h"
#include "app/window/state/workbench.h"

#include <stdio.h>

// Keeps the state of the window in $XDG_STATE_HOME/halation/window, or in ~/.local/state/halation,
// and brings it back for --restore. The file has two lines: the command line that opens a window
// with these chains and this scene, and how it is looked at, as a step of chain text:
//
//     halation --chain gaussian:sigma=3 --scene bars --size 801x602 --time 12.5
//     window:way=split:zoom=2:page=light

// What is kept, as a plain value.
struct window_state {
    struct chain chain, other;
    bool has_other;
    struct scene_choice scene;
    double time; // of the scene, seconds; 0 where it stands still
    int frame;   // its number, where a step is animated by it; else 0
    // How it is looked at, by the rows of a table. Switches are 0 or 1.
    struct window_look {
        int width, height, window_width, window_height; // of the picture and the window, pixels
        int follows;   // the picture's size is that of the window: none was given
        int side, way; // of struct workbench and struct look
        float zoom, x, y, divider, gain;
        int stops, loupe;
        int paused, sheets, page, on_page, letters;
        int step, param, viewing;
        char preset[PARAM_TEXT_SIZE]; // that the chain began as; "": none
    } look;
};

// Takes what the workbench has, and the number of the frame that was drawn last, from 0. The sizes
// are the caller's.
void window_state_take(struct window_state *state, const struct workbench *workbench, int frame);

// Gives the workbench what it had: how it is looked at, and with `chains` the chains. Scene and
// time are the caller's.
void window_state_give(const struct window_state *state, struct workbench *workbench, bool chains);

// Writes the command line that opens a window with these chains and scene, and this size of the
// picture; the rest is as `options` say. Names of shader files count from the folder, as of
// chain_print_in; NULL: the current one. Returns the length, like snprintf.
int window_state_command(const struct window_state *state, const char *folder,
                         const struct options *options, const struct command_line *command,
                         char *out, size_t size);

// Writes the two lines. Names of files become whole paths, where they fit: the next window may
// begin in another folder.
void window_state_print(const struct window_state *state, const struct options *options,
                        const struct command_line *command, FILE *out);

// Reads them. False with the reason, and with nothing changed, where they are no state.
bool window_state_parse(struct window_state *state, const char *text,
                        const struct command_line *command, struct error *error);

struct restore { // zeroed: nothing was asked for
    enum {
        RESTORE_NOT_ASKED,
        RESTORE_NONE,   // there is no file yet
        RESTORE_BROKEN, // it cannot be read: `error`
        RESTORE_READ,
    } found;
    struct error error;
    struct window_state state;
};

// Reads the state where the options ask for it, and puts it into `options`, but for what the
// command line says.
void restore_read(struct restore *restore, struct options *options,
                  const struct command_line *command);

// Gives the state to a workbench that began with these options, and says what was found.
void restore_give(const struct restore *restore, const struct options *options,
                  struct workbench *workbench);

// Writes the state, whole or not at all. `options`: what the window began with. What is in the way
// is said in the log.
void restore_write(const struct window_state *state, const struct options *options,
                   const struct command_line *command);

// Whether the lines of help at the first start on a machine are to be shown: they were not left by
// a key or a click yet. A file in the same folder says that they were.
bool restore_shows_welcome(void);
void restore_note_welcome(void); // where the file cannot be written, they come again
