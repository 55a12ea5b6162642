#include "app/edit/edit.h"
#include "app/renderer/renderer.h"
#include "app/window/controls/controls.h"

#include <stddef.h>

// ---- which steps there are

void controls_add_effect(struct ui_state *ui, const struct effect *effect)
{
    struct error error;
    const int requested = ui->chain.count == 0 ? 0 : ui->step + 1;
    if (effect->file.path && !(effect = effect_of_file(effect->file.path, &error))) {
        ui_error(ui, &error);
        return;
    }
    if (!edit_steps_add(&ui->chain, effect, &ui->step, &error)) {
        ui_message(ui, "%s", error.text);
        return;
    }
    ui->param = 0;
    ui_message(ui, "added %s as step %d%s", effect->name, ui->step + 1,
               ui->step == requested ? "" : ", the nearest place where it can stand");
}

void controls_remove_step(struct ui_state *ui)
{
    if (!ui_has_steps(ui))
        return;
    const char *name = ui->chain.steps[ui->step].effect->name;
    edit_steps_remove(&ui->chain, &ui->step);
    ui->param = 0;
    ui->viewing_step = ui->viewing_step && ui->chain.count > 0;
    ui_message(ui, "removed %s; Ctrl+Z brings it back", name);
}

void controls_duplicate_step(struct ui_state *ui)
{
    struct error error;
    if (!ui_has_steps(ui))
        return;
    if (edit_steps_duplicate(&ui->chain, &ui->step, &error))
        ui_message(ui, "duplicated %s as step %d", ui->chain.steps[ui->step].effect->name,
                   ui->step + 1);
    else
        ui_message(ui, "%s", error.text);
}

void controls_move_step(struct ui_state *ui, int by)
{
    if (ui_has_steps(ui))
        controls_move_step_to(ui, ui->step, ui->step + by);
}

void controls_move_step_to(struct ui_state *ui, int from, int to)
{
    struct error error;
    int step = from;
    if (!edit_steps_move(&ui->chain, &step, to, &error)) {
        ui_message(ui, "%s", error.text);
        return;
    }
    if (ui->step != from)
        ui->param = 0;
    ui->step = step;
    ui_message(ui, "moved %s to %d", ui->chain.steps[step].effect->name, step + 1);
}

// ---- steps and their values

// Prints the selected value if no panel shows it.
static void print_value(struct ui_state *ui)
{
    struct edit_line line;
    char value[PARAM_PRINTED_SIZE];
    if (ui->panels > 0 || !edit_line(&ui->chain, ui->step, ui->param, &line))
        return;
    param_print(line.param, line.values, value, sizeof(value));
    ui_message(ui, "%s %s", line.param->key, value);
}

void controls_select_step(struct ui_state *ui, int by)
{
    const int count = ui->chain.count;
    if (!ui_has_steps(ui))
        return;
    const bool is_alone = count == 1 && ui->step == 0;
    ui->step = (ui->step + by + count) % count;
    ui->param = 0;
    if (is_alone)
        ui_message(ui, "the chain has one step");
    else if (ui->panels == 0)
        ui_message(ui, "step %d, %s", ui->step + 1, ui->chain.steps[ui->step].effect->name);
}

// The lines of a region's edges are shown while one of them is selected.
static bool is_unfolded(struct ui_state *ui)
{
    struct edit_line line;
    return edit_line(&ui->chain, ui->step, ui->param, &line) && line.corner;
}

void controls_select_param(struct ui_state *ui, int key)
{
    const int count = edit_line_count(&ui->chain, ui->step);
    const int by = key == 1 ? 1 : -1;
    const bool unfolded = is_unfolded(ui);
    if (!ui_has_steps(ui) || count == 0)
        return;
    do
        ui->param = (ui->param + by + count) % count;
    while (!unfolded && is_unfolded(ui)); // skips hidden lines
    print_value(ui);
}

// The lines of the edges come after that of the whole region.
static void unfold(struct ui_state *ui, const char *label, bool down)
{
    if (down) {
        ui_message(ui, "%s is folded; Right unfolds its edges, Enter types it", label);
        return;
    }
    ui->param++;
    print_value(ui);
}

void controls_turn_value(struct ui_state *ui, int key)
{
    struct edit_line line;
    char label[64];
    const bool down = key == 2 || key == -2, is_fine = key < 0;
    if (!ui_has_steps(ui))
        return;
    if (edit_nudge(&ui->chain, ui->step, ui->param, down ? -1 : 1, is_fine)) {
        print_value(ui);
        return;
    }
    if (!edit_line(&ui->chain, ui->step, ui->param, &line))
        return;
    edit_label(&line, label, sizeof(label));
    if (line.component < 0)
        unfold(ui, label, down);
    else if (line.param->type == PARAM_TYPE_TEXT && !line.param->choices)
        ui_message(ui, "%s is text: Enter, or a click on it, lets it be typed", label);
    else
        ui_message(ui, "%s is at its %s end", label, down ? "lower" : "upper");
}

void controls_switch_step(struct ui_state *ui, int key)
{
    const int step = key - 1, count = ui->chain.count;
    if (!ui_has_steps(ui))
        return;
    if (step >= count) {
        ui_message(ui, "there is no step %d; the chain has %d", step + 1, count);
        return;
    }
    ui->chain.steps[step].off = !ui->chain.steps[step].off;
    ui_message(ui, "%s is %s", ui->chain.steps[step].effect->name,
               ui->chain.steps[step].off ? "off" : "on");
}

void controls_next_blur(struct ui_state *ui)
{
    const struct effect *effect = edit_next_blur(&ui->chain, &ui->step);
    if (!effect) {
        ui_message(ui, "no step of the chain blurs, so there is no next blur");
        return;
    }
    ui->param = 0;
    ui_message(ui, "%s: %s", effect->name, effect->about.summary);
}

// Skips implementations that do not fit this GPU and size, and those that failed to compile.
void controls_next_impl(struct ui_state *ui)
{
    enum { MAX = 64 };
    struct chain chain = ui->chain;
    const struct effect *effect = NULL;
    const char *name;
    int skipped = 0;
    do {
        name = edit_next_impl(&chain, &ui->step, &effect);
        skipped++;
    } while (name && skipped < MAX &&
             (skipped <= ui->impls_refused ||
              (ui->renderer && !renderer_impl_fits(ui->renderer, &chain, ui->step))));
    ui->impls_tried = skipped;
    if (!name)
        ui_message(ui, "no step of the chain has implementations to choose from");
    else if (chain_equal(&ui->chain, &chain))
        ui_message(ui, "%s: no implementation but %s fits here", effect->name, name);
    else
        ui_message(ui, "%s: %s", effect->name, name);
    ui->chain = chain;
}

void controls_reset_step(struct ui_state *ui)
{
    const struct chain before = ui->chain;
    if (!ui_has_steps(ui))
        return;
    edit_reset_step(&ui->chain, &ui->first, ui->step);
    ui_request(ui, UI_RESTART);
    ui_message(ui, "%s is %s", ui->chain.steps[ui->step].effect->name,
               chain_equal(&before, &ui->chain) ? "unchanged" : "reset");
}

void controls_measure(struct ui_state *ui)
{
    if (ui_has_steps(ui))
        ui_request(ui, UI_MEASURE);
}

// ---- typing

// Shows the field of the selected value, or its list.
static void open_field(struct ui_state *ui)
{
    ui->opens_field = true;
    ui->panels = ui->panels > 0 ? ui->panels : 1;
    ui->on_page = false;
    ui->dialog = DIALOG_NONE;
}

void controls_type(struct ui_state *ui)
{
    struct edit_line line;
    char label[64];
    if (ui->dialog == DIALOG_SOURCE) {
        ui->opens_field = true;
        return;
    }
    if (!edit_line(&ui->chain, ui->step, ui->param, &line)) {
        ui_message(ui, "no value is selected that could be typed");
        return;
    }
    edit_label(&line, label, sizeof(label));
    if (line.param->type != PARAM_TYPE_COLOUR)
        open_field(ui);
    else
        ui_message(ui, "%s is not typed; Left and Right turn it", label);
}

void controls_type_next(struct ui_state *ui, int by)
{
    struct edit_line line;
    const int count = edit_line_count(&ui->chain, ui->step);
    const bool unfolded = is_unfolded(ui);
    int param = ui->param;
    for (int i = 0; i < count; i++) {
        param = (param + by + count) % count;
        if (edit_line(&ui->chain, ui->step, param, &line) &&
            line.param->type != PARAM_TYPE_CHOICE && line.param->type != PARAM_TYPE_COLOUR &&
            (unfolded || !line.corner))
            break;
    }
    ui->param = param;
    if (count > 0)
        open_field(ui);
}
