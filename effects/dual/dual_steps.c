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

struct texture *dual_step_up(const struct effect_call *call, const struct sigma_dual *dual,
                             int level, const struct texture *from, const struct texture *finer,
                             struct texture *to)
{
    const bool mixes = dual_has_own_light(dual, level), is_inner = to != call->output;
    const struct half_step_up step = {
        .program = call->programs[mixes ? DUAL_UP_MIX : DUAL_UP],
        .edge = effect_edge(&call->site),
        .from = from,
        .offset = dual_offset_out_of(dual, level + 1),
        .finer = mixes ? finer : NULL,
        .share = dual->shares[level],
        .to = mixes && is_inner ? levels_acquire(call, level) : to,
    };
    half_step_up(call, &step);
    if (mixes && is_inner)
        levels_release(call, finer);
    return step.to;
}

void dual_steps_run(const struct effect_call *call)
{
    const struct sigma_dual dual = dual_solve_site(&call->site);
    struct texture *levels[SIGMA_DUAL_LEVELS + 1] = { call->output };
    const struct texture *from = call->input;
    for (int i = 1; i <= dual.levels; i++)
        from = levels[i] = half_step_down(call, call->programs[DUAL_DOWN], effect_edge(&call->site),
                                          from, dual.down);

    // On the way up each level replaces the image of the way down.
    for (int i = dual.levels; i > 0; i--) {
        const struct texture *finer = i > 1 ? levels[i - 1] : call->input;
        levels[i - 1] = dual_step_up(call, &dual, i - 1, levels[i], finer, levels[i - 1]);
        levels_release(call, levels[i]);
    }
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
