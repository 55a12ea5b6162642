#include "effects/auto/impl_timing.h"

#include "effects/auto/impl_programs.h"
#include "effects/effect_impl.h"
#include "render/frame_work.h"
#include "render/gpu.h"
#include "render/gpu_profile.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MIN_ROUNDS = 2, MAX_ROUNDS = 5 };

struct timing {
    struct gpu *gpu;
    const struct effect_site *site;
    int count;
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    const struct program_list *programs[IMPL_MOST_TIMED];
    double least[IMPL_MOST_TIMED]; // nanoseconds
};

static bool get_programs(struct timing *timing)
{
    struct error error;
    for (int i = 0; i < timing->count; i++) {
        timing->programs[i] =
            impl_programs_get(timing->candidates[i].impl, timing->site, timing->gpu, &error);
        if (!timing->programs[i])
            return false;
    }
    return true;
}

static bool are_compiled(const struct timing *timing)
{
    for (int i = 0; i < timing->count; i++)
        if (!impl_programs_are_compiled(timing->candidates[i].impl, timing->site, timing->gpu))
            return false;
    return true;
}

// Runs the candidates from number `first` to `last` in a frame of another timer, which leaves those
// of gpu->timer untouched. gpu->watch is cleared meanwhile, since it refers to a pass of the
// window's own frames.
static void run(const struct timing *timing, struct gpu_timer *timer, int first, int last)
{
    struct gpu *gpu = timing->gpu;
    const struct effect_site *site = timing->site;
    const struct gpu_timer outer = gpu->timer;
    const struct gpu_watch watch = gpu->watch;
    gpu->timer = *timer;
    gpu->watch = (struct gpu_watch){ 0 };
    gpu_begin_frame(gpu, "choice");
    struct texture *from =
        texture_pool_acquire(&gpu->pool, site->width, site->height, site->format);
    struct texture *to = texture_pool_acquire(&gpu->pool, site->width, site->height, site->format);
    for (int i = first; i <= last; i++) {
        const struct effect_call call = {
            .site = *site,
            .gpu = gpu,
            .programs = timing->programs[i]->items,
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
    gpu_end_frame(gpu);
    *timer = gpu->timer;
    gpu->timer = outer;
    gpu->watch = watch;
}

static struct gpu_timer make_timer(const struct gpu *gpu)
{
    struct gpu_timer timer;
    gpu_timer_init(&timer);
    timer.waits_at_stamps = gpu->timer.waits_at_stamps;
    return timer;
}

// The first round is not counted, because the driver may compile in it.
static void run_rounds(struct timing *timing, int rounds)
{
    struct gpu_timer timer = make_timer(timing->gpu);
    for (int i = 0; i < timing->count; i++)
        timing->least[i] = INFINITY;
    for (int round = 0; round <= rounds; round++) {
        run(timing, &timer, 0, timing->count - 1);
        const struct gpu_frame *frame = gpu_timer_collect(&timer, true);
        for (int i = 0, run = 0; frame && round > 0 && i < frame->count; i++) {
            const struct gpu_scope *scope = &frame->scopes[i];
            if (scope->depth != 1 || run == timing->count)
                continue;
            timing->least[run] = fmin(timing->least[run], gpu_scope_effort(scope));
            run++;
        }
    }
    gpu_timer_finish(&timer);
}

// Returns the number of candidates, from the first on, that the budget allows to run. `rounds`
// receives the number of runs of each.
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

// Lists the candidates. Returns the number of those that are near the cheapest, which come first.
static int list_near(struct timing *timing, const struct impl_times *times)
{
    const struct impl_chooser chooser = { timing->gpu->profile, times };
    struct error why;
    assert(timing->gpu->timer.depth == 0);
    const int count = impl_list_candidates(&chooser, timing->site, timing->candidates, &why);
    return timing->gpu->profile ? impl_count_near(timing->candidates, count) : 0;
}

static void put_times(const struct timing *timing, struct impl_times *times, const char *key)
{
    for (int i = 0; i < timing->count; i++) {
        const struct impl_candidate *candidate = &timing->candidates[i];
        impl_times_put(times, key, candidate->impl->name, candidate->estimate.model,
                       timing->least[i]);
    }
}

void impl_time(struct gpu *gpu, struct impl_times *times, const struct effect_site *site)
{
    struct timing timing = { .gpu = gpu, .site = site };
    char key[IMPL_TIMES_KEY_SIZE];
    int rounds;
    const int near = list_near(&timing, times);
    timing.count = affordable(timing.candidates, near, times, &rounds);
    if (timing.count < 2 || are_known(&timing) || (!times->compiles && !are_compiled(&timing)) ||
        !get_programs(&timing))
        return;
    run_rounds(&timing, rounds);
    impl_time_key(site, key);
    put_times(&timing, times, key);
}

// ---- measuring over several frames

void impl_timing_finish(struct impl_timing *timing)
{
    gpu_timer_finish(&timing->timer);
    *timing = (struct impl_timing){ 0 };
}

// Restarts the measurement if the site or its candidates have changed.
static void update_site(struct impl_timing *timing, const struct timing *now, const char *key)
{
    bool is_same = strcmp(timing->key, key) == 0 && timing->count == now->count;
    for (int i = 0; i < now->count && is_same; i++)
        is_same = timing->impls[i] == now->candidates[i].impl;
    if (is_same)
        return;
    impl_timing_finish(timing);
    memcpy(timing->key, key, sizeof(timing->key));
    timing->count = now->count;
    for (int i = 0; i < now->count; i++) {
        timing->impls[i] = now->candidates[i].impl;
        timing->least[i] = INFINITY;
    }
    timing->timer = make_timer(now->gpu);
}

// Submits one candidate to the GPU if the budget of the frame allows it.
static void run_next(struct impl_timing *timing, const struct timing *now)
{
    const int i = timing->runs % timing->count;
    const double expected = now->candidates[i].estimate.model * 1e-9;
    if (expected > frame_work_left())
        return;
    frame_work_begin(FRAME_WORK_TIME);
    run(now, &timing->timer, i, i);
    frame_work_end();
    frame_work_add(FRAME_WORK_TIME, expected);
    timing->runs++;
}

bool impl_time_some(struct impl_timing *timing, struct gpu *gpu, struct impl_times *times,
                    const struct effect_site *site)
{
    struct timing now = { .gpu = gpu, .site = site };
    char key[IMPL_TIMES_KEY_SIZE];
    const int near = list_near(&now, times);
    while (now.count < near && (times->most == 0 || now.count < times->most) &&
           now.candidates[now.count].estimate.model <= times->budget)
        now.count++;
    if (now.count < 2 || are_known(&now))
        return false;
    if (!are_compiled(&now) && (!times->compiles || gpu->programs.links_block)) {
        if (gpu->programs.links_block)
            program_cache_cancel(&gpu->programs);
        return false;
    }
    impl_time_key(site, key);
    update_site(timing, &now, key);
    // Requests the programs without waiting.
    gpu->programs.defers = true;
    const bool compiles = get_programs(&now);
    gpu->programs.defers = false;
    const bool is_ready = are_compiled(&now);
    if (!is_ready)
        program_cache_work(&gpu->programs);
    if (!compiles)
        return false;
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&timing->timer, false))) {
        double *least = &timing->least[frame->index % timing->count];
        if (frame->index >= timing->count)
            *least = fmin(*least, gpu_scope_effort(&frame->scopes[1]));
    }
    const int most = (1 + MAX_ROUNDS) * timing->count;
    if (timing->timer.collected == most) {
        const bool is_whole = timing->timer.dropped == 0; // otherwise the measurement restarts
        memcpy(now.least, timing->least, sizeof(now.least));
        if (is_whole)
            put_times(&now, times, key);
        impl_timing_finish(timing);
        return !is_whole;
    }
    if (is_ready && timing->runs < most)
        run_next(timing, &now);
    return true;
}
