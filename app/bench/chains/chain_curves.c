#include "app/bench/chains/chains.h"
#include "app/bench/run/crossing.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- any two

void chain_pairs_make(struct suite_run *run)
{
    const size_t most = (size_t) run->count * (size_t) run->count / 2;
    run->pairs = memory_new(most, sizeof(*run->pairs));
    for (int a = 0; a < run->count; a++)
        for (int b = a + 1; b < run->count; b++) {
            const struct suite_variant *one = &run->variants[a], *other = &run->variants[b];
            if (suite_is_one_image(one, other) && one->waits == other->waits &&
                suite_has_run(one) && suite_has_run(other))
                run->pairs[run->pair_count++] = (struct pair){ .a = a, .b = b };
        }
    if (run->pair_count == 0)
        return;
    struct pairs_test test = pairs_test(run->pair_count, steady_drift(&run->steady));
    for (int i = 0; i < run->pair_count; i++) {
        struct pair *pair = &run->pairs[i];
        const int places[] = { pair->a, pair->b };
        const struct suite_variant *a = &run->variants[pair->a], *b = &run->variants[pair->b];
        const int turns = a->count < b->count ? a->count : b->count; // they differ if interrupted
        *pair = pairs_compare(&test, a->times[0], b->times[0], turns);
        pair->a = places[0];
        pair->b = places[1];
        run->is_inconclusive = run->is_inconclusive || pair->verdict == PAIR_INCONCLUSIVE;
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

// ---- curves

// A curve has the variants that differ only in the axis.
struct curve {
    const struct suite_run *run;
    const struct chain_list *list;
    int axis;
    int head; // choice with the first value; of a flat curve, the one without the axis
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

static bool is_flat(const struct curve *curve)
{
    return curve->list->choices[curve->head].values[curve->axis] < 0;
}

// Returns the variant at the i-th value of the axis; -1: it has none.
static int variant_at(const struct curve *curve, int i)
{
    struct sweep_choice choice = curve->list->choices[curve->head];
    if (!is_flat(curve))
        choice.values[curve->axis] = i;
    for (int n = 0; n < curve->list->count; n++)
        if (memcmp(&curve->list->choices[n], &choice, sizeof(choice)) == 0)
            return n;
    return -1;
}

// Finds the heads of all curves. Returns the number of curves.
static int list_curves(const struct suite_run *run, const struct chain_list *list, int axis,
                       struct curve curves[CHAIN_LIST_MOST])
{
    int count = 0;
    for (int n = 0; n < list->count; n++)
        if (list->choices[n].values[axis] <= 0)
            curves[count++] = (struct curve){ run, list, axis, n };
    return count;
}

static void name_curve(const struct curve *curve, char name[CHAIN_LIST_NAME_SIZE])
{
    chain_list_name(curve->list, &curve->list->choices[curve->head], curve->axis, name);
    if (!name[0])
        snprintf(name, CHAIN_LIST_NAME_SIZE, "time");
}

// ---- the chart

static void draw_curve(json_t *chart, const struct curve *curve)
{
    char name[CHAIN_LIST_NAME_SIZE];
    const struct sweep *sweep = &curve->list->sweeps[curve->axis];
    name_curve(curve, name);
    json_t *series = chart_series(chart, "%s", name);
    json_object_set_new(series, "dashed", json_boolean(is_flat(curve)));
    for (int i = 0; i < sweep->count; i++) {
        const int at = variant_at(curve, i);
        if (at < 0)
            continue;
        const struct suite_variant *variant = &curve->run->variants[at];
        if (suite_has_run(variant))
            suite_point(series, sweep->values[i].number, &variant->time);
        else
            chart_point(series, sweep->values[i].number, NAN);
    }
}

void chain_curves_draw(struct suite_run *run, const struct chain_list *list)
{
    static struct curve curves[CHAIN_LIST_MOST];
    char title[CHART_TEXT_SIZE], note[2 * CHART_TEXT_SIZE] = "";
    const int axis = chain_curves_axis(list);
    if (axis < 0)
        return;
    const struct sweep *sweep = &list->sweeps[axis];
    snprintf(title, sizeof(title), "GPU time by %s", sweep->key);
    json_t *chart =
        suite_chart(run, "lines", sweep->values[0].number > 0 ? CHART_LOG_XY : CHART_LOG_Y, title,
                    sweep_is_of_size(sweep) ? "height (px)" : sweep->key, "time (ms)");
    struct step_writer letters = { note, sizeof(note), 0 };
    for (int i = 0; i < run->draw->chain_count && list->chain_count > 1; i++)
        step_writef(&letters, "%s%s: %.60s", i > 0 ? "; " : "", chain_list_letter(i),
                    run->draw->chain_texts[i]);
    chart_note(chart, note);
    const int count = list_curves(run, list, axis, curves);
    for (int i = 0; i < count; i++)
        draw_curve(chart, &curves[i]);
}

// ---- pairs as text

// Up to these numbers each pair and each curve has a sentence.
enum { MOST_PAIRS = 10, MOST_CURVES = 6 };

// Returns true if it is faster than all that it was compared with.
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

// ---- curves with each other

static void print_curves(struct suite_run *run, const struct curve *a, const struct curve *b)
{
    struct crossing_point points[SWEEP_MOST_VALUES];
    char a_name[CHAIN_LIST_NAME_SIZE], b_name[CHAIN_LIST_NAME_SIZE], text[SUITE_TEXT_SIZE];
    const struct sweep *sweep = &a->list->sweeps[a->axis];
    int count = 0;
    for (int i = 0; i < sweep->count; i++) {
        const struct pair *pair = chain_pairs_find(run, variant_at(a, i), variant_at(b, i));
        if (pair)
            points[count++] =
                (struct crossing_point){ sweep->values[i].number, sweep->values[i].text,
                                         pair->percent, pair->verdict };
    }
    name_curve(a, a_name);
    name_curve(b, b_name);
    const struct crossing crossing = { a_name, b_name, sweep->key, count, points };
    if (count == 0)
        return;
    crossing_describe(&crossing, text, sizeof(text));
    suite_print(run, "%s", text);
}

void chain_curves_compare(struct suite_run *run, const struct chain_list *list)
{
    static struct curve curves[CHAIN_LIST_MOST];
    const int axis = chain_curves_axis(list);
    const int count = axis >= 0 ? list_curves(run, list, axis, curves) : 0;
    const int shown = count < MOST_CURVES ? count : MOST_CURVES;
    bool have_turns = true;
    if (run->pair_count == 0)
        return;
    for (int i = 0; i < run->pair_count; i++)
        have_turns = have_turns && !isnan(run->pairs[i].low);
    if (!have_turns) {
        suite_print(
            run,
            "no verdict: %d run%s of each %s too few, however far apart the times lie; a verdict "
            "needs %d or more, as with --samples %d",
            run->pairs[0].turns, text_plural(run->pairs[0].turns),
            run->pairs[0].turns == 1 ? "is" : "are", pairs_least_turns(run->pair_count),
            pairs_least_turns(run->pair_count));
        return;
    }
    for (int i = 0; i < run->pair_count && axis < 0; i++) {
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
            print_curves(run, &curves[a], &curves[b]);
    if (count > shown)
        suite_print(run, "%d curve%s more: the files of -o have the verdicts of any two",
                    count - shown, text_plural(count - shown));
    suite_print(run,
                "verdicts go by pairs of times in the same turns; all of them together hold with "
                "%.0f %%",
                100 * PAIRS_SURE);
}
