#pragma once

#include "app/workbench/workbench.h"

// app/controls: the window's keys: one table that the window obeys, and that --list keys and the
// help show. A key changes the workbench, or wishes there for what the frame loop does.
struct control {
    int key, last;      // of window_keys.h; `last` 0: one key, else all from `key` to `last`
    unsigned modifiers; // must be held
    unsigned optional;  // may be held; the function looks at them
    bool repeats;       // while the key is held down
    const char *name;   // shown
    const char *help;
    const char *action; // by which the panel's button calls it; NULL: it has none
    void (*run)(struct workbench *workbench, int key, unsigned modifiers);
};

extern const struct control controls[]; // ends with a zeroed row

// Returns the name and gives the help of the i-th control; NULL past the last.
const char *controls_key(int i, const char **help);

// The same for the key of an action.
const char *controls_action_key(const char *action, const char **help);

// Does what the key of the action does. `shift` is held, which counts where the key takes it.
void controls_act(struct workbench *workbench, const char *action, bool shift);

// Returns whether the i-th control is one key, and so can be clicked in the list of keys.
bool controls_is_one(int i);

// Does what the key of the i-th control does, which is one key.
void controls_click(struct workbench *workbench, int i, bool shift);

// Ends what lasts while a key is held.
void controls_let_go(struct workbench *workbench, int key);

// Does what the key stands for, if anything.
void controls_press(struct workbench *workbench, int key, unsigned modifiers, bool repeated);
