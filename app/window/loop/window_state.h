#pragma once

#include "app/window/state/workbench.h"

// What is kept of a window from one run to the next, as JSON: a plain value. Texts are those of the
// command line, so that a file written by hand is read with the same limits.

enum { WINDOW_STATE_VERSION = 1, WINDOW_STATE_MOST_BYTES = 256 * 1024 };

struct window_state {
    struct chain chain, other;
    bool has_other;
    struct scene_choice scene;
    double time; // of the scene, seconds
    int preset;  // that the chain began as; -1: none
    // How it is looked at, by the rows of a table. Switches are 0 or 1.
    struct window_look {
        int width, height; // of the window, pixels
        int side, way;     // of struct workbench and struct look
        float zoom, x, y, divider, gain;
        int stops, loupe;
        int paused, panel, page, on_page, letters;
        int step, param, viewing;
    } look;
};

// Takes what the workbench has. Names of files become whole paths, where they fit: the next window
// may begin in another folder. Sizes are pixels.
void window_state_take(struct window_state *state, const struct workbench *workbench, int width,
                       int height);

// Gives the workbench what it had: how it is looked at, and with `chains` the chains. Scene and
// time are the caller's.
void window_state_give(const struct window_state *state, struct workbench *workbench, bool chains);

// Returns the text, for the caller to free.
char *window_state_print(const struct window_state *state);

// Reads it. False with the reason, and with nothing changed, where it is no state of this version.
bool window_state_parse(struct window_state *state, const char *text, struct error *error);
