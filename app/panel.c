#include "app/panel.h"

#include "app/controls.h"
#include "app/edit.h"
#include "app/panel_curve.h"
#include "app/panel_rows.h"

#include <stdio.h>
#include <string.h>

enum { PLOTTED_FRAMES = 120 };

static const float times_width = 25, chain_width = 24; // in letters

// ---- times

static struct {
    float values[PLOTTED_FRAMES];
    int count;
} frames;

static void remember_frame(double seconds)
{
    if (frames.count == PLOTTED_FRAMES)
        memmove(frames.values, frames.values + 1, sizeof(frames.values) - sizeof(*frames.values));
    else
        frames.count++;
    frames.values[frames.count - 1] = (float) (seconds * 1e3);
}

static float most_of(const float *values, int count)
{
    float most = 1;
    for (int i = 0; i < count; i++)
        most = values[i] > most ? values[i] : most;
    return most;
}

static void describe_frame(const struct panel_view *view)
{
    char left[96], right[64] = "";
    snprintf(left, sizeof(left), "%d × %d", view->width, view->height);
    if (view->frame_seconds > 0)
        snprintf(right, sizeof(right), "%.0f fps  %.1f ms", 1 / view->frame_seconds,
                 1e3 * view->frame_seconds);
    widgets_text(view->renderer, WIDGETS_DIM);
    widgets_split_text(left, view->paused ? "paused" : right);
}

// All rows have as many digits as the frame's time needs, so that their points stand in a column.
static int digits_for(double frame)
{
    return frame < 10 ? 3 : frame < 100 ? 2 : 1;
}

static void show_time(const struct pass_row *row, double frame)
{
    char time[32], help[GPU_SCOPE_NAME_SIZE + 160];
    const double median = row->time.median;
    snprintf(time, sizeof(time), "%.*f", digits_for(frame), median);
    snprintf(help, sizeof(help),
             "%s: median %.3f ms, 95 %% below %.3f ms, moves at least %.1f MB, %d %s", row->name,
             median, row->time.p95, (double) row->bytes * 1e-6, row->dispatches,
             row->dispatches == 1 ? "draw or dispatch" : "draws and dispatches");
    widgets_time(row->depth, row->name, time, frame > 0 ? (float) (median / frame) : 0, help);
}

static void show_times(const struct panel_view *view)
{
    struct pass_row row;
    widgets_sheet_begin("times", WIDGETS_LEFT, times_width);
    describe_frame(view);
    remember_frame(view->frame_seconds);
    widgets_plot(frames.values, frames.count, 1.15f * most_of(frames.values, frames.count));
    widgets_heading("GPU time, ms");
    double frame = 0;
    for (int i = 0; i < view->stats->count; i++) {
        pass_stats_row(view->stats, i, &row);
        frame = i == 0 ? row.time.median : frame;
        show_time(&row, frame);
    }
    widgets_sheet_end();
}

// ---- scene and chain

static const char *scene_name(const void *data, int value)
{
    (void) data;
    return scenes[value]->name;
}

static void choose_scene(struct scene_choice *choice)
{
    int count = 0, current = 0;
    for (; scenes[count]; count++)
        if (scenes[count] == choice->scene)
            current = count;
    const struct widgets_row row = { "scene", "scene", choice->scene->summary, false };
    if (widgets_choice(&row, &current, count, scene_name, NULL) != WIDGETS_CHANGED)
        return;
    choice->scene = scenes[current];
    if (choice->scene->params)
        param_set_defaults(choice->scene->params, choice->params);
}

static void show_scene(struct scene_choice *choice)
{
    if (!widgets_fold("Scene"))
        return;
    choose_scene(choice);
    for (const struct param *param = choice->scene->params; param && param->key; param++)
        panel_row(param->key, param, choice->params, false);
}

static void show_params(const struct panel_view *view, int step)
{
    struct edit_line line;
    for (int i = 0; edit_line(view->chain, step, i, &line); i++) {
        const bool selected = step == *view->step && i == *view->param;
        if (!panel_line(&line, selected))
            continue;
        *view->step = step;
        *view->param = i;
    }
}

static void show_remark(const struct panel_view *view, const struct chain_step *step)
{
    char text[EFFECT_WHY_SIZE] = "";
    if (step->effect->remark)
        step->effect->remark(step->params, view->height, text);
    if (text[0])
        widgets_text(text, WIDGETS_DIM);
}

// The step that was selected when the chain was last shown: a step that is chosen unfolds, and the
// others fold, once.
static int shown_step;

static void show_step(const struct panel_view *view, int i)
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
        .fold = shown_step == *view->step ? WIDGETS_AS_IT_IS
                : is_selected             ? WIDGETS_UNFOLD
                                          : WIDGETS_FOLD,
    };
    const bool open = widgets_step(&line, &on, &picked);
    step->off = !on;
    if (picked && i != *view->step) {
        *view->step = i;
        *view->param = 0;
    }
    if (open) {
        show_params(view, i);
        show_remark(view, step);
        panel_curve(step);
        widgets_step_end();
    }
}

static void show_steps(const struct panel_view *view)
{
    const int selected = *view->step;
    for (int i = 0; i < view->chain->count; i++)
        show_step(view, i);
    shown_step = selected;
    if (view->chain->count == 0)
        widgets_text("no steps: the source as it is", WIDGETS_DIM);
}

static void show_chain(const struct panel_view *view)
{
    widgets_sheet_begin("chain", WIDGETS_RIGHT, chain_width);
    widgets_heading("Chain");
    show_steps(view);
    widgets_gap();
    show_scene(view->scene);
    widgets_gap();
    widgets_text("H: keys   P: hide this", WIDGETS_DIM);
    widgets_sheet_end();
}

// ---- help and messages

static void show_help(void)
{
    widgets_sheet_begin("help", WIDGETS_MIDDLE, 30);
    widgets_heading("Keys");
    for (const struct control *control = controls; control->name; control++)
        widgets_pair(control->name, control->help);
    widgets_gap();
    widgets_text("Double or right click on a slider sets its default; Ctrl+click types a number.",
                 WIDGETS_DIM);
    widgets_sheet_end();
}

static void show_message(const struct panel_view *view)
{
    widgets_sheet_begin("message", WIDGETS_BOTTOM, view->message_is_error ? 44 : 30);
    widgets_text(view->message, view->message_is_error ? WIDGETS_ALARM : WIDGETS_PLAIN);
    widgets_sheet_end();
}

void panel_init(const struct panel_clipboard *clipboard, float scale)
{
    widgets_init(clipboard, scale);
    frames.count = 0;
    shown_step = -1;
}

void panel_finish(void)
{
    widgets_finish();
}

static void build(struct panel_view *view, const struct panel_input *input)
{
    widgets_begin(input);
    if (view->panel_shown) {
        show_times(view);
        show_chain(view);
    }
    if (view->help_shown)
        show_help();
    if (view->message)
        show_message(view);
}

void panel_draw(struct panel_view *view, const struct panel_input *input)
{
    build(view, input);
    widgets_end();
}

void panel_follow(struct panel_view *view, const struct panel_input *input)
{
    build(view, input);
    widgets_skip();
}

bool panel_wants_keys(void)
{
    return widgets_want_keys();
}

bool panel_is_held(void)
{
    return widgets_are_held();
}

bool panel_close(void)
{
    return widgets_close();
}

bool panel_refused(struct error *error)
{
    return panel_row_refused(error);
}
