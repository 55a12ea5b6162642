#pragma once

#include "app/window/state/workbench.h"

// app/window/controls: what the window's keys do. One table has them all: the window obeys it, and
// the buttons of the panel, the help (H), `--list keys` and docs/window.md are made of it.
//
// A key changes the workbench, or wishes there for what only the frame loop can do. What cannot be
// is said in the window, and changes nothing. To add a key, write its function below, and a row in
// controls.c, beside those of its group:
//
//     { 'R', .name = "R", .help = "reset the step", .run = controls_reset_step },
//
// and press it, as the loop and the tests do:
//
//     controls_press(&workbench, 'R', 0, false);
//     workbench_remember(&workbench, false); // a state to undo
typedef void control_run(struct workbench *workbench);
typedef void control_turn(struct workbench *workbench, int by);

struct control {
    int key, last;      // enum window_key; `last` 0: one key, else all from `key` to `last`
    unsigned modifiers; // must be held
    unsigned optional;  // may be held
    bool repeats;       // while the key is held down
    const char *name;   // shown
    const char *help;
    const char *group;  // of what the help shows together; NULL: that of the row before
    const char *action; // by which the panel's button calls it; NULL: it has none
    // What it does: `run`, or `turn` with `by`; of several keys with the number of the key, from 1.
    // Where Shift is optional and held, the number is negative.
    control_run *run;
    control_turn *turn;
    int by;
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

// ---- steps and their values

control_run controls_remove_step, controls_duplicate_step, controls_reset_step;
control_turn controls_move_step, controls_select_step, controls_select_param, controls_turn_value;
control_turn controls_switch_step;
control_run controls_next_blur, controls_next_impl, controls_measure;

// What the mouse does: adds what was chosen in the list, and moves a step whose line was dragged.
void controls_add_effect(struct workbench *workbench, const struct effect *effect);
void controls_move_step_to(struct workbench *workbench, int from, int to);

// Enter: the selected value is typed; then the next one of the step that can be, or with `by` -1
// the one before.
control_run controls_type;
control_turn controls_type_next;

// ---- files and the clipboard

control_run controls_save, controls_copy, controls_paste;

enum { PASTE_MOST_BYTES = 64 * 1024, PASTE_MOST_CHAINS = 2 };

struct paste {
    int count; // of chains: 1, or the two of a command line that has both sides
    struct chain chains[PASTE_MOST_CHAINS];
    int preset;    // that the last of them is, unchanged; -1: none
    bool has_more; // options of a command line that were passed over
};

// Reads text that was copied elsewhere: chain text, the name of a preset, "@FILE", or a command
// line of this program, of which the chains count; also as mail quotes them, with > before each
// line. False with the reason, and with the place, unless that is NULL or there is none.
bool paste_read(struct paste *paste, const char *text, struct chain_place *place,
                struct error *error);

// The sheet of presets and chain files: shows it, which then lists the files of the current folder,
// or hides it; opens what is chosen there.
control_run controls_presets, controls_open;

// Moves the choice with the arrow keys, Home and End, and opens it with Return. Returns whether the
// key is one of them and the sheet is shown.
bool controls_choose(struct workbench *workbench, int key);

// ---- how the picture is looked at

// Two sides. The one that is not edited is seen until the key is let go.
control_run controls_copy_side, controls_swap_sides, controls_turn_side, controls_one_side;
control_run controls_flip;
control_turn controls_gain;

// Looks at both sides so, or at the edited one alone, and says it. The second makes another side
// where there is none; called again it shows one.
void controls_look_at(struct workbench *workbench, enum present_way way);
control_turn controls_look_at_both;

// Which part of the picture, how large and how bright; how the scene fills it.
control_run controls_loupe, controls_fit, controls_one_to_one, controls_closer, controls_farther;
control_turn controls_expose;
control_run controls_fit_image;

// Inside the chain, and a step's GLSL. A look changes nothing of it, so it is no state to undo.
control_run controls_view_step, controls_heights, controls_copy_source;
control_turn controls_turn_pass, controls_next_source;

// Ends a look at a step or a pass. Returns whether there was one.
bool controls_end_look(struct workbench *workbench);

// The letters' size.
enum { CONTROLS_LEAST_LETTERS = 50, CONTROLS_MOST_LETTERS = 300 }; // per cent

control_run controls_larger, controls_smaller, controls_first_size;
