#pragma once

#include "app/options.h"
#include "app/window/loop/window_state.h"

// Keeps the state of the window in $XDG_STATE_HOME/halation/window.json, or in
// ~/.local/state/halation, and brings it back for --restore.

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
void restore_read(struct restore *restore, struct options *options);

// Gives the state to a workbench that began with these options, and says what was found.
void restore_give(const struct restore *restore, const struct options *options,
                  struct workbench *workbench);

// Writes the state, whole or not at all. What is in the way is said in the log.
void restore_write(const struct workbench *workbench, int width, int height);
