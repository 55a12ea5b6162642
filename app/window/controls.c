#include "app/window/controls.h"

#include "app/edit/edit.h"
#include "app/edit/preset.h"
#include "app/panel/panel.h"
#include "app/window/viewer.h"

#include <stddef.h>

// What is open closes first, one at a time. Text that is typed has its keys for itself.
static void leave(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    if (panel_close())
        return;
    if (viewer->help_shown)
        viewer->help_shown = false;
    else
        window_close(&viewer->window);
}

static bool stands(struct viewer *viewer)
{
    if (viewer->scene.scene->animated)
        return false;
    viewer_say(viewer, "the scene %s does not move", viewer->scene.scene->name);
    return true;
}

static void pause(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    if (!stands(viewer))
        viewer->paused = !viewer->paused;
}

static void step_time(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    if (stands(viewer))
        return;
    viewer->paused = true;
    viewer->time += 1.0 / 60;
}

static void toggle_help(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    viewer->help_shown = !viewer->help_shown;
}

static void toggle_panel(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    viewer->panel_shown = !viewer->panel_shown;
}

static bool has_steps(struct viewer *viewer)
{
    if (viewer->chain.count == 0)
        viewer_say(viewer, "the chain has no steps; [ and ] take a preset");
    return viewer->chain.count > 0;
}

static void select_step(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key;
    const int count = viewer->chain.count, by = modifiers & WINDOW_SHIFT ? -1 : 1;
    if (!has_steps(viewer))
        return;
    if (count == 1 && viewer->step == 0)
        viewer_say(viewer, "the chain has one step");
    viewer->step = (viewer->step + by + count) % count;
    viewer->param = 0;
}

static void select_param(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) modifiers;
    const int count = edit_line_count(&viewer->chain, viewer->step);
    const int by = key == WINDOW_KEY_UP ? -1 : 1;
    if (has_steps(viewer))
        viewer->param = count > 0 ? (viewer->param + by + count) % count : 0;
}

static void turn_value(struct viewer *viewer, int key, unsigned modifiers)
{
    struct edit_line line;
    char label[64];
    const bool down = key == WINDOW_KEY_LEFT;
    if (!has_steps(viewer) ||
        edit_nudge(&viewer->chain, viewer->step, viewer->param, down ? -1 : 1,
                   modifiers & WINDOW_SHIFT) ||
        !edit_line(&viewer->chain, viewer->step, viewer->param, &line))
        return;
    edit_label(&line, label, sizeof(label));
    if (line.param->type == PARAM_TYPE_TEXT)
        viewer_say(viewer, "%s is text: click it in the panel and type", label);
    else
        viewer_say(viewer, "%s is at its %s end", label, down ? "lower" : "upper");
}

static void switch_step(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) modifiers;
    const int step = key - '1', count = viewer->chain.count;
    if (!has_steps(viewer))
        return;
    if (step >= count) {
        viewer_say(viewer, "there is no step %d; the chain has %d", step + 1, count);
        return;
    }
    viewer->chain.steps[step].off = !viewer->chain.steps[step].off;
    viewer_say(viewer, "%s is %s", viewer->chain.steps[step].effect->name,
               viewer->chain.steps[step].off ? "off" : "on");
}

static void next_blur(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    const struct effect *effect = edit_next_blur(&viewer->chain, &viewer->step);
    if (!effect) {
        viewer_say(viewer, "no step of the chain blurs, so there is no next blur");
        return;
    }
    viewer->param = 0;
    viewer_say(viewer, "%s: %s", effect->name, effect->summary);
}

// Those that do not fit this GPU and size are passed over.
static void next_impl(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    struct error error;
    struct chain chain = viewer->chain;
    const struct effect *effect = NULL;
    for (int tries = 0; tries < 64; tries++) {
        const char *name = edit_next_impl(&chain, &viewer->step, &effect);
        if (!name) {
            viewer_say(viewer, "no step of the chain has implementations to choose from");
            return;
        }
        if (!lab_set_chain(&viewer->lab, &chain, &error))
            continue;
        if (chain_equal(&viewer->chain, &chain))
            viewer_say(viewer, "%s: no implementation but %s fits here", effect->name, name);
        else
            viewer_say(viewer, "%s: %s", effect->name, name);
        viewer->chain = chain;
        return;
    }
}

static void next_preset(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) modifiers;
    struct error error;
    const int count = preset_count(), by = key == '[' ? -1 : 1;
    if (count == 0)
        return;
    viewer->preset = viewer->preset < 0 ? 0 : (viewer->preset + by + count) % count;
    const char *name = preset_name(viewer->preset);
    if (!preset_read_chain(&viewer->chain, name, NULL, NULL, &error)) {
        viewer_complain(viewer, &error);
        return;
    }
    viewer->step = viewer->param = 0;
    viewer_say(viewer, "preset %s", name);
}

static void view_step(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    if (!has_steps(viewer))
        return;
    viewer->viewing_step = !viewer->viewing_step;
    if (!viewer->viewing_step)
        viewer_say(viewer, "after all steps");
    else if (viewer->step < viewer->chain.count)
        viewer_say(viewer, "after step %d, %s", viewer->step + 1,
                   viewer->chain.steps[viewer->step].effect->name);
}

static void reset(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    const struct chain before = viewer->chain;
    if (!has_steps(viewer))
        return;
    edit_reset_step(&viewer->chain, &viewer->first, viewer->step);
    viewer_say(viewer, "%s is %s", viewer->chain.steps[viewer->step].effect->name,
               chain_equal(&before, &viewer->chain) ? "as it was at first" : "reset");
}

static void take_back(struct viewer *viewer, const char *done, const char *nothing,
                      const struct history_state *(*walk)(struct history *history))
{
    char text[MESSAGE_SIZE];
    const struct history_state before = *history_current(&viewer->history);
    const struct history_state *state = walk(&viewer->history);
    if (!state) {
        viewer_say(viewer, "%s", nothing);
        return;
    }
    viewer->chain = state->chain;
    viewer->scene = state->scene;
    viewer->preset = state->preset;
    if (viewer->step >= viewer->chain.count)
        viewer->step = viewer->param = 0;
    history_describe(&before, state, text, sizeof(text));
    viewer_say(viewer, "%s: %s", done, text);
}

static void undo(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    take_back(viewer, "undone", "there is nothing to undo", history_undo);
}

static void redo(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    take_back(viewer, "redone", "there is nothing to redo", history_redo);
}

static void reload(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    viewer_reload(viewer);
}

static void fill_screen(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    if (!window_toggle_full_screen(&viewer->window))
        viewer_say(viewer, "there is no screen that the window could fill");
}

static void write_picture(struct viewer *viewer, int key, unsigned modifiers)
{
    (void) key, (void) modifiers;
    viewer_write_picture(viewer);
}

// clang-format off
const struct control controls[] = {
    { WINDOW_KEY_ESCAPE, .name = "Esc", .help = "close what is open, then quit", .run = leave },
    { ' ', .name = "Space", .help = "pause", .run = pause },
    { '.', .repeats = true, .name = ".", .help = "one step of time", .run = step_time },
    { 'H', .name = "H", .help = "these keys", .run = toggle_help },
    { 'P', .name = "P", .help = "panel", .run = toggle_panel },
    { WINDOW_KEY_TAB, .optional = WINDOW_SHIFT, .repeats = true, .name = "Tab",
      .help = "next step; with Shift the one before", .run = select_step },
    { WINDOW_KEY_UP, WINDOW_KEY_DOWN, .repeats = true, .name = "Up, Down",
      .help = "parameter, or edge of the region", .run = select_param },
    { WINDOW_KEY_LEFT, WINDOW_KEY_RIGHT, .optional = WINDOW_SHIFT, .repeats = true,
      .name = "Left, Right", .help = "turn its value; with Shift in tenths", .run = turn_value },
    { '1', '9', .name = "1 to 9", .help = "switch a step off and on", .run = switch_step },
    { 'B', .name = "B", .help = "next blur", .run = next_blur },
    { 'V', .name = "V", .help = "next implementation", .run = next_impl },
    { '[', .name = "[", .help = "preset before", .run = next_preset },
    { ']', .name = "]", .help = "next preset", .run = next_preset },
    { 'K', .name = "K", .help = "look at the selected step", .run = view_step },
    { 'R', .name = "R", .help = "reset the step", .run = reset },
    { 'Z', .modifiers = WINDOW_CTRL, .repeats = true, .name = "Ctrl+Z", .help = "undo",
      .run = undo },
    { 'Z', .modifiers = WINDOW_CTRL | WINDOW_SHIFT, .repeats = true, .name = "Ctrl+Shift+Z",
      .help = "redo", .run = redo },
    { WINDOW_KEY_F5, .name = "F5", .help = "read the shaders again", .run = reload },
    { WINDOW_KEY_F11, .name = "F11", .help = "full screen", .run = fill_screen },
    { WINDOW_KEY_F12, .name = "F12", .help = "write a picture, as PrintScreen does",
      .run = write_picture },
    { WINDOW_KEY_PRINT_SCREEN, .name = "PrintScreen", .help = "write a picture",
      .run = write_picture },
    { 0 },
};
// clang-format on

static bool answers(const struct control *control, int key, unsigned modifiers)
{
    const int last = control->last ? control->last : control->key;
    return key >= control->key && key <= last &&
           (modifiers & ~control->optional) == control->modifiers;
}

const char *controls_key(int i, const char **help)
{
    *help = controls[i].help;
    return controls[i].name;
}

// Signs and letters; what holds modifiers, or has no name here, is left to others.
static void complain_of_key(struct viewer *viewer, int key, unsigned modifiers)
{
    if (key > ' ' && key < 127 && !(modifiers & WINDOW_CTRL))
        viewer_say(viewer, "the key %c does nothing; H shows those that do", key);
}

void controls_press(struct viewer *viewer, int key, unsigned modifiers, bool repeated)
{
    for (const struct control *control = controls; control->name; control++) {
        if (!answers(control, key, modifiers))
            continue;
        if (control->repeats || !repeated)
            control->run(viewer, key, modifiers);
        return;
    }
    if (!repeated)
        complain_of_key(viewer, key, modifiers);
}
