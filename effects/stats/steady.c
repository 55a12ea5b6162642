#include "effects/stats/stats.h"

#include <math.h>
#include <stdio.h>

const char *const steady_canary_names[] = { "copy", "arithmetic", NULL };

void steady_init(struct steady *steady, bool is_software)
{
    *steady = (struct steady){ .is_steady = true, .is_software = is_software };
    for (int i = 0; i < STEADY_CANARIES; i++)
        steady->canaries[i].best = INFINITY;
}

// Returns worst / best - 1; 0.1 means 10 %.
static double spread_of(const struct steady_range *range)
{
    return range->worst > 0 ? range->worst / range->best - 1 : 0;
}

enum steady_verdict steady_judge(struct steady *steady, const double medians[STEADY_CANARIES],
                                 bool may_repeat)
{
    bool is_slow = false, is_any_unsteady = false;
    for (int i = 0; i < STEADY_CANARIES; i++) {
        struct steady_range *range = &steady->canaries[i];
        range->best = fmin(range->best, medians[i]);
        // Also true if a median is NaN.
        is_slow |= !(medians[i] <= range->best * (1 + STEADY_LIMIT));
        is_any_unsteady |= spread_of(range) > STEADY_LIMIT;
    }
    if (may_repeat && is_any_unsteady) {
        steady->thrown_away += 1 + steady->blocks;
        steady->blocks = 0;
        for (int i = 0; i < STEADY_CANARIES; i++)
            steady->canaries[i].worst = 0;
        return STEADY_FROM_START;
    }
    if (may_repeat && is_slow) {
        steady->thrown_away++;
        return STEADY_AGAIN;
    }
    steady->is_steady &= !is_slow && !is_any_unsteady;
    steady->blocks++;
    for (int i = 0; i < STEADY_CANARIES; i++)
        steady->canaries[i].worst = fmax(steady->canaries[i].worst, medians[i]);
    return STEADY_COUNTS;
}

void steady_end(struct steady *steady)
{
    steady->is_steady &= steady->blocks >= STEADY_MIN_BLOCKS;
}

void steady_merge(struct steady *steady, const struct steady *part)
{
    steady->is_steady &= part->is_steady;
    steady->blocks += part->blocks;
    steady->thrown_away += part->thrown_away;
    for (int i = 0; i < STEADY_CANARIES; i++) {
        struct steady_range *range = &steady->canaries[i];
        if (range->worst == 0 || spread_of(&part->canaries[i]) > spread_of(range))
            *range = part->canaries[i];
    }
}

double steady_drift(const struct steady *steady)
{
    double drift = 0;
    if (steady->is_steady)
        return 0;
    for (int i = 0; i < STEADY_CANARIES; i++) {
        const struct steady_range *range = &steady->canaries[i];
        if (steady->blocks < STEADY_MIN_BLOCKS || !isfinite(range->best) || isnan(range->worst))
            return INFINITY;
        drift = fmax(drift, spread_of(range));
    }
    return drift;
}

struct steady_ratio steady_median(const struct stats_summary *summary)
{
    return (struct steady_ratio){ summary->median, summary->interval.low, summary->interval.high };
}

struct steady_ratio steady_divide(struct steady_ratio a, struct steady_ratio b)
{
    return (struct steady_ratio){ a.value / b.value, a.low / b.high, a.high / b.low };
}

struct steady_ratio steady_allow(struct steady_ratio ratio, double drift)
{
    stats_check_interval("a ratio", ratio.low, ratio.value, ratio.high);
    return (struct steady_ratio){ ratio.value, ratio.low / (1 + drift), ratio.high * (1 + drift) };
}

void steady_describe_drift(double drift, char text[static STEADY_DRIFT_SIZE])
{
    if (isinf(drift))
        snprintf(text, STEADY_DRIFT_SIZE, ", since the drift is not known");
    else if (drift > 0)
        snprintf(text, STEADY_DRIFT_SIZE, ", drift of %.*f %% allowed for", drift < 0.1 ? 1 : 0,
                 100 * drift);
    else
        text[0] = '\0';
}

void steady_describe(const struct steady *steady, char text[static STEADY_TEXT_SIZE])
{
    const double copy = 100 * spread_of(&steady->canaries[STEADY_COPY]);
    const double arithmetic = 100 * spread_of(&steady->canaries[STEADY_ARITHMETIC]);
    char again[64] = "";
    if (steady->thrown_away > 0)
        snprintf(again, sizeof(again), "; %d repeated measurements did not settle",
                 steady->thrown_away);
    if (steady->is_steady)
        snprintf(text, STEADY_TEXT_SIZE,
                 "steady: in all blocks of frames that count (%d) copies stayed within %.1f %% and "
                 "arithmetic within %.1f %%; thrown away and measured again: %d",
                 steady->blocks, copy, arithmetic, steady->thrown_away);
    else if (steady->blocks < STEADY_MIN_BLOCKS)
        snprintf(text, STEADY_TEXT_SIZE,
                 "NOT KNOWN TO BE STEADY: %d block%s of runs, and it takes %d to tell; give "
                 "--samples %d or more",
                 steady->blocks, steady->blocks == 1 ? "" : "s", STEADY_MIN_BLOCKS,
                 STEADY_MIN_DRAWS);
    else
        snprintf(text, STEADY_TEXT_SIZE,
                 "NOT STEADY, since %s: copies moved by %.0f %% and arithmetic by %.0f %%%s. "
                 "Verdicts allow for it",
                 steady->is_software ? "a software renderer shares its processors"
                                     : "the clock moved, or something else used the GPU",
                 copy, arithmetic, again);
}
