#include "effects/auto/impl_timing.h"

#include "effects/auto/impl_programs.h"
#include "effects/effect_impl.h"
#include "render/frame_work.h"
#include "render/gpu.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MIN_ROUNDS = 2, MAX_ROUNDS = 5 };

// The implementations that can be measured at a site.
struct listed {
    struct gpu *gpu;
    const struct effect_site *site;
    int count;
    struct impl_candidate candidates[IMPL_MAX_CANDIDATES];
    const struct program_list *programs[IMPL_MAX_TIMED];
};

static bool get_programs(struct listed *now)
{
    struct error error;
    for (int i = 0; i < now->count; i++) {
        now->programs[i] = impl_programs_get(now->candidates[i].impl, now->site, now->gpu, &error);
        if (!now->programs[i])
            return false;
    }
    return true;
}

static bool are_compiled(const struct listed *now)
{
    for (int i = 0; i < now->count; i++)
        if (!impl_programs_are_compiled(now->candidates[i].impl, now->site, now->gpu))
            return false;
    return true;
}

// Runs one of the candidates in a frame of another timer, which leaves those of gpu->timer
// untouched. gpu->snapshot is cleared meanwhile, since it refers to a pass of the window's own
// frames.
static void run(const struct listed *now, struct gpu_timer *timer, int number)
{
    struct gpu *gpu = now->gpu;
    const struct effect_site *site = now->site;
    const struct gpu_timer outer = gpu->timer;
    const struct gpu_snapshot snapshot = gpu->snapshot;
    gpu->timer = *timer;
    gpu->snapshot = (struct gpu_snapshot){ 0 };
    gpu_begin_frame(gpu, "choice");
    struct texture *from =
        texture_pool_acquire(&gpu->pool, site->width, site->height, site->format);
    struct texture *to = texture_pool_acquire(&gpu->pool, site->width, site->height, site->format);
    const struct effect_call call = {
        .site = *site,
        .gpu = gpu,
        .programs = now->programs[number]->items,
        .source = from,
        .input = from,
        .output = to,
    };
    gpu_timer_push(&gpu->timer, "timed");
    now->candidates[number].impl->run(&call);
    gpu_timer_pop(&gpu->timer);
    texture_pool_release(&gpu->pool, from);
    texture_pool_release(&gpu->pool, to);
    gpu_end_frame(gpu);
    *timer = gpu->timer;
    gpu->timer = outer;
    gpu->snapshot = snapshot;
}

// Collects the runs that the GPU has finished or, with `waits`, all. The first run of each
// implementation is not counted, because the driver may compile in it.
static void collect(struct impl_timing *timing, bool waits)
{
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&timing->timer, waits))) {
        double *least = &timing->least[frame->index % timing->count];
        if (frame->index >= timing->count)
            *least = fmin(*least, gpu_scope_effort(&frame->scopes[1]));
    }
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

static bool are_known(const struct listed *now)
{
    for (int i = 0; i < now->count; i++)
        if (now->candidates[i].estimate.timed == 0)
            return false;
    return true;
}

// Lists the candidates. Returns the number of those that are near the cheapest, which come first.
static int list_near(struct listed *now, const struct impl_times *times)
{
    const struct impl_chooser chooser = { now->gpu->profile, times };
    struct error why;
    assert(now->gpu->timer.depth == 0);
    const int count = impl_list_candidates(&chooser, now->site, now->candidates, &why);
    return now->gpu->profile ? impl_count_near(now->candidates, count) : 0;
}

void impl_timing_finish(struct impl_timing *timing)
{
    gpu_timer_finish(&timing->timer);
    *timing = (struct impl_timing){ 0 };
}

// Restarts the measurement if the site or its candidates have changed.
static void update(struct impl_timing *timing, const struct listed *now)
{
    char key[IMPL_TIMES_KEY_SIZE];
    impl_time_key(now->site, key);
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
    gpu_timer_init(&timing->timer);
    timing->timer.waits_at_stamps = now->gpu->timer.waits_at_stamps;
}

static void put_times(const struct impl_timing *timing, const struct listed *now,
                      struct impl_times *times)
{
    for (int i = 0; i < now->count; i++) {
        const struct impl_candidate *candidate = &now->candidates[i];
        impl_times_put(times, timing->key, candidate->impl->name, candidate->estimate.model,
                       timing->least[i]);
    }
}

void impl_time(struct gpu *gpu, struct impl_times *times, const struct effect_site *site)
{
    struct listed now = { .gpu = gpu, .site = site };
    struct impl_timing timing = { 0 };
    int rounds;
    const int near = list_near(&now, times);
    now.count = affordable(now.candidates, near, times, &rounds);
    if (now.count < 2 || are_known(&now) || (!times->compiles && !are_compiled(&now)) ||
        !get_programs(&now))
        return;
    update(&timing, &now);
    for (int round = 0; round <= rounds; round++) {
        for (int i = 0; i < now.count; i++)
            run(&now, &timing.timer, i);
        collect(&timing, true);
    }
    put_times(&timing, &now, times);
    impl_timing_finish(&timing);
}

// ---- measuring over several frames

// Submits one candidate to the GPU if the budget of the frame allows it.
static void run_next(struct impl_timing *timing, const struct listed *now)
{
    const int i = timing->runs % timing->count;
    const double expected = now->candidates[i].estimate.model * 1e-9;
    if (expected > frame_work_left())
        return;
    frame_work_begin(FRAME_WORK_TIME);
    run(now, &timing->timer, i);
    frame_work_end();
    frame_work_add(FRAME_WORK_TIME, expected);
    timing->runs++;
}

bool impl_time_some(struct impl_timing *timing, struct gpu *gpu, struct impl_times *times,
                    const struct effect_site *site)
{
    struct listed now = { .gpu = gpu, .site = site };
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
    update(timing, &now);
    // Requests the programs without waiting.
    gpu->programs.defers = true;
    const bool compiles = get_programs(&now);
    gpu->programs.defers = false;
    const bool is_ready = are_compiled(&now);
    if (!is_ready)
        program_cache_work(&gpu->programs);
    if (!compiles)
        return false;
    collect(timing, false);
    const int most = (1 + MAX_ROUNDS) * timing->count;
    if (timing->timer.collected == most) {
        const bool is_whole = timing->timer.dropped == 0; // otherwise the measurement restarts
        if (is_whole)
            put_times(timing, &now, times);
        impl_timing_finish(timing);
        return !is_whole;
    }
    if (is_ready && timing->runs < most)
        run_next(timing, &now);
    return true;
}
