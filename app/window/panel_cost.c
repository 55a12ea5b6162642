#include "app/window/panel_cost.h"

#include "app/text/clock.h"

#include <string.h>

void panel_cost_init(struct panel_cost *cost, bool software)
{
    *cost = (struct panel_cost){ 0 };
    gpu_timer_init(&cost->timer);
    cost->timer.settles = software;
    pass_stats_init(&cost->gpu, PANEL_COST_FRAMES);
}

void panel_cost_finish(struct panel_cost *cost)
{
    if (!cost->timer.ring)
        return;
    gpu_timer_finish(&cost->timer);
    pass_stats_finish(&cost->gpu);
    *cost = (struct panel_cost){ 0 };
}

// Returns the milliseconds of work since the last call, and begins anew.
static double lap(struct panel_cost *cost)
{
    const double now = clock_worked(), passed = now - cost->since;
    cost->since = now;
    return 1e3 * passed;
}

void panel_cost_begin(struct panel_cost *cost)
{
    lap(cost);
}

void panel_cost_built(struct panel_cost *cost)
{
    cost->built[cost->frames % PANEL_COST_FRAMES] = lap(cost);
    if (!cost->timer.ring)
        return;
    gpu_timer_begin_frame(&cost->timer, "panel");
    gpu_timer_count_work(&cost->timer, (struct gpu_traffic){ 0 }); // its draws are not passes
    lap(cost);
}

void panel_cost_end(struct panel_cost *cost)
{
    const struct gpu_frame *frame;
    cost->told[cost->frames % PANEL_COST_FRAMES] = lap(cost);
    if (!cost->timer.ring)
        return;
    cost->frames++;
    gpu_timer_end_frame(&cost->timer);
    while ((frame = gpu_timer_collect(&cost->timer, false)))
        pass_stats_add(&cost->gpu, frame);
}

static double find_median(const double *times, int count)
{
    double values[PANEL_COST_FRAMES];
    memcpy(values, times, (size_t) count * sizeof(*times));
    return stats_median(values, count);
}

struct panel_cost_times panel_cost_times(const struct panel_cost *cost)
{
    struct panel_cost_times times = { 0 };
    const int count = cost->frames < PANEL_COST_FRAMES ? (int) cost->frames : PANEL_COST_FRAMES;
    if (count == 0)
        return times;
    times.built = find_median(cost->built, count);
    times.told = find_median(cost->told, count);
    times.cpu = times.built + (cost->timer.settles ? 0 : times.told);
    if (cost->gpu.frames > 0) {
        struct pass_row row;
        pass_stats_row(&cost->gpu, 0, &row);
        times.gpu = row.time.median;
    }
    return times;
}
