#include "app/window/session/trials.h"

#include "effects/auto/impl_cost.h"
#include "effects/plan/plan.h"
#include "effects/plan/plan_sequence.h"
#include "effects/stats/stats.h"
#include "render/frame_work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Milliseconds: of a run that is not worth another, and of one that would hold the window up. What
// exceeds the budget of a frame runs in a frame of its own.
enum { FRAMES_AT_ONCE = 3, SOFTWARE_SAMPLES = 3 };
static const double slow = 8, software_slow = 250, slowest = 16, software_slowest = 2000;

// Nanoseconds of a read, used if there is no profile: those of fast GPUs and of llvmpipe.
static const double read_time = 0.02, software_read_time = 1;

void trials_finish(struct trials *trials)
{
    gpu_timer_finish(&trials->timer);
    *trials = (struct trials){ 0 };
}

// ---- the implementations

static bool has_impls(const struct chain *chain, int step)
{
    return step < chain->count && param_find(chain->steps[step].effect->params, "impl");
}

static struct trials_place place_of(const struct chain *chain, int step, int width, int height)
{
    struct trials_place place = { .chain = *chain, .step = step, .width = width, .height = height };
    chain_step_choose_impl(&place.chain.steps[step], 0);
    return place;
}

bool trials_are_of(const struct trials *trials, const struct chain *chain, int step, int width,
                   int height)
{
    if (trials->count == 0 || step != trials->place.step || width != trials->place.width ||
        height != trials->place.height || !has_impls(chain, step))
        return false;
    const struct trials_place place = place_of(chain, step, width, height);
    return chain_equal(&place.chain, &trials->place.chain);
}

static const struct effect *effect_of(const struct trials *trials)
{
    return trials->place.chain.steps[trials->place.step].effect;
}

// Returns the step in the sequence that runs; NULL if it is not in it.
static const struct plan_sequence_item *find_item(const struct plan_sequence *sequence, int step)
{
    for (int i = 0; i < sequence->count; i++)
        if (sequence->items[i].index == step)
            return sequence->items[i].is_identity ? NULL : &sequence->items[i];
    return NULL;
}

bool trials_begin(struct trials *trials, const struct renderer *renderer, const struct chain *chain,
                  int step, struct error *error)
{
    const struct plan_options *options = &renderer->plan_options;
    struct plan_sequence sequence;
    const char *name = step < chain->count ? chain->steps[step].effect->name : "no step";
    if (!has_impls(chain, step))
        return error_set(error, "%s has no implementations to measure", name);
    if (chain->steps[step].off)
        return error_set(error, "%s is off, so nothing of it can be measured", name);
    if (!plan_sequence_make(&sequence, chain, options, error))
        return false;
    if (!find_item(&sequence, step))
        return error_set(error, "%s leaves the picture as it is, so nothing runs", name);
    if (!trials->timer.ring)
        gpu_timer_init(&trials->timer);
    trials->timer.waits_at_stamps = renderer->gpu.timer.waits_at_stamps;
    trials->first = trials->timer.begun;
    trials->place = place_of(chain, step, options->width, options->height);
    trials->place.reloads = renderer->gpu.programs.reloads;
    trials->count = effect_impl_count(effect_of(trials));
    if (trials->count > TRIALS_MOST)
        trials->count = TRIALS_MOST;
    for (int i = 0; i < trials->count; i++)
        trials->items[i] = (struct trial){ .time = (double) NAN };
    return trials->is_on = true;
}

// ---- what a frame took

// Adds the times of the nodes that count; the scopes of other steps may be between them.
static double sum_up(const struct gpu_frame *frame, unsigned nodes, double *bytes)
{
    double time = 0;
    int node = 0;
    *bytes = 0;
    for (int i = 1; i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth != 1 || strstr(scope->name, " (identity)"))
            continue;
        if (nodes >> node++ & 1) {
            time += gpu_scope_effort(scope) * 1e-6;
            *bytes += (double) gpu_traffic_sum(scope->traffic);
        }
    }
    return time;
}

static void collect(struct trials *trials)
{
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&trials->timer, false))) {
        int i = 0;
        while (i < trials->count &&
               strcmp(effect_of(trials)->impls[i]->name, frame->scopes[0].name) != 0)
            i++;
        if (frame->index < trials->first || i == trials->count)
            continue;
        struct trial *trial = &trials->items[i];
        trial->expected = sum_up(frame, trial->nodes, &trial->bytes);
        if (trial->seen++ == 0 || trial->samples == TRIALS_SAMPLES)
            continue;
        double sorted[TRIALS_SAMPLES];
        trial->times[trial->samples++] = trial->expected;
        memcpy(sorted, trial->times, sizeof(sorted));
        trial->time = stats_median(sorted, trial->samples);
    }
}

// ---- which is next

static bool is_open(const struct trial *trial)
{
    return trial->state < TRIAL_DONE;
}

// Implementations that ran once run again first, so that their time is known; then those that did
// not run yet; then those with the fewest runs, so that all are measured under the same conditions.
static int rank(const struct trial *trial)
{
    return trial->runs == 1 ? -1 : trial->runs;
}

static int find_next(const struct trials *trials, bool software)
{
    int next = -1;
    for (int i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];
        const bool is_slow =
            trial->samples > 0 && trial->expected > (software ? software_slow : slow);
        // A slow implementation runs only once more after the first run, which may compile.
        const int requested = 1 + (is_slow ? 1 : software ? SOFTWARE_SAMPLES : TRIALS_SAMPLES);
        if (is_open(trial) && trial->runs < requested &&
            (next < 0 || rank(trial) < rank(&trials->items[next])))
            next = i;
    }
    return next;
}

// ---- one of them

// Estimates the milliseconds of a run, since one that takes seconds would block the window.
static double estimate(const struct renderer *renderer, const struct effect_impl *impl,
                       const struct effect_site *site)
{
    const struct impl_chooser chooser = { .profile = renderer->gpu.profile };
    struct impl_estimate by_profile;
    struct cost cost;
    if (chooser.profile && impl_estimate(&chooser, impl, site, &by_profile, NULL))
        return by_profile.model * 1e-6;
    impl_cost_count(impl, site, &cost);
    return (cost.texels + cost.bilinear) * 1e-6 *
           (renderer->gpu.info.software ? software_read_time : read_time);
}

static bool give_up(struct trial *trial, enum trial_state state)
{
    trial->state = state;
    return false;
}

static bool can_run(const struct trials *trials, const struct renderer *renderer, int i,
                    struct plan_sequence *sequence, struct trial *trial)
{
    const struct gpu *gpu = &renderer->gpu;
    const struct plan_options *options = &renderer->plan_options;
    const struct effect_impl *impl = effect_of(trials)->impls[i];
    if (!plan_sequence_check(sequence, options, &trial->why))
        return give_up(trial, TRIAL_DOES_NOT_COMPILE);
    const struct effect_site site =
        plan_sequence_site(find_item(sequence, trials->place.step), options, &gpu->info);
    if (!impl_fits(impl, &site, NULL, &trial->why))
        return give_up(trial, TRIAL_DOES_NOT_FIT);
    trial->expected = estimate(renderer, impl, &site);
    if (trial->expected <= (gpu->info.software ? software_slowest : slowest))
        return true;
    error_set(&trial->why, "about %.2g s, by this GPU's profile", trial->expected * 1e-3);
    return give_up(trial, TRIAL_IS_TOO_SLOW);
}

static bool may_join(const struct plan_sequence_item *item)
{
    return item->is_identity || item->step->effect->pointwise;
}

// Finds the nodes of the step and of the pointwise steps before and after it.
static unsigned find_nodes(const struct plan *plan, const struct plan_sequence *sequence, int step)
{
    const int at = (int) (find_item(sequence, step) - sequence->items);
    int from = at, to = at;
    unsigned nodes = 0;
    while (from > 0 && may_join(&sequence->items[from - 1]))
        from--;
    while (to < sequence->count - 1 && may_join(&sequence->items[to + 1]))
        to++;
    for (int i = 0; i < plan->count; i++)
        for (int k = from; k <= to; k++)
            if (plan_node_has(&plan->nodes[i], sequence->items[k].step))
                nodes |= 1u << i;
    return nodes;
}

// Builds the plan with that implementation. Returns true if it can run now.
static bool prepare(struct trials *trials, struct renderer *renderer, int i)
{
    const struct plan_options *options = &renderer->plan_options;
    struct plan_sequence sequence;
    struct trial *trial = &trials->items[i];
    trials->chain = trials->place.chain;
    chain_step_choose_impl(&trials->chain.steps[trials->place.step], i + 1);
    if (!plan_sequence_make(&sequence, &trials->chain, options, &trial->why))
        return give_up(trial, TRIAL_DOES_NOT_COMPILE);
    if (trial->runs == 0 && !can_run(trials, renderer, i, &sequence, trial))
        return false;
    if (renderer_prepare_plan(renderer, &trials->chain, &renderer->plan_options) >
        0) { // repeated if its programs were freed
        trial->state = TRIAL_COMPILES;
        return false;
    }
    if (!plan_build(&trials->plan, &trials->chain, &renderer->gpu, options, &trial->why))
        return give_up(trial, TRIAL_DOES_NOT_COMPILE);
    trial->nodes = find_nodes(&trials->plan, &sequence, trials->place.step);
    trial->state = TRIAL_RUNS;
    return true;
}

// No pass is watched here: that belongs to the window's own frames.
static void run(struct trials *trials, struct renderer *renderer, int i)
{
    struct gpu *gpu = &renderer->gpu;
    const struct gpu_timer timer = gpu->timer;
    const struct gpu_watch watch = gpu->watch;
    const struct texture *like = &renderer->side.output;
    gpu->timer = trials->timer;
    gpu->watch = (struct gpu_watch){ 0 };
    frame_work_begin(FRAME_WORK_TIME);
    gpu_begin_frame(gpu, effect_of(trials)->impls[i]->name);
    struct texture *output =
        texture_pool_acquire(&gpu->pool, like->width, like->height, like->format);
    plan_run(&trials->plan, gpu, &renderer->source, output, renderer->frame - 1);
    texture_pool_release(&gpu->pool, output);
    gpu_end_frame(gpu);
    frame_work_end();
    frame_work_add(FRAME_WORK_TIME, trials->items[i].expected * 1e-3);
    trials->timer = gpu->timer;
    gpu->timer = timer;
    gpu->watch = watch;
    trials->items[i].runs++;
}

// ---- the whole

bool trials_draw(struct trials *trials, struct renderer *renderer, const struct chain *chain)
{
    const struct plan_options *options = &renderer->plan_options;
    const bool software = renderer->gpu.info.software;
    if (!trials->is_on)
        return false;
    trials->is_on =
        trials->place.reloads == renderer->gpu.programs.reloads &&
        trials_are_of(trials, chain, trials->place.step, options->width, options->height);
    if (!trials->is_on)
        return false;
    collect(trials);
    int next = find_next(trials, software);
    if (next < 0 && trials->timer.collected < trials->timer.begun)
        return false;
    if (next < 0) {
        trials->is_on = find_next(trials, software) >= 0;
        for (int i = 0; i < trials->count && !trials->is_on; i++)
            if (is_open(&trials->items[i]))
                trials->items[i].state = TRIAL_DONE;
        return !trials->is_on;
    }
    for (int runs = 0; runs < (software ? 1 : FRAMES_AT_ONCE); runs++) {
        if (next < 0 || !prepare(trials, renderer, next) ||
            (runs > 0 && trials->items[next].expected * 1e-3 > frame_work_left()))
            break;
        run(trials, renderer, next);
        next = find_next(trials, software);
    }
    return false;
}

int trials_fastest(const struct trials *trials)
{
    int fastest = -1;
    for (int i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];
        if (is_open(trial))
            return -1;
        if (trial->samples > 0 && (fastest < 0 || trial->time < trials->items[fastest].time))
            fastest = i;
    }
    return fastest;
}
