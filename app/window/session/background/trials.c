#include "app/window/session/background/background.h"
#include "effects/plan/plan.h"
#include "effects/stats/stats.h"
#include "render/frame_work.h"

#include <math.h>
#include <string.h>

// Milliseconds: of a run that is not worth another, and of one that would hold the window up.
enum { SOFTWARE_SAMPLES = 3 };
static const double slow = 8, software_slow = 250, slowest = 16, software_slowest = 2000;

void trials_finish(struct trials *trials)
{
    gpu_timer_finish(&trials->timer);
    *trials = (struct trials){ 0 };
}

const struct effect *trials_effect(const struct trials *trials)
{
    return trials->chain.steps[trials->step].effect;
}

static bool has_impls(const struct chain *chain, int step)
{
    return step < chain->count && param_find(chain->steps[step].effect->params, "impl");
}

bool trials_are_of(const struct trials *trials, const struct renderer *renderer,
                   const struct chain *chain, int step)
{
    const struct plan_options *options = &renderer->plan_options;
    struct chain measured = *chain;
    if (trials->count == 0 || step != trials->step || options->width != trials->width ||
        options->height != trials->height || !has_impls(chain, step))
        return false;
    chain_step_set_impl(&measured.steps[step], 0);
    return chain_equal(&measured, &trials->chain);
}

bool trials_begin(struct trials *trials, const struct renderer *renderer, int step,
                  struct error *error)
{
    const struct chain *chain = &renderer->side.chain;
    const struct plan *plan = &renderer->side.plan;
    const char *name = step < chain->count ? chain->steps[step].effect->name : "no step";
    if (!has_impls(chain, step))
        return error_set(error, "%s has no implementations to measure", name);
    if (chain->steps[step].off)
        return error_set(error, "%s is off, so nothing of it can be measured", name);
    for (int i = 0; i < plan->identity_count; i++)
        if (plan->identities[i].step == step)
            return error_set(error, "%s leaves the picture as it is, so nothing runs", name);
    trials_finish(trials);
    gpu_timer_init(&trials->timer);
    trials->timer.waits_at_stamps = renderer->gpu.timer.waits_at_stamps;
    trials->chain = *chain;
    chain_step_set_impl(&trials->chain.steps[step], 0);
    trials->step = step;
    trials->width = plan->options.width;
    trials->height = plan->options.height;
    trials->reloads = renderer->gpu.programs.reloads;
    trials->count = (int) fmin(effect_impl_count(trials_effect(trials)), TRIALS_MAX);
    for (int i = 0; i < trials->count; i++)
        trials->items[i].time = NAN;
    return trials->is_on = true;
}

// Adds the times of the nodes that count; the scopes of other steps may be between them.
static double sum_up(const struct trial *trial, const struct gpu_frame *frame, double *bytes)
{
    double time = 0;
    int node = 0;
    *bytes = 0;
    for (int i = 1; i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth != 1 || strstr(scope->name, " (identity)"))
            continue;
        if (node >= trial->first_node && node <= trial->last_node) {
            time += gpu_scope_effort(scope) * 1e-6;
            *bytes += (double) gpu_traffic_sum(scope->traffic);
        }
        node++;
    }
    return time;
}

static void collect(struct trials *trials)
{
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&trials->timer, false))) {
        int i = 0;
        while (strcmp(trials_effect(trials)->impls[i]->name, frame->scopes[0].name) != 0)
            i++;
        struct trial *trial = &trials->items[i];
        trial->expected = sum_up(trial, frame, &trial->bytes);
        if (trial->seen++ == 0 || trial->samples == TRIALS_SAMPLES)
            continue;
        double sorted[TRIALS_SAMPLES];
        trial->times[trial->samples++] = trial->expected;
        memcpy(sorted, trial->times, sizeof(sorted));
        trial->time = stats_median(sorted, trial->samples);
    }
}

// Returns the one with the fewest runs, so that all are measured under the same conditions; -1: all
// have run often enough.
static int find_next(struct trials *trials, bool software)
{
    int next = -1;
    for (int i = 0; i < trials->count; i++) {
        struct trial *trial = &trials->items[i];
        const bool is_slow =
            trial->samples > 0 && trial->expected > (software ? software_slow : slow);
        // A slow implementation runs only once more after the first run, which may compile.
        trial->requested = 1 + (is_slow ? 1 : software ? SOFTWARE_SAMPLES : TRIALS_SAMPLES);
        if (trial->state < TRIAL_DONE && trial->runs < trial->requested &&
            (next < 0 || trial->runs < trials->items[next].runs))
            next = i;
    }
    return next;
}

// Builds the plan with that implementation. Returns true if it can run now.
static bool prepare(struct trials *trials, struct renderer *renderer, int i)
{
    const struct plan_options *options = &renderer->plan_options;
    const struct effect_impl *impl = trials_effect(trials)->impls[i];
    const struct gpu *gpu = &renderer->gpu;
    struct trial *trial = &trials->items[i];
    struct impl_estimate estimate;
    trials->tried = trials->chain;
    chain_step_set_impl(&trials->tried.steps[trials->step], i + 1);
    trial->state = TRIAL_COMPILES; // again if its programs were freed
    if (renderer_prepare_plan(renderer, &trials->tried, options) > 0)
        return false;
    trial->state = TRIAL_CANNOT_RUN;
    if (!plan_build(&trials->plan, &trials->tried, &renderer->gpu, options, &trial->why))
        return false;
    const struct plan *plan = &trials->plan;
    const int node = plan_find_node(plan, &trials->tried.steps[trials->step]);
    if (trial->runs == 0 && plan_estimate(plan, gpu, &plan->nodes[node], impl, &estimate, NULL))
        trial->expected = estimate.model * 1e-6;
    // Pointwise steps before and after it may be in its passes.
    trial->first_node = trial->last_node = node;
    while (trial->first_node > 0 && plan_node_is_fused(&plan->nodes[trial->first_node - 1]))
        trial->first_node--;
    while (trial->last_node + 1 < plan->count &&
           plan_node_is_fused(&plan->nodes[trial->last_node + 1]))
        trial->last_node++;
    trial->state = TRIAL_RUNS;
    if (trial->expected <= (gpu->info.software ? software_slowest : slowest))
        return true;
    error_set(&trial->why, "about %.2g s, by this GPU's profile", trial->expected * 1e-3);
    trial->state = TRIAL_IS_TOO_SLOW;
    return false;
}

// No pass is copied here: that belongs to the window's own frames.
static void run(struct trials *trials, struct renderer *renderer, int i)
{
    struct gpu *gpu = &renderer->gpu;
    const struct gpu_timer timer = gpu->timer;
    const struct gpu_snapshot snapshot = gpu->snapshot;
    const struct texture *like = &renderer->side.output;
    gpu->timer = trials->timer;
    gpu->snapshot = (struct gpu_snapshot){ 0 };
    frame_work_begin(FRAME_WORK_TIME);
    gpu_begin_frame(gpu, trials_effect(trials)->impls[i]->name);
    struct texture *output =
        texture_pool_acquire(&gpu->pool, like->width, like->height, like->format);
    plan_run(&trials->plan, NULL, gpu, &renderer->source, output, renderer->frame - 1);
    texture_pool_release(&gpu->pool, output);
    gpu_end_frame(gpu);
    frame_work_end();
    frame_work_add(FRAME_WORK_TIME, trials->items[i].expected * 1e-3);
    trials->timer = gpu->timer;
    gpu->timer = timer;
    gpu->snapshot = snapshot;
    trials->items[i].runs++;
}

bool trials_draw(struct trials *trials, struct renderer *renderer, const struct chain *chain)
{
    trials->is_on = trials->is_on && trials->reloads == renderer->gpu.programs.reloads &&
                    trials_are_of(trials, renderer, chain, trials->step);
    if (!trials->is_on)
        return false;
    collect(trials);
    const int next = find_next(trials, renderer->gpu.info.software);
    if (next >= 0 && prepare(trials, renderer, next))
        run(trials, renderer, next);
    if (next >= 0 || trials->timer.collected < trials->timer.begun)
        return false;
    for (int i = 0; i < trials->count; i++)
        if (trials->items[i].state < TRIAL_DONE)
            trials->items[i].state = TRIAL_DONE;
    trials->is_on = false;
    return true;
}

double trials_progress(const struct trials *trials)
{
    double share = 0;
    for (int i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];
        if (trial->state >= TRIAL_DONE)
            share += 1;
        else if (trial->requested > 0)
            share += fmin((double) trial->seen / trial->requested, 1);
    }
    return share / trials->count;
}

int trials_fastest(const struct trials *trials)
{
    int fastest = -1;
    for (int i = 0; i < trials->count; i++) {
        const struct trial *trial = &trials->items[i];
        if (trial->state < TRIAL_DONE)
            return -1;
        if (trial->samples > 0 && (fastest < 0 || trial->time < trials->items[fastest].time))
            fastest = i;
    }
    return fastest;
}
