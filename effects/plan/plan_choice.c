#include "effects/plan/plan_choice.h"

#include "effects/auto/impl_timing.h"
#include "effects/effect_impl.h"
#include "effects/plan/plan_layout.h"
#include "effects/plan/plan_sequence.h"
#include "effects/plan/plan_site.h"
#include "render/gpu.h"

// Calls `visit` for the steps whose implementation `auto` chooses, until it returns true. Returns
// true if it did.
static bool visit_choices(const struct chain *chain, const struct gpu *gpu,
                          const struct plan_options *options,
                          bool (*visit)(const struct effect_site *site, void *data), void *data)
{
    struct plan_sequence sequence;
    struct error error;
    if (!plan_sequence_make(&sequence, chain, options, &error) ||
        !plan_sequence_check(&sequence, options, &error))
        return false; // plan_build reports the reason
    for (int i = 0; i < sequence.count; i++) {
        const struct plan_sequence_item *item = &sequence.items[i];
        if (item->step->effect->pointwise || item->is_identity || chain_step_impl(item->step) != 0)
            continue;
        const struct effect_site site = plan_sequence_site(item, options, &gpu->info);
        if (visit(&site, data))
            return true;
    }
    return false;
}

struct choice {
    struct gpu *gpu;
    struct impl_times *times;
    struct impl_timing *timing; // NULL: measures everything at once
};

static bool time_choice(const struct effect_site *site, void *data)
{
    const struct choice *choice = data;
    if (choice->timing)
        return impl_time_some(choice->timing, choice->gpu, choice->times, site);
    impl_time(choice->gpu, choice->times, site);
    return false;
}

void plan_time(const struct chain *chain, struct gpu *gpu, const struct plan_options *options,
               struct impl_times *times)
{
    struct choice choice = { gpu, times, NULL };
    visit_choices(chain, gpu, options, time_choice, &choice);
}

bool plan_time_some(const struct chain *chain, struct gpu *gpu, const struct plan_options *options,
                    struct impl_times *times, struct impl_timing *timing)
{
    struct choice choice = { gpu, times, timing };
    return visit_choices(chain, gpu, options, time_choice, &choice);
}

// Steps that are off are not in the sequence. Other errors of the chain do not concern its
// implementations; for both this function returns true.
bool plan_impl_fits(const struct chain *chain, int step, const struct gpu *gpu,
                    const struct plan_options *options)
{
    struct plan_sequence sequence;
    struct error error;
    struct error why;
    const struct effect *effect = chain->steps[step].effect;
    const struct impl_chooser chooser = { gpu->profile, options->times };
    const int requested = chain_step_impl(&chain->steps[step]);
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
    return requested == 0 ? impl_choose(&chooser, &site, &why) != NULL
                          : impl_fits(effect->impls[requested - 1], &site, NULL, &why);
}
