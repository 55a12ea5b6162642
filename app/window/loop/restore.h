#pragma once

#include "app/options.h"
#include "app/window/state/ui_state.h"

#include <stdio.h>

// Saves the state of the window in $XDG_STATE_HOME/halation/window, or in ~/.local/state/halation,
// and restores it for --restore. The file has two lines: the command line that opens a window with
// these chains and this scene, and the size of the window, pixels:
//     halation --chain gaussian:sigma=3 --scene bars --size 801x602 --time 12.5
//     window 1200x700

// A plain value.
struct window_state {
    struct chain chains[2]; // the last one is edited
    int chain_count;
    struct scene_choice scene;
    double time; // time of the scene, seconds; 0 if it is not animated
    int frame;   // number of the frame if a step depends on it; else 0
    int size[2]; // of the picture, pixels; 0: that of the options
};

// Copies the state from the ui_state, without a size. `frame`: number of the last frame, from 0.
void window_state_init(struct window_state *state, const struct ui_state *ui, int frame);

// Writes the command line that opens a window with these chains and scene, and this size of the
// picture; other options are those in `options`. Paths of shader files are relative to the folder,
// as with chain_print_in; NULL: the current one. Returns the length, like snprintf.
int window_state_command(const struct window_state *state, const char *folder,
                         const struct options *options, const struct command_line *command,
                         char *out, size_t size);

// Writes the two lines. Paths of files are made absolute if they fit, since the next window may be
// opened in another folder.
void window_state_print(const struct window_state *state, const int window_size[2],
                        const struct options *options, const struct command_line *command,
                        FILE *out);

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
void restore_write(const struct window_state *state, const int window_size[2],
                   const struct options *options, const struct command_line *command);

// Returns true if the lines of help for the first start are to be shown, that is until a key or a
// click has closed them once on this machine. A file in the same folder records that.
bool restore_shows_welcome(void);
void restore_note_welcome(void); // if the file cannot be written, they are shown again
