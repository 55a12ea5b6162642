#include "app/measure/steady.h"

#include <stdio.h>

const char *const steady_canary_names[] = { "copy", "arithmetic", NULL };

static double spread_of(const struct steady_range *range)
{
    return range->best > 0 ? 100 * (range->worst / range->best - 1) : 0;
}

void steady_describe(const struct steady *steady, char *text, size_t size)
{
    const double copy = spread_of(&steady->canaries[STEADY_COPY]);
    const double arithmetic = spread_of(&steady->canaries[STEADY_ARITHMETIC]);
    if (steady->is_steady)
        snprintf(text, size,
                 "steady: copy within %.1f %%, arithmetic within %.1f %% in %d blocks; %d thrown "
                 "away",
                 copy, arithmetic, steady->blocks, steady->thrown_away);
    else
        snprintf(text, size,
                 "NOT STEADY: copy moved by %.1f %%, arithmetic by %.1f %%, and %d blocks were "
                 "measured again in vain; %s, so no ratio here is good to more than that",
                 copy, arithmetic, steady->thrown_away,
                 steady->is_software ? "a software renderer shares its processors"
                                     : "something else used the GPU, or its clock moved");
}
