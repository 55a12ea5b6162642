#include "app/measure/pass_stats.h"

#include "render/text/log.h"

#include <stdlib.h>
#include <string.h>

#define LOG_MODULE "times"

void pass_stats_init(struct pass_stats *stats, int capacity)
{
    *stats = (struct pass_stats){ .capacity = capacity };
    stats->times = calloc((size_t) capacity * GPU_TIMER_MAX_SCOPES, sizeof(*stats->times));
    if (!stats->times)
        log_fatal("no memory for the times of %d frames", capacity);
}

void pass_stats_finish(struct pass_stats *stats)
{
    free(stats->times);
    *stats = (struct pass_stats){ 0 };
}

void pass_stats_clear(struct pass_stats *stats)
{
    for (int i = 0; i < stats->count; i++)
        stats->scopes[i].last = 0;
    stats->frames = stats->next = stats->count = 0;
}

static bool is_same_tree(const struct pass_stats *stats, const struct gpu_frame *frame)
{
    if (stats->count != frame->count)
        return false;
    for (int i = 0; i < frame->count; i++)
        if (stats->scopes[i].depth != frame->scopes[i].depth ||
            stats->scopes[i].is_kept != frame->scopes[i].is_kept ||
            strcmp(stats->scopes[i].name, frame->scopes[i].name) != 0)
            return false;
    return true;
}

static void add_scope(struct pass_stats *stats, int i, const struct gpu_scope *from)
{
    struct pass_scope *scope = &stats->scopes[i];
    memcpy(scope->name, from->name, sizeof(scope->name));
    scope->depth = from->depth;
    scope->is_kept = from->is_kept;
    scope->dispatches = from->dispatches;
    scope->traffic = from->traffic;
    const double nanoseconds =
        from->end_ns > from->begin_ns ? (double) (from->end_ns - from->begin_ns) : 0;
    stats->times[i * stats->capacity + stats->next] = nanoseconds * 1e-6;
}

// Milliseconds that a scope below the frame took when it last ran; 0: not known.
static double find_last(const struct pass_stats *stats, const char *name)
{
    struct pass_row row;
    int i = 0;
    while (i < stats->count &&
           (stats->scopes[i].depth != 1 || strcmp(stats->scopes[i].name, name) != 0))
        i++;
    if (i == stats->count || stats->frames == 0)
        return 0;
    pass_stats_row(stats, i, &row);
    return row.is_kept ? row.last : row.time.median;
}

static void change_tree(struct pass_stats *stats, const struct gpu_frame *frame)
{
    double last[GPU_TIMER_MAX_SCOPES];
    for (int i = 0; i < frame->count; i++)
        last[i] = frame->scopes[i].is_kept ? find_last(stats, frame->scopes[i].name) : 0;
    pass_stats_clear(stats);
    for (int i = 0; i < frame->count; i++)
        stats->scopes[i].last = last[i];
}

void pass_stats_add(struct pass_stats *stats, const struct gpu_frame *frame)
{
    if (!is_same_tree(stats, frame))
        change_tree(stats, frame);
    stats->count = frame->count;
    for (int i = 0; i < frame->count; i++)
        add_scope(stats, i, &frame->scopes[i]);
    stats->next = (stats->next + 1) % stats->capacity;
    if (stats->frames < stats->capacity)
        stats->frames++;
}

void pass_stats_forget(struct pass_stats *stats, int count)
{
    count = count < stats->frames ? count : stats->frames;
    stats->frames -= count;
    stats->next = (stats->next + stats->capacity - count) % stats->capacity;
}

int pass_stats_newest(const struct pass_stats *stats, int i, int count, double *times)
{
    const double *ring = stats->times + i * stats->capacity;
    count = count < stats->frames ? count : stats->frames;
    const int first = stats->next - count + stats->capacity;
    for (int k = 0; k < count; k++)
        times[k] = ring[(first + k) % stats->capacity];
    return count;
}

int pass_stats_times(const struct pass_stats *stats, int i, double *times)
{
    return pass_stats_newest(stats, i, stats->frames, times);
}

void pass_stats_row(const struct pass_stats *stats, int i, struct pass_row *row)
{
    const struct pass_scope *scope = &stats->scopes[i];
    *row = (struct pass_row){ .depth = scope->depth,
                              .dispatches = scope->dispatches,
                              .is_kept = scope->is_kept,
                              .last = scope->last,
                              .traffic = scope->traffic };
    memcpy(row->name, scope->name, sizeof(row->name));
    double *times = malloc(sizeof(*times) * (size_t) stats->capacity);
    if (!times)
        log_fatal("no memory for the times of %d frames", stats->capacity);
    row->time = stats_summarise(times, pass_stats_times(stats, i, times));
    free(times);
}
