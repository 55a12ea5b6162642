#include "app/measure/stats/pass_place.h"

#include <stdio.h>
#include <string.h>

bool pass_place_equal(const struct pass_place *a, const struct pass_place *b)
{
    return strcmp(a->path, b->path) == 0 && a->number == b->number;
}

// The scope that holds this one.
static int find_parent(const struct pass_stats *stats, int i)
{
    const int depth = stats->scopes[i].depth;
    while (i > 0 && stats->scopes[i].depth >= depth)
        i--;
    return i;
}

static void write_path(const struct pass_stats *stats, int i, char path[PASS_PATH_SIZE])
{
    int line[GPU_TIMER_MAX_DEPTH], count = 0, length = 0;
    for (; stats->scopes[i].depth > 0 && count < GPU_TIMER_MAX_DEPTH; i = find_parent(stats, i))
        line[count++] = i;
    path[0] = '\0';
    while (count-- > 0 && length < PASS_PATH_SIZE)
        length += snprintf(path + length, (size_t) (PASS_PATH_SIZE - length), "%s%s",
                           length > 0 ? "/" : "", stats->scopes[line[count]].name);
}

static bool is_alike(const struct pass_scope *a, const struct pass_scope *b)
{
    return a->depth == b->depth && strcmp(a->name, b->name) == 0;
}

// Which of the steps of its name the scope belongs to.
static int step_of(const struct pass_stats *stats, int i)
{
    while (i > 0 && stats->scopes[i].depth > 1)
        i--;
    int step = 0;
    for (int k = 0; k <= i; k++)
        step += is_alike(&stats->scopes[k], &stats->scopes[i]);
    return step;
}

static bool ends_step(const struct pass_stats *stats, int i)
{
    const int depth = stats->scopes[i].depth;
    int next = i + 1;
    while (next < stats->count && stats->scopes[next].depth > depth)
        next++;
    return next == stats->count || depth == 1 || stats->scopes[next].depth == 1;
}

void pass_place_of(const struct pass_stats *stats, int i, struct pass_place *place)
{
    char path[PASS_PATH_SIZE];
    *place = (struct pass_place){ 0 };
    if (i <= 0 || i >= stats->count)
        return;
    write_path(stats, i, place->path);
    for (int k = 1; k <= i; k++) {
        if (!is_alike(&stats->scopes[k], &stats->scopes[i]))
            continue;
        write_path(stats, k, path);
        place->number += strcmp(path, place->path) == 0;
    }
    place->step = step_of(stats, i);
    place->ends_step = ends_step(stats, i);
}

int pass_place_find(const struct pass_stats *stats, const struct pass_place *place)
{
    char path[PASS_PATH_SIZE];
    int number = 0;
    for (int i = 1; i < stats->count && place->path[0]; i++) {
        write_path(stats, i, path);
        if (strcmp(path, place->path) == 0 && ++number == place->number)
            return i;
    }
    return -1;
}

int pass_place_find_step(const struct pass_stats *stats, const char *name, int step)
{
    for (int i = 1; i < stats->count; i++)
        if (stats->scopes[i].depth == 1 && strcmp(stats->scopes[i].name, name) == 0 && --step == 0)
            return i;
    return -1;
}

int pass_place_turn(const struct pass_stats *stats, int step, int scope, int by)
{
    int end = step + 1;
    while (end < stats->count && stats->scopes[end].depth > stats->scopes[step].depth)
        end++;
    const int first = end > step + 1 ? step + 1 : step, count = end - first;
    if (scope < first || scope >= end)
        return by > 0 ? first : end - 1;
    return first + (scope - first + by + count) % count;
}
