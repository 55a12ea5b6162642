// Choosing an implementation by running the few that may be the fastest.

#include "effects/auto/impl_times.h"
#include "effects/plan/plan_parts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MIN_ROUNDS = 2, MAX_ROUNDS = 5 };

// ---- which measurement speaks for which call

// Half octaves, and small whole numbers as they are.
static int class_of(double value, bool is_whole)
{
    if (value == 0 || (is_whole && fabs(value) <= 8))
        return (int) value;
    return (int) lround(copysign(100 + 2 * log2(fabs(value) + 1e-3), value));
}

static double number_of(const struct param *row, const void *params, int height)
{
    const void *field = (const unsigned char *) params + row->offset;
    switch (row->type) {
    case PARAM_TYPE_INT:
    case PARAM_TYPE_CHOICE:
        return *(const int *) field;
    case PARAM_TYPE_FLOAT:
    case PARAM_TYPE_STOPS:
        return (double) *(const float *) field;
    case PARAM_TYPE_LENGTH:
        return (double) length_pixels(*(const struct length *) field, height);
    default:
        return 0;
    }
}

// Text such as a palette's name counts as it is.
static int write_param(const struct param *row, const struct effect_site *site, char *out,
                       size_t size)
{
    const void *field = (const unsigned char *) site->params + row->offset;
    if (strcmp(row->key, "impl") == 0)
        return 0;
    if (row->type == PARAM_TYPE_TEXT)
        return snprintf(out, size, " %s=%.32s", row->key, (const char *) field);
    const bool is_cell = strcmp(row->key, "cell") == 0;
    const double number =
        is_cell ? site->cell : number_of(row, site->params, effect_picture_height(site));
    const bool is_whole = row->type == PARAM_TYPE_INT;
    const int class = row->type == PARAM_TYPE_CHOICE ? (int) number : class_of(number, is_whole);
    return snprintf(out, size, " %s=%d", row->key, class);
}

void plan_time_key(const struct effect *effect, const struct effect_site *site,
                   char key[IMPL_TIMES_KEY_SIZE])
{
    const double texels = (double) site->width * site->height;
    size_t length = (size_t) snprintf(key, IMPL_TIMES_KEY_SIZE, "%s %s size=%d", effect->name,
                                      texture_format_name(site->format), class_of(texels, false));
    for (const struct param *row = effect->params; row && row->key; row++)
        if (length < IMPL_TIMES_KEY_SIZE)
            length += (size_t) write_param(row, site, key + length, IMPL_TIMES_KEY_SIZE - length);
    for (char *at = key; *at; at++)
        *at = *at == '\n' ? ' ' : *at;
}

// ---- running

struct timing {
    struct gpu *gpu;
    struct effect_site site;
    int count;
    const struct program *programs[PLAN_TIMED][EFFECT_MAX_PROGRAMS];
    double least[PLAN_TIMED];
};

static bool get_programs(struct timing *timing, const struct plan_candidate rows[])
{
    for (int i = 0; i < timing->count; i++) {
        struct error error;
        if (!plan_get_impl_programs(rows[i].impl, &timing->site, timing->gpu, timing->programs[i],
                                    &error))
            return false;
    }
    return true;
}

static void run_round(struct timing *timing, const struct plan_candidate rows[], bool counts)
{
    struct gpu *gpu = timing->gpu;
    const struct effect_site *site = &timing->site;
    const struct gpu_frame *frame = NULL, *next;
    gpu_begin_frame(gpu, "choice");
    struct texture *from =
        texture_pool_acquire(&gpu->pool, site->width, site->height, site->format);
    struct texture *to = texture_pool_acquire(&gpu->pool, site->width, site->height, site->format);
    for (int i = 0; i < timing->count; i++) {
        const struct effect_call call = {
            .site = *site,
            .gpu = gpu,
            .programs = timing->programs[i],
            .source = from,
            .input = from,
            .output = to,
        };
        gpu_timer_push(&gpu->timer, "timed");
        rows[i].impl->run(&call);
        gpu_timer_pop(&gpu->timer);
    }
    texture_pool_release(&gpu->pool, from);
    texture_pool_release(&gpu->pool, to);
    gpu_end_frame(gpu);
    while ((next = gpu_timer_collect(&gpu->timer, true)))
        frame = next;
    for (int i = 0, row = 0; frame && counts && i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth == 1 && row < timing->count) {
            timing->least[row] = fmin(timing->least[row], gpu_scope_effort(scope));
            row++;
        }
    }
}

// How many of the first rows may be run, and how often.
static int affordable(const struct plan_candidate rows[], int count, const struct impl_times *times,
                      int *rounds)
{
    const double budget = times->budget;
    double sum = 0;
    if (times->most > 0 && times->most < count)
        count = times->most;
    for (int i = 0; i < count; i++)
        sum += rows[i].forecast.model;
    while (count > 0 && sum * (MIN_ROUNDS + 1) > budget)
        sum -= rows[--count].forecast.model;
    *rounds = count > 0 ? (int) fmin(budget / sum - 1, MAX_ROUNDS) : 0;
    return count;
}

// The first round does not count: it may compile.
static void run_rounds(struct timing *timing, const struct plan_candidate rows[], int rounds)
{
    for (int i = 0; i < timing->count; i++)
        timing->least[i] = INFINITY;
    for (int i = 0; i <= rounds; i++)
        run_round(timing, rows, i > 0);
}

// The plan asks for the one that it takes again.
static void spare_programs(const struct timing *timing, const struct plan_candidate rows[])
{
    for (int i = 0; i < timing->count; i++)
        for (int program = 0; rows[i].impl->programs[program].file; program++)
            program_cache_spare(&timing->gpu->programs, timing->programs[i][program]);
}

static bool are_compiled(const struct timing *timing, const struct plan_candidate rows[])
{
    for (int i = 0; i < timing->count; i++) {
        const struct effect_impl *impl = rows[i].impl;
        for (int program = 0; impl->programs[program].file; program++) {
            char defines[PLAN_DEFINES_SIZE];
            const struct program_desc desc = plan_vary(impl, &timing->site, program, defines);
            if (!program_cache_has(&timing->gpu->programs, &desc))
                return false;
        }
    }
    return true;
}

// How many of the first rows are known.
static int recall(const struct impl_times *times, const char *key, struct plan_candidate rows[],
                  int count)
{
    for (int i = 0; i < count; i++) {
        struct plan_forecast *forecast = &rows[i].forecast;
        forecast->timed = plan_recall_time(times, key, rows[i].impl, forecast->model);
        if (forecast->timed == 0)
            return i;
    }
    return count;
}

int plan_time_rows(const struct plan *plan, struct gpu *gpu, const struct chain_step *step,
                   struct plan_candidate rows[], int count)
{
    struct impl_times *times = plan->options.times;
    struct timing timing = { .gpu = gpu, .site = plan_site(plan, &gpu->info, step) };
    char key[IMPL_TIMES_KEY_SIZE];
    int rounds;
    assert(count <= PLAN_TIMED && gpu->timer.depth == 0);
    plan_time_key(step->effect, &timing.site, key);
    timing.count = affordable(rows, count, times, &rounds);
    const int known = recall(times, key, rows, count);
    if (known >= timing.count || timing.count < 2 ||
        (!times->compiles && !are_compiled(&timing, rows)) || !get_programs(&timing, rows))
        return known;
    run_rounds(&timing, rows, rounds);
    spare_programs(&timing, rows);
    for (int i = 0; i < timing.count; i++)
        impl_times_put(times, key, rows[i].impl->name, rows[i].forecast.model, timing.least[i]);
    return recall(times, key, rows, count);
}
