// Compares the cost and the quality of blurs of one width, and recommends one.

#include "app/bench/blurs/blurs.h"
#include "render/text/number.h"

#include <string.h>

enum { MOST_WIDTHS = 8 };

static const struct param params[] = {
    PARAM_TEXT(struct bench_options, sigma, .def_text = "4/16/40",
               .help = "widths at which blurs are compared, px, up to 8"),
    { 0 },
};

// Reads the widths of a run, "4/16/40": the given ones, or else the usual ones. Returns how many
// there are, 0 with an error.
static int read_widths(const struct bench_options *options, double widths[MOST_WIDTHS],
                       struct error *error)
{
    const char *usual = options->quick ? "16" : params[0].def_text;
    const char *text = options->sigma[0] ? options->sigma : usual;
    int count = 0;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, "/");
        float sigma;
        if (number_parse(at, length, &sigma) != NUMBER_FINE || (double) sigma < BLUR_LIST_LEAST ||
            (double) sigma > BLUR_LIST_MOST)
            return error_set(error, "sigma=%s must be widths from %g to %d px, such as 4/16/40",
                             text, BLUR_LIST_LEAST, BLUR_LIST_MOST);
        for (int i = 0; i < count; i++)
            if (widths[i] == (double) sigma)
                return error_set(error, "sigma=%s has %g twice", text, (double) sigma);
        if (count == MOST_WIDTHS)
            return error_set(error, "sigma=%s has too many widths; there may be %d", text,
                             MOST_WIDTHS);
        widths[count++] = (double) sigma;
        at += length;
        if (*at == '\0')
            return count;
    }
}

static bool accepts_widths(const struct bench_options *options, struct error *error)
{
    double widths[MOST_WIDTHS];
    return read_widths(options, widths, error);
}

static void list_blurs(struct suite_run *run)
{
    double widths[MOST_WIDTHS];
    struct error error;
    const int count = read_widths(run->options, widths, &error); // the options were checked
    for (int i = 0; i < count; i++) {
        struct blur_list list = { .sigma = widths[i], .number = i };
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
    struct chain_step step = variant->chain.steps[0];
    param_set_default(param_find(step.effect->params, "sigma"), step.params);
    chain_step_choose_impl(&step, 0);
    chain_print_step(&step, name, CHART_NAME_SIZE);
}

static void add_row(struct suite_run *run, const struct judge_item *item, double sigma)
{
    struct table *table = &run->table;
    const struct suite_variant *variant = item->variant;
    const double *values = item->values;
    char name[CHART_NAME_SIZE];
    name_blur(variant, name);
    table_words(table, "%s", name);
    table_number(table, sigma);
    table_words(table, "%s", variant->impl);
    table_numbers(table, values[JUDGE_BUDGET], variant->in_copies,
                  (double) gpu_traffic_sum(variant->traffic) * 1e-6, values[JUDGE_PSNR],
                  values[JUDGE_SSIM], variant->quality.sigma, values[JUDGE_SHIMMER],
                  variant->quality.nearness.largest);
    table_words(table, "%s", item->on_front ? "front" : "");
}

// Adds rows with the reasons why the other blurs did not run.
static void add_skipped(struct suite_run *run, int width, double sigma)
{
    suite_for_each(variant, run) {
        const struct effect_impl *impl = suite_impl(variant);
        char name[CHART_NAME_SIZE];
        if (variant->key.width != width || suite_has_run(variant))
            continue;
        name_blur(variant, name);
        table_words(&run->table, "%s", name);
        table_number(&run->table, sigma);
        table_words(&run->table, "%s", impl ? impl->name : "");
        suite_skips(run, variant);
    }
}

// ---- the advice

static void recommend(struct suite_run *run, const struct judge *judge, double sigma)
{
    const struct judge_item *taken = judge_fastest(judge, JUDGE_ANY_LOOK);
    const struct judge_item *nearest = judge_best(judge, JUDGE_PSNR, judge_rows[JUDGE_PSNR].same);
    if (!nearest)
        return;
    const double decibels = nearest->values[JUDGE_PSNR];
    if (!taken) {
        suite_print(run,
                    "sigma %g: none is within %d dB of the exact Gaussian and stable; %s is the "
                    "nearest, %.1f dB",
                    sigma, QUALITY_LEAST_PSNR, nearest->variant->text, decibels);
        return;
    }
    const struct judge_item *rival = judge_rival(judge, taken);
    char drift[STEADY_DRIFT_SIZE];
    steady_describe_drift(steady_drift(&run->steady), drift);
    suite_print(
        run,
        "take %s%s%s%s%s: the fastest that is within %d dB of the exact Gaussian and changes "
        "by no more than %d %% in motion",
        taken->variant->text, rival ? ", or " : "", rival ? rival->variant->text : "",
        rival ? ", open" : "", drift, QUALITY_LEAST_PSNR, QUALITY_MOST_SHIMMER);
    if (decibels < taken->values[JUDGE_PSNR] + judge_rows[JUDGE_PSNR].same)
        return;
    const double ratio = nearest->values[JUDGE_BUDGET] / taken->values[JUDGE_BUDGET];
    suite_print(run, "%s is the nearest to it, %.1f dB instead of %.1f, for %.3g times the time",
                nearest->variant->text, decibels, taken->values[JUDGE_PSNR], ratio);
    suite_doubt(run, ratio);
}

// ---- the chart

static void draw_chart(struct suite_run *run, const struct judge *judge, double sigma)
{
    char title[CHART_TEXT_SIZE], name[CHART_NAME_SIZE];
    snprintf(title, sizeof(title), "Blurs of sigma %g px: time, and nearness to the exact one",
             sigma);
    json_t *chart = chart_make(run->charts, "points", CHART_LOG_X, title, "time (ms)", "PSNR (dB)");
    json_t *front = chart_series(chart, "the front");
    json_t *others = chart_series(chart, "a faster one is as near and as stable");
    json_object_set_new(front, "joined", json_true());
    judge_for_each(item, judge) {
        name_blur(item->variant, name);
        chart_name(chart_point(item->on_front ? front : others, item->values[JUDGE_BUDGET],
                               item->values[JUDGE_PSNR]),
                   "%s (%s), shimmer %.1f %%", name, item->variant->impl,
                   item->values[JUDGE_SHIMMER]);
    }
}

// ---- the report

static void report_blurs(struct suite_run *run)
{
    static struct judge judge;
    struct judge_scenes judged;
    table_init(&run->table, columns);
    struct error error;
    double widths[MOST_WIDTHS];
    const int count = read_widths(run->options, widths, &error);
    for (int i = 0; i < count; i++) {
        const double sigma = widths[i];
        blur_list_judge(run, i, &judge);
        judge.limits[JUDGE_PSNR] = QUALITY_LEAST_PSNR;
        judge.limits[JUDGE_SHIMMER] = QUALITY_MOST_SHIMMER;
        if (judge.count > 0) {
            judge_scenes_init(&judged, run, sigma, false);
            blur_list_print_scenes(run, &judged);
            judge_scenes_measure_all(&judged, &judge, "blur");
            judge_scenes_finish(&judged);
        }
        judge_for_each(item, &judge)
            add_row(run, item, sigma);
        add_skipped(run, i, sigma);
        if (judge.count == 0)
            continue;
        draw_chart(run, &judge, sigma);
        recommend(run, &judge, sigma);
    }
    suite_print(run, "front: none that is faster is as near and as stable; MB: the least that its "
                     "passes move");
}

const struct suite suite_blurs = {
    .name = "blurs",
    .summary = "every blur at the same width: its time, how near it is to the exact Gaussian, how "
               "stable in motion",
    .params = params,
    .accepts = accepts_widths,
    .list = list_blurs,
    .report = report_blurs,
};
