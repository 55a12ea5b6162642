#include "effects/plan/plan_choice.h"

#include "effects/auto/impl_timing.h"
#include "effects/effect_impl.h"
#include "effects/plan/plan_layout.h"
#include "effects/plan/plan_sequence.h"
#include "effects/plan/plan_site.h"
#include "render/gpu.h"

bool plan_measure_impls(const struct chain *chain, struct gpu *gpu,
                        const struct plan_options *options, struct impl_times *times,
                        struct impl_timing *timing)
{
    struct plan_sequence sequence;
    struct error error;
    if (!plan_sequence_make(&sequence, chain, options, &error) ||
        !plan_sequence_check(&sequence, options, &error))
        return false; // plan_build reports the reason
    for (int i = 0; i < sequence.count; i++) {
        const struct plan_sequence_item *item = &sequence.items[i];
        const struct effect *effect = item->step->effect;
        if (effect->pointwise || item->is_identity || effect_named_impl(effect, item->step->params))
            continue;
        const struct effect_site site = plan_sequence_site(item, options, &gpu->info);
        if (!timing)
            impl_time(gpu, times, &site);
        else if (impl_time_some(timing, gpu, times, &site))
            return true;
    }
    return false;
}

// Steps that are off are not in the sequence. Other errors of the chain do not concern its
// implementations; for both this function returns true.
bool plan_impl_fits(const struct chain *chain, int step, const struct gpu *gpu,
                    const struct plan_options *options)
{
    struct plan_sequence sequence;
    struct error error;
    int i = 0;
    if (!plan_sequence_make(&sequence, chain, options, &error) ||
        !plan_sequence_check(&sequence, options, &error))
        return true;
    while (i < sequence.count && sequence.items[i].index != step)
        i++;
    if (i == sequence.count)
        return true;
    const struct effect_site site = plan_sequence_site(&sequence.items[i], options, &gpu->info);
    return plan_find_impl(options, gpu, &site, &error);
}
