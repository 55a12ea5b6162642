#include "app/bench/chains/chain_curves.h"

#include "app/bench/chains/crossing.h"
#include "app/bench/chains/suite_pairs.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PAIRS = 10, MOST_CURVES = 6 }; // that are each said in words

// ---- curves

// What belongs to one curve: the variants that differ in the axis alone.
struct curve {
    const struct suite_run *run;
    const struct chain_list *list;
    int axis;
    int head; // the choice with the first value of the axis, or without one: its curve is flat
};

static bool is_on_axis(const struct sweep *sweep)
{
    for (int i = 1; i < sweep->count; i++)
        if (!(sweep->values[i - 1].number < sweep->values[i].number))
            return false;
    return sweep->count > 1;
}

int chain_curves_axis(const struct chain_list *list)
{
    for (int i = 0; i < list->sweep_count; i++)
        if (is_on_axis(&list->sweeps[i]))
            return i;
    return -1;
}

static bool is_flat(const struct curve *curve)
{
    return chain_list_at(curve->list, curve->head).values[curve->axis] < 0;
}

// Returns the variant at the i-th value of the axis; -1: it has none.
static int variant_at(const struct curve *curve, int i)
{
    struct chain_choice wanted = chain_list_at(curve->list, curve->head);
    if (!is_flat(curve))
        wanted.values[curve->axis] = i;
    for (int n = 0; n < curve->run->count; n++) {
        const struct chain_choice choice =
            chain_list_at(curve->list, curve->run->variants[n].key.line);
        if (memcmp(&choice, &wanted, sizeof(choice)) == 0)
            return n;
    }
    return -1;
}

// Fills in the heads of all curves. Returns how many there are.
static int list_curves(const struct suite_run *run, const struct chain_list *list, int axis,
                       struct curve curves[CHAIN_LIST_MOST])
{
    int count = 0;
    for (int n = 0; n < chain_list_count(list); n++)
        if (chain_list_at(list, n).values[axis] <= 0)
            curves[count++] = (struct curve){ run, list, axis, n };
    return count;
}

static void name_curve(const struct curve *curve, char name[CHAIN_LIST_NAME_SIZE])
{
    const struct chain_choice choice = chain_list_at(curve->list, curve->head);
    chain_list_name(curve->list, &choice, curve->axis, name);
    if (!name[0])
        snprintf(name, CHAIN_LIST_NAME_SIZE, "time");
}

// ---- the chart

static void draw_curve(struct chart *chart, const struct curve *curve)
{
    char name[CHAIN_LIST_NAME_SIZE];
    const struct sweep *sweep = &curve->list->sweeps[curve->axis];
    name_curve(curve, name);
    struct chart_series *series = chart_series(chart, "%s", name);
    series->dashed = is_flat(curve);
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

// What the letters stand for.
static void note_chains(struct chart *chart, const struct suite_run *run)
{
    size_t length = 0;
    for (int i = 0; i < run->draw->chain_count && length < sizeof(chart->note); i++) {
        char letter[2];
        chain_list_letter(i, letter);
        length +=
            (size_t) snprintf(chart->note + length, sizeof(chart->note) - length, "%s%s: %.60s",
                              i > 0 ? "; " : "", letter, run->draw->chain_texts[i]);
    }
}

void chain_curves_draw(struct suite_run *run, const struct chain_list *list)
{
    static struct curve curves[CHAIN_LIST_MOST];
    char title[CHART_TEXT_SIZE], label[CHART_TEXT_SIZE];
    const int axis = chain_curves_axis(list);
    if (axis < 0)
        return;
    const struct sweep *sweep = &list->sweeps[axis];
    const bool is_size = sweep->kind == SWEEP_SIZE;
    snprintf(title, sizeof(title), "GPU time by %s", sweep->key);
    snprintf(label, sizeof(label), "%s", is_size ? "height (px)" : sweep->key);
    struct chart *chart = suite_chart(run, CHART_LINES, title, label, "time (ms)");
    if (list->chain_count > 1)
        note_chains(chart, run);
    chart->log_x = sweep->values[0].number > 0;
    chart->log_y = true;
    const int count = list_curves(run, list, axis, curves);
    for (int i = 0; i < count; i++)
        draw_curve(chart, &curves[i]);
}

// ---- any two

static void say_pair(struct suite_run *run, const struct pair *pair)
{
    char text[SUITE_TEXT_SIZE];
    const char *a = run->variants[pair->a].label, *b = run->variants[pair->b].label;
    pairs_describe(pair, a, b, text, sizeof(text));
    suite_say(run, "%s", text);
}

// Returns whether no other of its pairs is with a faster one.
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

static void say_pairs(struct suite_run *run)
{
    const bool is_all = run->pair_count <= MOST_PAIRS;
    for (int i = 0; i < run->pair_count; i++) {
        const struct pair *pair = &run->pairs[i];
        if (is_all || is_fastest(run, pair->a) || is_fastest(run, pair->b))
            say_pair(run, pair);
    }
}

// ---- curves with each other

static void say_curves(struct suite_run *run, const struct curve *a, const struct curve *b)
{
    static char names[SWEEP_MOST_VALUES][CHAIN_LIST_NAME_SIZE];
    static struct crossing_point points[SWEEP_MOST_VALUES];
    char a_name[CHAIN_LIST_NAME_SIZE], b_name[CHAIN_LIST_NAME_SIZE], text[SUITE_TEXT_SIZE];
    const struct sweep *sweep = &a->list->sweeps[a->axis];
    int count = 0;
    for (int i = 0; i < sweep->count; i++) {
        const struct pair *pair = suite_pairs_find(run, variant_at(a, i), variant_at(b, i));
        if (!pair)
            continue;
        snprintf(names[count], sizeof(names[count]), "%s=%s", sweep->key, sweep->values[i].text);
        points[count] = (struct crossing_point){ sweep->values[i].number, names[count],
                                                 pair->percent, pair->verdict };
        count++;
    }
    name_curve(a, a_name);
    name_curve(b, b_name);
    const struct crossing crossing = { a_name, b_name, sweep->key, count, points };
    if (count == 0)
        return;
    crossing_describe(&crossing, text, sizeof(text));
    suite_say(run, "%s", text);
}

// Pairs of two flat curves are pairs of chains.
static void say_all_curves(struct suite_run *run, const struct chain_list *list, int axis)
{
    static struct curve curves[CHAIN_LIST_MOST];
    const int count = list_curves(run, list, axis, curves);
    const int shown = count < MOST_CURVES ? count : MOST_CURVES;
    for (int a = 0; a < shown; a++)
        for (int b = a + 1; b < shown; b++)
            say_curves(run, &curves[a], &curves[b]);
    if (count > shown)
        suite_say(run, "%d curve%s more: the files of --results have the verdicts of any two",
                  count - shown, text_plural(count - shown));
}

static bool have_turns(const struct suite_run *run)
{
    for (int i = 0; i < run->pair_count; i++)
        if (isnan(run->pairs[i].low))
            return false;
    return true;
}

void chain_curves_compare(struct suite_run *run, const struct chain_list *list)
{
    const int axis = chain_curves_axis(list);
    if (run->pair_count == 0)
        return;
    if (!have_turns(run)) {
        suite_say(run, "no verdict: of so few runs nothing can be said; give --samples 60");
        return;
    }
    if (axis >= 0)
        say_all_curves(run, list, axis);
    else
        say_pairs(run);
    suite_say(run,
              "verdicts go by pairs of times in the same turns; all of them together hold with "
              "%.0f %%",
              100 * PAIRS_SURE);
}
