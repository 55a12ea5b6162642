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
    } else if (ui->look.loupe) {
        controls_loupe(ui);
    } else if (!controls_end_look(ui)) {
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
    ui_take(ui, &chain, preset, NULL);
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
    ui_set(ui, state);
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
    { WINDOW_KEY_ESCAPE, .group = "The window", .name = "Esc", .help = "close what is open, then quit", .run = leave },
    { 'H', .name = "H", .help = "these keys", .turn = toggle_dialog, .by = DIALOG_KEYS },
    { 'P', .name = "P", .help = "panels: one, two where they fit, none", .run = turn_panels },
    { 'I', .optional = WINDOW_SHIFT, .name = "I", .help = "next page of the panel; with Shift back",
      .turn = turn_page, .by = 1 },
    { '=', .modifiers = WINDOW_CTRL, .optional = WINDOW_SHIFT, .repeats = true, .name = "Ctrl+=",
      .help = "larger text", .run = larger_text },
    { '-', .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+-", .help = "smaller text",
      .turn = controls_resize_text, .by = -1 },
    { '0', .modifiers = WINDOW_CTRL, .name = "Ctrl+0", .help = "reset text size",
      .turn = controls_resize_text },
    { WINDOW_KEY_F11, .name = "F11", .help = "full screen", .turn = request, .by = UI_FULL_SCREEN },
    { ' ', .name = "Space", .help = "pause", .run = pause },
    { '.', .repeats = true, .name = ".", .help = "one step of time", .run = step_time },
    { WINDOW_KEY_INSERT, .group = "Steps", .name = "Insert", .help = "add a step after the selected one",
      .turn = toggle_dialog, .by = DIALOG_ADD },
    { WINDOW_KEY_DELETE, .name = "Delete", .help = "remove the selected step",
      .run = controls_remove_step },
    { 'D', .modifiers = WINDOW_CTRL, .name = "Ctrl+D", .help = "duplicate it",
      .run = controls_duplicate_step },
    { WINDOW_KEY_UP, .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+Up",
      .help = "move it up; or drag its line", .turn = controls_move_step, .by = -1 },
    { WINDOW_KEY_DOWN, .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+Down",
      .help = "move it down", .turn = controls_move_step, .by = 1 },
    { '1', '9', .name = "1 to 9", .help = "switch a step off and on", .turn = controls_switch_step },
    { 'R', .name = "R", .help = "reset the step", .run = controls_reset_step },
    { 'Z', .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+Z", .is_first = true, .help = "undo",
      .turn = walk_history, .by = -1 },
    { 'Z', .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .repeats = true, .name = "Ctrl+Shift+Z",
      .help = "redo", .turn = walk_history, .by = 1 },
    { WINDOW_KEY_TAB, .optional = WINDOW_SHIFT, .repeats = true, .group = "Values", .name = "Tab", .is_first = true,
      .help = "next step; with Shift the one before", .turn = controls_select_step, .by = 1 },
    { WINDOW_KEY_UP, WINDOW_KEY_DOWN, .repeats = true, .name = "Up, Down", .is_first = true,
      .help = "value before, next value", .turn = controls_select_param },
    { WINDOW_KEY_LEFT, WINDOW_KEY_RIGHT, .optional = WINDOW_SHIFT, .repeats = true,
      .name = "Left, Right", .is_first = true, .help = "turn it, unfold and fold; with Shift in tenths",
      .turn = controls_turn_value },
    { WINDOW_KEY_ENTER, .name = "Enter", .help = "type the value or choose it; Tab types the next",
      .run = controls_type },
    { 'B', .name = "B", .is_first = true, .help = "next blur", .run = controls_next_blur },
    { 'V', .name = "V", .is_first = true, .help = "next implementation", .run = controls_next_impl },
    { 'M', .name = "M", .is_first = true, .help = "measure the step's implementations",
      .run = controls_measure },
    { '[', .group = "Chains and files", .name = "[", .help = "preset before", .turn = next_preset, .by = -1 },
    { ']', .name = "]", .is_first = true, .help = "next preset", .turn = next_preset, .by = 1 },
    { 'O', .modifiers = WINDOW_CTRL, .name = "Ctrl+O",
      .help = "presets, and the chain files of this folder",
      .run = controls_presets },
    { 'S', .modifiers = WINDOW_CTRL, .name = "Ctrl+S", .help = "save the chain, or the edited GLSL, as a file",
      .run = controls_save },
    { 'S', .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .name = "Ctrl+Shift+S",
      .help = "write it as shaders and C that run elsewhere", .turn = request, .by = UI_EXPORT },
    { 'C', .modifiers = WINDOW_CTRL, .name = "Ctrl+C", .help = "copy the chain as text",
      .run = controls_copy },
    { 'C', .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .name = "Ctrl+Shift+C",
      .help = "copy the command line that opens this window",
      .turn = request, .by = UI_COPY },
    { 'V', .modifiers = WINDOW_CTRL, .name = "Ctrl+V", .help = "paste a chain",
      .run = controls_paste },
    { 'F', .name = "F", .help = "fit, fill or stretch the picture of a file",
      .run = controls_fit_image },
    { WINDOW_KEY_F12, .name = "F12", .help = "write a picture",
      .turn = request, .by = UI_PICTURE },
    { 'A', .group = "Two sides", .name = "A", .is_first = true, .help = "compare: A stays, B is edited",
      .run = controls_copy_side },
    { WINDOW_KEY_TAB, .modifiers = WINDOW_CTRL, .name = "Ctrl+Tab", .help = "edit the other side",
      .run = controls_turn_side },
    { 'X', .name = "X", .help = "A and B change places",
      .run = controls_swap_sides },
    { 'A', .modifiers = WINDOW_CTRL, .name = "Ctrl+A", .help = "one side again",
      .run = controls_one_side },
    { '/', .name = "/", .is_first = true, .help = "A | B, split by a line that is dragged",
      .turn = controls_look_at_both, .by = PRESENT_SPLIT },
    { 'S', .name = "S", .help = "A and B side by side", .turn = controls_look_at_both, .by = PRESENT_SIDES },
    { 'D', .name = "D", .help = "the difference B - A", .turn = controls_look_at_both, .by = PRESENT_DIFFERENCE },
    { 'G', .optional = WINDOW_SHIFT, .name = "G", .help = "double its gain; with Shift halve it",
      .turn = controls_gain, .by = 1 },
    { 'N', .name = "N", .help = "the other side, or no chain, while held",
      .run = controls_flip },
    { 'L', .group = "Looking closely", .name = "L", .help = "loupe", .run = controls_loupe },
    { '=', .optional = WINDOW_SHIFT, .repeats = true, .name = "+", .help = "zoom in, as the wheel",
      .run = zoom_in },
    { '-', .repeats = true, .name = "-", .help = "zoom out", .turn = controls_zoom, .by = -1 },
    { '0', .name = "0", .help = "show the whole picture", .run = controls_fit },
    { 'O', .name = "O", .help = "1:1", .run = controls_one_to_one },
    { 'E', .optional = WINDOW_SHIFT, .repeats = true, .name = "E",
      .help = "view one stop brighter; with Shift darker", .turn = controls_expose, .by = 1 },
    { '1', '6', .modifiers = WINDOW_CTRL, .name = "Ctrl+1 to Ctrl+6",
      .help = "view red, green, blue, alpha, luminance, stops", .turn = controls_show_channel },
    { 'K', .group = "Inside the chain", .name = "K", .help = "look at the selected step", .run = controls_view_step },
    { 'K', .modifiers = WINDOW_CTRL, .name = "Ctrl+K", .help = "small pictures of its passes; a click looks at one",
      .turn = show_page, .by = PAGE_PASSES },
    { 'H', .modifiers = WINDOW_CTRL, .name = "Ctrl+H",
      .help = "graphs: plain or logarithmic heights", .run = controls_heights },
    { 'U', .name = "U", .help = "edit the GLSL of the selected step",
      .run = controls_show_source },
    { 'U', .modifiers = WINDOW_CTRL, .optional = WINDOW_SHIFT, .name = "Ctrl+U",
      .help = "its next text; with Shift the one before",
      .turn = controls_next_source, .by = 1 },
    { 'U', .modifiers = WINDOW_SHIFT, .name = "Shift+U", .help = "reset that text to its file's",
      .run = controls_reset_source },
    { WINDOW_KEY_F5, .name = "F5", .help = "read the shaders again", .turn = request, .by = UI_RELOAD },
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

void controls_let_go(struct ui_state *ui, int key)
{
    if (key == 'N' && ui->flips)
        controls_flip(ui);
}
