#pragma once

#include "app/window/workbench.h"

// The window's keys: one table that the window obeys, and that --list keys and the help show. A key
// changes the workbench, or wishes there for what the frame loop does.
struct control {
    int key, last;      // of window_keys.h; `last` 0: one key, else all from `key` to `last`
    unsigned modifiers; // must be held
    unsigned optional;  // may be held; the function looks at them
    bool repeats;       // while the key is held down
    const char *name;   // shown
    const char *help;
    void (*run)(struct workbench *workbench, int key, unsigned modifiers);
};

extern const struct control controls[]; // ends with a zeroed row

// Returns the name and gives the help of the i-th control; NULL past the last.
const char *controls_key(int i, const char **help);

// Ends what lasts while a key is held.
void controls_let_go(struct workbench *workbench, int key);

// Does what the key stands for, if anything.
void controls_press(struct workbench *workbench, int key, unsigned modifiers, bool repeated);
