#pragma once

#include "app/window/state/ui_state.h"

// app/window/controls: the actions of the window's keys. One table holds all of them; the window,
// the buttons of the panel, the help (H), `--list keys` and docs/window.md are made from it.
// A key changes the ui_state, or requests there what only the frame loop can do. An action that is
// not possible changes nothing, and the window prints the reason. To add a key, write its function
// below and a row in controls.c beside those of its group:
//     { 'R', "R", "reset the step", .run = controls_reset_step },
// and press it, as the loop and the tests do:
//     controls_press(&ui, 'R', 0, false);
//     ui_push_history(&ui, false); // a state to undo
typedef void control_run(struct ui_state *ui);
typedef void control_turn(struct ui_state *ui, int by);

struct control {
    int key; // enum window_key
    const char *name, *help;
    int last;           // 0: one key, else a range from `key` to `last`
    const char *group;  // heading in the help; NULL: that of the row before
    unsigned modifiers; // must be held
    unsigned optional;  // may be held
    bool repeats;       // also called again while the key is held down
    bool is_first;      // it is one of the ten that the help shows at first
    // The action is `run`, or `turn` with `by`; for a range of keys `by` is the number of the key,
    // from 1. `by` is negated if Shift is optional and held.
    control_run *run;
    control_turn *turn;
    int by;
};

extern const struct control controls[]; // ends with a zeroed row

// Returns the control of that name, which must exist.
const struct control *controls_find(const char *name);

// Runs the control that was clicked, if any. `shift`: Shift is held; it counts if the key accepts
// it.
void controls_click(struct ui_state *ui, bool shift);

// Ends an action that lasts while the key is held.
void controls_release(struct ui_state *ui, int key);

// Runs the action of the key, if it has one.
void controls_press(struct ui_state *ui, int key, unsigned modifiers, bool repeated);

// ---- steps and their values

control_run controls_remove_step, controls_duplicate_step, controls_reset_step;
control_turn controls_move_step, controls_select_step, controls_select_param, controls_turn_value;
control_turn controls_switch_step;
control_run controls_next_blur, controls_next_impl, controls_measure;

// Actions of the mouse: the first adds the effect that was chosen in the list, the second moves a
// step whose line was dragged.
void controls_add_effect(struct ui_state *ui, const struct effect *effect);
void controls_move_step_to(struct ui_state *ui, int from, int to);

// Enter opens the field of the selected value, or that of the shader's text in the editor. The
// second selects the next value of the step that can be typed, or with `by` -1 the previous one,
// and opens its field.
control_run controls_type;
control_turn controls_type_next;

// ---- files and the clipboard

control_run controls_save, controls_copy, controls_paste;

enum { PASTE_MAX_BYTES = 64 * 1024, PASTE_MAX_CHAINS = 2 };

struct paste {
    int count; // number of chains: 1, or 2 for a command line that has both sides
    struct chain chains[PASTE_MAX_CHAINS];
    int preset;    // preset that the last chain equals; -1: none
    bool has_more; // options of a command line were ignored
};

// Reads text that was copied elsewhere: chain text, the name of a preset, "@FILE", or a command
// line of this program, from which the chains are taken. Each line may begin with >, as in quoted
// mail. On failure returns false with the reason and, unless `place` is NULL or there is none, the
// place in the text.
bool paste_read(struct paste *paste, const char *text, struct chain_place *place,
                struct error *error);

// The first shows the dialog of presets and chain files, which lists the files of the current
// folder, or hides it. The second opens the item that is chosen there.
control_run controls_presets, controls_open;

// Moves the choice with the arrow keys, Home and End, and opens it with Return. Returns true if the
// key is one of these and the panel is shown.
bool controls_choose(struct ui_state *ui, int key);

// ---- how the picture is viewed

// Two sides. controls_flip shows the side that is not edited until the key is released; with
// one side, the picture without the chain.
control_run controls_copy_side, controls_swap_sides, controls_turn_side, controls_one_side;
control_run controls_flip;
control_turn controls_gain;

// Shows both sides in this mode, or only the edited one, and prints it in the window. The second
// creates the other side if there is one side only; a second call with the same mode shows one
// side.
void controls_view_sides(struct ui_state *ui, enum present_mode mode);
control_turn controls_toggle_view_of_sides;

// Names of channels that are viewed alone, by enum present_channel; "" for all of them.
extern const char *const controls_channels[];

// Part of the picture that is shown, zoom, exposure and channel; fit of the scene's image.
control_run controls_loupe, controls_fit, controls_one_to_one;
control_turn controls_zoom, controls_expose, controls_show_channel;
control_run controls_fit_image;

// Views inside the chain. A view does not change the chain, so it is no state to undo.
control_run controls_view_step, controls_heights;

// The editor of the selected step's GLSL.
control_run controls_show_source, controls_reset_source;
control_turn controls_next_source;

// Ends the view of a step or a pass. Returns true if there was one.
bool controls_end_view(struct ui_state *ui);

// Makes the text larger (1) or smaller (-1), or resets its size (0).
enum { CONTROLS_MIN_TEXT_SIZE = 50, CONTROLS_MAX_TEXT_SIZE = 300 }; // per cent

control_turn controls_resize_text;
