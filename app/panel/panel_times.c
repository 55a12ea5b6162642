#include "app/panel/panel_times.h"

#include "app/panel/panel_widgets.h"
#include "app/text/clock.h"

#include <stdio.h>
#include <string.h>

static const double seconds_between = 0.25;

static struct {
    double next; // when new numbers are taken
    int count;
    struct pass_row rows[GPU_TIMER_MAX_SCOPES];
} shown;

static bool is_other_tree(const struct pass_stats *stats)
{
    if (stats->count != shown.count)
        return true;
    for (int i = 0; i < shown.count; i++)
        if (strcmp(stats->scopes[i].name, shown.rows[i].name) != 0 ||
            stats->scopes[i].is_kept != shown.rows[i].is_kept)
            return true;
    return false;
}

void panel_times_update(const struct panel_view *view)
{
    const struct pass_stats *stats = view->stats;
    const double now = clock_seconds();
    if (now < shown.next && !is_other_tree(stats))
        return;
    shown.next = now + (stats->frames < stats->capacity / 4 ? 0 : seconds_between);
    shown.count = stats->count;
    for (int i = 0; i < stats->count; i++)
        pass_stats_row(stats, i, &shown.rows[i]);
}

// What is kept counts with the time that it took when it last ran.
const char *panel_times_cost(void)
{
    static char text[32];
    text[0] = '\0';
    if (shown.count == 0 || shown.rows[0].time.count == 0)
        return text;
    double whole = shown.rows[0].time.median;
    for (int i = 0; i < shown.count; i++)
        whole += shown.rows[i].is_kept ? shown.rows[i].last : 0;
    snprintf(text, sizeof(text), "%.3f ms", whole);
    return text;
}

static void describe_frame(const struct panel_view *view)
{
    char left[96], right[64] = "";
    snprintf(left, sizeof(left), "%d × %d", view->width, view->height);
    if (view->pace == PANEL_PAUSED)
        snprintf(right, sizeof(right), "paused");
    else if (view->pace == PANEL_STILL)
        snprintf(right, sizeof(right), "drawn when something changes");
    else if (view->frame_seconds > 0)
        snprintf(right, sizeof(right), "%.0f fps", 1 / view->frame_seconds);
    widgets_line(view->renderer, WIDGETS_DIM);
    widgets_split_line(left, WIDGETS_PLAIN, right);
}

static void plot_frames(const struct panel_view *view)
{
    static double values[PANEL_PLOTTED_FRAMES];
    char top[32], right[64];
    if (shown.count == 0 || view->stats->capacity > PANEL_PLOTTED_FRAMES)
        return;
    const struct stats_summary *frame = &shown.rows[0].time;
    struct widgets_frames plot = {
        .values = values,
        .count = pass_stats_times(view->stats, 0, values),
        .capacity = view->stats->capacity,
        .top = stats_scale(frame->p95 * 1.25),
        .mark = frame->p95,
    };
    snprintf(top, sizeof(top), "%g", plot.top);
    snprintf(right, sizeof(right), "95 %% of frames below %.3f", frame->p95);
    plot.top_text = top;
    widgets_heading("GPU time of each frame, ms", "");
    widgets_plot(&plot);
    widgets_split_line(right, WIDGETS_DIM, "");
}

// Its last time counts no more, and is still worth knowing.
static void show_kept(const struct pass_row *row)
{
    char time[32] = "", help[GPU_SCOPE_NAME_SIZE + 160];
    if (row->last > 0)
        snprintf(time, sizeof(time), "%.3f", row->last);
    snprintf(help, sizeof(help),
             "%s: did not run again, since nothing in or before it has changed%s%s%s", row->name,
             *time ? "; it took " : "", time, *time ? " ms when it last ran" : "");
    widgets_time(row->depth, row->name, time, -1, help);
}

static void show_time(const struct pass_row *row, double frame)
{
    char time[32], help[GPU_SCOPE_NAME_SIZE + 160];
    const double median = row->time.median;
    snprintf(time, sizeof(time), "%.3f", median);
    snprintf(help, sizeof(help),
             "%s: median %.3f ms, 95 %% below %.3f ms, moves at least %.1f MB, %d %s", row->name,
             median, row->time.p95, (double) gpu_traffic_sum(row->traffic) * 1e-6, row->dispatches,
             row->dispatches == 1 ? "draw or dispatch" : "draws and dispatches");
    widgets_time(row->depth, row->name, time, frame > 0 ? (float) (median / frame) : 0, help);
}

void panel_times_show(const struct panel_view *view)
{
    describe_frame(view);
    plot_frames(view);
    widgets_heading("GPU time of each pass, ms", "median");
    widgets_scroll_begin("passes");
    for (int i = 0; i < shown.count; i++)
        if (shown.rows[i].is_kept)
            show_kept(&shown.rows[i]);
        else
            show_time(&shown.rows[i], shown.rows[0].time.median);
    widgets_scroll_end();
}
