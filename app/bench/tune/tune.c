#define LOG_MODULE "tune"
#include "app/bench/tune/tune.h"

#include "app/bench/run/suite_run.h"
#include "app/lab/lab.h"
#include "app/lab/text/progress.h"
#include "app/lab/text/wrap.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/names.h"
#include "render/text/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- what is asked

static const struct key {
    const char *name, *help;
    double min, max;
    int digits;    // after the point
    bool is_least; // the value must be at least the limit
    bool is_share; // in per cent, with or without the sign
} keys[] = {
    { "sigma", "the width, px, without which there is nothing to find", TUNE_MIN_SIGMA,
      TUNE_MAX_SIGMA },
    [1 + TUNE_PSNR] = { "psnr", "dB that it is at least from the exact Gaussian, in display values",
                        0, 1000, 1, .is_least = true },
    [1 + TUNE_SSIM] = { "ssim", "structural similarity to the exact Gaussian, at least", -1, 1, 4,
                        .is_least = true },
    [1 + TUNE_ERROR] = { "error", "per cent of white that a display value may be off", 0, 100, 2,
                         .is_share = true },
    [1 + TUNE_SHIMMER] = { "shimmer", "per cent that it may change by while something moves", 0,
                           100, 2, .is_share = true },
    [1 + TUNE_PASSES] = { "passes", "draws and dispatches, at most", 1, 1000 },
    { 0 },
};

static const struct key *const limits = keys + 1; // by enum tune_limit

void tune_wants_print_keys(void)
{
    for (const struct key *key = keys; key->name; key++)
        wrap_entry(stdout, 0, WRAP_INDENT, key->name, key->help);
}

// Reads "psnr=45".
static bool parse_want(struct tune_wants *wants, const char *text, size_t length,
                       struct error *error)
{
    const size_t name = strcspn(text, "=,");
    const bool has_value = name < length;
    const struct key *key = keys;
    while (key->name && !(strlen(key->name) == name && memcmp(key->name, text, name) == 0))
        key++;
    if (!key->name) {
        static const struct names_rows rows = { &keys[0].name, sizeof(keys[0]) };
        error_set(error, "no '%.*s'; there is ", names_shown(name), text);
        return names_append(error, &(const struct names){ names_of_rows, &rows }, text, name);
    }
    double *value = key == keys ? &wants->sigma : &wants->limits[key - limits];
    if (!isnan(*value))
        return error_set(error, "%s is given twice; leave one out", key->name);
    const char *number = text + name + has_value;
    const size_t digits = length - name - has_value;
    const bool is_percent = key->is_share && digits > 0 && number[digits - 1] == '%';
    float read = NAN;
    number_parse(number, digits - is_percent, &read);
    if ((double) read >= key->min && (double) read <= key->max) {
        *value = (double) read;
        return true;
    }
    error_set(error, "%s must be %g to %g, not '%.*s' (%s)", key->name, key->min, key->max,
              names_shown(digits), number, key->help);
    return strcspn(number, " ;") < digits ? error_append(error, "; ',' separates two") : false;
}

bool tune_wants_parse(struct tune_wants *wants, const char *text, struct error *error)
{
    struct tune_wants read = { NAN, { NAN, NAN, NAN, NAN, NAN } };
    for (;;) {
        const size_t length = strcspn(text, ",");
        if (!parse_want(&read, text, length, error))
            return false;
        if (text[length] == '\0')
            break;
        text += length + 1;
    }
    if (isnan(read.sigma))
        return error_set(error, "needs the width: sigma=16,psnr=45");
    *wants = read;
    return true;
}

// ---- what a choice has

// The value of a choice that a limit is about, in the limit's unit.
static double value_of(enum tune_limit limit, const struct blur_choice *choice)
{
    const struct quality *quality = &choice->quality;
    const double values[TUNE_LIMITS] = {
        [TUNE_PSNR] = quality->nearness.decibels,       [TUNE_SSIM] = quality->nearness.similarity,
        [TUNE_ERROR] = 100 * quality->nearness.largest, [TUNE_SHIMMER] = 100 * quality->shimmer,
        [TUNE_PASSES] = choice->variant->dispatches,
    };
    return values[limit];
}

// Returns whether that is as good as asked; true where nothing is asked.
static bool keeps(const struct tune_wants *wants, enum tune_limit limit,
                  const struct blur_choice *choice)
{
    const double value = value_of(limit, choice), wanted = wants->limits[limit];
    return isnan(wanted) || (limits[limit].is_least ? value >= wanted : value <= wanted);
}

bool tune_keeps_all(const struct tune_wants *wants, const struct blur_choice *choice)
{
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        if (!keeps(wants, limit, choice))
            return false;
    return blur_choice_is_as_wide(choice, wants->sigma);
}

// ---- what was found

// The search, and what it has found.
static struct tuning {
    struct suite_run *run;
    struct tune_wants wants;
    struct blur_choices choices;    // from the fastest on
    int measured;                   // the first of them: whose quality is known
    const struct blur_choice *best; // the first that keeps all; NULL: none
    // Another that keeps all and takes longer by no more than the machine drifted; NULL: none.
    const struct blur_choice *rival;
} tuning;

enum { VERDICT_SIZE = 80, VALUE_SIZE = 40, MOST_DIGITS = 12, INDENT = 2 };

// ---- the table

static const struct table_column columns[] = {
    { "chain", TABLE_WORDS },
    { "ms", 4 },
    { "PSNR dB", 1 },
    { "SSIM", 4, .spare = 2 },
    { "error %", 2, .spare = 1 },
    { "shimmer %", 2 },
    { "verdict", TABLE_WORDS },
    { 0 },
};

// Writes a value with as many digits as tell it from the one that was asked for.
static void print_value(enum tune_limit limit, double value, double wanted, char text[VALUE_SIZE])
{
    int digits = limits[limit].digits;
    do
        snprintf(text, VALUE_SIZE, "%.*f", digits, value);
    while (atof(text) == wanted && value != wanted && digits++ < MOST_DIGITS);
}

// Writes what a choice gives up: nearness, calm or time.
static void judge(const struct blur_choice *choice, char verdict[VERDICT_SIZE])
{
    const struct tune_wants *wants = &tuning.wants;
    char value[VALUE_SIZE];
    if (choice == tuning.best) {
        snprintf(verdict, VERDICT_SIZE, "%s",
                 tuning.run->interrupted ? "the fastest so far that keeps all" : "taken");
        return;
    }
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        if (!keeps(wants, limit, choice)) {
            print_value(limit, value_of(limit, choice), wants->limits[limit], value);
            snprintf(verdict, VERDICT_SIZE, "%s=%s, not %g", limits[limit].name, value,
                     wants->limits[limit]);
            return;
        }
    if (!blur_choice_is_as_wide(choice, wants->sigma))
        snprintf(verdict, VERDICT_SIZE, "%.2f px wide", choice->quality.sigma);
    else
        snprintf(verdict, VERDICT_SIZE, "%.2f times the time",
                 suite_median(choice->variant) / suite_median(tuning.best->variant));
}

// Fills the run's table with what each that was measured gives up; after an interruption with all
// that have a time.
static void make_table(void)
{
    struct suite_run *run = tuning.run;
    struct table *table = &run->table;
    const int count = run->interrupted ? tuning.choices.count : tuning.measured;
    char verdict[VERDICT_SIZE], drift[STEADY_DRIFT_SIZE];
    table_init(table, columns);
    for (int i = 0; i < count; i++) {
        const struct blur_choice *choice = &tuning.choices.all[i];
        const struct quality_nearness *nearness = &choice->quality.nearness;
        table_words(table, "%s", choice->variant->chain);
        table_number(table, suite_median(choice->variant));
        if (!choice->variant->has_quality) {
            table_rest(table, "only its time was measured");
            continue;
        }
        judge(choice, verdict);
        table_numbers(table, nearness->decibels, nearness->similarity, 100 * nearness->largest,
                      100 * choice->quality.shimmer);
        table_words(table, "%s", verdict);
    }
    steady_describe_drift(steady_drift(&run->steady), drift);
    if (tuning.rival && !run->interrupted)
        suite_say(run, "open: %s may be as fast%s, and the status is %d",
                  tuning.rival->variant->chain, drift, EXIT_MACHINE);
}

// Prints the table on stderr, below how steady the machine was and above the findings; with --quiet
// nothing.
static void print_report(const struct suite_run *run)
{
    char how[STEADY_TEXT_SIZE];
    if (!log_shows(LOG_LEVEL_NOTE))
        return;
    fprintf(stderr, "%s\n", run->lab->gpu.info.renderer);
    steady_describe(&run->steady, how);
    wrap_print(stderr, 0, INDENT, how);
    table_print(&run->table, stderr);
    for (int i = 0; i < run->finding_count; i++)
        wrap_print(stderr, 0, INDENT, run->findings[i]);
}

// ---- what there is not

// Returns the best by one limit, of those that are as wide as asked; NULL: none is.
static const struct blur_choice *find_best_of(enum tune_limit limit)
{
    const struct blur_choice *best = NULL;
    double best_value = NAN;
    for (int i = 0; i < tuning.choices.count; i++) {
        const struct blur_choice *choice = &tuning.choices.all[i];
        if (!blur_choice_is_as_wide(choice, tuning.wants.sigma))
            continue;
        const double value = value_of(limit, choice);
        if (!best || (limits[limit].is_least ? value > best_value : value < best_value)) {
            best = choice;
            best_value = value;
        }
    }
    return best;
}

static int count_kept(const struct blur_choice *choice)
{
    int kept = 0;
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        kept += keeps(&tuning.wants, limit, choice);
    return kept;
}

// Where none keeps all, names the best by the one limit that none keeps, or else the one that keeps
// most. Returns false.
static bool refuse(struct error *error)
{
    const struct blur_choice *nearest = find_best_of(TUNE_PSNR);
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++) {
        const struct blur_choice *best = find_best_of(limit);
        const double wanted = tuning.wants.limits[limit];
        char value[VALUE_SIZE];
        if (!best)
            return error_set(error, "no blur is %g px wide here", tuning.wants.sigma);
        if (!keeps(&tuning.wants, limit, best)) {
            print_value(limit, value_of(limit, best), wanted, value);
            return error_set(error, "no blur of sigma=%g has %s=%g here; the best is %s with %s",
                             tuning.wants.sigma, limits[limit].name, wanted, best->variant->chain,
                             value);
        }
        nearest = count_kept(best) > count_kept(nearest) ? best : nearest;
    }
    error_set(error, "no blur of sigma=%g keeps all of it at once here; the nearest is %s with",
              tuning.wants.sigma, nearest->variant->chain);
    for (enum tune_limit limit = 0; limit < TUNE_LIMITS; limit++)
        if (!isnan(tuning.wants.limits[limit]))
            error_append(error, " %s=%.*f", limits[limit].name, limits[limit].digits,
                         value_of(limit, nearest));
    return false;
}

// ---- what runs

// Number of slower blurs that are measured beyond the first that keeps all, to say what they would
// give.
enum { MORE = 3 };

static void list_tune(struct suite_run *run)
{
    const struct blur_list list = { .sigma = tuning.wants.sigma, .many = true };
    blur_list_add(run, &list);
}

static const struct suite suite_tune = {
    .name = "tune",
    .summary = "the fastest blur that is as near to the exact Gaussian and as calm as asked",
    .list = list_tune,
};

// ---- the search

// Whether the next is to be measured: it is one of the few that follow, or the drift hides whether
// it is as fast as the best.
static bool is_wanted(int most)
{
    const struct blur_choices *choices = &tuning.choices;
    if (tuning.measured >= choices->count || end_signal_came())
        return false;
    return tuning.measured < most ||
           (!tuning.rival &&
            suite_is_open(tuning.run, tuning.best->variant, choices->all[tuning.measured].variant));
}

static void measure_until_found(void)
{
    struct blur_choices *choices = &tuning.choices;
    struct blur_choice_scene scene;
    struct progress progress;
    int most = choices->count;
    blur_choice_scene_init(&scene, tuning.run, tuning.wants.sigma);
    progress_begin(&progress, "looking at the picture of blur", most);
    for (tuning.measured = 0; is_wanted(most); tuning.measured++) {
        struct blur_choice *choice = &choices->all[tuning.measured];
        progress_say(&progress, tuning.measured);
        blur_choice_measure(choice, tuning.run, &scene);
        if (!tune_keeps_all(&tuning.wants, choice))
            continue;
        if (tuning.best && !tuning.rival &&
            suite_is_open(tuning.run, tuning.best->variant, choice->variant))
            tuning.rival = choice;
        if (!tuning.best && most > tuning.measured + 1 + MORE)
            most = tuning.measured + 1 + MORE;
        tuning.best = tuning.best ? tuning.best : choice;
    }
    progress_end(&progress);
    blur_choice_scene_finish(&scene);
}

// ---- the run

static int tune(struct suite_run *run)
{
    struct error error;
    if (!suite_time(run))
        return EXIT_USAGE;
    if (run->interrupted && !suite_has_times(run))
        return EXIT_FAILURE;
    if (!lab_check_fault(run->lab, true, &error))
        return complain(EXIT_FAILURE, &error);
    blur_choice_take(run, 0, &tuning.choices);
    if (!run->interrupted)
        measure_until_found();
    run->interrupted = end_signal_came();
    if (run->interrupted)
        suite_say_interrupted(run);
    make_table();
    if (run->interrupted) { // no chain on stdout: nothing says which is the fastest
        suite_write(run);
        print_report(run);
        return EXIT_FAILURE;
    }
    if (!tuning.best) {
        refuse(&error);
        return complain(EXIT_USAGE, &error);
    }
    print_report(run);
    suite_say(run, "taken: %s", tuning.best->variant->chain);
    const int written = suite_write(run);
    puts(tuning.best->variant->chain);
    fflush(stdout);
    return written != EXIT_SUCCESS ? written : tuning.rival ? EXIT_MACHINE : EXIT_SUCCESS;
}

int tune_run(const struct bench_wish *wish, const struct draw_wish *given,
             const struct results_wish *results)
{
    struct draw_wish draw = *given;
    struct headless headless;
    struct error error;
    // Bars at the size of a screen, unless told otherwise: they turn behind each other.
    if (!draw.scene_given && !scene_parse(&draw.scene, "bars", &error))
        return complain(EXIT_USAGE, &error);
    if (draw.width == 0 && !draw.scene.scene->size) {
        draw.width = 1920;
        draw.height = 1080;
    }
    if (!tune_wants_parse(&tuning.wants, wish->tune, &error))
        return complain(EXIT_USAGE, &error);
    int status = headless_open(&headless, &draw, false);
    if (status == EXIT_SUCCESS) {
        tuning.run = memory_new(1, sizeof(*tuning.run));
        suite_begin(tuning.run, &suite_tune, wish, &draw, results, &headless.lab);
        status = tune(tuning.run);
        suite_end(tuning.run);
        free(tuning.run);
    }
    headless_close(&headless);
    end_signal_pass_on();
    return status;
}
