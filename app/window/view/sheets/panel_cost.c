#include "app/window/view/sheets/panel_cost.h"

#include "app/lab/text/clock.h"
#include "app/measure/stats/pass_stats.h"

#include <string.h>

enum { FRAMES = 60 };

static struct {
    struct gpu_timer timer;
    struct pass_stats gpu;
    // Milliseconds in which this thread worked: to build what is drawn, and to tell OpenGL.
    double built[FRAMES], told[FRAMES];
    int64_t frames;
    double since; // seconds of clock_worked
} cost;

void panel_cost_init(bool software)
{
    memset(&cost, 0, sizeof(cost));
    gpu_timer_init(&cost.timer);
    cost.timer.settles = software;
    pass_stats_init(&cost.gpu, FRAMES);
}

void panel_cost_finish(void)
{
    if (!cost.timer.ring)
        return;
    gpu_timer_finish(&cost.timer);
    pass_stats_finish(&cost.gpu);
    memset(&cost, 0, sizeof(cost));
}

// Returns the milliseconds of work since the last call, and begins anew.
static double lap(void)
{
    const double now = clock_worked(), passed = now - cost.since;
    cost.since = now;
    return 1e3 * passed;
}

void panel_cost_begin(void)
{
    lap();
}

void panel_cost_built(void)
{
    cost.built[cost.frames % FRAMES] = lap();
    if (!cost.timer.ring)
        return;
    gpu_timer_begin_frame(&cost.timer, "panel");
    gpu_timer_count_work(&cost.timer, (struct gpu_traffic){ 0 }); // its draws are not passes
    lap();
}

void panel_cost_end(void)
{
    const struct gpu_frame *frame;
    cost.told[cost.frames % FRAMES] = lap();
    if (!cost.timer.ring)
        return;
    cost.frames++;
    gpu_timer_end_frame(&cost.timer);
    while ((frame = gpu_timer_collect(&cost.timer, false)))
        pass_stats_add(&cost.gpu, frame);
}

static double find_median(const double *times, int count)
{
    double values[FRAMES];
    memcpy(values, times, (size_t) count * sizeof(*times));
    return stats_median(values, count);
}

struct panel_cost_times panel_cost_times(void)
{
    struct panel_cost_times times = { 0 };
    const int count = cost.frames < FRAMES ? (int) cost.frames : FRAMES;
    if (count == 0)
        return times;
    times.built = find_median(cost.built, count);
    times.told = find_median(cost.told, count);
    times.cpu = times.built + (cost.timer.settles ? 0 : times.told);
    if (cost.gpu.frames > 0) {
        struct pass_row row;
        pass_stats_row(&cost.gpu, 0, &row);
        times.gpu = row.time.median;
    }
    return times;
}
