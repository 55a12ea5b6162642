#include "app/window/controls/controls.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

// Closes what is open, one thing at a time, and asks before unsaved changes are lost. While text is
// typed, its field handles the keys.
static void leave(struct ui_state *ui)
{
    if (ui->list_open) {
        ui->list_open = false;
    } else if (ui->dialog != DIALOG_NONE) {
        ui->dialog = DIALOG_NONE;
    } else if (ui->view.loupe) {
        controls_loupe(ui);
    } else if (!controls_end_view(ui)) {
        const char *chain = ui_unsaved(ui), *shader = ui->source.unsaved;
        const bool are_two = chain && (shader[0] || strcmp(chain, "both sides") == 0);
        if (ui->leaving || (!chain && !shader[0]))
            ui_request(ui, UI_QUIT);
        else
            ui_message(ui, "%s%s%s %s not saved: Esc again quits, %sCtrl+S saves",
                       chain ? chain : "", chain && shader[0] ? " and " : "", shader,
                       are_two ? "are" : "is", shader[0] ? "U and then " : "");
        ui->leaving = true;
    }
}

static bool is_valid(struct ui_state *ui)
{
    if (ui->scene.scene->animated)
        return false;
    ui_message(ui, "the scene %s does not move", ui->scene.scene->name);
    return true;
}

static void pause(struct ui_state *ui)
{
    if (is_valid(ui))
        return;
    ui->paused = !ui->paused;
    if (ui->paused)
        ui_message(ui, "paused at %.2f s", ui->time);
    else if (ui_shows_both(ui))
        ui_message(ui, "goes on as soon as one side is seen alone");
    else
        ui_message(ui, "goes on from %.2f s", ui->time);
}

static void step_time(struct ui_state *ui)
{
    if (is_valid(ui))
        return;
    ui->paused = true;
    ui->time += 1.0 / 60;
    ui_message(ui, "a 60th of a second later: %.3f s", ui->time);
}

static void toggle_dialog(struct ui_state *ui, int dialog)
{
    ui_toggle_dialog(ui, (enum ui_dialog) dialog);
}

static void turn_panels(struct ui_state *ui)
{
    static const char *const words[] = { "the picture alone; P shows a panel", "one panel",
                                         "two panels: pages, and the chain" };
    const int most = ui->has_room_for_two ? 2 : 1;
    ui->panels = ui->panels < most ? ui->panels + 1 : 0;
    ui_message(ui, "%s", words[ui->panels]);
}

static void show_page(struct ui_state *ui, int page)
{
    ui->on_page = true;
    ui->panels = ui->panels > 0 ? ui->panels : 1;
    ui->page = (enum ui_page) page;
    ui_message(ui, "page: %s", ui_page_name(ui, ui->page));
}

// The first press shows the selected page if the panel shows the chain.
static void turn_page(struct ui_state *ui, int by)
{
    int page = (int) ui->page;
    bool turns = ui_shows_page(ui, ui->page);
    for (; turns || !ui_page_name(ui, (enum ui_page) page); turns = false)
        page = (page + by + PAGES) % PAGES;
    show_page(ui, page);
}

static void next_preset(struct ui_state *ui, int by)
{
    struct error error;
    const int count = preset_count();
    struct chain chain;
    if (count == 0)
        return;
    const int preset = ui->preset < 0 ? 0 : (ui->preset + by + count) % count;
    const char *name = preset_name(preset);
    if (!preset_read_chain(&chain, name, NULL, NULL, &error)) {
        ui_error(ui, &error);
        return;
    }
    ui_set_chain(ui, &chain, preset, NULL);
    ui_message(ui, "preset %s", name);
}

static void walk_history(struct ui_state *ui, int by)
{
    char text[MESSAGE_SIZE];
    const struct history_state before = *history_current(&ui->history);
    const struct history_state *state = history_step(&ui->history, by);
    if (!state) {
        ui_message(ui, "there is nothing to %s", by < 0 ? "undo" : "redo");
        return;
    }
    ui_set_state(ui, state);
    history_describe(&before, state, text, sizeof(text));
    ui_message(ui, "%s: %s", by < 0 ? "undone" : "redone", text);
}

static void request(struct ui_state *ui, int requested)
{
    ui_request(ui, (enum ui_request) requested);
}

// For keys on which + is with Shift.
static void larger_text(struct ui_state *ui)
{
    controls_resize_text(ui, 1);
}

static void zoom_in(struct ui_state *ui)
{
    controls_zoom(ui, 1);
}

// clang-format off
const struct control controls[] = {
    { WINDOW_KEY_ESCAPE, "Esc", "close what is open, then quit", .group = "The window", .run = leave },
    { 'H', "H", "these keys", .turn = toggle_dialog, .by = DIALOG_KEYS },
    { 'P', "P", "panels: one, two where they fit, none", .run = turn_panels },
    { 'I', "I", "next page of the panel; with Shift back", .optional = WINDOW_SHIFT, .turn = turn_page, .by = 1 },
    { '=', "Ctrl+=", "larger text", .modifiers = WINDOW_CTRL, .optional = WINDOW_SHIFT, .repeats = true,
      .run = larger_text },
    { '-', "Ctrl+-", "smaller text", .modifiers = WINDOW_CTRL, .repeats = true, .turn = controls_resize_text,
      .by = -1 },
    { '0', "Ctrl+0", "reset text size", .modifiers = WINDOW_CTRL, .turn = controls_resize_text },
    { WINDOW_KEY_F11, "F11", "full screen", .turn = request, .by = UI_FULL_SCREEN },
    { ' ', "Space", "pause", .run = pause },
    { '.', ".", "one step of time", .repeats = true, .run = step_time },
    { WINDOW_KEY_INSERT, "Insert", "add a step after the selected one", .group = "Steps", .turn = toggle_dialog,
      .by = DIALOG_ADD },
    { WINDOW_KEY_DELETE, "Delete", "remove the selected step", .run = controls_remove_step },
    { 'D', "Ctrl+D", "duplicate it", .modifiers = WINDOW_CTRL, .run = controls_duplicate_step },
    { WINDOW_KEY_UP, "Ctrl+Up", "move it up; or drag its line", .modifiers = WINDOW_CTRL, .repeats = true,
      .turn = controls_move_step, .by = -1 },
    { WINDOW_KEY_DOWN, "Ctrl+Down", "move it down", .modifiers = WINDOW_CTRL, .repeats = true,
      .turn = controls_move_step, .by = 1 },
    { '1', "1 to 9", "switch a step off and on", .last = '9', .turn = controls_switch_step },
    { 'R', "R", "reset the step", .run = controls_reset_step },
    { 'Z', "Ctrl+Z", "undo", .modifiers = WINDOW_CTRL, .repeats = true, .is_first = true, .turn = walk_history,
      .by = -1 },
    { 'Z', "Ctrl+Shift+Z", "redo", .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .repeats = true,
      .turn = walk_history, .by = 1 },
    { WINDOW_KEY_TAB, "Tab", "next step; with Shift the one before", .group = "Values", .optional = WINDOW_SHIFT,
      .repeats = true, .is_first = true, .turn = controls_select_step, .by = 1 },
    { WINDOW_KEY_DOWN, "Up, Down", "value before, next value", .last = WINDOW_KEY_UP, .repeats = true,
      .is_first = true, .turn = controls_select_param },
    { WINDOW_KEY_RIGHT, "Left, Right", "turn it, unfold and fold; with Shift in tenths", .last = WINDOW_KEY_LEFT,
      .optional = WINDOW_SHIFT, .repeats = true, .is_first = true, .turn = controls_turn_value },
    { WINDOW_KEY_ENTER, "Enter", "type the value or choose it; Tab types the next", .run = controls_type },
    { 'B', "B", "next blur", .is_first = true, .run = controls_next_blur },
    { 'V', "V", "next implementation", .is_first = true, .run = controls_next_impl },
    { 'M', "M", "measure the step's implementations", .is_first = true, .run = controls_measure },
    { '[', "[", "preset before", .group = "Chains and files", .turn = next_preset, .by = -1 },
    { ']', "]", "next preset", .is_first = true, .turn = next_preset, .by = 1 },
    { 'O', "Ctrl+O", "presets, and the chain files of this folder", .modifiers = WINDOW_CTRL,
      .run = controls_presets },
    { 'S', "Ctrl+S", "save the chain, or the edited GLSL, as a file", .modifiers = WINDOW_CTRL,
      .run = controls_save },
    { 'S', "Ctrl+Shift+S", "write it as shaders and C that run elsewhere",
      .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .turn = request, .by = UI_EXPORT },
    { 'C', "Ctrl+C", "copy the chain as text", .modifiers = WINDOW_CTRL, .run = controls_copy },
    { 'C', "Ctrl+Shift+C", "copy the command line that opens this window",
      .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .turn = request, .by = UI_COPY },
    { 'V', "Ctrl+V", "paste a chain", .modifiers = WINDOW_CTRL, .run = controls_paste },
    { 'F', "F", "fit, fill or stretch the picture of a file", .run = controls_fit_image },
    { WINDOW_KEY_F12, "F12", "write a picture", .turn = request, .by = UI_PICTURE },
    { 'A', "A", "compare: A stays, B is edited", .group = "Two sides", .is_first = true, .run = controls_copy_side },
    { WINDOW_KEY_TAB, "Ctrl+Tab", "edit the other side", .modifiers = WINDOW_CTRL, .run = controls_turn_side },
    { 'X', "X", "A and B change places", .run = controls_swap_sides },
    { 'A', "Ctrl+A", "one side again", .modifiers = WINDOW_CTRL, .run = controls_one_side },
    { '/', "/", "A | B, split by a line that is dragged", .is_first = true, .turn = controls_toggle_view_of_sides,
      .by = PRESENT_SPLIT },
    { 'S', "S", "A and B side by side", .turn = controls_toggle_view_of_sides, .by = PRESENT_SIDES },
    { 'D', "D", "the difference B - A", .turn = controls_toggle_view_of_sides, .by = PRESENT_DIFFERENCE },
    { 'G', "G", "double its gain; with Shift halve it", .optional = WINDOW_SHIFT, .turn = controls_gain, .by = 1 },
    { 'N', "N", "the other side, or no chain, while held", .run = controls_flip },
    { 'L', "L", "loupe", .group = "Looking closely", .run = controls_loupe },
    { '=', "+", "zoom in, as the wheel", .optional = WINDOW_SHIFT, .repeats = true, .run = zoom_in },
    { '-', "-", "zoom out", .repeats = true, .turn = controls_zoom, .by = -1 },
    { '0', "0", "show the whole picture", .run = controls_fit },
    { 'O', "O", "1:1", .run = controls_one_to_one },
    { 'E', "E", "view one stop brighter; with Shift darker", .optional = WINDOW_SHIFT, .repeats = true,
      .turn = controls_expose, .by = 1 },
    { '1', "Ctrl+1 to Ctrl+6", "view red, green, blue, alpha, luminance, stops", .last = '6',
      .modifiers = WINDOW_CTRL, .turn = controls_show_channel },
    { 'K', "K", "look at the selected step", .group = "Inside the chain", .run = controls_view_step },
    { 'K', "Ctrl+K", "small pictures of its passes; a click looks at one", .modifiers = WINDOW_CTRL,
      .turn = show_page, .by = PAGE_PASSES },
    { 'H', "Ctrl+H", "graphs: plain or logarithmic heights", .modifiers = WINDOW_CTRL, .run = controls_heights },
    { 'U', "U", "edit the GLSL of the selected step", .run = controls_show_source },
    { 'U', "Ctrl+U", "its next text; with Shift the one before", .modifiers = WINDOW_CTRL,
      .optional = WINDOW_SHIFT, .turn = controls_next_source, .by = 1 },
    { 'U', "Shift+U", "reset that text to its file's", .modifiers = WINDOW_SHIFT, .run = controls_reset_source },
    { WINDOW_KEY_F5, "F5", "read the shaders again", .turn = request, .by = UI_RELOAD },
    { 0 },
};
// clang-format on

static void act(const struct control *control, struct ui_state *ui, int key, bool shift)
{
    const int by = control->last ? key - control->key + 1 : control->by;
    if (control->run)
        control->run(ui);
    else
        control->turn(ui, shift && control->optional ? -by : by);
}

const struct control *controls_find(const char *name)
{
    const struct control *control = controls;
    while (strcmp(control->name, name) != 0) {
        control++;
        assert(control->name);
    }
    return control;
}

void controls_click(struct ui_state *ui, bool shift)
{
    const struct control *control = ui->clicked;
    ui->clicked = NULL;
    if (control)
        act(control, ui, control->key, shift);
}

void controls_press(struct ui_state *ui, int key, unsigned modifiers, bool repeated)
{
    if (controls_choose(ui, key))
        return;
    for (const struct control *control = controls; control->name; control++) {
        const int last = control->last ? control->last : control->key;
        if (key < control->key || key > last ||
            (modifiers & ~control->optional) != control->modifiers)
            continue;
        if (control->repeats || !repeated)
            act(control, ui, key, modifiers & WINDOW_SHIFT);
        return;
    }
    // A printable character; keys with modifiers, or without a name here, are ignored.
    if (!repeated && key > ' ' && key < 127 && !(modifiers & WINDOW_CTRL))
        ui_message(ui, "the key %s%c does nothing; H shows those that do",
                   modifiers & WINDOW_SHIFT ? "Shift+" : "", key);
}

void controls_release(struct ui_state *ui, int key)
{
    if (key == 'N' && ui->shows_other)
        controls_flip(ui);
}
