#include "app/bench/judge/judge.h"

#include <math.h>
#include <stdlib.h>

const struct judge_row judge_rows[JUDGE_MEASURES] = {
    [JUDGE_PSNR] = { "psnr", 1, .is_more = true, .same = 0.1 },
    [JUDGE_SSIM] = { "ssim", 4, .is_more = true },
    [JUDGE_ERROR] = { "error", 2 },
    [JUDGE_SHIMMER] = { "shimmer", 2, .same = 0.1 },
    [JUDGE_FLICKER] = { "flicker", 1, .same = 0.1 },
    [JUDGE_PASSES] = { "passes", 0 },
    [JUDGE_BUDGET] = { "budget", 4 },
    [JUDGE_WIDTH] = { "width", 2 },
};

void judge_init(struct judge *judge, const struct suite_run *run)
{
    judge->run = run;
    judge->count = 0;
    for (int i = 0; i < JUDGE_MEASURES; i++)
        judge->limits[i] = NAN;
}

struct judge_item *judge_add(struct judge *judge, struct suite_variant *variant)
{
    if (judge->count == JUDGE_MOST)
        return NULL;
    struct judge_item *item = &judge->all[judge->count++];
    *item = (struct judge_item){ .variant = variant, .core = NAN };
    for (int i = 0; i < JUDGE_MEASURES; i++)
        item->values[i] = NAN;
    for (int i = 0; i < QUALITY_SCENES; i++)
        item->psnr[i] = NAN;
    item->values[JUDGE_BUDGET] = suite_median(variant);
    if (suite_has_run(variant))
        item->values[JUDGE_PASSES] = variant->dispatches;
    return item;
}

static double time_of(const struct judge_item *item)
{
    return item->values[JUDGE_BUDGET];
}

static int by_time(const void *a, const void *b)
{
    const double one = time_of(a), other = time_of(b);
    return (one > other) - (one < other);
}

void judge_sort(struct judge *judge)
{
    qsort(judge->all, (size_t) judge->count, sizeof(judge->all[0]), by_time);
}

// Returns by how much a value is better than another one.
static double gain(enum judge_measure measure, double value, double other)
{
    return judge_rows[measure].is_more ? value - other : other - value;
}

bool judge_within_limit(const struct judge *judge, const struct judge_item *item,
                        enum judge_measure measure)
{
    const double limit = judge->limits[measure];
    return isnan(limit) || gain(measure, item->values[measure], limit) >= 0;
}

bool judge_fits(const struct judge *judge, const struct judge_item *item)
{
    bool fits = !item->is_barred;
    for (enum judge_measure measure = 0; measure < JUDGE_MEASURES; measure++)
        fits = fits && judge_within_limit(judge, item, measure);
    return fits;
}

void judge_mark_front(struct judge *judge)
{
    for (int i = 0; i < judge->count; i++) {
        struct judge_item *item = &judge->all[i];
        item->on_front = !isnan(item->values[JUDGE_PSNR]);
        judge_for_each(other, judge) {
            bool is_better = other->look == item->look && time_of(other) < time_of(item) &&
                             !isnan(other->values[JUDGE_PSNR]) &&
                             !isnan(other->values[JUDGE_SHIMMER]);
            for (enum judge_measure m = 0; m < JUDGE_MEASURES; m++)
                is_better &= !(judge_rows[m].same > 0 &&
                               gain(m, item->values[m], other->values[m]) >= judge_rows[m].same);
            item->on_front &= !is_better;
        }
    }
}

const struct judge_item *judge_fastest(const struct judge *judge, int look)
{
    const struct judge_item *fastest = NULL;
    judge_for_each(item, judge)
        if ((look == JUDGE_ANY_LOOK || item->look == look) && judge_fits(judge, item) &&
            (!fastest || time_of(item) < time_of(fastest)))
            fastest = item;
    return fastest;
}

const struct judge_item *judge_best(const struct judge *judge, enum judge_measure measure,
                                    double slack)
{
    const struct judge_item *fastest = NULL;
    double best = NAN;
    judge_for_each(item, judge) // fmin and fmax ignore NaN
        if (judge_within_limit(judge, item, JUDGE_WIDTH))
            best = judge_rows[measure].is_more ? fmax(best, item->values[measure])
                                               : fmin(best, item->values[measure]);
    judge_for_each(item, judge)
        if (judge_within_limit(judge, item, JUDGE_WIDTH) &&
            (item->values[measure] == best ||
             gain(measure, item->values[measure], best) >= -slack) &&
            (!fastest || time_of(item) < time_of(fastest)))
            fastest = item;
    return fastest;
}

const struct judge_item *judge_rival(const struct judge *judge, const struct judge_item *item)
{
    judge_for_each(other, judge)
        if (other != item && other->look == item->look && judge_fits(judge, other) &&
            suite_has_run(other->variant) &&
            suite_is_open(judge->run, item->variant, other->variant))
            return other;
    return NULL;
}
