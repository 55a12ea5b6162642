#include "app/lab/edit/edit.h"
#include "app/lab/lab.h"
#include "app/window/controls/controls.h"

#include <stddef.h>

// ---- which steps there are

void controls_add_effect(struct workbench *workbench, const struct effect *effect)
{
    struct error error;
    const int requested = workbench->chain.count == 0 ? 0 : workbench->step + 1;
    if (effect->file && !(effect = effect_of_file(effect->file, &error))) {
        workbench_complain(workbench, &error);
        return;
    }
    if (!edit_steps_add(&workbench->chain, effect, &workbench->step, &error)) {
        workbench_say(workbench, "%s", error.text);
        return;
    }
    workbench->param = 0;
    workbench_say(workbench, "added %s as step %d%s", effect->name, workbench->step + 1,
                  workbench->step == requested ? "" : ", the nearest place where it can stand");
}

void controls_remove_step(struct workbench *workbench)
{
    if (!workbench_has_steps(workbench))
        return;
    const char *name = workbench->chain.steps[workbench->step].effect->name;
    edit_steps_remove(&workbench->chain, &workbench->step);
    workbench->param = 0;
    workbench->viewing_step = workbench->viewing_step && workbench->chain.count > 0;
    workbench_say(workbench, "removed %s; Ctrl+Z brings it back", name);
}

void controls_duplicate_step(struct workbench *workbench)
{
    struct error error;
    if (!workbench_has_steps(workbench))
        return;
    if (edit_steps_duplicate(&workbench->chain, &workbench->step, &error))
        workbench_say(workbench, "duplicated %s as step %d",
                      workbench->chain.steps[workbench->step].effect->name, workbench->step + 1);
    else
        workbench_say(workbench, "%s", error.text);
}

void controls_move_step(struct workbench *workbench, int by)
{
    if (workbench_has_steps(workbench))
        controls_move_step_to(workbench, workbench->step, workbench->step + by);
}

void controls_move_step_to(struct workbench *workbench, int from, int to)
{
    struct error error;
    int step = from;
    if (!edit_steps_move(&workbench->chain, &step, to, &error)) {
        workbench_say(workbench, "%s", error.text);
        return;
    }
    if (workbench->step != from)
        workbench->param = 0;
    workbench->step = step;
    workbench_say(workbench, "moved %s to %d", workbench->chain.steps[step].effect->name, step + 1);
}

// ---- steps and their values

// Prints the selected value if no sheet shows it.
static void say_value(struct workbench *workbench)
{
    struct edit_line line;
    char value[PARAM_PRINTED_SIZE];
    if (workbench->sheets > 0 ||
        !edit_line(&workbench->chain, workbench->step, workbench->param, &line))
        return;
    param_print(line.param, line.values, value, sizeof(value));
    workbench_say(workbench, "%s %s", line.param->key, value);
}

void controls_select_step(struct workbench *workbench, int by)
{
    const int count = workbench->chain.count;
    if (!workbench_has_steps(workbench))
        return;
    const bool is_alone = count == 1 && workbench->step == 0;
    workbench->step = (workbench->step + by + count) % count;
    workbench->param = 0;
    if (is_alone)
        workbench_say(workbench, "the chain has one step");
    else if (workbench->sheets == 0)
        workbench_say(workbench, "step %d, %s", workbench->step + 1,
                      workbench->chain.steps[workbench->step].effect->name);
}

// A region is unfolded while one of its edges is selected.
static bool is_unfolded(struct workbench *workbench)
{
    struct edit_line line;
    return edit_line(&workbench->chain, workbench->step, workbench->param, &line) && line.corner;
}

void controls_select_param(struct workbench *workbench, int key)
{
    const int count = edit_line_count(&workbench->chain, workbench->step);
    const int by = key == 1 ? -1 : 1;
    const bool unfolded = is_unfolded(workbench);
    if (!workbench_has_steps(workbench) || count == 0)
        return;
    do
        workbench->param = (workbench->param + by + count) % count;
    while (!unfolded && is_unfolded(workbench)); // passes over what is folded
    say_value(workbench);
}

// The edges follow the line of the whole region.
static void unfold(struct workbench *workbench, const char *label, bool down)
{
    if (down) {
        workbench_say(workbench, "%s is folded; Right unfolds its edges, Enter types it", label);
        return;
    }
    workbench->param++;
    say_value(workbench);
}

void controls_turn_value(struct workbench *workbench, int key)
{
    struct edit_line line;
    char label[64];
    const bool down = key == 1 || key == -1, is_fine = key < 0;
    if (!workbench_has_steps(workbench))
        return;
    if (edit_nudge(&workbench->chain, workbench->step, workbench->param, down ? -1 : 1, is_fine)) {
        say_value(workbench);
        return;
    }
    if (!edit_line(&workbench->chain, workbench->step, workbench->param, &line))
        return;
    edit_label(&line, label, sizeof(label));
    if (line.component < 0)
        unfold(workbench, label, down);
    else if (line.param->type == PARAM_TYPE_TEXT && !line.param->choices)
        workbench_say(workbench, "%s is text: Enter, or a click on it, lets it be typed", label);
    else
        workbench_say(workbench, "%s is at its %s end", label, down ? "lower" : "upper");
}

void controls_switch_step(struct workbench *workbench, int key)
{
    const int step = key - 1, count = workbench->chain.count;
    if (!workbench_has_steps(workbench))
        return;
    if (step >= count) {
        workbench_say(workbench, "there is no step %d; the chain has %d", step + 1, count);
        return;
    }
    workbench->chain.steps[step].off = !workbench->chain.steps[step].off;
    workbench_say(workbench, "%s is %s", workbench->chain.steps[step].effect->name,
                  workbench->chain.steps[step].off ? "off" : "on");
}

void controls_next_blur(struct workbench *workbench)
{
    const struct effect *effect = edit_next_blur(&workbench->chain, &workbench->step);
    if (!effect) {
        workbench_say(workbench, "no step of the chain blurs, so there is no next blur");
        return;
    }
    workbench->param = 0;
    workbench_say(workbench, "%s: %s", effect->name, effect->summary);
}

// Passes over implementations that do not fit this GPU and size, and those that were refused since.
void controls_next_impl(struct workbench *workbench)
{
    enum { MOST = 64 };
    struct chain chain = workbench->chain;
    const struct effect *effect = NULL;
    const char *name;
    int walked = 0;
    do {
        name = edit_next_impl(&chain, &workbench->step, &effect);
        walked++;
    } while (name && walked < MOST &&
             (walked <= workbench->refused ||
              (workbench->lab && !lab_impl_fits(workbench->lab, &chain, workbench->step))));
    workbench->walked = walked;
    if (!name)
        workbench_say(workbench, "no step of the chain has implementations to choose from");
    else if (chain_equal(&workbench->chain, &chain))
        workbench_say(workbench, "%s: no implementation but %s fits here", effect->name, name);
    else
        workbench_say(workbench, "%s: %s", effect->name, name);
    workbench->chain = chain;
}

void controls_reset_step(struct workbench *workbench)
{
    const struct chain before = workbench->chain;
    if (!workbench_has_steps(workbench))
        return;
    edit_reset_step(&workbench->chain, &workbench->first, workbench->step);
    workbench_request(workbench, WORKBENCH_ANEW);
    workbench_say(workbench, "%s is %s", workbench->chain.steps[workbench->step].effect->name,
                  chain_equal(&before, &workbench->chain) ? "unchanged" : "reset");
}

void controls_measure(struct workbench *workbench)
{
    if (workbench_has_steps(workbench))
        workbench_request(workbench, WORKBENCH_MEASURE);
}

// ---- typing

// Shows the field of the selected value, or its list.
static void open_field(struct workbench *workbench)
{
    workbench->types = true;
    workbench->sheets = workbench->sheets > 0 ? workbench->sheets : 1;
    workbench->on_page = false;
    workbench->sheet = SHEET_NONE;
}

void controls_type(struct workbench *workbench)
{
    struct edit_line line;
    char label[64];
    if (!edit_line(&workbench->chain, workbench->step, workbench->param, &line)) {
        workbench_say(workbench, "no value is selected that could be typed");
        return;
    }
    edit_label(&line, label, sizeof(label));
    if (line.param->type != PARAM_TYPE_COLOUR)
        open_field(workbench);
    else
        workbench_say(workbench, "%s is not typed; Left and Right turn it", label);
}

void controls_type_next(struct workbench *workbench, int by)
{
    struct edit_line line;
    const int count = edit_line_count(&workbench->chain, workbench->step);
    const bool unfolded = is_unfolded(workbench);
    int param = workbench->param;
    for (int i = 0; i < count; i++) {
        param = (param + by + count) % count;
        if (edit_line(&workbench->chain, workbench->step, param, &line) &&
            line.param->type != PARAM_TYPE_CHOICE && line.param->type != PARAM_TYPE_COLOUR &&
            (unfolded || !line.corner))
            break;
    }
    workbench->param = param;
    if (count > 0)
        open_field(workbench);
}
