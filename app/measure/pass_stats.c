#include "app/measure/pass_stats.h"

#include "render/text/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- pass stats

// A frame with the scopes of passes that did not run in it, and for each scope its index in the
// last tree; -1: none.
struct unfolded {
    struct gpu_frame frame;
    int from[GPU_TIMER_MAX_SCOPES];
};

void pass_stats_init(struct pass_stats *stats, int capacity)
{
    *stats = (struct pass_stats){
        .capacity = capacity,
        .times = memory_new((size_t) capacity * GPU_TIMER_MAX_SCOPES, sizeof(*stats->times)),
        .unfolded = memory_new(1, sizeof(*stats->unfolded)),
    };
}

void pass_stats_finish(struct pass_stats *stats)
{
    free(stats->times);
    free(stats->unfolded);
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
    for (int i = 0; i < frame->count; i++) {
        const struct pass_scope *old = &stats->scopes[i];
        const struct gpu_scope *scope = &frame->scopes[i];
        if (old->depth != scope->depth || old->is_cached != scope->is_cached ||
            strcmp(old->name, scope->name) != 0)
            return false;
    }
    return true;
}

// ---- cached scopes

// Returns the index of the scope with the same name, depth and number among equal ones in the
// frame; -1: none.
static int find_equal(const struct pass_stats *stats, const struct gpu_frame *frame, int scope)
{
    const struct gpu_scope *requested = &frame->scopes[scope];
    int before = 0;
    for (const struct gpu_scope *other = frame->scopes; other < requested; other++)
        before += other->depth == requested->depth && strcmp(other->name, requested->name) == 0;
    for (int i = 0; i < stats->count; i++) {
        const struct pass_scope *old = &stats->scopes[i];
        if (old->depth == requested->depth && strcmp(old->name, requested->name) == 0 &&
            before-- == 0)
            return i;
    }
    return -1;
}

static void unfold_scope(struct unfolded *whole, const struct gpu_scope *scope, int from)
{
    if (whole->frame.count == GPU_TIMER_MAX_SCOPES)
        return;
    whole->from[whole->frame.count] = from;
    whole->frame.scopes[whole->frame.count++] = *scope;
}

// A cached scope runs none of its passes. The passes of its last run are added below it, so that
// the tree does not collapse while a user reads it.
static void unfold(const struct pass_stats *stats, const struct gpu_frame *frame,
                   struct unfolded *whole)
{
    whole->frame.count = 0;
    for (int i = 0; i < frame->count; i++) {
        const int from = frame->scopes[i].is_cached ? find_equal(stats, frame, i) : -1;
        unfold_scope(whole, &frame->scopes[i], from);
        for (int k = from + 1; from >= 0 && k < stats->count; k++) {
            const struct pass_scope *old = &stats->scopes[k];
            struct gpu_scope below = {
                .depth = old->depth,
                .is_cached = true,
                .has_image = old->has_image,
            };
            if (below.depth <= stats->scopes[from].depth)
                break;
            memcpy(below.name, old->name, sizeof(below.name));
            unfold_scope(whole, &below, k);
        }
    }
}

// Starts the times of a new tree. Each scope keeps the time of its last run.
static void change_tree(struct pass_stats *stats, const struct unfolded *whole)
{
    double last[GPU_TIMER_MAX_SCOPES] = { 0 };
    for (int i = 0; i < whole->frame.count; i++) {
        struct pass_row row;
        if (whole->from[i] < 0 || stats->frames == 0)
            continue;
        pass_stats_row(stats, whole->from[i], &row);
        last[i] = row.is_cached ? row.last : row.time.median;
    }
    pass_stats_clear(stats);
    for (int i = 0; i < whole->frame.count; i++)
        stats->scopes[i].last = last[i];
    stats->trees++;
}

// Sets the places of the passes of a new tree, parents before their children.
static void set_places(struct pass_stats *stats)
{
    for (int i = 1; i < stats->count; i++) {
        struct pass_scope *scope = &stats->scopes[i];
        int parent = i - 1;
        int next = i + 1;
        while (parent > 0 && stats->scopes[parent].depth >= scope->depth)
            parent--;
        while (next < stats->count && stats->scopes[next].depth > scope->depth)
            next++;
        const struct pass_place *above = &stats->scopes[parent].place;
        struct pass_place *place = &scope->place;
        *place = (struct pass_place){ .number = 1 };
        snprintf(place->path, sizeof(place->path), "%s%s%s", above->path, parent > 0 ? "/" : "",
                 scope->name);
        for (int k = 1; k < i; k++)
            place->number += strcmp(stats->scopes[k].place.path, place->path) == 0;
        place->step = parent > 0 ? above->step : place->number;
        place->ends_step =
            next == stats->count || scope->depth == 1 || stats->scopes[next].depth == 1;
    }
}

void pass_stats_add(struct pass_stats *stats, const struct gpu_frame *frame)
{
    struct unfolded *whole = stats->unfolded;
    unfold(stats, frame, whole);
    const bool is_another = !is_same_tree(stats, &whole->frame);
    if (is_another)
        change_tree(stats, whole);
    stats->count = whole->frame.count;
    for (int i = 0; i < stats->count; i++) {
        const struct gpu_scope *from = &whole->frame.scopes[i];
        struct pass_scope *scope = &stats->scopes[i];
        memcpy(scope->name, from->name, sizeof(scope->name));
        scope->depth = from->depth;
        scope->is_cached = from->is_cached;
        scope->has_image = from->has_image;
        scope->dispatches = from->dispatches;
        scope->traffic = from->traffic;
        stats->times[i * stats->capacity + stats->next] = gpu_scope_time(from) * 1e-6;
    }
    if (is_another)
        set_places(stats);
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
    *row = (struct pass_row){
        .depth = scope->depth,
        .dispatches = scope->dispatches,
        .is_cached = scope->is_cached,
        .last = scope->last,
        .traffic = scope->traffic,
    };
    memcpy(row->name, scope->name, sizeof(row->name));
    double *times = memory_grow(NULL, (size_t) stats->capacity, sizeof(*times));
    row->time = stats_summarise(times, pass_stats_times(stats, i, times));
    free(times);
}

// ---- pass place

bool pass_place_equal(const struct pass_place *a, const struct pass_place *b)
{
    return strcmp(a->path, b->path) == 0 && a->number == b->number;
}

bool pass_stats_is_innermost(const struct pass_stats *stats, int i)
{
    return i + 1 == stats->count || stats->scopes[i + 1].depth <= stats->scopes[i].depth;
}

void pass_place_of(const struct pass_stats *stats, int i, struct pass_place *place)
{
    *place = i > 0 && i < stats->count ? stats->scopes[i].place : (struct pass_place){ 0 };
}

int pass_place_find(const struct pass_stats *stats, const struct pass_place *place)
{
    for (int i = 1; i < stats->count; i++)
        if (pass_place_equal(&stats->scopes[i].place, place))
            return i;
    return -1;
}

int pass_place_find_step(const struct pass_stats *stats, const char *name, int step)
{
    for (int i = 1; i < stats->count; i++) {
        const struct pass_scope *scope = &stats->scopes[i];
        if (scope->depth == 1 && strcmp(scope->name, name) == 0 && --step == 0)
            return i;
    }
    return -1;
}
