// The steps of the chain, each with its parameters below it, and the scene.

#include "app/window/view/parts.h"

// The selection of the last frame. When another step is selected it unfolds once and the others
// fold; likewise the panel scrolls once to a newly selected parameter.
static struct {
    int step, param;
    bool reveal;
} last;

// ---- measurements of each implementation in the list of a step

struct impls {
    const struct session *session;
    const struct chain *chain; // that is requested
    int step;
};

// Returns true if the step's implementations were measured with its current values, or are being
// measured.
static bool are_known(const impls &impls)
{
    return trials_are_of(&impls.session->trials, &impls.session->renderer, impls.chain, impls.step);
}

static void note_trial(const struct trial &trial, bool is_fastest, choice_note *note)
{
    static const char *const states[] = { "waits",   "compiling",  "runs",
                                          "no time", "cannot run", "too slow to try" };
    const bool has_time = !std::isnan(trial.time);
    note->dim = trial.state != TRIAL_DONE;
    note->first = has_time ? format("%s ms", format_ms(trial.time)) : states[trial.state];
    if (trial.why.text[0])
        note->help = format("%s\n%s: %s", note->help, states[trial.state], trial.why.text);
    if (!has_time)
        return;
    note->mark = is_fastest ? "fastest" : "";
    note->second = format("%.1f MB", trial.bytes * 1e-6);
    note->help = format(
        "%s\nMedian of %d run%s here, together with the pointwise steps beside it, some of which "
        "it may take into its own passes; their passes must move at least so much",
        note->help, trial.samples, text_plural(trial.samples));
}

static choice_note note_impl(const impls &impls, int value)
{
    const struct trials &trials = impls.session->trials;
    const struct chain_step *step = &impls.chain->steps[impls.step];
    choice_note note;
    if (value == 0) {
        const struct effect_impl *impl = renderer_impl(&impls.session->renderer, impls.step);
        if (impl && chain_step_impl(step) == 0) {
            note.first = format("takes %.24s", impl->name);
            note.help = format("%s: %s", impl->name, impl->summary);
        }
        return note;
    }
    const int i = value - 1;
    note.help = note.text = step->effect->impls[i]->summary;
    if (i < TRIALS_MAX && are_known(impls))
        note_trial(trials.items[i], i == trials_fastest(&trials), &note);
    return note;
}

// ---- parameters

static bool is_impl(const struct param *param)
{
    return strcmp(param->key, "impl") == 0;
}

// Returns true for what most people change; the rest is below "more".
static bool is_first(const struct effect *effect, const struct param *param)
{
    static const char *const keys[] = { "sigma", "scatter",  "strength", "level",
                                        "curve", "exposure", "matrix",   "kernel",
                                        "size",  "bits",     "palette" };
    enum { FEW = 4 };
    bool has_any = false;
    if (!effect->params || !effect->params->key)
        return true;
    for (const char *key : keys) {
        if (strcmp(param->key, key) == 0)
            return true;
        has_any = has_any || param_find(effect->params, key);
    }
    return !has_any && !is_impl(param) && param >= effect->params && param < effect->params + FEW;
}

// Returns the width of the selected step in other programs' terms. Finding it takes some
// milliseconds, so it waits until no slider is held.
static const char *like_elsewhere(const struct chain_step *step, int height)
{
    static const struct translate_program *const programs[] = { &translate_kwin,
                                                                &translate_hyprland,
                                                                &translate_css };
    static double sigma;
    static char names[3][TRANSLATE_TEXT_SIZE];
    const struct effect_blur blur = step->effect->blur(step->params, height);
    if (blur.core > 0 || blur.width < TRANSLATE_MIN || blur.width > TRANSLATE_MAX)
        return "";
    for (int i = 0; i < 3 && sigma != blur.width && !IsAnyItemActive(); i++) {
        struct translate_setting nearest;
        translate_nearest(programs[i], blur.width, &nearest);
        translate_print(&nearest, names[i]);
        sigma = i == 2 ? blur.width : sigma;
    }
    return sigma == blur.width ? format("\nLike %s, %s or %s", names[0], names[1], names[2]) : "";
}

// Shows a line. Use of a line selects it, and of a region that unfolds its first edge. Opening a
// list of implementations starts to measure them.
static void show_param(const struct session *session, struct ui_state *ui, int step, int i,
                       const struct edit_line &line, bool unfolded, const char *amounts)
{
    const struct chain_step *of = &ui->chain.steps[step];
    const struct plan_options *picture = &session->renderer.plan_options;
    const bool selected = step == ui->step && i == ui->param, has_impl = is_impl(line.param);
    const impls impls = { session, &ui->chain, step };
    const bool is_width =
        strcmp(line.param->key, "sigma") == 0 && of->effect->blur && step == ui->step;
    const char *value_note = "";
    std::function<choice_note(int)> note;
    if (has_impl) {
        value_note = note_impl(impls, chain_step_impl(of)).help;
        note = [&impls](int value) { return note_impl(impls, value); };
    }
    if (!has_impl && amounts[0] && line.param->type != PARAM_TYPE_RECT)
        value_note =
            format("Comes to: %s%s", amounts, is_width ? like_elsewhere(of, picture->height) : "");
    const row_result result =
        show_row({ .ui = ui,
                   .line = line,
                   .selected = selected,
                   .reveal = selected && (last.reveal || ui->opens_field),
                   .idle = of->off || !effect_uses_row(of->effect, of->params, line.param),
                   .opens_field = selected && ui->opens_field,
                   .unfolded = unfolded,
                   .picture = picture,
                   .value_note = value_note,
                   .note = note });
    const bool opens = result == ROW_OPENED;
    if (opens && has_impl && !of->off && !are_known(impls))
        ui->clicked = controls_find("M");
    if (result == ROW_SAME)
        return;
    ui->step = step;
    ui->param = i + (opens && line.component < 0 && !unfolded);
}

// Omits the part of a remark about the width, which is shown among the amounts.
static const char *skip_width(const char *remark)
{
    while (text_begins_with(remark, "sigma is ") || text_begins_with(remark, "core ")) {
        const char *comma = strstr(remark, ", ");
        remark = comma ? comma + 2 : "";
    }
    return remark;
}

static void show_params(const struct session *session, struct ui_state *ui, int i)
{
    char amounts[AMOUNTS_TEXT_SIZE], remark[EFFECT_REMARK_SIZE];
    const struct chain_step *step = &ui->chain.steps[i];
    const int height = session->renderer.plan_options.height;
    struct edit_line line;
    bool unfolded = false, has_rest = false;
    amounts_print(step->effect, step->params, height, amounts);
    effect_remark(step->effect, step->params, height, remark);
    if (i == ui->step && edit_line(&ui->chain, i, ui->param, &line)) {
        unfolded = line.corner;
        has_rest = !is_first(step->effect, line.param);
    }
    const auto show_lines = [&](const char *id, bool first) {
        if (!begin_rows(id))
            return;
        for (int param = 0; edit_line(&ui->chain, i, param, &line); param++)
            if (is_first(step->effect, line.param) == first && (unfolded || !line.corner))
                show_param(session, ui, i, param, line, unfolded, amounts);
        EndTable();
    };
    show_lines("first", true);
    if (has_rest && (last.reveal || ui->opens_field))
        SetNextItemOpen(true);
    if (step->effect->params && step->effect->params->key) {
        const bool is_open = TreeNodeEx("more", ImGuiTreeNodeFlags_SpanAvailWidth |
                                                    ImGuiTreeNodeFlags_NoTreePushOnOpen);
        note_widget("more");
        if (is_open)
            show_lines("rest", false);
    }
    if (amounts[0])
        paragraph(amounts, panel_colours.dim);
    if (skip_width(remark)[0])
        paragraph(skip_width(remark), panel_colours.dim);
    if (step->effect->about.curve)
        show_curve(&session->light, ui, step);
    Spacing();
}

// ---- steps

// Shows how far measuring the step's implementations is, at the right end of its line.
static void show_progress(const struct trials &trials)
{
    const double share = trials_progress(&trials);
    const float wide = parts.em * 5, high = GetFrameHeight();
    SameLine(GetContentRegionMax().x - wide);
    ProgressBar((float) share, ImVec2(wide, high), format("%.0f %%", 100 * share));
    explain("Measuring the implementations of this step");
}

// Shows the line of a step, which is dragged to another step's place, and its parameters.
static void show_step(const struct session *session, struct ui_state *ui, int i, int *dragged,
                      int *dropped_at)
{
    struct chain_step *step = &ui->chain.steps[i];
    const bool is_selected = i == ui->step;
    const char *name = format("%d  %s%s", i + 1, step->effect->name,
                              ui->viewing_step && is_selected ? "  (shown)" : "");
    bool on = !step->off;
    PushID(i);
    Checkbox("##on", &on);
    note_widget(name, "on");
    step->off = !on;
    SameLine(0, parts.em * 0.2f);
    if (last.step != ui->step || (is_selected && ui->opens_field))
        SetNextItemOpen(is_selected);
    PushStyleColor(ImGuiCol_Text, ink(on ? panel_colours.plain : panel_colours.dim));
    const bool is_open =
        TreeNodeEx("##step",
                   ImGuiTreeNodeFlags_SpanAvailWidth | ImGuiTreeNodeFlags_FramePadding |
                       ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_AllowItemOverlap |
                       (is_selected ? ImGuiTreeNodeFlags_Selected : 0),
                   "%s", name);
    PopStyleColor();
    note_widget(name);
    explain(step->effect->about.summary);
    // A press selects when it ends, so that the lines stay where they are during a drag.
    if (IsItemDeactivated() && IsItemHovered() && !is_selected) {
        ui->step = i;
        ui->param = 0;
    }
    if (BeginDragDropSource(ImGuiDragDropFlags_SourceNoHoldToOpenOthers)) {
        SetDragDropPayload("step", &i, sizeof(i));
        TextUnformatted(name);
        EndDragDropSource();
    }
    if (BeginDragDropTarget()) {
        if (const ImGuiPayload *payload = AcceptDragDropPayload("step")) {
            *dragged = *(const int *) payload->Data;
            *dropped_at = i;
        }
        EndDragDropTarget();
    }
    if (session->trials.is_on && session->trials.step == i)
        show_progress(session->trials);
    if (is_open)
        show_params(session, ui, i);
    PopID();
}

static void show_scene(struct ui_state *ui)
{
    struct scene_choice *scene = &ui->scene;
    const bool is_open = TreeNodeEx("Scene", ImGuiTreeNodeFlags_SpanAvailWidth |
                                                 ImGuiTreeNodeFlags_NoTreePushOnOpen);
    note_widget("Scene");
    SameLine();
    right_text(scene->scene->name, panel_colours.soft);
    if (!is_open)
        return;
    SetNextItemWidth(-FLT_MIN);
    if (BeginCombo("##scene", scene->scene->name)) {
        for (int i = 0; scenes[i]; i++)
            if (Selectable(scenes[i]->name, scenes[i] == scene->scene) &&
                scenes[i] != scene->scene) {
                scene->scene = scenes[i];
                if (scene->scene->params)
                    param_set_defaults(scene->scene->params, scene->params);
            }
        EndCombo();
    }
    explain(scene->scene->summary);
    if (!begin_rows("scene"))
        return;
    param_for_each(param, scene->scene->params)
        show_row({ .ui = ui, .line = edit_line_of(param, scene->params, 0) });
    EndTable();
}

void show_steps(const struct session *session, struct ui_state *ui)
{
    const int step = ui->step, param = ui->param;
    int dragged = -1, dropped_at = 0;
    if (IsWindowAppearing())
        last.step = -1;
    last.reveal = step != last.step || param != last.param;
    for (int i = 0; i < ui->chain.count; i++)
        show_step(session, ui, i, &dragged, &dropped_at);
    last.step = step < ui->chain.count ? step : -1; // the next selection unfolds
    last.param = param;
    if (ui->chain.count == 0)
        paragraph("no steps: the source as it is", panel_colours.dim);
    if (dragged >= 0 && dragged != dropped_at)
        controls_move_step_to(ui, dragged, dropped_at);
    Separator();
    show_scene(ui);
    Separator();
    show_buttons(ui, "step",
                 { { "add", "Insert" },
                   { "remove", "Delete" },
                   { "duplicate", "Ctrl+D" },
                   { "up", "Ctrl+Up" },
                   { "down", "Ctrl+Down" },
                   { "reset", "R" } });
    show_buttons(ui, "look",
                 { { "GLSL", "U" },
                   { "passes", "Ctrl+K" },
                   { "measure", "M" },
                   { "compare", "A" },
                   { "no chain", "N" } });
    show_buttons(ui, "view",
                 { { "R", "Ctrl+1 to Ctrl+6", PRESENT_RED },
                   { "G", "Ctrl+1 to Ctrl+6", PRESENT_GREEN },
                   { "B", "Ctrl+1 to Ctrl+6", PRESENT_BLUE },
                   { "A", "Ctrl+1 to Ctrl+6", PRESENT_ALPHA },
                   { "luminance", "Ctrl+1 to Ctrl+6", PRESENT_LUMINANCE },
                   { "stops", "Ctrl+1 to Ctrl+6", PRESENT_STOPS } });
    show_buttons(ui, "save", { { "save chain", "Ctrl+S" }, { "save picture", "F12" } });
}
