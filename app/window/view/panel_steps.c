#include "app/window/controls/controls.h"
#include "app/window/session/session.h"
#include "app/window/view/panel_parts.h"
#include "effects/amounts.h"
#include "effects/translate/translate.h"
#include "render/text/text.h"

#include <math.h>
#include <string.h>

static struct {
    // The step that was selected in the last frame. When another is selected it unfolds once and
    // the others fold; likewise the sheet scrolls once to a newly selected parameter.
    int step, param;
    bool reveal;
} last;

void panel_steps_init(void)
{
    last.step = last.param = -1;
}

// ---- measurements of each implementation in the list of a step

struct impls {
    const struct session *session;
    const struct chain *chain; // that is wanted
    int step;
};

// Returns true if the step's implementations were measured with its current values, or are being
// measured.
static bool are_known(const struct impls *impls)
{
    const struct plan_options *picture = &impls->session->renderer.plan_options;
    return trials_are_of(&impls->session->trials, impls->chain, impls->step, picture->width,
                         picture->height);
}

// Texts that replace a time.
static const char *const words[] = {
    [TRIAL_WAITS] = "waits",
    [TRIAL_COMPILES] = "compiling",
    [TRIAL_RUNS] = "runs",
    [TRIAL_DONE] = "no time",
    [TRIAL_DOES_NOT_FIT] = "does not fit",
    [TRIAL_DOES_NOT_COMPILE] = "does not compile",
    [TRIAL_IS_TOO_SLOW] = "too slow to try",
};

static void note_trial(const struct trial *trial, bool is_fastest, struct widgets_note *note)
{
    const char *state = words[trial->state];
    const bool has_time = !isnan(trial->time);
    note->dim = trial->state != TRIAL_DONE;
    note->first = has_time ? panel_words("%.3f ms", trial->time) : state;
    if (trial->why.text[0])
        note->help = panel_words("%s\n%s: %s", note->help, state, trial->why.text);
    if (!has_time)
        return;
    note->mark = is_fastest ? "fastest" : "";
    note->second = panel_words("%.1f MB", trial->bytes * 1e-6);
    note->help = panel_words(
        "%s\nMedian of %d run%s here, together with the pointwise steps beside it, some of which "
        "it may take into its own passes; their passes must move at least so much",
        note->help, trial->samples, text_plural(trial->samples));
}

// The note function of struct panel_line, for the row `impl`. `data` is a struct impls, `value` a
// value of the row.
static void note_impl(const void *data, int value, struct widgets_note *note)
{
    const struct impls *impls = data;
    const struct trials *trials = &impls->session->trials;
    const struct chain_step *step = &impls->chain->steps[impls->step];
    const int i = value - 1;
    if (i < 0) { // auto
        const struct effect_impl *impl = renderer_impl(&impls->session->renderer, impls->step);
        if (impl && chain_step_impl(step) == 0)
            note->first = panel_words("takes %.24s", impl->name);
        return;
    }
    note->help = note->text = step->effect->impls[i]->summary;
    if (i < TRIALS_MOST && are_known(impls))
        note_trial(&trials->items[i], i == trials_fastest(trials), note);
}

// Returns a description of the chosen implementation, or of the one that auto takes.
static const char *describe_impl(const struct impls *impls)
{
    const struct chain_step *step = &impls->chain->steps[impls->step];
    const int chosen = chain_step_impl(step);
    const struct effect_impl *impl = chosen > 0
                                         ? step->effect->impls[chosen - 1]
                                         : renderer_impl(&impls->session->renderer, impls->step);
    return impl ? panel_words("%s: %s", impl->name, impl->summary) : NULL;
}

// ---- the steps

static bool is_impl(const struct edit_line *line)
{
    return strcmp(line->param->key, "impl") == 0;
}

// Returns the width of the selected step in other programs' terms, once the step has not changed
// for some frames: finding it takes some milliseconds.
static const char *like_elsewhere(const struct chain_step *step, int height)
{
    enum { REST = 8 };
    static const struct translate_program *const programs[] = { &translate_kwin,
                                                                &translate_hyprland,
                                                                &translate_css };
    static double sigma;
    static int frames;
    static char names[3][TRANSLATE_TEXT_SIZE];
    const struct effect_blur blur = step->effect->blur(step->params, height);
    if (blur.core > 0 || blur.width < TRANSLATE_LEAST || blur.width > TRANSLATE_MOST)
        return "";
    frames = sigma == blur.width ? frames + 1 : 0;
    sigma = blur.width;
    for (int i = 0; i < 3 && frames == REST; i++) {
        struct translate_setting nearest;
        translate_nearest(programs[i], sigma, &nearest);
        translate_print(&nearest, names[i]);
    }
    return frames < REST ? "" : panel_words("\nLike %s, %s or %s", names[0], names[1], names[2]);
}

// Shows a line. Use of a line selects it, and of a region that unfolds its first edge. Opening a
// list of implementations starts to measure them.
static void show_param(const struct session *session, struct ui_state *ui, int step, int i,
                       const struct edit_line *line, bool unfolded, const char *amounts)
{
    const struct chain_step *of = &ui->chain.steps[step];
    const bool selected = step == ui->step && i == ui->param;
    const struct impls impls = { session, &ui->chain, step };
    const bool is_width =
        strcmp(line->param->key, "sigma") == 0 && of->effect->blur && step == ui->step;
    struct panel_line shown = {
        .line = *line,
        .widget = { .selected = selected,
                    .reveal = selected && (last.reveal || ui->types),
                    .types = selected && ui->types,
                    .idle = of->off || !effect_matters(of->effect, of->params, line->param) },
        .note = is_impl(line) ? note_impl : NULL,
        .noted = &impls,
        .width = session->renderer.plan_options.width,
        .height = session->renderer.plan_options.height,
        .comes_to =
            is_impl(line) ? describe_impl(&impls)
            : amounts[0] && line->param->type != PARAM_TYPE_RECT
                ? panel_words("Comes to: %s%s", amounts,
                              is_width ? like_elsewhere(of, session->renderer.plan_options.height)
                                       : "")
                : NULL,
        .unfolded = unfolded,
    };
    const enum widgets_edit edit = panel_line(&shown);
    const bool opens = edit == WIDGETS_OPENED;
    if (opens && is_impl(line) && !of->off && !are_known(&impls))
        ui->clicked = controls_find("measure");
    if (!opens && edit != WIDGETS_CHANGED)
        return;
    ui->step = step;
    ui->param = i + (opens && line->component < 0 && !unfolded);
}

// Omits the part of a remark about the width, which is shown among the amounts.
static const char *skip_width(const char *remark)
{
    while (strncmp(remark, "sigma is ", 9) == 0 || strncmp(remark, "core ", 5) == 0) {
        const char *comma = strstr(remark, ", ");
        remark = comma ? comma + 2 : "";
    }
    return remark;
}

static void show_unfolded(const struct session *session, struct ui_state *ui, int i)
{
    char amounts[AMOUNTS_TEXT_SIZE], remark[EFFECT_REMARK_SIZE];
    const struct chain_step *step = &ui->chain.steps[i];
    const int height = session->renderer.plan_options.height;
    struct edit_line line;
    const bool unfolded =
        i == ui->step && edit_line(&ui->chain, i, ui->param, &line) && line.corner;
    amounts_print(step->effect, step->params, height, amounts);
    effect_remark(step->effect, step->params, height, remark);
    for (int param = 0; edit_line(&ui->chain, i, param, &line); param++)
        if (unfolded || !line.corner)
            show_param(session, ui, i, param, &line, unfolded, amounts);
    if (amounts[0])
        widgets_text(amounts, WIDGETS_DIM);
    if (skip_width(remark)[0])
        widgets_text(skip_width(remark), WIDGETS_DIM);
    panel_curve(&session->light, ui, step);
}

static void show_step(const struct session *session, struct ui_state *ui, int i)
{
    struct chain_step *step = &ui->chain.steps[i];
    bool on = !step->off, picked = false;
    const bool is_selected = i == ui->step;
    const char *seen = ui->viewing_step && is_selected ? "  (shown)" : "";
    const struct widgets_line line = {
        .number = i,
        .name = panel_words("%d  %s%s", i + 1, step->effect->name, seen),
        .help = step->effect->about.summary,
        .selected = is_selected,
        .fold = is_selected && ui->types ? WIDGETS_UNFOLD
                : last.step == ui->step  ? WIDGETS_AS_IT_IS
                : is_selected            ? WIDGETS_UNFOLD
                                         : WIDGETS_FOLD,
    };
    const bool open = widgets_step(&line, &on, &picked);
    step->off = !on;
    if (picked && i != ui->step) {
        ui->step = i;
        ui->param = 0;
    }
    if (open) {
        show_unfolded(session, ui, i);
        widgets_step_end();
    }
}

void panel_steps_show(const struct session *session, struct ui_state *ui)
{
    static const struct panel_button buttons[] = {
        { "add", "add" },
        { "remove", "remove" },
        { "duplicate", "duplicate" },
        { "up", "up" },
        { "down", "down" },
        { "reset", "reset" },
        { "measure", "measure" },
        { "compare", "split" },
        { "save chain", "save" },
        { "save picture", "picture" },
        { 0 },
    };
    const int step = ui->step, param = ui->param;
    const struct chain *chain = &ui->chain;
    int dragged = -1, to = 0;
    last.reveal = step != last.step || param != last.param;
    widgets_steps_begin();
    for (int i = 0; i < chain->count; i++)
        show_step(session, ui, i);
    widgets_steps_end(&dragged, &to);
    last.step = step < chain->count ? step : -1; // the next selection unfolds
    last.param = param;
    if (chain->count == 0)
        widgets_text("no steps: the source as it is", WIDGETS_DIM);
    panel_buttons(ui, buttons);
    if (dragged >= 0)
        controls_move_step_to(ui, dragged, to);
}
