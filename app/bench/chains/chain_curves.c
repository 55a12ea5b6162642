#include "app/bench/chains/chains.h"
#include "app/bench/run/crossing.h"
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
        const struct pair places = run->pairs[i];
        const struct suite_variant *a = &run->variants[places.a], *b = &run->variants[places.b];
        const int turns = a->count < b->count ? a->count : b->count; // they differ if interrupted
        struct pair *pair = &run->pairs[i];
        *pair = pairs_compare(&test, a->times[0], b->times[0], turns);
        pair->a = places.a;
        pair->b = places.b;
        run->is_inconclusive |= pair->verdict == PAIR_INCONCLUSIVE;
    }
}

const struct pair *chain_pairs_find(const struct suite_run *run, int a, int b)
{
    for (int i = 0; i < run->pair_count; i++) {
        const struct pair *pair = &run->pairs[i];
        if ((pair->a == a && pair->b == b) || (pair->a == b && pair->b == a))
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
        if (suite_median(&run->variants[other]) < suite_median(&run->variants[n]))
            return false;
    }
    return true;
}

// ---- curves

// A curve has the variants that differ only in the axis, a sweep.
struct curves {
    const struct chain_list *list;
    int axis, count;
    struct curve {
        int head;     // choice with the first value; of a flat curve, the one without the axis
        bool is_flat; // the sweep does not apply to its chain
        char name[CHAIN_LIST_NAME_SIZE];
    } all[CHAIN_LIST_MOST];
};

int chain_curves_axis(const struct chain_list *list)
{
    for (int i = 0; i < list->sweep_count; i++) {
        const struct sweep *sweep = &list->sweeps[i];
        bool rises = sweep->count > 1;
        for (int k = 1; k < sweep->count; k++)
            rises = rises && sweep->values[k - 1].number < sweep->values[k].number;
        if (rises)
            return i;
    }
    return -1;
}

static void list_curves(struct curves *curves, const struct chain_list *list)
{
    curves->list = list;
    curves->axis = chain_curves_axis(list);
    curves->count = 0;
    for (int n = 0; n < list->count && curves->axis >= 0; n++) {
        struct curve *curve = &curves->all[curves->count];
        const int value = list->choices[n].key.values[curves->axis];
        if (value > 0)
            continue;
        curve->head = n;
        curve->is_flat = value < 0;
        chain_list_name(list, &list->choices[n].key, curves->axis, curve->name);
        if (!curve->name[0])
            snprintf(curve->name, sizeof(curve->name), "time");
        curves->count++;
    }
}

// Returns the variant at the i-th value of the axis; -1: it has none.
static int variant_at(const struct curves *curves, const struct curve *curve, int i)
{
    const struct chain_list *list = curves->list;
    struct chain_key key = list->choices[curve->head].key;
    key.values[curves->axis] = curve->is_flat ? -1 : i;
    for (int n = 0; n < list->count; n++)
        if (memcmp(&list->choices[n].key, &key, sizeof(key)) == 0) // all int: no padding
            return n;
    return -1;
}

static void draw_chart(struct suite_run *run, const struct curves *curves)
{
    const struct chain_list *list = curves->list;
    const struct sweep *sweep = &list->sweeps[curves->axis];
    char title[CHART_TEXT_SIZE], note[2 * CHART_TEXT_SIZE] = "";
    struct step_writer letters = { note, sizeof(note), 0 };
    snprintf(title, sizeof(title), "GPU time by %s", sweep->key);
    json_t *chart =
        chart_make(run->charts, "lines", sweep->values[0].number > 0 ? CHART_LOG_XY : CHART_LOG_Y,
                   title, sweep_is_of_size(sweep) ? "height (px)" : sweep->key, "time (ms)");
    for (int i = 0; i < run->draw->chain_count && list->chain_count > 1; i++)
        step_writef(&letters, "%s%s: %.60s", i > 0 ? "; " : "", chain_list_letter(i),
                    run->draw->chain_texts[i]);
    chart_note(chart, note);
    for (int n = 0; n < curves->count; n++) {
        const struct curve *curve = &curves->all[n];
        json_t *series = chart_series(chart, curve->name);
        json_object_set_new(series, "dashed", json_boolean(curve->is_flat));
        for (int i = 0; i < sweep->count; i++) {
            const int at = variant_at(curves, curve, i);
            if (at >= 0 && suite_has_run(&run->variants[at]))
                suite_point(series, sweep->values[i].number, &run->variants[at].time);
            else if (at >= 0)
                chart_point(series, sweep->values[i].number, NAN);
        }
    }
}

// Adds a sentence about two curves, if they have a pair.
static void compare_curves(struct suite_run *run, const struct curves *curves,
                           const struct curve *a, const struct curve *b)
{
    struct crossing_point points[SWEEP_MOST_VALUES];
    char text[SUITE_TEXT_SIZE];
    const struct sweep *sweep = &curves->list->sweeps[curves->axis];
    struct crossing crossing = { a->name, b->name, sweep->key, 0, points };
    for (int i = 0; i < sweep->count; i++) {
        const struct pair *pair =
            chain_pairs_find(run, variant_at(curves, a, i), variant_at(curves, b, i));
        if (pair)
            points[crossing.count++] =
                (struct crossing_point){ sweep->values[i].number, sweep->values[i].text,
                                         pair->percent, pair->verdict };
    }
    if (crossing.count == 0)
        return;
    crossing_describe(&crossing, text, sizeof(text));
    suite_print(run, "%s", text);
}

static void compare(struct suite_run *run, const struct curves *curves)
{
    enum { MOST_PAIRS = 10, MOST_CURVES = 6 }; // up to these numbers each has a sentence
    const int count = curves->count, shown = count < MOST_CURVES ? count : MOST_CURVES;
    const int turns = run->pairs[0].turns, least = pairs_least_turns(run->pair_count);
    for (int i = 0; i < run->pair_count; i++)
        if (isnan(run->pairs[i].low)) {
            suite_print(run,
                        "no verdict: %d run%s of each %s too few, however far apart the times lie; "
                        "a verdict needs %d or more, as with --samples %d",
                        turns, text_plural(turns), turns == 1 ? "is" : "are", least, least);
            return;
        }
    for (int i = 0; i < run->pair_count && curves->axis < 0; i++) {
        const struct pair *pair = &run->pairs[i];
        char text[SUITE_TEXT_SIZE];
        if (run->pair_count > MOST_PAIRS && !is_fastest(run, pair->a) && !is_fastest(run, pair->b))
            continue;
        pairs_describe(pair, run->variants[pair->a].label, run->variants[pair->b].label, text,
                       sizeof(text));
        suite_print(run, "%s", text);
    }
    for (int a = 0; a < shown; a++) // two flat curves are a pair of chains
        for (int b = a + 1; b < shown; b++)
            compare_curves(run, curves, &curves->all[a], &curves->all[b]);
    if (count > shown)
        suite_print(run, "%d curve%s more: the files of -o have the verdicts of any two",
                    count - shown, text_plural(count - shown));
    suite_print(run,
                "verdicts go by pairs of times in the same turns; all of them together hold with "
                "%.0f %%",
                100 * PAIRS_SURE);
}

void chain_curves_report(struct suite_run *run, const struct chain_list *list)
{
    static struct curves curves;
    list_curves(&curves, list);
    make_pairs(run);
    if (run->pair_count > 0)
        compare(run, &curves);
    if (curves.axis >= 0)
        draw_chart(run, &curves);
}
