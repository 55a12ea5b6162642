#include "app/window/view/sheets/panel_times.h"

#include "app/lab/text/clock.h"
#include "app/window/view/sheets/panel_cost.h"
#include "app/window/view/widgets/panel_widgets.h"
#include "render/text/text.h"

#include <stdio.h>
#include <string.h>

static const double seconds_between = 0.25;

enum { PLOT_PARTS = 200 }; // of the last ten seconds

// A pass, or the whole frame, in the last ten seconds.
struct plotted {
    struct pass_place place;
    struct stats_summary sum;
    float parts[PLOT_PARTS];
};

static struct {
    double next; // when new numbers are taken
    int count;
    unsigned trees; // as in struct pass_stats
    struct pass_row rows[GPU_TIMER_MAX_SCOPES];
    struct plotted frame, pass;
    struct pass_place over; // under the mouse; no pass: none
} shown;

static void plot_pass(struct plotted *plotted, const struct stage *stage,
                      const struct pass_place *place)
{
    plotted->place = *place;
    plotted->sum = pass_history_sum(&stage->history, place);
    pass_history_columns(&stage->history, place, PLOT_PARTS, plotted->parts);
}

// The pass under the mouse, else the one looked at, else the step that takes the longest.
static struct pass_place choose_pass(const struct stage *stage, const struct workbench *workbench)
{
    struct pass_place place;
    int longest = 0;
    if (shown.over.path[0])
        return shown.over;
    if (workbench->pass.path[0])
        return workbench->pass;
    for (int i = 1; i < shown.count; i++)
        if (shown.rows[i].depth == 1 &&
            (longest == 0 || shown.rows[i].time.median > shown.rows[longest].time.median))
            longest = i;
    pass_place_of(&stage->stats, longest, &place);
    return place;
}

static void plot_chosen(const struct stage *stage, const struct workbench *workbench)
{
    const struct pass_place place = choose_pass(stage, workbench);
    plot_pass(&shown.pass, stage, &place);
}

void panel_times_update(const struct stage *stage, const struct workbench *workbench)
{
    static const struct pass_place whole;
    const struct pass_stats *stats = &stage->stats;
    const double now = clock_seconds();
    if (now < shown.next && stats->trees == shown.trees && stats->count == shown.count)
        return;
    shown.next = now + (stats->frames < stats->capacity / 4 ? 0 : seconds_between);
    shown.count = stats->count;
    shown.trees = stats->trees;
    for (int i = 0; i < stats->count; i++)
        pass_stats_row(stats, i, &shown.rows[i]);
    plot_pass(&shown.frame, stage, &whole);
    plot_chosen(stage, workbench);
}

bool panel_times_are_kept(void)
{
    int kept = 0;
    for (int i = 1; i < shown.count; i++)
        if (shown.rows[i].depth == 1 && !shown.rows[i].is_kept)
            return false;
        else
            kept += shown.rows[i].depth == 1;
    return kept > 0;
}

// What is kept counts with the time that it took when it last ran.
static double whole_time(void)
{
    double whole = panel_times_are_kept() ? 0 : shown.rows[0].time.median;
    for (int i = 0; i < shown.count; i++)
        whole += shown.rows[i].is_kept && shown.rows[i].depth == 1 ? shown.rows[i].last : 0;
    return whole;
}

const char *panel_times_cost(void)
{
    static char text[32];
    text[0] = '\0';
    if (shown.count > 0 && shown.rows[0].time.count > 0)
        snprintf(text, sizeof(text), "%.3f ms", whole_time());
    return text;
}

static void describe_frame(const struct stage *stage, const struct workbench *workbench)
{
    char left[96], right[64] = "";
    const struct lab *lab = &stage->lab;
    const struct panel_cost_times cost = panel_cost_times();
    snprintf(left, sizeof(left), "%d × %d", lab->plan_options.width, lab->plan_options.height);
    if (workbench->paused)
        snprintf(right, sizeof(right), "paused");
    else if (stage_is_still(stage, workbench))
        snprintf(right, sizeof(right), "drawn when something changes");
    else if (stage->frame_seconds > 0)
        snprintf(right, sizeof(right), "%.0f fps", 1 / stage->frame_seconds);
    widgets_line(lab->gpu.info.renderer, WIDGETS_DIM);
    widgets_split_line(left, WIDGETS_PLAIN, right);
    if (cost.cpu <= 0)
        return;
    snprintf(right, sizeof(right), "%.2f ms CPU, %.2f ms GPU", cost.cpu, cost.gpu);
    widgets_split_line("panel", WIDGETS_DIM, right);
}

static void show_plot(const struct plotted *plotted, const char *name)
{
    char top[32], numbers[64] = "did not run";
    const double p95 = plotted->sum.count > 0 ? plotted->sum.p95 : 0;
    const struct widgets_history plot = {
        .values = plotted->parts,
        .count = PLOT_PARTS,
        .top = stats_scale(p95 * 1.25),
        .mark = p95,
        .top_text = top,
    };
    snprintf(top, sizeof(top), "%g", plot.top);
    if (plotted->sum.count > 0)
        snprintf(numbers, sizeof(numbers), "p95 %.3f ms", p95);
    widgets_heading(name, numbers);
    widgets_plot(&plot);
}

// Plots the whole frame and a pass, or one of them where there is no room for both.
static void show_plots(const struct stage *stage, const struct workbench *workbench)
{
    static const float for_one = 14, for_two = 24;
    const float room = widgets_room_below();
    const struct pass_place place = choose_pass(stage, workbench);
    if (shown.count == 0 || room < for_one)
        return;
    if (!pass_place_equal(&place, &shown.pass.place))
        plot_chosen(stage, workbench);
    const bool is_chosen = shown.over.path[0] || workbench->pass.path[0];
    if (room >= for_two || !is_chosen)
        show_plot(&shown.frame, "Frames of the last 10 s");
    if (room >= for_two || is_chosen)
        show_plot(&shown.pass, shown.pass.place.path);
}

// ---- the tree

// Its last time counts no more, and is still worth knowing.
static enum widgets_touch show_kept(const struct pass_row *row, double last,
                                    struct widgets_scope *line)
{
    char time[32] = "", help[GPU_SCOPE_NAME_SIZE + 192];
    if (last > 0)
        snprintf(time, sizeof(time), "%.3f", last);
    snprintf(help, sizeof(help),
             "%s: did not run again, since nothing in or before it has changed%s%s%s; click: look "
             "at it",
             row->name, *time ? "; it took " : "", time, *time ? " ms when it last ran" : "");
    line->time = time;
    line->share = -1;
    line->help = help;
    return widgets_time(line);
}

static enum widgets_touch show_time(const struct pass_row *row, struct widgets_scope *line)
{
    char time[32], help[GPU_SCOPE_NAME_SIZE + 192];
    const double median = row->time.median, frame = shown.rows[0].time.median;
    snprintf(time, sizeof(time), "%.3f", median);
    snprintf(
        help, sizeof(help),
        "%s: median of the last %d frame%s %.3f ms, moves at least %.1f MB, %d %s; click: look "
        "at %s",
        row->name, row->time.count, text_plural(row->time.count), median,
        (double) gpu_traffic_sum(row->traffic) * 1e-6, row->dispatches,
        row->dispatches == 1 ? "draw or dispatch" : "draws and dispatches",
        row->depth > 0 ? "it" : "the whole picture again");
    line->time = time;
    line->share = frame > 0 ? (float) (median / frame) : 0;
    line->help = help;
    return widgets_time(line);
}

// A press looks at the pass, and another one at the whole picture again.
static void show_row(const struct stage *stage, struct workbench *workbench, int i, bool is_seen)
{
    const struct pass_row *row = &shown.rows[i];
    struct widgets_scope line = {
        .id = i, .depth = row->depth, .name = row->name, .marked = is_seen
    };
    const enum widgets_touch touch = i == 0 && panel_times_are_kept()
                                         ? show_kept(row, whole_time(), &line)
                                     : row->is_kept ? show_kept(row, row->last, &line)
                                                    : show_time(row, &line);
    if (touch == WIDGETS_APART)
        return;
    pass_place_of(&stage->stats, i, &shown.over);
    if (touch == WIDGETS_PRESSED)
        workbench->pass = is_seen ? (struct pass_place){ 0 } : shown.over;
}

void panel_times_show(const struct stage *stage, struct workbench *workbench)
{
    const int seen = pass_place_find(&stage->stats, &workbench->pass);
    describe_frame(stage, workbench);
    show_plots(stage, workbench);
    shown.over = (struct pass_place){ 0 };
    widgets_heading("GPU time of each pass, ms", "median");
    widgets_scroll_begin("passes");
    for (int i = 0; i < shown.count; i++)
        show_row(stage, workbench, i, i == seen);
    widgets_scroll_end();
}
