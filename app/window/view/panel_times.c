#include "app/window/view/panel.h"
#include "app/window/view/panel_parts.h"
#include "render/text/clock.h"
#include "render/text/text.h"

#include <string.h>

// ---- cost of the panel itself

enum { COST_FRAMES = 60 };

static struct {
    struct gpu_timer timer;
    struct pass_stats gpu;
    // CPU milliseconds of this thread: `built` to build the panel, `told` for the GL calls.
    double built[COST_FRAMES], told[COST_FRAMES];
    int64_t frames;
    double since; // clock_thread_time at the last lap, seconds
} cost;

void panel_cost_init(bool software)
{
    memset(&cost, 0, sizeof(cost));
    gpu_timer_init(&cost.timer);
    cost.timer.waits_at_stamps = software;
    pass_stats_init(&cost.gpu, COST_FRAMES);
}

void panel_cost_finish(void)
{
    if (!cost.timer.ring)
        return;
    gpu_timer_finish(&cost.timer);
    pass_stats_finish(&cost.gpu);
    memset(&cost, 0, sizeof(cost));
}

// Returns the CPU milliseconds of this thread since the last call.
static double lap(void)
{
    const double now = clock_thread_time(), passed = now - cost.since;
    cost.since = now;
    return 1e3 * passed;
}

void panel_cost_begin(void)
{
    lap();
}

void panel_cost_built(void)
{
    cost.built[cost.frames % COST_FRAMES] = lap();
    if (!cost.timer.ring)
        return;
    gpu_timer_begin_frame(&cost.timer, "panel");
    gpu_timer_count_work(&cost.timer, (struct gpu_traffic){ 0 }); // its draws are not passes
    lap();
}

void panel_cost_end(void)
{
    const struct gpu_frame *frame;
    cost.told[cost.frames % COST_FRAMES] = lap();
    if (!cost.timer.ring)
        return;
    cost.frames++;
    gpu_timer_end_frame(&cost.timer);
    while ((frame = gpu_timer_collect(&cost.timer, false)))
        pass_stats_add(&cost.gpu, frame);
}

static double find_median(const double *times, int count)
{
    double values[COST_FRAMES];
    memcpy(values, times, (size_t) count * sizeof(*times));
    return stats_median(values, count);
}

struct panel_cost_times panel_cost_times(void)
{
    struct panel_cost_times times = { 0 };
    const int count = cost.frames < COST_FRAMES ? (int) cost.frames : COST_FRAMES;
    if (count == 0)
        return times;
    times.built = find_median(cost.built, count);
    times.told = find_median(cost.told, count);
    times.cpu = times.built + (cost.timer.waits_at_stamps ? 0 : times.told);
    if (cost.gpu.frames > 0) {
        struct pass_row row;
        pass_stats_row(&cost.gpu, 0, &row);
        times.gpu = row.time.median;
    }
    return times;
}

// ---- the numbers that are shown

static const double seconds_between = 0.25;

enum { PLOT_PARTS = 200 }; // columns of a plot of the last ten seconds

// Times of a pass, or of the whole frame, in the last ten seconds.
struct plotted {
    struct pass_place place;
    struct stats_summary sum;
    float parts[PLOT_PARTS];
};

static struct {
    double next; // clock_seconds of the next update
    int count;
    unsigned trees; // as in struct pass_stats
    struct pass_row rows[GPU_TIMER_MAX_SCOPES];
    struct plotted frame, pass;
    struct pass_place over; // pass under the mouse; no path: none
} shown;

static void plot_pass(struct plotted *plotted, const struct session *session,
                      const struct pass_place *place)
{
    plotted->place = *place;
    plotted->sum = pass_history_sum(&session->history, place);
    pass_history_columns(&session->history, place, PLOT_PARTS, plotted->parts);
}

// Returns the pass under the mouse, else the viewed one, else the step with the longest time.
static struct pass_place choose_pass(const struct session *session, const struct ui_state *ui)
{
    struct pass_place place;
    int longest = 0;
    if (shown.over.path[0])
        return shown.over;
    if (ui->pass.path[0])
        return ui->pass;
    for (int i = 1; i < shown.count; i++)
        if (shown.rows[i].depth == 1 &&
            (longest == 0 || shown.rows[i].time.median > shown.rows[longest].time.median))
            longest = i;
    pass_place_of(&session->stats, longest, &place);
    return place;
}

void panel_times_update(const struct session *session, const struct ui_state *ui)
{
    static const struct pass_place whole;
    const struct pass_stats *stats = &session->stats;
    const double now = clock_seconds();
    if (now < shown.next && stats->trees == shown.trees && stats->count == shown.count)
        return;
    shown.next = now + (stats->frames < stats->capacity / 4 ? 0 : seconds_between);
    shown.count = stats->count;
    shown.trees = stats->trees;
    for (int i = 0; i < stats->count; i++)
        pass_stats_row(stats, i, &shown.rows[i]);
    const struct pass_place chosen = choose_pass(session, ui);
    plot_pass(&shown.frame, session, &whole);
    plot_pass(&shown.pass, session, &chosen);
}

// Returns true if no step ran in the last frame, so that its own time is that of nothing.
static bool are_kept(void)
{
    int steps = 0, kept = 0;
    for (int i = 1; i < shown.count; i++)
        if (shown.rows[i].depth == 1) {
            steps++;
            kept += shown.rows[i].is_kept;
        }
    return steps > 0 && kept == steps;
}

// Steps that did not run count with the time of their last run.
static double whole_time(void)
{
    double whole = are_kept() ? 0 : shown.rows[0].time.median;
    for (int i = 0; i < shown.count; i++)
        whole += shown.rows[i].is_kept && shown.rows[i].depth == 1 ? shown.rows[i].last : 0;
    return whole;
}

const char *panel_times_cost(void)
{
    const bool is_known = shown.count > 0 && shown.rows[0].time.count > 0;
    return is_known ? panel_words("%.3f ms", whole_time()) : "";
}

static void show_plot(const struct plotted *plotted, const char *name)
{
    const bool ran = plotted->sum.count > 0;
    const double p95 = ran ? plotted->sum.p95 : 0;
    const struct widgets_history plot = {
        .values = plotted->parts,
        .count = PLOT_PARTS,
        .top = stats_scale(p95 * 1.25),
        .mark = p95,
    };
    widgets_heading(name, ran ? panel_words("p95 %.3f ms", p95) : "did not run");
    widgets_plot(&plot);
}

// Plots the whole frame and a pass, or only one of them if there is no room for both.
static void show_plots(const struct session *session, const struct ui_state *ui)
{
    static const float for_one = 14, for_two = 24;
    const float room = widgets_room_below();
    const struct pass_place place = choose_pass(session, ui);
    if (shown.count == 0 || room < for_one)
        return;
    if (!pass_place_equal(&place, &shown.pass.place))
        plot_pass(&shown.pass, session, &place);
    const bool is_chosen = shown.over.path[0] || ui->pass.path[0];
    if (room >= for_two || !is_chosen)
        show_plot(&shown.frame, "Frames of the last 10 s");
    if (room >= for_two || is_chosen)
        show_plot(&shown.pass, shown.pass.place.path);
}

// ---- the tree

// Shows the last time of a step that did not run.
static void tell_kept(const struct pass_row *row, double last, struct widgets_scope *line)
{
    const char *time = last > 0 ? panel_words("%.3f", last) : "";
    line->time = time;
    line->share = -1;
    line->help = panel_words(
        "%s: did not run again, since nothing in or before it has changed%s; click: look at it",
        row->name, *time ? panel_words("; it took %s ms when it last ran", time) : "");
}

static void tell_time(const struct pass_row *row, struct widgets_scope *line)
{
    const double median = row->time.median, frame = shown.rows[0].time.median;
    line->time = panel_words("%.3f", median);
    line->share = frame > 0 ? (float) (median / frame) : 0;
    line->help = panel_words(
        "%s: median of the last %d frame%s %.3f ms, moves at least %.1f MB, %d %s; click: look "
        "at %s",
        row->name, row->time.count, text_plural(row->time.count), median,
        (double) gpu_traffic_sum(row->traffic) * 1e-6, row->dispatches,
        row->dispatches == 1 ? "draw or dispatch" : "draws and dispatches",
        row->depth > 0 ? "it" : "the whole picture again");
}

// The first press views the pass, a second one the whole picture again.
static void show_row(const struct session *session, struct ui_state *ui, int i, bool is_seen)
{
    const struct pass_row *row = &shown.rows[i];
    struct widgets_scope line = {
        .id = i, .depth = row->depth, .name = row->name, .marked = is_seen
    };
    if (i == 0 && are_kept())
        tell_kept(row, whole_time(), &line);
    else if (row->is_kept)
        tell_kept(row, row->last, &line);
    else
        tell_time(row, &line);
    const enum widgets_touch touch = widgets_time(&line);
    if (touch == WIDGETS_APART)
        return;
    pass_place_of(&session->stats, i, &shown.over);
    if (touch == WIDGETS_PRESSED)
        ui->pass = is_seen ? (struct pass_place){ 0 } : shown.over;
}

void panel_times_show(const struct session *session, struct ui_state *ui)
{
    const struct renderer *renderer = &session->renderer;
    const struct panel_cost_times panel = panel_cost_times();
    const int seen = pass_place_find(&session->stats, &ui->pass);
    const char *pace = "";
    if (ui->paused)
        pace = "paused";
    else if (session_is_still(session, ui))
        pace = "drawn when something changes";
    else if (session->frame_seconds > 0)
        pace = panel_words("%.0f fps", 1 / session->frame_seconds);
    widgets_line(renderer->gpu.info.renderer, WIDGETS_DIM);
    widgets_split_line(
        panel_words("%d × %d", renderer->plan_options.width, renderer->plan_options.height),
        WIDGETS_PLAIN, pace);
    if (panel.cpu > 0)
        widgets_split_line("panel", WIDGETS_DIM,
                           panel_words("%.2f ms CPU, %.2f ms GPU", panel.cpu, panel.gpu));
    show_plots(session, ui);
    shown.over = (struct pass_place){ 0 };
    widgets_heading("GPU time of each pass, ms", "median");
    widgets_scroll_begin("passes");
    for (int i = 0; i < shown.count; i++)
        show_row(session, ui, i, i == seen);
    widgets_scroll_end();
}
