#include "app/window/view/light/panel_light.h"

#include "app/window/view/light/curve.h"
#include "app/window/view/light/distribution.h"
#include "app/window/view/light/panel_curve.h"
#include "app/window/view/widgets/panel_button.h"
#include "app/window/view/widgets/panel_widgets.h"

#include <math.h>
#include <stdio.h>

enum { STOPS = HISTOGRAM_BINS / HISTOGRAM_STOP_BINS, GRID_STOPS = 4, GRID_VALUES = 8 };

// ---- luminance

static double percent_of(const struct histogram *histogram, int bin)
{
    const double below = distribution_above(histogram, histogram_bin_luminance(bin));
    return 100 * (below - distribution_above(histogram, histogram_bin_luminance(bin + 1)));
}

static void explain_luminance(const struct light *light, int bin)
{
    char text[192], after[48] = "";
    const double stop = (double) bin / HISTOGRAM_STOP_BINS + HISTOGRAM_FIRST_STOP;
    if (light->has_after)
        snprintf(after, sizeof(after), "\nafter: %.3f %%", percent_of(&light->after, bin));
    snprintf(text, sizeof(text),
             "bin %d: %+.3f to %+.3f stops\nluminance from %.4g on\nbefore: %.3f %% of the "
             "texels%s",
             bin, stop, stop + 1.0 / HISTOGRAM_STOP_BINS, histogram_bin_luminance(bin),
             percent_of(&light->before, bin), after);
    widgets_tip(text);
}

static void say_quantiles(const char *what, const struct histogram *histogram)
{
    char text[96], most[DISTRIBUTION_WORDS_SIZE];
    distribution_print_quantile(0.99, distribution_quantile(histogram, 0.99), most);
    snprintf(text, sizeof(text), "median %.3g, %s", distribution_quantile(histogram, 0.5), most);
    widgets_split_line(what, WIDGETS_PLAIN, text);
}

static void say_after(const struct light *light, const struct chain *chain)
{
    char what[64];
    const struct chain_step *end = panel_curve_end_of_light(chain);
    snprintf(what, sizeof(what), "%s%s, line", end ? "before " : "after all",
             end ? end->effect->name : "");
    say_quantiles(what, &light->after);
}

static void show_luminance(const struct light *light, const struct workbench *workbench)
{
    const bool is_log = workbench->logarithmic;
    float before[HISTOGRAM_BINS], after[HISTOGRAM_BINS];
    struct widgets_bins bins = {
        .heights = before,
        .count = HISTOGRAM_BINS,
        .high = 5,
        .columns = STOPS / GRID_STOPS,
        .channel = -1,
        .left = "-16 stops",
        .middle = "luminance 1",
        .right = "+16 stops",
    };
    distribution_heights(light->before.luminance, HISTOGRAM_BINS, is_log, before);
    if (light->has_after) {
        distribution_heights(light->after.luminance, HISTOGRAM_BINS, is_log, after);
        bins.line = after;
    }
    widgets_heading("Luminance of the light", is_log ? "log" : "linear");
    const int bin = widgets_histogram(&bins);
    if (bin >= 0)
        explain_luminance(light, bin);
    say_quantiles("at first, bars", &light->before);
    if (light->has_after)
        say_after(light, &workbench->chain);
}

// ---- display values

static void explain_value(const struct histogram *histogram, int channel, int bin)
{
    char text[96];
    const uint32_t *bins = histogram->display[channel];
    double count = 0;
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        count += bins[i];
    snprintf(text, sizeof(text), "%c %d, display %.3f: %.3f %% of the texels", "RGB"[channel], bin,
             bin / 255.0, count > 0 ? 100 * bins[bin] / count : 0);
    widgets_tip(text);
}

static void show_channel(const struct histogram *histogram, bool is_log,
                         const struct distribution_clipped *clipped, int channel)
{
    char name[2] = { "RGB"[channel], '\0' }, words[80];
    char zero[DISTRIBUTION_WORDS_SIZE], full[DISTRIBUTION_WORDS_SIZE];
    float heights[HISTOGRAM_BINS];
    const struct widgets_bins bins = {
        .heights = heights,
        .count = HISTOGRAM_BINS,
        .high = 2.4f,
        .columns = GRID_VALUES,
        .channel = channel,
    };
    distribution_heights(histogram->display[channel], HISTOGRAM_BINS, is_log, heights);
    distribution_print_share(clipped->at_zero[channel], zero);
    distribution_print_share(clipped->at_full[channel], full);
    snprintf(words, sizeof(words), "%s at 0, %s at 255", zero, full);
    widgets_split_line(name, WIDGETS_PLAIN, words);
    const int bin = widgets_histogram(&bins);
    if (bin >= 0)
        explain_value(histogram, channel, bin);
}

static void show_values(const struct histogram *histogram, bool is_log)
{
    const struct distribution_clipped clipped = distribution_clipped(histogram);
    widgets_heading("Display values of what is seen", "clipped");
    for (int channel = 0; channel < 3; channel++)
        show_channel(histogram, is_log, &clipped, channel);
}

// ----

void panel_light_show(const struct stage *stage, struct workbench *workbench)
{
    static const char *const sides[] = { "of A, which is edited", "of B, which is edited" };
    const struct light *light = &stage->light;
    const struct chain_step *curve = curve_find(&workbench->chain);
    const bool is_log = workbench->logarithmic;
    workbench->wants_light = true;
    widgets_buttons_begin();
    panel_button(workbench, is_log ? "heights: logarithm" : "heights: linear", "heights");
    if (!light->is_known) {
        widgets_text("counting ...", WIDGETS_DIM);
        return;
    }
    if (workbench->has_other)
        widgets_line(sides[workbench->side], WIDGETS_DIM);
    widgets_scroll_begin("light");
    show_luminance(light, workbench);
    show_values(&light->before, is_log);
    if (curve) {
        widgets_heading("Tone curve over the light that comes to it", curve->effect->name);
        panel_curve(light, workbench, curve);
    }
    widgets_scroll_end();
}
