#include "effects/blur/margin.h"
#include "effects/plan/plan_parts.h"
#include "render/gpu_profile.h"

#include <math.h>
#include <stdlib.h>

int plan_depth(const struct plan *plan)
{
    return plan->options.depth > 0 ? plan->options.depth : 8;
}

// NULL where it is no step of the plan.
static const struct plan_node *find_node(const struct plan *plan, const struct chain_step *step)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->nodes[i].run.count > 0 && plan->nodes[i].run.steps[0] == step)
            return &plan->nodes[i];
    return NULL;
}

struct effect_site plan_site(const struct plan *plan, const struct context_info *info,
                             const struct chain_step *step)
{
    const struct plan_node *node = find_node(plan, step);
    const struct plan_options *options = &plan->options;
    const struct margin margin =
        margin_of_step(step->effect, step->params, options->width, options->height, info);
    return (struct effect_site){
        .info = info,
        .params = step->params,
        .width = options->width + 2 * margin.x,
        .height = options->height + 2 * margin.y,
        .margin = margin,
        .format = options->format,
        .depth = plan_depth(plan),
        .cell =
            node ? node->run.cells[0] : effect_cell(step->effect, step->params, options->height, 1),
        .takes_display = node && node->takes_display,
    };
}

// Seen on an NVIDIA H200. Of what a dispatch takes, the part in which a read comes back: 0.25 us of
// 3.3 us. How many times that long a pass takes to fill the GPU and until its last group is done,
// and how many times more where groups share memory, whose members wait for one another.
static const double wait_share = 0.075, waits_of_pass = 8, waits_of_sharing = 20;

static double count_waits(const struct effect_site *site, const struct cost *cost)
{
    if (site->info->software)
        return 0;
    const double each = waits_of_pass + (cost->shared > 0 ? waits_of_sharing : 0);
    return cost->waits + cost->passes * each;
}

// A GPU computes while memory moves, a CPU does one after the other.
static double move_and_compute(const struct effect_site *site, double moving, double computing)
{
    return site->info->software ? moving + computing : fmax(moving, computing);
}

static double foretell(const struct effect_impl *impl, const struct effect_site *site,
                       const struct gpu_profile *profile)
{
    if (!profile)
        return 0;
    const struct gpu_profile_kind *kind = impl->compute ? &profile->compute : &profile->fragment;
    struct cost cost = { 0 };
    impl->cost(site, &cost);
    margin_cost(site, &cost);
    // With hardware for it shared memory is several times as fast as the cache. A software renderer
    // runs the invocations of a group in turns from barrier to barrier, and keeps what is shared
    // out of its registers: seen on llvmpipe, two to six times as slow.
    const double shared = (site->info->software ? 5.5 : 0.25) * kind->texel;
    const double reads =
        cost.texels * kind->texel + cost.bilinear * kind->bilinear + cost.shared * shared;
    const double dispatches = cost.passes + count_waits(site, &cost) * wait_share;
    return dispatches * kind->dispatch + reads +
           move_and_compute(site, cost.stores * (kind->copy - kind->texel), cost.sums * kind->sum);
}

double plan_recall_time(const struct impl_times *times, const char *key,
                        const struct effect_impl *impl, double model)
{
    const struct impl_time *known = impl_times_find(times, key, impl->name);
    return known ? known->timed * model / known->model : 0;
}

bool plan_foretell(const struct plan *plan, const struct gpu *gpu, const struct chain_step *step,
                   const struct effect_impl *impl, struct plan_forecast *forecast,
                   char why[EFFECT_WHY_SIZE])
{
    char unread[EFFECT_WHY_SIZE];
    const struct effect_site site = plan_site(plan, &gpu->info, step);
    if (!effect_impl_fits(impl, &site, why ? why : unread))
        return false;
    *forecast = (struct plan_forecast){ .model = foretell(impl, &site, gpu->profile) };
    if (plan->options.times) {
        char key[IMPL_TIMES_KEY_SIZE];
        plan_time_key(step->effect, &site, key);
        forecast->timed = plan_recall_time(plan->options.times, key, impl, forecast->model);
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    const double x = ((const struct plan_candidate *) a)->forecast.model;
    const double y = ((const struct plan_candidate *) b)->forecast.model;
    return (x > y) - (x < y);
}

int plan_list_candidates(const struct plan *plan, const struct gpu *gpu,
                         const struct chain_step *step,
                         struct plan_candidate rows[PLAN_MAX_CANDIDATES], char why[EFFECT_WHY_SIZE])
{
    int count = 0;
    for (int i = 0; i < effect_impl_count(step->effect); i++) {
        const struct effect_impl *impl = step->effect->impls[i];
        struct plan_candidate *row = &rows[count];
        if (count == PLAN_MAX_CANDIDATES || impl->error > 0 ||
            !plan_foretell(plan, gpu, step, impl, &row->forecast, why))
            continue;
        const struct effect_site site = plan_site(plan, &gpu->info, step);
        struct cost cost = { 0 };
        impl->cost(&site, &cost);
        row->impl = impl;
        row->shares = cost.shared > 0;
        count++;
    }
    if (gpu->profile)
        qsort(rows, (size_t) count, sizeof(rows[0]), compare);
    return count;
}

// How far the profile may be wrong about the ratio of two rows, and how near two times must be to
// be the same: then the profile says which. It knows of what a row joins, which is not timed.
static const double uncertainty = 2, same = 1.05;

// A software renderer takes shared memory only where there is much to gain: its times of it depend
// on how the driver was built.
static const double doubt = 1.09;

static double weigh(const struct plan_candidate *row, double time, const struct gpu *gpu)
{
    return time * (gpu->info.software && row->shares ? doubt : 1);
}

static const struct effect_impl *choose_foretold(const struct plan_candidate rows[], int count,
                                                 const struct gpu *gpu)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (weigh(&rows[i], rows[i].forecast.model, gpu) <
            weigh(&rows[best], rows[best].forecast.model, gpu))
            best = i;
    return rows[best].impl;
}

static const struct effect_impl *choose_timed(const struct plan_candidate rows[], int count,
                                              const struct gpu *gpu)
{
    double least = weigh(&rows[0], rows[0].forecast.timed, gpu);
    int best = 0;
    for (int i = 1; i < count; i++)
        least = fmin(least, weigh(&rows[i], rows[i].forecast.timed, gpu));
    while (weigh(&rows[best], rows[best].forecast.timed, gpu) > same * least)
        best++;
    return rows[best].impl;
}

// The cheapest exact row that fits, or the first without a profile. NULL when none does.
static const struct effect_impl *choose_impl(const struct plan *plan, struct gpu *gpu,
                                             const struct chain_step *step,
                                             char why[EFFECT_WHY_SIZE])
{
    struct plan_candidate rows[PLAN_MAX_CANDIDATES];
    const int count = plan_list_candidates(plan, gpu, step, rows, why);
    int near = 1;
    if (count == 0)
        return NULL;
    while (near < count && near < PLAN_TIMED &&
           rows[near].forecast.model < uncertainty * rows[0].forecast.model)
        near++;
    const bool asks = gpu->profile && plan->options.times && near > 1;
    const int known = asks ? plan_time_rows(plan, gpu, step, rows, near) : 0;
    return known > 1 ? choose_timed(rows, known, gpu) : choose_foretold(rows, near, gpu);
}

const struct effect_impl *plan_find_impl(const struct plan *plan, struct gpu *gpu,
                                         const struct chain_step *step, struct error *error)
{
    char why[EFFECT_WHY_SIZE] = "";
    const struct effect *effect = step->effect;
    const int wanted = chain_step_impl(step);
    if (wanted == 0) {
        const struct effect_impl *impl = choose_impl(plan, gpu, step, why);
        if (!impl)
            error_set(error, "%s: no implementation fits this GPU and size: %s", effect->name, why);
        return impl;
    }
    const struct effect_impl *impl = effect->impls[wanted - 1];
    const struct effect_site site = plan_site(plan, &gpu->info, step);
    if (effect_impl_fits(impl, &site, why))
        return impl;
    error_set(error, "%s:impl=%s does not fit: %s", effect->name, impl->name, why);
    return NULL;
}
