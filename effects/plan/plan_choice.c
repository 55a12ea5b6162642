#include "effects/plan/plan_choice.h"

#include "effects/auto/impl_timing.h"
#include "effects/plan/plan_sequence.h"
#include "effects/plan/plan_site.h"

void plan_time(const struct chain *chain, struct gpu *gpu, const struct plan_options *options,
               struct impl_times *times)
{
    struct plan_sequence sequence;
    struct error error;
    if (!plan_sequence_make(&sequence, chain, options, &error) ||
        !plan_sequence_check(&sequence, options, &error))
        return; // which plan_build says
    for (int i = 0; i < sequence.count; i++) {
        const struct plan_sequence_item *item = &sequence.items[i];
        if (item->step->effect->pointwise || item->is_identity || chain_step_impl(item->step) != 0)
            continue;
        const struct effect_site site = plan_sequence_site(item, options, &gpu->info);
        impl_time(gpu, times, item->step->effect, &site);
    }
}

// A step that is off has no place in the sequence, and what is wrong with a chain is not its
// implementations' matter: nothing is in their way then.
bool plan_impl_fits(const struct chain *chain, int step, const struct gpu *gpu,
                    const struct plan_options *options)
{
    struct plan_sequence sequence;
    struct error error;
    char why[EFFECT_WHY_SIZE];
    const struct effect *effect = chain->steps[step].effect;
    const struct impl_chooser chooser = { gpu->profile, options->times };
    const int wanted = chain_step_impl(&chain->steps[step]);
    int i = 0;
    if (!plan_sequence_make(&sequence, chain, options, &error) ||
        !plan_sequence_check(&sequence, options, &error))
        return true;
    while (i < sequence.count && sequence.items[i].index != step)
        i++;
    if (i == sequence.count)
        return true;
    const struct plan_sequence_item *item = &sequence.items[i];
    const struct effect_site site = plan_sequence_site(item, options, &gpu->info);
    return wanted == 0 ? impl_choose(&chooser, effect, &site, why) != NULL
                       : effect_impl_fits(effect->impls[wanted - 1], &site, why);
}
