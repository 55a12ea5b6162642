#include "effects/dual/dual_steps.h"

#include "render/text/step_text.h"

#include <math.h>

bool dual_has_own_light(const struct sigma_dual *dual, int level)
{
    return level < dual->levels && dual->shares[level] < 1;
}

double dual_offset_out_of(const struct sigma_dual *dual, int level)
{
    return level == dual->levels ? dual->deepest : dual->up;
}

void dual_steps_run(const struct effect_call *call, const struct half_steps *steps)
{
    const struct sigma_dual dual = dual_solve_site(&call->site);
    const struct texture *kept[SIGMA_DUAL_LEVELS] = { NULL }, *from = call->input;
    for (int level = 0; level < dual.levels; level++) {
        struct texture *to = steps->down(call, call->programs[DUAL_DOWN], from, dual.down);
        if (dual_has_own_light(&dual, level))
            kept[level] = from;
        else
            levels_release(call, from);
        from = to;
    }
    for (int level = dual.levels - 1; level >= 0; level--) {
        const struct texture *finer = kept[level];
        const struct half_step_up step = {
            .program = call->programs[finer ? DUAL_UP_MIX : DUAL_UP],
            .from = from,
            .offset = dual_offset_out_of(&dual, level + 1),
            .finer = finer,
            .share = dual.shares[level],
            .to = level > 0 ? levels_acquire(call, level) : call->output,
        };
        steps->up(call, &step);
        levels_release(call, finer);
        levels_release(call, from);
        from = step.to;
    }
}

void dual_plain_run(const struct effect_call *call)
{
    const struct half_steps plain = { half_step_down, half_step_up };
    dual_steps_run(call, &plain);
}

bool dual_taps_fit(const struct effect_site *site, struct error *why)
{
    // With a larger offset, the taps of a step up read more than 17 texels.
    static const double furthest = 1.75;
    const struct sigma_dual dual = dual_solve_site(site);
    return dual.levels == 0 || (dual.down == 1 && fmax(dual.up, dual.deepest) <= furthest) ||
           error_set(why, "it needs the taps on the way down where they are published: "
                          "taps=target, offset=auto or 1");
}

void dual_taps_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct sigma_dual dual = dual_solve_site(site);
    if (dual.up > 1.25 || dual.deepest > 1.25)
        step_writef(defines, " WIDE");
}
