#include "effects/auto/impl_timing.h"

#include "effects/auto/impl_programs.h"
#include "render/gpu_profile.h"

#include <assert.h>
#include <math.h>

enum { MIN_ROUNDS = 2, MAX_ROUNDS = 5 };

struct timing {
    struct gpu *gpu;
    const struct effect_site *site;
    int count;
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    const struct program *programs[IMPL_MOST_TIMED][EFFECT_MAX_PROGRAMS];
    double least[IMPL_MOST_TIMED]; // nanoseconds
};

static bool get_programs(struct timing *timing)
{
    struct error error;
    for (int i = 0; i < timing->count; i++)
        if (!impl_programs_get(timing->candidates[i].impl, timing->site, timing->gpu,
                               timing->programs[i], &error))
            return false;
    return true;
}

static bool are_compiled(const struct timing *timing)
{
    for (int i = 0; i < timing->count; i++)
        if (!impl_programs_are_compiled(timing->candidates[i].impl, timing->site, timing->gpu))
            return false;
    return true;
}

static void run_all(const struct timing *timing)
{
    struct gpu *gpu = timing->gpu;
    const struct effect_site *site = timing->site;
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
        timing->candidates[i].impl->run(&call);
        gpu_timer_pop(&gpu->timer);
    }
    texture_pool_release(&gpu->pool, from);
    texture_pool_release(&gpu->pool, to);
}

static void run_round(struct timing *timing, bool counts)
{
    gpu_begin_frame(timing->gpu, "choice");
    run_all(timing);
    gpu_end_frame(timing->gpu);
    const struct gpu_frame *frame = gpu_timer_collect(&timing->gpu->timer, true);
    for (int i = 0, run = 0; frame && counts && i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth == 1 && run < timing->count) {
            timing->least[run] = fmin(timing->least[run], gpu_scope_effort(scope));
            run++;
        }
    }
}

// The first round does not count: it may compile. A timer of its own keeps the other's frames.
static void run_rounds(struct timing *timing, int rounds)
{
    struct gpu *gpu = timing->gpu;
    const struct gpu_timer outer = gpu->timer;
    gpu_timer_init(&gpu->timer);
    gpu->timer.settles = outer.settles;
    for (int i = 0; i < timing->count; i++)
        timing->least[i] = INFINITY;
    for (int i = 0; i <= rounds; i++)
        run_round(timing, i > 0);
    gpu_timer_finish(&gpu->timer);
    gpu->timer = outer;
}

// How many of the first may be run, and how often.
static int affordable(const struct impl_candidate candidates[], int count,
                      const struct impl_times *times, int *rounds)
{
    const double budget = times->budget;
    double sum = 0;
    if (times->most > 0 && times->most < count)
        count = times->most;
    for (int i = 0; i < count; i++)
        sum += candidates[i].estimate.model;
    while (count > 0 && sum * (MIN_ROUNDS + 1) > budget)
        sum -= candidates[--count].estimate.model;
    *rounds = count > 0 ? (int) fmin(budget / sum - 1, MAX_ROUNDS) : 0;
    return count;
}

static bool are_known(const struct timing *timing)
{
    for (int i = 0; i < timing->count; i++)
        if (timing->candidates[i].estimate.timed == 0)
            return false;
    return true;
}

void impl_time(struct gpu *gpu, struct impl_times *times, const struct effect *effect,
               const struct effect_site *site)
{
    const struct impl_chooser chooser = { gpu->profile, times };
    struct timing timing = { .gpu = gpu, .site = site };
    char why[EFFECT_WHY_SIZE], key[IMPL_TIMES_KEY_SIZE];
    int rounds;
    assert(gpu->timer.depth == 0);
    const int count = impl_list_candidates(&chooser, effect, site, timing.candidates, why);
    const int near = impl_count_near(timing.candidates, count);
    timing.count = affordable(timing.candidates, near, times, &rounds);
    if (!gpu->profile || timing.count < 2 || are_known(&timing) ||
        (!times->compiles && !are_compiled(&timing)) || !get_programs(&timing))
        return;
    run_rounds(&timing, rounds);
    impl_time_key(effect, site, key);
    for (int i = 0; i < timing.count; i++) {
        const struct impl_candidate *candidate = &timing.candidates[i];
        impl_programs_spare(candidate->impl, gpu, timing.programs[i]);
        impl_times_put(times, key, candidate->impl->name, candidate->estimate.model,
                       timing.least[i]);
    }
}
