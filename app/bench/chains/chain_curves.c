#include "app/bench/chains/chains.h"
#include "app/bench/run/suite.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- any two

// Fills in the pairs of the run.
static void make_pairs(struct suite_run *run)
{
    const size_t most = (size_t) run->count * (size_t) run->count / 2;
    run->pairs = memory_new(most, sizeof(*run->pairs));
    for (int a = 0; a < run->count; a++)
        for (int b = a + 1; b < run->count; b++) {
            const struct suite_variant *one = &run->variants[a], *other = &run->variants[b];
            if (suite_are_comparable(one, other) && suite_has_run(one) && suite_has_run(other))
                run->pairs[run->pair_count++] = (struct pair){ .a = a, .b = b };
        }
    if (run->pair_count == 0)
        return;
    struct pairs_test test = pairs_test(run->pair_count, steady_drift(&run->steady));
    for (int i = 0; i < run->pair_count; i++) {
        struct pair *pair = &run->pairs[i];
        const int a = pair->a, b = pair->b;
        const struct suite_variant *one = &run->variants[a], *other = &run->variants[b];
        const int turns = one->count < other->count ? one->count : other->count; // if interrupted
        *pair = pairs_compare(&test, one->times[0], other->times[0], turns);
        pair->a = a;
        pair->b = b;
        run->is_inconclusive |= pair->verdict == PAIR_INCONCLUSIVE;
    }
}

const struct pair *chain_pairs_find(const struct suite_run *run, int a, int b)
{
    const int first = a < b ? a : b, second = a + b - first;
    for (int i = 0; i < run->pair_count; i++) {
        const struct pair *pair = &run->pairs[i];
        if (pair->a == first && pair->b == second)
            return pair;
    }
    return NULL;
}

// Returns true if the variant is faster than all that it was compared with.
static bool is_fastest(const struct suite_run *run, int n)
{
    for (int i = 0; i < run->pair_count; i++) {
        const struct pair *pair = &run->pairs[i];
        const int other = pair->a == n ? pair->b : pair->b == n ? pair->a : n;
        const struct suite_variant *faster = &run->variants[other];
        if (suite_median(faster) < suite_median(&run->variants[n]))
            return false;
    }
    return true;
}

// ---- curves

// A curve has the variants that differ only in the axis. Its head is the choice with the first
// value, or, where the axis does not apply to its chain, the only one: then it is flat.
static bool is_head(const struct chain_list *list, int n)
{
    return list->axis >= 0 && list->choices[n].key.values[list->axis] <= 0;
}

// Returns the variant at the i-th value of the axis; -1: it has none.
static int variant_at(const struct chain_list *list, int head, int i)
{
    struct chain_key key = list->choices[head].key;
    int *value = &key.values[list->axis];
    *value = *value < 0 ? -1 : i;
    for (int n = 0; n < list->count; n++)
        if (memcmp(&list->choices[n].key, &key, sizeof(key)) == 0) // all int: no padding
            return n;
    return -1;
}

static void draw_chart(struct suite_run *run, const struct chain_list *list)
{
    const struct sweep *sweep = &list->sweeps[list->axis];
    const enum chart_axes axes = sweep->values[0].number > 0 ? CHART_LOG_XY : CHART_LOG_Y;
    char title[CHART_TEXT_SIZE], note[2 * CHART_TEXT_SIZE] = "";
    struct step_writer letters = { note, sizeof(note), 0 };
    snprintf(title, sizeof(title), "GPU time by %s", sweep->key);
    json_t *chart = chart_make(run->charts, "lines", axes, title,
                               sweep_is_of_size(sweep) ? "height (px)" : sweep->key, "time (ms)");
    for (int i = 0; i < run->draw->chain_count && list->chain_count > 1; i++)
        step_writef(&letters, "%s%c: %.60s", i > 0 ? "; " : "", 'A' + i, run->draw->chain_texts[i]);
    chart_note(chart, note);
    for (int n = 0; n < list->count; n++) {
        const struct chain_choice *head = &list->choices[n];
        if (!is_head(list, n))
            continue;
        json_t *series = chart_series(chart, head->curve[0] ? head->curve : "time");
        json_object_set_new(series, "dashed", json_boolean(head->key.values[list->axis] < 0));
        for (int i = 0; i < sweep->count; i++) {
            const double x = sweep->values[i].number;
            const int at = variant_at(list, n, i);
            if (at >= 0 && suite_has_run(&run->variants[at]))
                suite_point(series, x, &run->variants[at].time);
            else if (at >= 0)
                chart_point(series, x, NAN);
        }
    }
}

// Describes where the curves of two heads cross. Returns false if they have no pair.
static bool describe_curves(const struct suite_run *run, const struct chain_list *list, int a,
                            int b, char text[SUITE_TEXT_SIZE])
{
    struct crossing_point points[SWEEP_MAX_VALUES];
    const struct sweep *sweep = &list->sweeps[list->axis];
    struct crossing crossing = {
        .a = list->choices[a].curve,
        .b = list->choices[b].curve,
        .key = sweep->key,
        .points = points,
    };
    for (int i = 0; i < sweep->count; i++) {
        const struct sweep_value *value = &sweep->values[i];
        const int one = variant_at(list, a, i), other = variant_at(list, b, i);
        const struct pair *pair = chain_pairs_find(run, one, other);
        if (pair)
            points[crossing.count++] =
                (struct crossing_point){ value->number, value->text, pair->percent, pair->verdict };
    }
    crossing_describe(&crossing, text, SUITE_TEXT_SIZE);
    return crossing.count > 0;
}

static void compare(struct suite_run *run, const struct chain_list *list)
{
    enum { MAX_PAIRS = 10, MAX_CROSSINGS = 15 }; // up to these numbers each has a sentence
    const int turns = run->pairs[0].turns, least = pairs_least_turns(run->pair_count);
    int crossings = 0;
    char text[SUITE_TEXT_SIZE];
    for (int i = 0; i < run->pair_count; i++)
        if (isnan(run->pairs[i].low)) {
            suite_print(run,
                        "no verdict: %d run%s of each %s too few, however far apart the times lie; "
                        "a verdict needs %d or more, as with --samples %d",
                        turns, text_plural(turns), turns == 1 ? "is" : "are", least, least);
            return;
        }
    for (int i = 0; i < run->pair_count && list->axis < 0; i++) {
        const struct pair *pair = &run->pairs[i];
        const char *a = run->variants[pair->a].label, *b = run->variants[pair->b].label;
        if (run->pair_count > MAX_PAIRS && !is_fastest(run, pair->a) && !is_fastest(run, pair->b))
            continue;
        pairs_describe(pair, a, b, text, sizeof(text));
        suite_print(run, "%s", text);
    }
    for (int a = 0; a < list->count; a++) // two flat curves are a pair of chains
        for (int b = a + 1; b < list->count; b++)
            if (is_head(list, a) && is_head(list, b) && describe_curves(run, list, a, b, text) &&
                crossings++ < MAX_CROSSINGS)
                suite_print(run, "%s", text);
    if (crossings > MAX_CROSSINGS)
        suite_print(run, "the files of -o have the verdicts of any two: here are %d of %d",
                    MAX_CROSSINGS, crossings);
    suite_print(run,
                "verdicts go by pairs of times in the same turns; all of them together hold with "
                "%.0f %%",
                100 * PAIRS_SURE);
}

void chain_curves_report(struct suite_run *run, const struct chain_list *list)
{
    make_pairs(run);
    if (run->pair_count > 0)
        compare(run, list);
    if (list->axis >= 0)
        draw_chart(run, list);
}
