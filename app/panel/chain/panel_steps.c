#include "app/panel/chain/panel_steps.h"

#include "app/edit/edit.h"
#include "app/panel/chain/panel_impls.h"
#include "app/panel/chain/panel_rows.h"
#include "app/panel/light/panel_curve.h"
#include "app/panel/widgets/panel_button.h"
#include "app/panel/widgets/panel_widgets.h"
#include "effects/amounts.h"

#include <stdio.h>
#include <string.h>

static struct {
    // The step that was selected when the chain was last shown: a step that is chosen unfolds, and
    // the others fold, once. In the same way the sheet scrolls to a parameter that is chosen.
    int step, param;
    bool reveal;
} last;

void panel_steps_init(void)
{
    last.step = last.param = -1;
}

static void show_buttons(struct panel_view *view)
{
    static const char *const actions[] = { "add",  "remove", "duplicate", "up",
                                           "down", "reset",  "measure" };
    widgets_buttons_begin();
    for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
        panel_button(view, actions[i], actions[i]);
    panel_button(view, "compare", "split");
    panel_button(view, "save", "save");
}

static bool is_impl(const struct edit_line *line)
{
    return strcmp(line->param->key, "impl") == 0;
}

// Shows a line. Returns whether it was used, which selects it. A list of implementations that opens
// is measured.
static bool show_param(struct panel_view *view, int step, int i, const struct edit_line *line,
                       const char *amounts)
{
    const struct chain_step *of = &view->chain->steps[step];
    const bool selected = step == *view->step && i == *view->param;
    const struct panel_impls impls = { view, step };
    const struct panel_line shown = {
        .line = *line,
        .selected = selected,
        .reveal = selected && (last.reveal || view->types),
        .types = selected && view->types,
        .idle = of->off || !effect_matters(of->effect, of->params, line->param),
        .note = is_impl(line) ? panel_impls_note : NULL,
        .noted = &impls,
        .width = view->width,
        .height = view->height,
        .comes_to = is_impl(line) || line->corner ? NULL : amounts,
    };
    bool opens = false;
    const bool has_changed = panel_line(&shown, &opens);
    opens = opens && is_impl(line);
    if (opens && !of->off && !panel_impls_are_known(&impls))
        view->action = "measure";
    return has_changed || opens;
}

static void show_params(struct panel_view *view, int step, const char *amounts)
{
    struct edit_line line;
    for (int i = 0; edit_line(view->chain, step, i, &line); i++)
        if (show_param(view, step, i, &line, amounts)) {
            *view->step = step;
            *view->param = i;
        }
}

// Leaves out what a remark says of the width, which stands among the amounts.
static const char *skip_width(const char *remark)
{
    while (strncmp(remark, "sigma is ", 9) == 0 || strncmp(remark, "core ", 5) == 0) {
        const char *comma = strstr(remark, ", ");
        remark = comma ? comma + 2 : "";
    }
    return remark;
}

// Says what follows from the values beside their amounts.
static void show_remark(const struct panel_view *view, const struct chain_step *step)
{
    char remark[EFFECT_WHY_SIZE] = "";
    if (step->effect->remark)
        step->effect->remark(step->params, view->height, remark);
    if (skip_width(remark)[0])
        widgets_text(skip_width(remark), WIDGETS_DIM);
}

static void show_unfolded(struct panel_view *view, int i)
{
    char amounts[AMOUNTS_TEXT_SIZE];
    const struct chain_step *step = &view->chain->steps[i];
    amounts_print(step->effect, step->params, view->height, amounts);
    show_params(view, i, amounts);
    if (amounts[0])
        widgets_text(amounts, WIDGETS_DIM);
    show_remark(view, step);
    panel_curve(view, step);
}

static void show_step(struct panel_view *view, int i)
{
    struct chain_step *step = &view->chain->steps[i];
    char id[16], name[64];
    bool on = !step->off, picked = false;
    snprintf(id, sizeof(id), "step %d", i);
    snprintf(name, sizeof(name), "%d  %s%s", i + 1, step->effect->name,
             view->viewing_step && i == *view->step ? "  (shown)" : "");
    const bool is_selected = i == *view->step;
    const struct widgets_line line = {
        .id = id,
        .name = name,
        .help = step->effect->summary,
        .selected = is_selected,
        .fold = is_selected && view->types ? WIDGETS_UNFOLD
                : last.step == *view->step ? WIDGETS_AS_IT_IS
                : is_selected              ? WIDGETS_UNFOLD
                                           : WIDGETS_FOLD,
    };
    const bool open = widgets_step(&line, &on, &picked);
    step->off = !on;
    if (picked && i != *view->step) {
        *view->step = i;
        *view->param = 0;
    }
    if (open) {
        show_unfolded(view, i);
        widgets_step_end();
    }
}

void panel_steps_show(struct panel_view *view)
{
    const int step = *view->step, param = *view->param;
    last.reveal = step != last.step || param != last.param;
    widgets_steps_begin();
    for (int i = 0; i < view->chain->count; i++)
        show_step(view, i);
    widgets_steps_end(&view->dragged, &view->dropped_at);
    last.step = step < view->chain->count ? step : -1; // what comes then unfolds
    last.param = param;
    if (view->chain->count == 0)
        widgets_text("no steps: the source as it is", WIDGETS_DIM);
    show_buttons(view);
}
