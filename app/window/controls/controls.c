#include "app/window/controls/controls.h"

#include "app/lab/edit/edit.h"
#include "app/lab/edit/history_describe.h"
#include "app/lab/edit/preset.h"
#include "app/window/state/input.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

// Closes what is open first, one at a time, and asks before what was changed is lost. Text that is
// typed has its keys for itself.
static void leave(struct workbench *workbench, int key, unsigned modifiers)
{
    if (workbench->list_open) {
        workbench->list_open = false;
    } else if (workbench->sheet != SHEET_NONE) {
        workbench->sheet = SHEET_NONE;
    } else if (workbench->look.loupe) {
        controls_loupe(workbench, key, modifiers);
    } else if (!controls_end_look(workbench)) {
        if (workbench->leaving || !workbench_has_unsaved(workbench))
            workbench_wish(workbench, WORKBENCH_QUIT);
        else
            workbench_say(workbench, "the chain was changed: Esc again quits, Ctrl+S saves");
        workbench->leaving = true;
    }
}

static bool stands(struct workbench *workbench)
{
    if (workbench->scene.scene->animated)
        return false;
    workbench_say(workbench, "the scene %s does not move", workbench->scene.scene->name);
    return true;
}

static void pause(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    if (stands(workbench))
        return;
    workbench->paused = !workbench->paused;
    if (workbench->paused)
        workbench_say(workbench, "paused at %.2f s", workbench->time);
    else if (workbench_shows_both(workbench))
        workbench_say(workbench, "goes on as soon as one side is seen alone");
    else
        workbench_say(workbench, "goes on from %.2f s", workbench->time);
}

static void step_time(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    if (stands(workbench))
        return;
    workbench->paused = true;
    workbench->time += 1.0 / 60;
    workbench_say(workbench, "a 60th of a second later: %.3f s", workbench->time);
}

static void toggle_help(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench_toggle_sheet(workbench, SHEET_KEYS);
}

static void toggle_panel(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench->panel_shown = !workbench->panel_shown;
    workbench_say(workbench, "%s",
                  workbench->panel_shown ? "the sheets are shown"
                                         : "the sheets are hidden; P shows them again");
}

static void turn_page(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key;
    const int by = modifiers & WINDOW_SHIFT ? PAGES - 1 : 1;
    workbench->panel_shown = workbench->on_page = true;
    do {
        workbench->page = (enum workbench_page)(((int) workbench->page + by) % PAGES);
    } while (!workbench_page_name(workbench, workbench->page));
    workbench_say(workbench, "page: %s", workbench_page_name(workbench, workbench->page));
}

static void next_preset(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) modifiers;
    struct error error;
    const int count = preset_count(), by = key == '[' ? -1 : 1;
    struct chain chain;
    if (count == 0)
        return;
    const int preset = workbench->preset < 0 ? 0 : (workbench->preset + by + count) % count;
    const char *name = preset_name(preset);
    if (!preset_read_chain(&chain, name, NULL, NULL, &error)) {
        workbench_complain(workbench, &error);
        return;
    }
    workbench_take(workbench, &chain, preset, NULL);
    workbench_say(workbench, "preset %s", name);
}

static void take_back(struct workbench *workbench, const char *done, const char *nothing,
                      const struct history_state *(*walk)(struct history *history))
{
    char text[MESSAGE_SIZE];
    const struct history_state before = *history_current(&workbench->history);
    const struct history_state *state = walk(&workbench->history);
    if (!state) {
        workbench_say(workbench, "%s", nothing);
        return;
    }
    workbench_set(workbench, state);
    history_describe(&before, state, text, sizeof(text));
    workbench_say(workbench, "%s: %s", done, text);
}

static void undo(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    take_back(workbench, "undone", "there is nothing to undo", history_undo);
}

static void redo(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    take_back(workbench, "redone", "there is nothing to redo", history_redo);
}

static void wish_reload(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench_wish(workbench, WORKBENCH_RELOAD);
}

static void wish_full_screen(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench_wish(workbench, WORKBENCH_FULL_SCREEN);
}

static void wish_picture(struct workbench *workbench, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    workbench_wish(workbench, WORKBENCH_PICTURE);
}

// clang-format off
const struct control controls[] = {
    { WINDOW_KEY_ESCAPE, .name = "Esc", .help = "close what is open, then quit; asks once where a changed chain was not saved", .run = leave },
    { ' ', .name = "Space", .help = "pause", .run = pause },
    { '.', .repeats = true, .name = ".", .help = "one step of time", .run = step_time },
    { 'H', .name = "H", .help = "these keys", .action = "keys", .run = toggle_help },
    { 'P', .name = "P", .help = "panel", .run = toggle_panel },
    { 'I', .optional = WINDOW_SHIFT, .name = "I", .help = "next page of the sheet; with Shift back",
      .run = turn_page },
    { WINDOW_KEY_TAB, .optional = WINDOW_SHIFT, .repeats = true, .name = "Tab",
      .help = "next step; with Shift the one before", .run = controls_select_step },
    { WINDOW_KEY_UP, WINDOW_KEY_DOWN, .repeats = true, .name = "Up, Down",
      .help = "parameter, or edge of the region", .run = controls_select_param },
    { WINDOW_KEY_LEFT, WINDOW_KEY_RIGHT, .optional = WINDOW_SHIFT, .repeats = true,
      .name = "Left, Right", .help = "turn its value; with Shift in tenths", .run = controls_turn_value },
    { WINDOW_KEY_ENTER, .name = "Enter", .help = "type the value, or choose it in its list; Tab enters it and types the next",
      .run = controls_type },
    { '1', '9', .name = "1 to 9", .help = "switch a step off and on", .run = controls_switch_step },
    { 'B', .name = "B", .help = "next blur", .run = controls_next_blur },
    { 'V', .name = "V", .help = "next implementation", .run = controls_next_impl },
    { 'M', .name = "M", .help = "measure the step's implementations", .action = "measure",
      .run = controls_measure },
    { '[', .name = "[", .help = "preset before", .run = next_preset },
    { ']', .name = "]", .help = "next preset", .run = next_preset },
    { WINDOW_KEY_INSERT, .name = "Insert", .help = "add a step after the selected one",
      .action = "add", .run = controls_add_step },
    { 'I', .modifiers = WINDOW_CTRL, .name = "Ctrl+I", .help = "add a step, as Insert does",
      .run = controls_add_step },
    { WINDOW_KEY_DELETE, .name = "Delete", .help = "remove the selected step",
      .action = "remove", .run = controls_remove_step },
    { 'D', .modifiers = WINDOW_CTRL, .name = "Ctrl+D", .help = "duplicate it",
      .action = "duplicate", .run = controls_duplicate_step },
    { WINDOW_KEY_UP, .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+Up",
      .help = "move it up; or drag its line", .action = "up", .run = controls_move_step },
    { WINDOW_KEY_DOWN, .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+Down",
      .help = "move it down", .action = "down", .run = controls_move_step },
    { 'K', .name = "K", .help = "look at the selected step", .run = controls_view_step },
    { 'K', .modifiers = WINDOW_CTRL, .optional = WINDOW_SHIFT, .repeats = true, .name = "Ctrl+K",
      .help = "look at its next pass; with Shift the one before", .run = controls_turn_pass },
    { 'H', .modifiers = WINDOW_CTRL, .name = "Ctrl+H", .action = "heights",
      .help = "histograms and the point spread: heights as they are, or their logarithms", .run = controls_heights },
    { 'R', .name = "R", .help = "reset the step", .action = "reset", .run = controls_reset_step },
    { 'Z', .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+Z", .help = "undo", .action = "undo",
      .run = undo },
    { 'Z', .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .repeats = true, .name = "Ctrl+Shift+Z",
      .help = "redo", .action = "redo", .run = redo },
    { 'S', .modifiers = WINDOW_CTRL, .name = "Ctrl+S", .help = "save the chain as a file",
      .action = "save", .run = controls_save },
    { 'C', .modifiers = WINDOW_CTRL, .name = "Ctrl+C", .help = "copy the chain as text",
      .action = "copy", .run = controls_copy },
    { 'C', .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .name = "Ctrl+Shift+C",
      .help = "copy the command line that opens this window", .action = "copy command",
      .run = controls_copy_command },
    { 'V', .modifiers = WINDOW_CTRL, .name = "Ctrl+V", .help = "paste a chain",
      .action = "paste", .run = controls_paste },
    { 'O', .modifiers = WINDOW_CTRL, .name = "Ctrl+O",
      .help = "presets, and the chain files of this folder", .action = "presets",
      .run = controls_presets },
    { WINDOW_KEY_ENTER, .name = "Return", .help = "open what is chosen there", .action = "open",
      .run = controls_open },
    { 'A', .name = "A", .help = "copy this side to the other", .action = "copy side",
      .run = controls_copy_side },
    { WINDOW_KEY_TAB, .modifiers = WINDOW_CTRL, .name = "Ctrl+Tab", .help = "edit the other side",
      .action = "turn side", .run = controls_turn_side },
    { 'X', .name = "X", .help = "A and B change places", .action = "swap",
      .run = controls_swap_sides },
    { 'A', .modifiers = WINDOW_CTRL, .name = "Ctrl+A", .help = "one side again",
      .action = "one side", .run = controls_one_side },
    { '/', .name = "/", .help = "A | B, split by a line that is dragged", .action = "split",
      .run = controls_split },
    { 'S', .name = "S", .help = "A and B side by side", .run = controls_sides },
    { 'D', .name = "D", .help = "the difference B - A", .run = controls_difference },
    { 'G', .optional = WINDOW_SHIFT, .name = "G", .help = "double its gain; with Shift halve it",
      .action = "gain", .run = controls_gain },
    { 'N', .name = "N", .help = "the other side, while it is held", .action = "flip",
      .run = controls_flip },
    { 'L', .name = "L", .help = "loupe", .action = "loupe", .run = controls_loupe },
    { '=', .optional = WINDOW_SHIFT, .repeats = true, .name = "+", .help = "closer, as the wheel",
      .run = controls_zoom },
    { '-', .repeats = true, .name = "-", .help = "farther", .run = controls_zoom },
    { '0', .name = "0", .help = "all of the picture", .run = controls_fit },
    { 'O', .name = "O", .help = "1:1", .run = controls_one_to_one },
    { '=', .modifiers = WINDOW_CTRL, .optional = WINDOW_SHIFT, .repeats = true, .name = "Ctrl+=",
      .help = "larger letters", .action = "larger", .run = controls_larger },
    { '-', .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+-", .help = "smaller letters",
      .action = "smaller", .run = controls_smaller },
    { '0', .modifiers = WINDOW_CTRL, .name = "Ctrl+0", .help = "letters of the first size",
      .action = "first size", .run = controls_first_size },
    { 'E', .optional = WINDOW_SHIFT, .repeats = true, .name = "E",
      .help = "look a stop brighter; with Shift darker", .run = controls_expose },
    { 'F', .name = "F", .help = "fit, fill or stretch the picture of a file",
      .run = controls_fit_image },
    { 'U', .name = "U", .help = "the GLSL of the selected step", .action = "source",
      .run = controls_source },
    { 'U', .modifiers = WINDOW_CTRL, .optional = WINDOW_SHIFT, .name = "Ctrl+U",
      .help = "its next text; with Shift the one before", .run = controls_next_source },
    { 'U', .modifiers = WINDOW_SHIFT, .name = "Shift+U", .help = "copy that text",
      .action = "copy_source", .run = controls_copy_source },
    { WINDOW_KEY_F5, .name = "F5", .help = "read the shaders again", .run = wish_reload },
    { WINDOW_KEY_F11, .name = "F11", .help = "full screen", .run = wish_full_screen },
    { WINDOW_KEY_F12, .name = "F12", .help = "write a picture, as PrintScreen does",
      .run = wish_picture },
    { WINDOW_KEY_PRINT_SCREEN, .name = "PrintScreen", .help = "write a picture",
      .run = wish_picture },
    { 0 },
};
// clang-format on

static bool answers(const struct control *control, int key, unsigned modifiers)
{
    const int last = control->last ? control->last : control->key;
    return key >= control->key && key <= last &&
           (modifiers & ~control->optional) == control->modifiers;
}

const struct control *controls_find(const char *action)
{
    const struct control *control = controls;
    while (!control->action || strcmp(control->action, action) != 0) {
        control++;
        assert(control->name);
    }
    return control;
}

void controls_click(struct workbench *workbench, bool shift)
{
    const struct control *control = workbench->clicked;
    workbench->clicked = NULL;
    if (control)
        control->run(workbench, control->key,
                     control->modifiers | (shift ? control->optional & WINDOW_SHIFT : 0));
}

// Says that a sign or letter does nothing; keys with modifiers, or without a name here, are left to
// others.
static void complain_of_key(struct workbench *workbench, int key, unsigned modifiers)
{
    if (key > ' ' && key < 127 && !(modifiers & WINDOW_CTRL))
        workbench_say(workbench, "the key %s%c does nothing; H shows those that do",
                      modifiers & WINDOW_SHIFT ? "Shift+" : "", key);
}

void controls_press(struct workbench *workbench, int key, unsigned modifiers, bool repeated)
{
    if (controls_choose(workbench, key))
        return;
    for (const struct control *control = controls; control->name; control++) {
        if (!answers(control, key, modifiers))
            continue;
        if (control->repeats || !repeated)
            control->run(workbench, key, modifiers);
        return;
    }
    if (!repeated)
        complain_of_key(workbench, key, modifiers);
}

void controls_let_go(struct workbench *workbench, int key)
{
    if (key == 'N' && workbench->flips)
        controls_flip(workbench, key, 0);
}
