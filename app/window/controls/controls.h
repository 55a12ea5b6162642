#pragma once

#include "app/window/state/workbench.h"

// app/window/controls: the window's keys: one table that the window obeys, and that --list keys and
// the help show. A key changes the workbench, or wishes there for what the frame loop does.
struct control {
    int key, last;      // enum window_key; `last` 0: one key, else all from `key` to `last`
    unsigned modifiers; // must be held
    unsigned optional;  // may be held; the function looks at them
    bool repeats;       // while the key is held down
    const char *name;   // shown
    const char *help;
    const char *action; // by which the panel's button calls it; NULL: it has none
    void (*run)(struct workbench *workbench, int key, unsigned modifiers);
};

extern const struct control controls[]; // ends with a zeroed row

// Returns the control of an action, which is there.
const struct control *controls_find(const char *action);

// Does what the key of the control that was clicked does, if any was. `shift` is held, which counts
// where the key takes it.
void controls_click(struct workbench *workbench, bool shift);

// Ends what lasts while a key is held.
void controls_let_go(struct workbench *workbench, int key);

// Does what the key stands for, if anything.
void controls_press(struct workbench *workbench, int key, unsigned modifiers, bool repeated);

// ---- what the keys do, for the table

// What cannot be is said, and changes nothing.

// Which steps there are.
void controls_add_step(struct workbench *workbench, int key, unsigned modifiers); // the list opens
void controls_remove_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_duplicate_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_move_step(struct workbench *workbench, int key, unsigned modifiers);

// What the mouse does: adds what was chosen in the list, and moves a step whose line was dragged.
void controls_add_effect(struct workbench *workbench, const struct effect *effect);
void controls_move_step_to(struct workbench *workbench, int from, int to);

// Which is selected, and its values.
void controls_select_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_select_param(struct workbench *workbench, int key, unsigned modifiers);
void controls_turn_value(struct workbench *workbench, int key, unsigned modifiers);
void controls_switch_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_next_blur(struct workbench *workbench, int key, unsigned modifiers);
void controls_next_impl(struct workbench *workbench, int key, unsigned modifiers);
void controls_measure(struct workbench *workbench, int key, unsigned modifiers);
void controls_reset_step(struct workbench *workbench, int key, unsigned modifiers);

// Enter: the selected value is typed; then the next one of the step that can be, or with `by` -1
// the one before.
void controls_type(struct workbench *workbench, int key, unsigned modifiers);
void controls_type_next(struct workbench *workbench, int by);

// Files and the clipboard.
void controls_save(struct workbench *workbench, int key, unsigned modifiers);
void controls_copy(struct workbench *workbench, int key, unsigned modifiers);
void controls_copy_command(struct workbench *workbench, int key, unsigned modifiers);
void controls_paste(struct workbench *workbench, int key, unsigned modifiers);

// The sheet of presets and chain files: shows it, which then lists the files of the current folder,
// or hides it; opens what is chosen there.
void controls_presets(struct workbench *workbench, int key, unsigned modifiers);
void controls_open(struct workbench *workbench, int key, unsigned modifiers);

// Moves the choice with the arrow keys, Home and End, and opens it with Return. Returns whether the
// key is one of them and the sheet is shown.
bool controls_choose(struct workbench *workbench, int key);

// Two sides.
void controls_copy_side(struct workbench *workbench, int key, unsigned modifiers);
void controls_swap_sides(struct workbench *workbench, int key, unsigned modifiers);
void controls_turn_side(struct workbench *workbench, int key, unsigned modifiers);
void controls_split(struct workbench *workbench, int key, unsigned modifiers);
void controls_sides(struct workbench *workbench, int key, unsigned modifiers);
void controls_difference(struct workbench *workbench, int key, unsigned modifiers);
void controls_flip(struct workbench *workbench, int key, unsigned modifiers); // until it is let go
void controls_one_side(struct workbench *workbench, int key, unsigned modifiers);
void controls_gain(struct workbench *workbench, int key, unsigned modifiers);

// Looks at both sides so, or at the edited one alone, and says it.
void controls_look_at(struct workbench *workbench, enum present_way way);

// Which part of the picture, how large and how bright.
void controls_loupe(struct workbench *workbench, int key, unsigned modifiers);
void controls_fit(struct workbench *workbench, int key, unsigned modifiers);
void controls_fit_image(struct workbench *workbench, int key, unsigned modifiers); // of the scene
void controls_one_to_one(struct workbench *workbench, int key, unsigned modifiers);
void controls_zoom(struct workbench *workbench, int key, unsigned modifiers);
void controls_expose(struct workbench *workbench, int key, unsigned modifiers);

// Inside the chain. A look changes nothing of it, so it is no state to undo.
void controls_view_step(struct workbench *workbench, int key, unsigned modifiers);
void controls_turn_pass(struct workbench *workbench, int key, unsigned modifiers);
void controls_heights(struct workbench *workbench, int key, unsigned modifiers);

// Ends a look at a step or a pass. Returns whether there was one.
bool controls_end_look(struct workbench *workbench);

// A step's GLSL.
void controls_source(struct workbench *workbench, int key, unsigned modifiers);
void controls_next_source(struct workbench *workbench, int key, unsigned modifiers);
void controls_copy_source(struct workbench *workbench, int key, unsigned modifiers);

// The letters' size.
enum { CONTROLS_LEAST_LETTERS = 50, CONTROLS_MOST_LETTERS = 300 }; // per cent

void controls_larger(struct workbench *workbench, int key, unsigned modifiers);
void controls_smaller(struct workbench *workbench, int key, unsigned modifiers);
void controls_first_size(struct workbench *workbench, int key, unsigned modifiers);
