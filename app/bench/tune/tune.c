#define LOG_MODULE "tune"
#include "app/bench/tune/tune.h"

#include "app/text/wrap.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>

// ---- limits

#define LIMIT(FIELD, ...) PARAM_FLOAT(struct tune_limits, FIELD, __VA_ARGS__)

const struct param tune_params[] = {
    LIMIT(sigma, .min = BLUR_LIST_MIN, .max = BLUR_LIST_MAX, .unit = "px",
          .help = "the width, px, without which there is nothing to find"),
    LIMIT(core, .min = BLUR_LIST_MIN, .max = BLUR_LIST_MAX, .unit = "px",
          .help = "width of the bright core, px: finds a whole bloom that scatters"),
    LIMIT(psnr, .max = 1000, .unit = "dB",
          .help = "dB that it is at least from the exact Gaussian, or the exact bloom, in display "
                  "values"),
    LIMIT(ssim, .min = -1, .max = 1,
          .help = "structural similarity to the exact Gaussian, at least"),
    LIMIT(error, .max = 100, .unit = "%",
          .help = "per cent of white that a display value may be off"),
    LIMIT(shimmer, .max = 100, .unit = "%",
          .help = "per cent that it may change by while something moves"),
    LIMIT(passes, .min = 1, .max = 1000, .help = "draws and dispatches, at most"),
    LIMIT(budget, .min = 0.001F, .max = 1000, .unit = "ms",
          .help = "milliseconds that it may take"),
    { 0 },
};

bool tune_limits_parse(struct tune_limits *limits, const char *text, struct error *error)
{
    struct tune_limits read = { NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
    if (!param_read_values(tune_params, &read, text, error))
        return false;
    if (isnan(read.sigma))
        return error_set(error, "needs the width: sigma=16,psnr=45");
    if (read.core >= read.sigma)
        return error_set(error, "core must be less than sigma, %g, not %g", read.sigma, read.core);
    if (!isnan(read.core) && !isnan(read.ssim))
        return error_set(error, "ssim is of a blur without core; ask for psnr");
    *limits = read;
    return true;
}

void tune_set_limits(struct judge *judge, const struct tune_limits *limits)
{
    judge->limits[JUDGE_PSNR] = limits->psnr;
    judge->limits[JUDGE_SSIM] = limits->ssim;
    judge->limits[JUDGE_ERROR] = limits->error;
    judge->limits[JUDGE_SHIMMER] = limits->shimmer;
    judge->limits[JUDGE_PASSES] = limits->passes;
    judge->limits[JUDGE_BUDGET] = limits->budget;
    judge->limits[JUDGE_WIDTH] = QUALITY_MAX_OFF;
}

// ---- the search and its results

static struct tuning {
    struct tune_limits limits;
    struct blur_list list; // the blurs that are searched
    struct judge judge;    // sorted by time
    bool is_cut_short;     // interrupted by a signal: the fastest is not known
} tuning;

// ---- no chain is within the limits

// Sets the error if no chain is within all limits: it names the best by the first limit that no
// chain is within, or else the nearest. Returns false.
static bool refuse(struct error *error)
{
    const struct judge *judge = &tuning.judge;
    const struct judge_item *nearest = judge_best(judge, JUDGE_PSNR, 0);
    const double sigma = tuning.list.sigma;
    if (!nearest)
        return error_set(error, "no blur is %g px wide here", sigma);
    for (enum judge_measure measure = 0; measure < JUDGE_MEASURES; measure++) {
        const struct judge_item *best = judge_best(judge, measure, 0);
        char value[JUDGE_VALUE_SIZE];
        if (!best || judge_within_limit(judge, best, measure))
            continue;
        judge_print_value(judge, best, measure, value);
        return error_set(error, "no blur of sigma=%g has %s=%g here; the best is %s with %s", sigma,
                         judge_rows[measure].name, judge->limits[measure], best->variant->text,
                         value);
    }
    error_set(error, "no blur of sigma=%g keeps all of it at once here; the nearest is %s with",
              sigma, nearest->variant->text);
    for (enum judge_measure measure = 0; measure < JUDGE_WIDTH; measure++) {
        char value[JUDGE_VALUE_SIZE];
        judge_print_value(judge, nearest, measure, value);
        if (!isnan(judge->limits[measure]))
            error_append(error, " %s=%s", judge_rows[measure].name, value);
    }
    return false;
}

// ---- the search

static void list_tune(struct suite_run *run)
{
    struct error error;
    tuning = (struct tuning){ .is_cut_short = false };
    if (!tune_limits_parse(&tuning.limits, run->options->tune, &error)) // the options were checked
        log_fatal("%s", error.text);
    const double core = tuning.limits.core;
    tuning.list = (struct blur_list){ .sigma = tuning.limits.sigma,
                                      .core = isnan(core) ? 0 : core,
                                      .many = true };
    blur_list_add(run, &tuning.list);
}

// ---- the run

// Returns false, with an error that names the nearest core width, if no bloom has the requested
// one.
static bool check_core(struct suite_run *run)
{
    const struct blur_list *list = &tuning.list;
    struct error error;
    run->refused = run->count == 0 && list->core > 0;
    if (!run->refused)
        return true;
    error_set(&error, "no bloom of sigma=%g has core=%g; the nearest is %s with %.2f", list->sigma,
              list->core, list->nearest, list->nearest_core);
    report_error(EXIT_FAILURE, &error);
    return false;
}

static void report_tune(struct suite_run *run)
{
    struct judge *judge = &tuning.judge;
    const double budget = tuning.limits.budget;
    struct error error;
    blur_list_judge(run, 0, judge);
    tune_set_limits(judge, &tuning.limits);
    const struct judge_item *fastest = &judge->all[0];
    run->refused = !run->interrupted && judge->count > 0 && fastest->values[JUDGE_BUDGET] > budget;
    if (run->refused)
        error_set(&error, "nothing of sigma=%g takes only %g ms here; the fastest is %s with %.4f",
                  tuning.list.sigma, budget, fastest->variant->text, fastest->values[JUDGE_BUDGET]);
    if (!run->interrupted && !run->refused)
        judge_measure(judge, tuning.list.sigma, tuning.list.core > 0, true);
    tuning.is_cut_short = run->failed = end_signal_received();
    run->refused = run->refused || (!tuning.is_cut_short && !judge->taken && !refuse(&error));
    if (run->refused) {
        report_error(EXIT_FAILURE, &error);
        return;
    }
    if (tuning.is_cut_short)
        judge_take(judge, NULL);
    judge_begin_table(run);
    judge_for_each(item, judge)
        if (item->variant->quality || tuning.is_cut_short)
            judge_add_row(judge, item);
    if (tuning.is_cut_short)
        return;
    judge_print_open(judge);
    suite_print(run, "taken: %s", judge->taken->variant->text);
}

// Prints the table on stderr, below how steady the machine was and above the findings; with --quiet
// nothing. Prints on stdout the chain alone, which the last finding names.
static void print_tune(const struct suite_run *run)
{
    char how[STEADY_TEXT_SIZE];
    const bool is_shown = log_shows(LOG_LEVEL_NOTE), is_taken = !tuning.is_cut_short;
    steady_describe(&run->steady, how);
    if (is_shown) {
        fprintf(stderr, "%s\n", run->renderer->gpu.info.renderer);
        wrap_print(stderr, 0, WRAP_AGAIN, how);
        table_print(&run->table, stderr);
    }
    for (int i = 0; is_shown && i < run->finding_count - is_taken; i++)
        wrap_print(stderr, 0, WRAP_AGAIN, run->findings[i]);
    if (is_taken)
        puts(tuning.judge.taken->variant->text);
}

const struct suite suite_tune = {
    .name = "tune",
    .summary = "the fastest blur, or bloom of a core, that is as near and as stable as requested",
    .list = list_tune,
    .check = check_core,
    .report = report_tune,
    .print = print_tune,
};
