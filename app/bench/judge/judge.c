#include "app/bench/judge/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const struct judge_row judge_rows[JUDGE_MEASURES] = {
    [JUDGE_BUDGET] = { "budget" },
    [JUDGE_PASSES] = { "passes" },
    [JUDGE_PSNR] = { "psnr", .is_more = true, .same = 0.1 },
    [JUDGE_SSIM] = { "ssim", .is_more = true },
    [JUDGE_ERROR] = { "error" },
    [JUDGE_SHIMMER] = { "shimmer", .same = 0.1 },
    [JUDGE_FLICKER] = { "flicker", .same = 0.1 },
    [JUDGE_WIDTH] = { "width" },
};

// The chain, the implementation, the measures, and why it is taken or not.
enum { FIRST_MEASURE = 2 };

static const struct table_column columns[] = {
    { "chain", TABLE_WORDS },
    { "impl", TABLE_WORDS, .spare = 9 },
    { "ms", 4 },
    { "copies", 2, .spare = 2 },
    { "MB", 1, .spare = 4 },
    { "memory MB", 1, .spare = 6 },
    { "passes", 0, .spare = 7 },
    { "icosahedra dB", 1, .spare = 8 },
    { "harbour dB", 1, .spare = 8 },
    { "firefly dB", 1, .spare = 8 },
    { "PSNR dB", 1 },
    { "SSIM", 4, .spare = 5 },
    { "error %", 2, .spare = 3 },
    { "shimmer %", 2 },
    { "flicker %", 1, .spare = 1 },
    { "sigma px", 2, .spare = 3 },
    { "core px", 1, .spare = 1 },
    { "off %", 2, .spare = 9 },
    { "verdict", TABLE_WORDS },
    { 0 },
};

void judge_init(struct judge *judge, struct suite_run *run)
{
    *judge = (struct judge){ .run = run };
    for (int i = 0; i < JUDGE_MEASURES; i++)
        judge->limits[i] = NAN;
    judge->limits[JUDGE_PSNR] = QUALITY_MIN_PSNR;
    judge->limits[JUDGE_SHIMMER] = QUALITY_MAX_SHIMMER;
}

struct judge_item *judge_add(struct judge *judge, struct suite_variant *variant)
{
    if (judge->count == JUDGE_MAX)
        return NULL;
    struct judge_item *item = &judge->all[judge->count++];
    *item = (struct judge_item){ .variant = variant };
    for (int i = 0; i < JUDGE_MEASURES; i++)
        item->values[i] = NAN;
    if (!suite_has_run(variant))
        return item;
    item->values[JUDGE_BUDGET] = suite_median(variant);
    item->values[JUDGE_COPIES] = variant->in_copies;
    item->values[JUDGE_MOVED] = (double) gpu_traffic_sum(variant->traffic) * 1e-6;
    item->values[JUDGE_MEMORY] = variant->memory * 1e-6;
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

void judge_take(struct judge *judge, const struct judge_item *item)
{
    judge->taken = item;
    judge->rival = NULL;
    judge_for_each(other, judge)
        if (item && !judge->rival && other != item && other->look == item->look &&
            judge_fits(judge, other) && suite_has_run(other->variant) &&
            suite_is_open(judge->run, item->variant, other->variant))
            judge->rival = other;
}

void judge_choose(struct judge *judge)
{
    const double budget = judge->limits[JUDGE_BUDGET];
    const struct judge_item *taken = judge_fastest(judge, 0);
    taken = taken ? taken : judge_fastest(judge, JUDGE_ANY_LOOK);
    judge->limits[JUDGE_BUDGET] = NAN;
    taken = taken ? taken : judge_fastest(judge, JUDGE_ANY_LOOK);
    taken = taken ? taken : judge_best(judge, JUDGE_PSNR, judge_rows[JUDGE_PSNR].same);
    judge_take(judge, taken);
    judge->limits[JUDGE_BUDGET] = budget;
}

// ---- as text

static const char *name_of(const struct judge_item *item)
{
    return item->variant->label ? item->variant->label : item->variant->text;
}

void judge_print_value(const struct judge *judge, const struct judge_item *item,
                       enum judge_measure measure, char text[JUDGE_VALUE_SIZE])
{
    enum { MAX_DIGITS = 12 };
    const double value = item->values[measure], limit = judge->limits[measure];
    int digits = columns[FIRST_MEASURE + measure].digits;
    do
        snprintf(text, JUDGE_VALUE_SIZE, "%.*f", digits, value);
    while (atof(text) == limit && value != limit && digits++ < MAX_DIGITS);
}

// Returns the first limit that the item is not within; JUDGE_MEASURES: it is within all.
static enum judge_measure missed_limit(const struct judge *judge, const struct judge_item *item)
{
    enum judge_measure measure = 0;
    while (measure < JUDGE_MEASURES && judge_within_limit(judge, item, measure))
        measure++;
    return measure;
}

// Adds why an item is not taken to the last sentence.
static void append_fault(const struct judge *judge, const struct judge_item *item)
{
    const enum judge_measure missed = missed_limit(judge, item);
    char value[JUDGE_VALUE_SIZE];
    if (missed == JUDGE_MEASURES) {
        suite_append(judge->run, ", but looks otherwise");
        return;
    }
    judge_print_value(judge, item, missed, value);
    suite_append(judge->run, ", but %s=%s, not %g", judge_rows[missed].name, value,
                 judge->limits[missed]);
}

void judge_begin_table(struct suite_run *run)
{
    table_init(&run->table, columns);
}

void judge_add_row(const struct judge *judge, const struct judge_item *item)
{
    struct table *table = &judge->run->table;
    const struct suite_variant *variant = item->variant;
    table_words(table, "%s", name_of(item));
    table_words(table, "%s", variant->impl ? variant->impl : "-");
    if (suite_skips(judge->run, variant))
        return;
    const bool is_measured = !isnan(item->values[JUDGE_PSNR]);
    const enum judge_measure missed = missed_limit(judge, item);
    const char *fault = !is_measured               ? "only its time was measured"
                        : missed == JUDGE_MEASURES ? ""
                                                   : judge_rows[missed].name;
    table_add_numbers(table, item->values, JUDGE_MEASURES);
    if (item == judge->taken)
        table_words(table, "take");
    else
        table_words(table, "%s%s%s", item->on_front ? "front" : "",
                    item->on_front && *fault ? ", " : "", fault);
}

void judge_print_open(const struct judge *judge)
{
    struct suite_run *run = judge->run;
    const double budget = judge->limits[JUDGE_BUDGET];
    if (judge->rival) {
        suite_print(run, "open: %s may be as fast", judge->rival->variant->text);
        suite_doubt(run, NAN);
    }
    if (!isnan(budget) && suite_is_open_at(run, judge->taken->variant, budget)) {
        suite_print(run, "open: whether that takes only %g ms", budget);
        suite_doubt(run, NAN);
    }
}

static void print_answer(const struct judge *judge)
{
    struct suite_run *run = judge->run;
    const struct judge_item *taken = judge->taken, *faster = taken, *nearest;
    if (!taken) {
        suite_print(run, "take none: nothing was measured");
        return;
    }
    const double *of = taken->values;
    suite_print(run, "take %s", taken->variant->text);
    if (judge_fits(judge, taken))
        suite_append(run,
                     ": the fastest that is within %d dB of the exact %s and changes by no more "
                     "than %d %% in motion",
                     QUALITY_MIN_PSNR, taken->variant->displays ? "bloom" : "Gaussian",
                     QUALITY_MAX_SHIMMER);
    else
        append_fault(judge, taken);
    judge_print_open(judge);
    if (taken->look != 0)
        suite_print(run, "nothing within the limits looks as the first row does");
    judge_for_each(item, judge)
        if (time_of(item) < time_of(faster) && !suite_is_open(run, item->variant, taken->variant))
            faster = item;
    if (faster != taken) {
        suite_print(run, "%s takes %.2g ms less", name_of(faster),
                    time_of(taken) - time_of(faster));
        append_fault(judge, faster);
    }
    nearest = judge_best(judge, JUDGE_PSNR, judge_rows[JUDGE_PSNR].same);
    if (nearest && nearest->look == taken->look &&
        nearest->values[JUDGE_PSNR] >= of[JUDGE_PSNR] + judge_rows[JUDGE_PSNR].same) {
        const double ratio = time_of(nearest) / time_of(taken);
        suite_print(run,
                    "%s is the nearest to it, %.1f dB instead of %.1f, for %.3g times the time",
                    name_of(nearest), nearest->values[JUDGE_PSNR], of[JUDGE_PSNR], ratio);
        suite_doubt(run, ratio);
    }
}

void judge_report(struct judge *judge, const char *title)
{
    json_t *chart =
        chart_make(judge->run->charts, "points", CHART_LOG_X, title, "time (ms)", "PSNR (dB)");
    json_t *front = chart_series(chart, "the front");
    json_t *others = chart_series(chart, "a faster one is as near and as stable");
    json_object_set_new(front, "joined", json_true());
    judge_choose(judge);
    judge_for_each(item, judge) {
        const double *values = item->values;
        judge_add_row(judge, item);
        if (!isnan(values[JUDGE_PSNR]))
            chart_name(chart_point(item->on_front ? front : others, values[JUDGE_BUDGET],
                                   values[JUDGE_PSNR]),
                       "%s, shimmer %.1f %%", name_of(item), values[JUDGE_SHIMMER]);
    }
    print_answer(judge);
}

void judge_print_legend(struct suite_run *run)
{
    suite_print(run,
                "front: none of its look that is faster is as near, as stable and flickers as "
                "little; then the first limit that is missed; MB: the least that its passes move; "
                "core 0: a single Gaussian");
}
