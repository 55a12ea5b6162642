#include "app/window/view/light/panel_curve.h"

#include "app/window/view/light/curve.h"
#include "app/window/view/light/distribution.h"
#include "app/window/view/widgets/panel_widgets.h"

#include <math.h>
#include <stdio.h>

enum {
    POINTS = 129,
    GRID_EV = 2,
    STOPS = CURVE_MOST_EV - CURVE_LEAST_EV,
    BARS = STOPS * HISTOGRAM_STOP_BINS,
};

const struct chain_step *panel_curve_end_of_light(const struct chain *chain)
{
    for (int i = 0; i < chain->count; i++)
        if (!chain->steps[i].off && effect_makes_display(chain->steps[i].effect))
            return &chain->steps[i];
    return NULL;
}

static double value_of(const struct chain_step *step, double light)
{
    return step->effect->curve(step->params, light);
}

static void explain(const struct chain_step *step, float share)
{
    char text[160];
    const double ev = CURVE_LEAST_EV + STOPS * (double) share;
    const double light = curve_light(ev);
    snprintf(text, sizeof(text), "%+.1f EV from middle grey\nlight %.3g becomes %.3f", ev, light,
             value_of(step, light));
    widgets_tip(text);
}

// ---- the light that comes to it

// Bins of the histogram at the places of the curve; the curve begins within a bin.
static void fill_bars(const struct histogram *light, bool is_log, float bars[BARS])
{
    uint32_t bins[BARS];
    const double begin =
        (log2(curve_light(CURVE_LEAST_EV)) - HISTOGRAM_FIRST_STOP) * HISTOGRAM_STOP_BINS;
    for (int i = 0; i < BARS; i++)
        bins[i] = light->luminance[(int) floor(begin + i + 0.5)];
    distribution_heights(bins, BARS, is_log, bars);
}

static void mark_light(const struct chain_step *step, double light, struct widgets_graph *graph)
{
    const double share = (log2(light / curve_light(0)) - CURVE_LEAST_EV) / STOPS;
    if (!(share >= 0 && share <= 1))
        return;
    graph->points[graph->point_count].share = (float) share;
    graph->points[graph->point_count++].value = (float) value_of(step, light);
}

static void say_light(const struct chain_step *step, const char *what, double light)
{
    char right[64] = "";
    if (isfinite(light))
        snprintf(right, sizeof(right), "becomes %.3f", value_of(step, light));
    widgets_split_line(what, WIDGETS_PLAIN, right);
}

static void say_distribution(const struct chain_step *step, const struct distribution_curve *curve)
{
    char left[80] = "no shoulder", right[64] = "nothing is clipped";
    char words[DISTRIBUTION_WORDS_SIZE];
    snprintf(words, sizeof(words), "median %.3g", curve->median);
    say_light(step, words, curve->median);
    distribution_print_quantile(0.99, curve->percentile, words);
    say_light(step, words, curve->percentile);
    distribution_print_share(curve->in_shoulder, words);
    if (isfinite(curve->shoulder))
        snprintf(left, sizeof(left), "shoulder from %.3g: %s", curve->shoulder, words);
    distribution_print_share(curve->clipped, words);
    if (isfinite(curve->full))
        snprintf(right, sizeof(right), "clipped: %s", words);
    widgets_split_line(left, WIDGETS_PLAIN, right);
}

// ----

void panel_curve(const struct light *light, struct workbench *workbench,
                 const struct chain_step *step)
{
    float values[POINTS], bars[BARS];
    struct distribution_curve curve;
    if (!step->effect->curve)
        return;
    curve_sample(step, POINTS, values);
    struct widgets_graph graph = {
        .values = values,
        .count = POINTS,
        .columns = STOPS / GRID_EV,
        .marked = -CURVE_LEAST_EV / (float) STOPS,
        .left = "-8 EV",
        .middle = "middle grey",
        .right = "+8 EV",
    };
    const bool is_fed = step == panel_curve_end_of_light(&workbench->chain);
    workbench->wants_light = workbench->wants_light || is_fed;
    if (is_fed && light->is_known && light->has_after) {
        fill_bars(&light->after, workbench->logarithmic, bars);
        graph.bars = bars;
        graph.bar_count = BARS;
        distribution_follow_curve(&light->after, step, &curve);
        mark_light(step, curve.median, &graph);
        mark_light(step, curve.percentile, &graph);
    }
    const float share = widgets_curve(&graph);
    if (share >= 0)
        explain(step, share);
    if (graph.bars)
        say_distribution(step, &curve);
}
