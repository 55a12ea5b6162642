#include "app/tune/tune_report.h"

#include "app/text/wrap.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { VERDICT_SIZE = 80, VALUE_SIZE = 40, MOST_DIGITS = 12, INDENT = 2 };

// ---- the table

static const struct sheet_column columns[] = {
    { "chain", SHEET_WORDS },
    { "ms", 4 },
    { "PSNR dB", 1 },
    { "SSIM", 4, .spare = 2 },
    { "error %", 2, .spare = 1 },
    { "shimmer %", 2 },
    { "verdict", SHEET_WORDS },
    { 0 },
};

// Writes with as many digits as it takes to tell it from what was asked.
static void print_value(enum tune_limit limit, double value, double wanted, char text[VALUE_SIZE])
{
    int digits = tune_limit_digits(limit);
    do
        snprintf(text, VALUE_SIZE, "%.*f", digits, value);
    while (atof(text) == wanted && value != wanted && digits++ < MOST_DIGITS);
}

// Says what it gives up: nearness, calm or time.
static void judge(const struct tuning *tuning, const struct blur_choice *choice,
                  char verdict[VERDICT_SIZE])
{
    const struct tune_wants *wants = &tuning->wants;
    char value[VALUE_SIZE];
    if (choice == tuning->best) {
        snprintf(verdict, VERDICT_SIZE, "%s",
                 tuning->run->interrupted ? "the fastest so far that keeps all" : "taken");
        return;
    }
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        if (!tune_keeps(wants, limit, choice)) {
            print_value(limit, tune_value(limit, choice), wants->limits[limit], value);
            snprintf(verdict, VERDICT_SIZE, "%s=%s, not %g", tune_limit_name(limit), value,
                     wants->limits[limit]);
            return;
        }
    if (!blur_choice_is_as_wide(choice, wants->sigma))
        snprintf(verdict, VERDICT_SIZE, "%.2f px wide", choice->quality.sigma);
    else
        snprintf(verdict, VERDICT_SIZE, "%.2f times the time",
                 suite_median(choice->variant) / suite_median(tuning->best->variant));
}

static void add_choice(const struct tuning *tuning, const struct blur_choice *choice)
{
    struct sheet *sheet = &tuning->run->sheet;
    char verdict[VERDICT_SIZE];
    sheet_words(sheet, "%s", choice->variant->chain);
    sheet_number(sheet, suite_median(choice->variant));
    if (!choice->variant->has_quality) {
        sheet_rest(sheet, "only its time was measured");
        return;
    }
    judge(tuning, choice, verdict);
    sheet_number(sheet, choice->quality.nearness.decibels);
    sheet_number(sheet, choice->quality.nearness.similarity);
    sheet_number(sheet, 100 * choice->quality.nearness.largest);
    sheet_number(sheet, 100 * choice->quality.shimmer);
    sheet_words(sheet, "%s", verdict);
}

void tune_report_make(const struct tuning *tuning)
{
    struct suite_run *run = tuning->run;
    const int count = run->interrupted ? tuning->choices.count : tuning->measured;
    sheet_init(&run->sheet, columns);
    for (int i = 0; i < count; i++)
        add_choice(tuning, &tuning->choices.all[i]);
    char drift[STEADY_DRIFT_SIZE];
    steady_describe_drift(steady_drift(&run->steady), drift);
    if (tuning->rival && !run->interrupted)
        suite_say(run, "open: %s may be as fast%s, and the status is %d",
                  tuning->rival->variant->chain, drift, EXIT_MACHINE);
}

void tune_report_print(const struct suite_run *run)
{
    char how[STEADY_TEXT_SIZE];
    if (!log_shows(LOG_LEVEL_NOTE))
        return;
    fprintf(stderr, "%s\n", run->lab->gpu.info.renderer);
    steady_describe(&run->steady, how);
    wrap_print(stderr, 0, INDENT, how);
    sheet_print(&run->sheet, stderr);
    for (int i = 0; i < run->finding_count; i++)
        wrap_print(stderr, 0, INDENT, run->findings[i]);
}

// ---- what there is not

// The one with most of what a limit is about, of those that are as wide as asked; NULL: none is.
static const struct blur_choice *find_best_of(const struct tuning *tuning, enum tune_limit limit)
{
    const struct blur_choice *best = NULL;
    for (int i = 0; i < tuning->choices.count; i++) {
        const struct blur_choice *choice = &tuning->choices.all[i];
        if (blur_choice_is_as_wide(choice, tuning->wants.sigma) &&
            (!best || tune_is_better(limit, choice, best)))
            best = choice;
    }
    return best;
}

static bool refuse_one(const struct tuning *tuning, enum tune_limit limit, struct error *error)
{
    const struct blur_choice *best = find_best_of(tuning, limit);
    char value[VALUE_SIZE];
    if (!best)
        return error_set(error, "no blur is %g px wide here", tuning->wants.sigma);
    print_value(limit, tune_value(limit, best), tuning->wants.limits[limit], value);
    return error_set(error, "no blur of sigma=%g has %s=%g here; the best is %s with %s",
                     tuning->wants.sigma, tune_limit_name(limit), tuning->wants.limits[limit],
                     best->variant->chain, value);
}

static int count_kept(const struct tuning *tuning, const struct blur_choice *choice)
{
    int kept = 0;
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        kept += tune_keeps(&tuning->wants, limit, choice);
    return kept;
}

// Says the best there is: of the one limit that none keeps, or of all of them together.
bool tune_report_refuse(const struct tuning *tuning, struct error *error)
{
    const struct blur_choice *nearest = find_best_of(tuning, TUNE_PSNR);
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++) {
        const struct blur_choice *best = find_best_of(tuning, limit);
        if (!best || !tune_keeps(&tuning->wants, limit, best))
            return refuse_one(tuning, limit, error);
        nearest = count_kept(tuning, best) > count_kept(tuning, nearest) ? best : nearest;
    }
    error_set(error, "no blur of sigma=%g keeps all of it at once here; the nearest is %s with",
              tuning->wants.sigma, nearest->variant->chain);
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        if (!isnan(tuning->wants.limits[limit]))
            error_append(error, " %s=%.*f", tune_limit_name(limit), tune_limit_digits(limit),
                         tune_value(limit, nearest));
    return false;
}
