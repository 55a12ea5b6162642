#include "effects/plan_parts.h"
#include "render/gpu_profile.h"

#include <stdio.h>

struct effect_call plan_describe_call(const struct plan *plan, const struct gpu *gpu,
                                      const struct chain_step *step, const struct effect_impl *impl)
{
    return (struct effect_call){
        .gpu = (struct gpu *) gpu,
        .params = step->params,
        .impl = impl,
        .width = plan->options.width,
        .height = plan->options.height,
        .format = plan->options.format,
        .depth = plan->options.depth > 0 ? plan->options.depth : 8,
    };
}

static bool impl_fits(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    return !call->impl->fits || call->impl->fits(call, why);
}

// Of what a dispatch takes, the part in which a read comes back: 0.6 us of 4.6 us on an H200.
static const double wait_share = 0.125;

static double foretell(const struct effect_call *call)
{
    const struct gpu_profile *profile = call->gpu->profile;
    if (!profile)
        return 0;
    const struct gpu_profile_kind *kind =
        call->impl->compute ? &profile->compute : &profile->fragment;
    struct cost cost = { 0 };
    call->impl->cost(call, &cost);
    // With hardware for it shared memory is several times as fast as the cache. A software renderer
    // runs the invocations of a group in turns from barrier to barrier, and keeps what is shared
    // out of its registers: seen on llvmpipe, several times as slow.
    const double shared = (call->gpu->info.software ? 8 : 0.25) * kind->texel;
    return cost.passes * kind->dispatch + cost.texels * kind->texel +
           cost.bilinear * kind->bilinear + cost.shared * shared +
           cost.stores * (kind->copy - kind->texel) + cost.waits * kind->dispatch * wait_share;
}

// The cheapest exact row that fits, or the first without a profile. NULL when none does.
static const struct effect_impl *choose_impl(const struct plan *plan, const struct gpu *gpu,
                                             const struct chain_step *step,
                                             char why[EFFECT_WHY_SIZE])
{
    const struct effect_impl *best = NULL;
    double least = 0;
    for (const struct effect_impl *impl = step->effect->impls; impl->name; impl++) {
        const struct effect_call call = plan_describe_call(plan, gpu, step, impl);
        if (impl->error > 0 || !impl_fits(&call, why))
            continue;
        if (!gpu->profile)
            return impl;
        const double time = foretell(&call);
        if (!best || time < least) {
            best = impl;
            least = time;
        }
    }
    return best;
}

const struct effect_impl *plan_find_impl(const struct plan *plan, const struct gpu *gpu,
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
    const struct effect_impl *impl = &effect->impls[wanted - 1];
    const struct effect_call call = plan_describe_call(plan, gpu, step, impl);
    if (impl_fits(&call, why))
        return impl;
    error_set(error, "%s:impl=%s does not fit: %s", effect->name, impl->name, why);
    return NULL;
}

bool plan_foretell(const struct plan *plan, const struct gpu *gpu, const struct chain_step *step,
                   const struct effect_impl *impl, struct plan_forecast *forecast,
                   char why[EFFECT_WHY_SIZE])
{
    char unread[EFFECT_WHY_SIZE];
    const struct effect_call call = plan_describe_call(plan, gpu, step, impl);
    if (!impl_fits(&call, why ? why : unread))
        return false;
    *forecast = (struct plan_forecast){ .model = foretell(&call) };
    return true;
}
