#include "app/window/session/session.h"
#include "app/window/view/panel_parts.h"
#include "effects/distribution.h"

#include <math.h>

enum {
    STOPS = HISTOGRAM_BINS / HISTOGRAM_STOP_BINS,
    GRID_STOPS = 4,
    GRID_VALUES = 8,
    CURVE_POINTS = 129,
    CURVE_STOPS = CURVE_MOST_EV - CURVE_LEAST_EV,
    CURVE_BARS = CURVE_STOPS * HISTOGRAM_STOP_BINS,
    GRID_EV = 2,
};

// ---- a tone curve

// Returns the first active step that makes display values from light; NULL if there is none.
static const struct chain_step *end_of_light(const struct chain *chain)
{
    for (int i = 0; i < chain->count; i++)
        if (!chain->steps[i].off &&
            effect_makes_display(chain->steps[i].effect, chain->steps[i].params))
            return &chain->steps[i];
    return NULL;
}

static double value_of(const struct chain_step *step, double light)
{
    return step->effect->about.curve(step->params, light);
}

// ---- the light that enters it

static void mark_light(const struct chain_step *step, double light, struct widgets_graph *graph)
{
    const double share = (log2(light / curve_light(0)) - CURVE_LEAST_EV) / CURVE_STOPS;
    if (!(share >= 0 && share <= 1))
        return;
    graph->points[graph->point_count].share = (float) share;
    graph->points[graph->point_count++].value = (float) value_of(step, light);
}

static void say_light(const struct chain_step *step, const char *what, double light)
{
    const bool is_seen = isfinite(light);
    widgets_split_line(what, WIDGETS_PLAIN,
                       is_seen ? panel_words("becomes %.3f", value_of(step, light)) : "");
}

static void say_distribution(const struct chain_step *step, const struct distribution_curve *curve)
{
    char percentile[DISTRIBUTION_WORDS_SIZE], share[DISTRIBUTION_WORDS_SIZE];
    const char *left = "no shoulder", *right = "nothing is clipped";
    distribution_print_quantile(0.99, curve->percentile, percentile);
    say_light(step, panel_words("median %.3g", curve->median), curve->median);
    say_light(step, percentile, curve->percentile);
    distribution_print_share(curve->in_shoulder, share);
    if (isfinite(curve->shoulder))
        left = panel_words("shoulder from %.3g: %s", curve->shoulder, share);
    distribution_print_share(curve->clipped, share);
    if (isfinite(curve->full))
        right = panel_words("clipped: %s", share);
    widgets_split_line(left, WIDGETS_PLAIN, right);
}

void panel_curve(const struct light *light, struct ui_state *ui, const struct chain_step *step)
{
    const double begin =
        (log2(curve_light(CURVE_LEAST_EV)) - HISTOGRAM_FIRST_STOP) * HISTOGRAM_STOP_BINS;
    float values[CURVE_POINTS], bars[CURVE_BARS];
    struct distribution_curve curve;
    if (!step->effect->about.curve)
        return;
    curve_sample(step, CURVE_POINTS, values);
    struct widgets_graph graph = {
        .high = 6,
        .curve = values,
        .curve_count = CURVE_POINTS,
        .columns = CURVE_STOPS / GRID_EV,
        .marked = -CURVE_LEAST_EV / (float) CURVE_STOPS,
        .left = "-8 EV",
        .middle = "middle grey",
        .right = "+8 EV",
    };
    const bool is_fed = step == end_of_light(&ui->chain);
    ui->needs_light = ui->needs_light || is_fed;
    if (is_fed && light->is_known && light->has_after) {
        uint32_t bins[CURVE_BARS]; // with the spacing of the curve, which begins within a bin
        for (int i = 0; i < CURVE_BARS; i++)
            bins[i] = light->after.luminance[(int) floor(begin + i + 0.5)];
        distribution_heights(bins, CURVE_BARS, ui->logarithmic, bars);
        graph.bars = bars;
        graph.bar_count = CURVE_BARS;
        distribution_update_curve(&light->after, step, &curve);
        mark_light(step, curve.median, &graph);
        mark_light(step, curve.percentile, &graph);
    }
    const float share = widgets_draw_graph(&graph);
    if (share >= 0) {
        const double ev = CURVE_LEAST_EV + CURVE_STOPS * (double) share, at = curve_light(ev);
        widgets_tip(panel_words("%+.1f EV from middle grey\nlight %.3g becomes %.3f", ev, at,
                                value_of(step, at)));
    }
    if (graph.bars)
        say_distribution(step, &curve);
}

static int bin_at(float share)
{
    const int bin = (int) (share * HISTOGRAM_BINS);
    return bin < HISTOGRAM_BINS ? bin : HISTOGRAM_BINS - 1;
}

// ---- luminance

static double percent_of(const struct histogram *histogram, int bin)
{
    const double below = distribution_above(histogram, histogram_bin_luminance(bin));
    return 100 * (below - distribution_above(histogram, histogram_bin_luminance(bin + 1)));
}

static void explain_luminance(const struct light *light, int bin)
{
    const double stop = (double) bin / HISTOGRAM_STOP_BINS + HISTOGRAM_FIRST_STOP;
    const char *after =
        light->has_after ? panel_words("\nafter: %.3f %%", percent_of(&light->after, bin)) : "";
    widgets_tip(panel_words("bin %d: %+.3f to %+.3f stops\nluminance from %.4g on\nbefore: %.3f %% "
                            "of the texels%s",
                            bin, stop, stop + 1.0 / HISTOGRAM_STOP_BINS,
                            histogram_bin_luminance(bin), percent_of(&light->before, bin), after));
}

static void say_quantiles(const char *what, const struct histogram *histogram)
{
    char most[DISTRIBUTION_WORDS_SIZE];
    const double median = distribution_quantile(histogram, 0.5);
    distribution_print_quantile(0.99, distribution_quantile(histogram, 0.99), most);
    widgets_split_line(what, WIDGETS_PLAIN, panel_words("median %.3g, %s", median, most));
}

static void show_luminance(const struct light *light, const struct ui_state *ui)
{
    const bool is_log = ui->logarithmic;
    const struct chain_step *end = end_of_light(&ui->chain);
    float before[HISTOGRAM_BINS], after[HISTOGRAM_BINS];
    struct widgets_graph bins = {
        .high = 5,
        .bars = before,
        .bar_count = HISTOGRAM_BINS,
        .columns = STOPS / GRID_STOPS,
        .marked = 0.5f,
        .left = "-16 stops",
        .middle = "luminance 1",
        .right = "+16 stops",
    };
    distribution_heights(light->before.luminance, HISTOGRAM_BINS, is_log, before);
    if (light->has_after) {
        distribution_heights(light->after.luminance, HISTOGRAM_BINS, is_log, after);
        bins.outline = after;
    }
    widgets_heading("Luminance of the light", is_log ? "log" : "linear");
    const float share = widgets_draw_graph(&bins);
    if (share >= 0)
        explain_luminance(light, bin_at(share));
    say_quantiles("input (bars)", &light->before);
    if (light->has_after)
        say_quantiles(end ? panel_words("before %s (line)", end->effect->name) : "output (line)",
                      &light->after);
}

// ---- display values

static void show_channel(const struct histogram *histogram, bool is_log,
                         const struct distribution_clipped *clipped, int channel)
{
    const uint32_t *bins = histogram->display[channel];
    double count = 0;
    const char name[2] = { "RGB"[channel], '\0' };
    char zero[DISTRIBUTION_WORDS_SIZE], full[DISTRIBUTION_WORDS_SIZE];
    float heights[HISTOGRAM_BINS];
    const struct widgets_graph graph = {
        .high = 2.4f,
        .bars = heights,
        .bar_count = HISTOGRAM_BINS,
        .ink = (enum widgets_ink)(WIDGETS_INK_RED + channel),
        .columns = GRID_VALUES,
        .marked = -1,
    };
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        count += bins[i];
    distribution_heights(bins, HISTOGRAM_BINS, is_log, heights);
    distribution_print_share(clipped->at_zero[channel], zero);
    distribution_print_share(clipped->at_full[channel], full);
    widgets_split_line(name, WIDGETS_PLAIN, panel_words("%s at 0, %s at 255", zero, full));
    const float share = widgets_draw_graph(&graph);
    if (share >= 0) {
        const int bin = bin_at(share);
        widgets_tip(panel_words("%s %d, display %.3f: %.3f %% of the texels", name, bin,
                                bin / 255.0, count > 0 ? 100 * bins[bin] / count : 0));
    }
}

// ---- the page

void panel_heights_button(struct ui_state *ui)
{
    const char *label = ui->logarithmic ? "heights: logarithm" : "heights: linear";
    panel_buttons(ui, (const struct panel_button[]){ { label, "heights" }, { 0 } });
}

void panel_light_show(const struct session *session, struct ui_state *ui)
{
    static const char *const sides[] = { "of A, which is edited", "of B, which is edited" };
    const struct light *light = &session->light;
    const struct chain_step *curve = curve_find(&ui->chain);
    ui->needs_light = true;
    panel_heights_button(ui);
    if (!light->is_known) {
        widgets_text("counting ...", WIDGETS_DIM);
        return;
    }
    if (ui->has_other)
        widgets_line(sides[ui->side], WIDGETS_DIM);
    const struct distribution_clipped clipped = distribution_clipped(&light->before);
    widgets_scroll_begin("light");
    show_luminance(light, ui);
    widgets_heading("Display values of what is seen", "clipped");
    for (int channel = 0; channel < 3; channel++)
        show_channel(&light->before, ui->logarithmic, &clipped, channel);
    if (curve) {
        widgets_heading("Tone curve over the light that comes to it", curve->effect->name);
        panel_curve(light, ui, curve);
    }
    widgets_scroll_end();
}
