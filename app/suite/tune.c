#define LOG_MODULE "tune"
#include "app/suite/tune.h"

#include "app/headless.h"
#include "app/results/results_files.h"
#include "app/suite/suite.h"
#include "app/suite/suite_results.h"
#include "app/suite/suite_time.h"
#include "app/suite/tune_wants.h"
#include "app/text/complain.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Blurs are measured from the fastest on, until one keeps all. So many more, slower ones, are
// measured to say what they would give.
enum { MORE = 3, VERDICT_SIZE = 80 };

struct tuning {
    struct suite_run *run;
    struct tune_wants wants;
    struct blur_choices choices;
    int measured;                   // the first of them
    const struct blur_choice *best; // NULL: none
};

static struct tuning tuning;

static void list_tune(struct suite_run *run)
{
    const struct blur_list list = { .sigma = tuning.wants.sigma, .many = true };
    blur_list_add(run, &list);
}

// ---- what is said

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

// Says what it gives up: nearness, calm or time.
static void judge(const struct blur_choice *choice, char verdict[VERDICT_SIZE])
{
    const struct tune_wants *wants = &tuning.wants;
    if (choice == tuning.best) {
        snprintf(verdict, VERDICT_SIZE, "taken");
        return;
    }
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        if (!tune_keeps(wants, limit, choice)) {
            snprintf(verdict, VERDICT_SIZE, "%s=%.*f, not %g", tune_limit_name(limit),
                     tune_limit_digits(limit), tune_value(limit, choice), wants->limits[limit]);
            return;
        }
    if (!blur_choice_is_as_wide(choice, wants->sigma))
        snprintf(verdict, VERDICT_SIZE, "%.2f px wide", choice->quality.sigma);
    else
        snprintf(verdict, VERDICT_SIZE, "%.2f times the time",
                 suite_median(choice->variant) / suite_median(tuning.best->variant));
}

static void report_tune(struct suite_run *run)
{
    sheet_init(&run->sheet, columns);
    for (int i = 0; i < tuning.measured; i++) {
        const struct blur_choice *choice = &tuning.choices.all[i];
        char verdict[VERDICT_SIZE];
        judge(choice, verdict);
        sheet_words(&run->sheet, "%s", choice->variant->chain);
        sheet_number(&run->sheet, suite_median(choice->variant));
        sheet_number(&run->sheet, choice->quality.nearness.decibels);
        sheet_number(&run->sheet, choice->quality.nearness.similarity);
        sheet_number(&run->sheet, 100 * choice->quality.nearness.largest);
        sheet_number(&run->sheet, 100 * choice->quality.shimmer);
        sheet_words(&run->sheet, "%s", verdict);
    }
}

static const struct suite suite_tune = {
    .name = "tune",
    .summary = "the fastest blur that is as near to the exact Gaussian and as calm as asked",
    .list = list_tune,
    .report = report_tune,
};

// ---- the search

static void measure_until_found(void)
{
    struct blur_choices *choices = &tuning.choices;
    struct blur_choice_scene scene;
    struct progress progress;
    int most = choices->count;
    blur_choice_scene_init(&scene, tuning.run, tuning.wants.sigma);
    progress_begin(&progress, "blur", most);
    for (tuning.measured = 0; tuning.measured < most && !end_signal_came(); tuning.measured++) {
        struct blur_choice *choice = &choices->all[tuning.measured];
        progress_say(&progress, tuning.measured);
        blur_choice_measure(choice, tuning.run, &scene);
        if (tuning.best || !tune_keeps_all(&tuning.wants, choice))
            continue;
        tuning.best = choice;
        if (most > tuning.measured + 1 + MORE)
            most = tuning.measured + 1 + MORE;
    }
    progress_end(&progress);
    blur_choice_scene_finish(&scene);
}

// The one with most of what a limit is about, of those that are as wide as asked; NULL: none is.
static const struct blur_choice *find_best_of(enum tune_limit limit)
{
    const struct blur_choice *best = NULL;
    for (int i = 0; i < tuning.choices.count; i++) {
        const struct blur_choice *choice = &tuning.choices.all[i];
        if (blur_choice_is_as_wide(choice, tuning.wants.sigma) &&
            (!best || tune_is_better(limit, choice, best)))
            best = choice;
    }
    return best;
}

static bool refuse_one(enum tune_limit limit, struct error *error)
{
    const struct blur_choice *best = find_best_of(limit);
    if (!best)
        return error_set(error, "no blur is %g px wide here", tuning.wants.sigma);
    return error_set(error, "no blur of sigma=%g has %s=%g here; the best is %s with %.*f",
                     tuning.wants.sigma, tune_limit_name(limit), tuning.wants.limits[limit],
                     best->variant->chain, tune_limit_digits(limit), tune_value(limit, best));
}

static int count_kept(const struct blur_choice *choice)
{
    int kept = 0;
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        kept += tune_keeps(&tuning.wants, limit, choice);
    return kept;
}

// Says the best there is: of the one limit that none keeps, or of all of them together.
static bool refuse(struct error *error)
{
    const struct blur_choice *nearest = find_best_of(TUNE_PSNR);
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++) {
        const struct blur_choice *best = find_best_of(limit);
        if (!best || !tune_keeps(&tuning.wants, limit, best))
            return refuse_one(limit, error);
        nearest = count_kept(best) > count_kept(nearest) ? best : nearest;
    }
    error_set(error, "no blur of sigma=%g keeps all of it at once here; the nearest is %s with",
              tuning.wants.sigma, nearest->variant->chain);
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        if (!isnan(tuning.wants.limits[limit]))
            error_append(error, " %s=%.*f", tune_limit_name(limit), tune_limit_digits(limit),
                         tune_value(limit, nearest));
    return false;
}

// ---- the run

static void say_outcome(const struct suite_run *run)
{
    char how[STEADY_TEXT_SIZE];
    if (!log_shows(LOG_LEVEL_NOTE))
        return;
    fprintf(stderr, "%s\n", run->lab->gpu.info.renderer);
    sheet_print(&run->sheet, stderr);
    steady_describe(&run->steady, how);
    wrap_print(stderr, 0, 2, how);
}

static int tune(struct suite_run *run)
{
    struct error error;
    if (!suite_time(run))
        return EXIT_USAGE;
    if (run->interrupted)
        return EXIT_FAILURE;
    if (!lab_check_fault(run->lab, true, &error))
        return complain(EXIT_FAILURE, &error);
    blur_choice_take(run, 0, false, &tuning.choices);
    measure_until_found();
    if (end_signal_came())
        return EXIT_FAILURE;
    report_tune(run);
    if (tuning.best)
        suite_say(run, "taken: %s", tuning.best->variant->chain);
    if (!tuning.best) {
        refuse(&error);
        return complain(EXIT_USAGE, &error);
    }
    say_outcome(run);
    puts(tuning.best->variant->chain);
    fflush(stdout);
    return results_files_write(run->options, suite_results_describe(run));
}

// Where nothing else is asked for: bars, which turn behind each other, at the size of a screen.
static bool choose_scene(struct options *options, struct error *error)
{
    if (!options->scene_given && !scene_parse(&options->scene, "bars", error))
        return false;
    if (options->width == 0 && !options->scene.scene->size) {
        options->width = 1920;
        options->height = 1080;
    }
    return true;
}

int tune_run(const struct options *given)
{
    static struct suite_run run;
    struct options options = *given;
    struct headless headless;
    struct error error;
    if (!choose_scene(&options, &error) || !tune_wants_parse(&tuning.wants, options.tune, &error))
        return complain(EXIT_USAGE, &error);
    int status = headless_open(&headless, &options, false);
    if (status == EXIT_SUCCESS) {
        suite_begin(&run, &suite_tune, &options, &headless.lab);
        tuning.run = &run;
        status = tune(&run);
        suite_end(&run);
    }
    headless_close(&headless);
    end_signal_pass_on();
    return status;
}
