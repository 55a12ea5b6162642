// Puts beside each other what blurs of one width cost and what they are worth, and says which to
// take.

#include "app/bench/blurs/blurs.h"
#include "app/lab/text/progress.h"
#include "render/file/end_signal.h"

#include <math.h>
#include <string.h>

static const double usual_sigmas[] = { 4, 16, 40 };

enum { USUAL = sizeof(usual_sigmas) / sizeof(usual_sigmas[0]), QUICK = 1 };

static int width_count(const struct bench_wish *wish)
{
    return wish->sigma_count > 0 ? wish->sigma_count : wish->quick ? 1 : USUAL;
}

static double width_at(const struct bench_wish *wish, int i)
{
    if (wish->sigma_count > 0)
        return wish->sigmas[i];
    return usual_sigmas[wish->quick ? QUICK : i];
}

static void list_blurs(struct suite_run *run)
{
    for (int i = 0; i < width_count(run->wish); i++) {
        const struct blur_list list = { .sigma = width_at(run->wish, i), .number = i };
        blur_list_add(run, &list);
    }
}

// ---- the table

static const struct table_column columns[] = {
    { "blur", TABLE_WORDS },
    { "asked px", 1, .spare = 1 },
    { "impl", TABLE_WORDS },
    { "ms", 4 },
    { "copies", 2 },
    { "MB", 1, .spare = 3 },
    { "PSNR dB", 1 },
    { "SSIM", 4, .spare = 4 },
    { "sigma px", 2, .spare = 2 },
    { "shimmer %", 2 },
    { "largest", 4, .spare = 5 },
    { "front", TABLE_WORDS },
    { 0 },
};

// Writes the blur without its width and implementation, which have columns of their own.
static void name_blur(const struct suite_variant *variant, char name[CHART_NAME_SIZE])
{
    const char *width = strstr(variant->chain, ":sigma="), *impl = strstr(width, ":impl=");
    const char *options = width + 1 + strcspn(width + 1, ":");
    const int length = impl ? (int) (impl - options) : (int) strlen(options);
    snprintf(name, CHART_NAME_SIZE, "%.*s%.*s", (int) (width - variant->chain), variant->chain,
             length, options);
}

static void add_row(struct suite_run *run, const struct blur_choice *choice, double sigma)
{
    struct table *table = &run->table;
    const struct suite_variant *variant = choice->variant;
    const struct quality *quality = &choice->quality;
    char name[CHART_NAME_SIZE];
    name_blur(variant, name);
    table_words(table, "%s", name);
    table_number(table, sigma);
    table_words(table, "%s", variant->impl);
    table_numbers(table, suite_median(variant), variant->in_copies,
                  (double) gpu_traffic_sum(variant->traffic) * 1e-6, quality->nearness.decibels,
                  quality->nearness.similarity, quality->sigma, 100 * quality->shimmer,
                  quality->nearness.largest);
    table_words(table, "%s", choice->on_front ? "front" : "");
}

// Adds rows that say why the others did not run.
static void add_skipped(struct suite_run *run, int width)
{
    for (int i = 0; i < run->count; i++) {
        const struct suite_variant *variant = &run->variants[i];
        char name[CHART_NAME_SIZE];
        if (variant->key.width != width || suite_has_run(variant))
            continue;
        name_blur(variant, name);
        table_words(&run->table, "%s", name);
        table_number(&run->table, width_at(run->wish, width));
        const char *impl = strstr(variant->chain, ":impl=");
        table_words(&run->table, "%s", impl ? impl + strlen(":impl=") : "");
        suite_skips(run, variant);
    }
}

// ---- the advice

// From here on a viewer finds no difference unless the pictures are shown in turn; the second is
// what --audit=stability promises.
static const double near_enough = 40, calm_enough = 0.05;

static bool is_good(const struct blur_choice *choice, double sigma)
{
    return choice->quality.nearness.decibels >= near_enough &&
           choice->quality.shimmer <= calm_enough && blur_choice_is_as_wide(choice, sigma);
}

// Names another that is as good, where the drift hides which of the two is the faster.
static void name_rival(const struct suite_run *run, const struct blur_choices *choices, int taken,
                       double sigma, char text[SUITE_TEXT_SIZE])
{
    char drift[STEADY_DRIFT_SIZE];
    steady_describe_drift(steady_drift(&run->steady), drift);
    snprintf(text, SUITE_TEXT_SIZE, "%s", drift);
    for (int i = taken + 1; i < choices->count; i++) {
        const struct blur_choice *rival = &choices->all[i];
        if (!is_good(rival, sigma) ||
            !suite_is_open(run, choices->all[taken].variant, rival->variant))
            continue;
        snprintf(text, SUITE_TEXT_SIZE, ", or %s, open%s", rival->variant->chain, drift);
        return;
    }
}

static void recommend(struct suite_run *run, const struct blur_choices *choices, double sigma)
{
    const struct blur_choice *nearest = blur_choice_nearest(choices);
    char rival[SUITE_TEXT_SIZE];
    for (int i = 0; i < choices->count; i++) {
        const struct blur_choice *choice = &choices->all[i];
        if (!is_good(choice, sigma))
            continue;
        name_rival(run, choices, i, sigma, rival);
        suite_say(
            run,
            "take %s%s: the fastest that is within %g dB of the exact Gaussian and changes by "
            "no more than %g %% in motion",
            choice->variant->chain, rival, near_enough, 100 * calm_enough);
        const double ratio = suite_median(nearest->variant) / suite_median(choice->variant);
        if (nearest->quality.nearness.decibels >= choice->quality.nearness.decibels + 0.1)
            suite_say(run,
                      "%s is the nearest to it, %.1f dB instead of %.1f, for %.3g times the time%s",
                      nearest->variant->chain, nearest->quality.nearness.decibels,
                      choice->quality.nearness.decibels, ratio, suite_doubt(run, ratio));
        return;
    }
    if (nearest)
        suite_say(
            run,
            "sigma %g: none is within %g dB of the exact Gaussian and calm; %s is the nearest, "
            "%.1f dB",
            sigma, near_enough, nearest->variant->chain, nearest->quality.nearness.decibels);
}

// ---- the chart

static void add_points(struct chart *chart, const struct blur_choices *choices, bool on_front)
{
    struct chart_series *series =
        chart_series(chart, "%s", on_front ? "the front" : "a faster one is as near and as calm");
    series->joined = on_front;
    for (int i = 0; i < choices->count; i++) {
        const struct blur_choice *choice = &choices->all[i];
        char name[CHART_NAME_SIZE];
        if (choice->on_front != on_front)
            continue;
        name_blur(choice->variant, name);
        chart_point(series, suite_median(choice->variant), choice->quality.nearness.decibels);
        chart_name_point(series, "%s (%s), shimmer %.1f %%", name, choice->variant->impl,
                         100 * choice->quality.shimmer);
    }
}

// ---- the report

static void measure_all(struct suite_run *run, struct blur_choices *choices, double sigma)
{
    struct blur_choice_scenes judged;
    struct progress progress;
    blur_choice_scenes_init(&judged, run, sigma);
    progress_begin(&progress, "looking at the picture of blur", choices->count);
    for (int i = 0; i < choices->count; i++) {
        progress_say(&progress, i);
        if (!end_signal_came())
            blur_choice_measure(&choices->all[i], run, &judged);
    }
    progress_end(&progress);
    blur_choice_scenes_finish(&judged);
    blur_choice_mark_front(choices);
}

static void report_blurs(struct suite_run *run)
{
    static struct blur_choices choices;
    table_init(&run->table, columns);
    for (int i = 0; i < width_count(run->wish); i++) {
        const double sigma = width_at(run->wish, i);
        char title[CHART_TEXT_SIZE];
        blur_choice_take(run, i, &choices);
        if (choices.count > 0)
            measure_all(run, &choices, sigma);
        for (int n = 0; n < choices.count; n++)
            add_row(run, &choices.all[n], sigma);
        add_skipped(run, i);
        if (choices.count == 0)
            continue;
        snprintf(title, sizeof(title), "Blurs of sigma %g px: time, and nearness to the exact one",
                 sigma);
        struct chart *chart = suite_chart(run, CHART_POINTS, title, "time (ms)", "PSNR (dB)");
        chart->log_x = true;
        add_points(chart, &choices, true);
        add_points(chart, &choices, false);
        recommend(run, &choices, sigma);
    }
    suite_say(run, "front: none that is faster is as near and as calm; MB: the least that its "
                   "passes move");
}

const struct suite suite_blurs = {
    .name = "blurs",
    .summary = "every blur at the same width: its time, how near it is to the exact Gaussian, how "
               "calm in motion",
    .list = list_blurs,
    .report = report_blurs,
};
