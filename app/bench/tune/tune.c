#define LOG_MODULE "tune"
#include "app/bench/tune/tune.h"

#include "app/bench/bloom/bloom.h"
#include "app/bench/run/suite_run.h"
#include "app/lab/text/progress.h"
#include "app/lab/text/wrap.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const struct tune_key *const limits = tune_keys + TUNE_FIRST_LIMIT; // by enum tune_limit

// ---- what a choice has

// The value of a choice that a limit is about, in the limit's unit.
static double value_of(enum tune_limit limit, const struct blur_choice *choice)
{
    const struct quality *quality = &choice->quality;
    const double values[TUNE_LIMITS] = {
        [TUNE_PSNR] = quality->nearness.decibels,
        [TUNE_SSIM] = quality->nearness.similarity,
        [TUNE_ERROR] = 100 * quality->nearness.largest,
        [TUNE_SHIMMER] = 100 * quality->shimmer,
        [TUNE_PASSES] = choice->variant->dispatches,
        [TUNE_BUDGET] = suite_median(choice->variant),
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
    const struct suite_run *run;
    struct tune_wants wants;
    struct blur_choices choices;    // from the fastest on
    int measured;                   // the first of them: whose quality is known
    const struct blur_choice *best; // the first that keeps all; NULL: none
    // Another that keeps all and takes longer by no more than the machine drifted; NULL: none.
    const struct blur_choice *rival;
    bool is_budget_open; // the drift hides whether the best keeps it
    bool is_cut_short;   // by a signal: nothing says which is the fastest
} tuning;

enum { VERDICT_SIZE = 80, VALUE_SIZE = 40, MOST_DIGITS = 12 };

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
                 tuning.is_cut_short ? "the fastest so far that keeps all" : "taken");
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
static void make_table(struct suite_run *run)
{
    struct table *table = &run->table;
    const int count = tuning.is_cut_short ? tuning.choices.count : tuning.measured;
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
    if (tuning.is_budget_open)
        suite_say(run, "open: whether that takes only %g ms%s", tuning.wants.limits[TUNE_BUDGET],
                  drift);
    if (tuning.rival && !tuning.is_cut_short)
        suite_say(run, "open: %s may be as fast%s", tuning.rival->variant->chain, drift);
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

// Sets the error if no choice is within all limits: it names the best by the first limit that no
// choice is within, or else the choice that is within most limits. Returns false.
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

static bool wants_bloom(void)
{
    return !isnan(tuning.wants.core);
}

static struct blur_list wanted_list(void)
{
    return (struct blur_list){ .sigma = tuning.wants.sigma,
                               .core = wants_bloom() ? tuning.wants.core : 0,
                               .many = true };
}

static void list_tune(struct suite_run *run)
{
    const struct blur_list list = wanted_list();
    blur_list_add(run, &list);
}

// ---- the search

// Returns true if the next choice is to be measured: it is one of the first `most`, or the drift
// hides whether it is as fast as the best.
static bool is_wanted(int most)
{
    const struct blur_choices *choices = &tuning.choices;
    if (tuning.measured >= choices->count || end_signal_came())
        return false;
    return tuning.measured < most ||
           (!tuning.rival &&
            suite_is_open(tuning.run, tuning.best->variant, choices->all[tuning.measured].variant));
}

// The pictures that quality is measured on: of blurs or of blooms.
struct looker {
    struct blur_choice_scenes scenes;
    struct bloom_scenery *scenery; // NULL: blurs
};

static void looker_init(struct looker *looker, struct suite_run *run)
{
    *looker = (struct looker){ .scenery = NULL };
    if (!wants_bloom()) {
        blur_choice_scenes_init(&looker->scenes, run, tuning.wants.sigma);
        return;
    }
    looker->scenery = bloom_scenery_new(run, tuning.wants.sigma);
    suite_say(run, "judged on icosahedra, harbour and firefly, by the worst of them, against "
                   "the sum of bells that scatter stands for");
}

static void looker_measure(struct looker *looker, struct blur_choice *choice)
{
    struct bloom_fact fact;
    if (!looker->scenery) {
        blur_choice_measure(choice, tuning.run, &looker->scenes);
        return;
    }
    bloom_scenery_measure(looker->scenery, choice->variant, &fact);
    choice->quality = choice->variant->quality;
}

static void looker_finish(struct looker *looker)
{
    if (looker->scenery)
        bloom_scenery_free(looker->scenery);
    blur_choice_scenes_finish(&looker->scenes);
}

static void measure_until_found(struct suite_run *run)
{
    struct blur_choices *choices = &tuning.choices;
    struct looker looker;
    struct progress progress;
    int most = choices->count;
    looker_init(&looker, run);
    progress_begin(&progress, "looking at the picture of blur", most);
    for (tuning.measured = 0; is_wanted(most); tuning.measured++) {
        struct blur_choice *choice = &choices->all[tuning.measured];
        progress_say(&progress, tuning.measured);
        looker_measure(&looker, choice);
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
    looker_finish(&looker);
}

// ---- the run

// Returns false, with an error that names the nearest core width, if no bloom has the requested
// one.
static bool check_core(struct suite_run *run)
{
    const struct blur_list list = wanted_list();
    char nearest[SUITE_TEXT_SIZE];
    struct error error;
    if (run->count > 0 || !wants_bloom())
        return true;
    const double core = blur_list_nearest_core(&list, suite_size(run, 1920, 1080).height, nearest);
    error_set(&error, "no bloom of sigma=%g has core=%g; the nearest is %s with %.2f", list.sigma,
              list.core, nearest, core);
    run->refused = true;
    complain(EXIT_FAILURE, &error);
    return false;
}

// Returns true, with an error, if even the fastest is above the budget.
static bool is_too_slow(struct error *error)
{
    const struct tune_wants *wants = &tuning.wants;
    const double budget = wants->limits[TUNE_BUDGET];
    if (tuning.choices.count == 0 || !(suite_median(tuning.choices.all[0].variant) > budget))
        return false;
    error_set(error, "nothing of sigma=%g takes only %g ms here; the fastest is %s with %.4f",
              wants->sigma, budget, tuning.choices.all[0].variant->chain,
              suite_median(tuning.choices.all[0].variant));
    return true;
}

static void report_tune(struct suite_run *run)
{
    const double budget = tuning.wants.limits[TUNE_BUDGET];
    struct error error;
    tuning.run = run;
    blur_choice_take(run, 0, &tuning.choices);
    run->refused = !run->interrupted && is_too_slow(&error);
    if (!run->interrupted && !run->refused)
        measure_until_found(run);
    tuning.is_cut_short = end_signal_came();
    run->refused = run->refused || (!tuning.is_cut_short && !tuning.best && !refuse(&error));
    if (run->refused) {
        complain(EXIT_FAILURE, &error);
        return;
    }
    tuning.is_budget_open = !tuning.is_cut_short && !isnan(budget) &&
                            suite_is_open_at(run, tuning.best->variant, budget);
    make_table(run);
    if (!tuning.is_cut_short)
        suite_say(run, "taken: %s", tuning.best->variant->chain);
    run->failed = tuning.is_cut_short;
}

// Prints the table on stderr, below how steady the machine was and above the findings; with --quiet
// nothing. Prints on stdout the chain alone, which the last finding names.
static void print_tune(const struct suite_run *run)
{
    char how[STEADY_TEXT_SIZE];
    const bool is_shown = log_shows(LOG_LEVEL_NOTE), is_taken = !tuning.is_cut_short;
    steady_describe(&run->steady, how);
    if (is_shown) {
        fprintf(stderr, "%s\n", run->lab->gpu.info.renderer);
        wrap_print(stderr, 0, WRAP_AGAIN, how);
        table_print(&run->table, stderr);
    }
    for (int i = 0; is_shown && i < run->finding_count - is_taken; i++)
        wrap_print(stderr, 0, WRAP_AGAIN, run->findings[i]);
    if (is_taken)
        puts(tuning.best->variant->chain);
}

static const struct suite suite_tune = {
    .name = "tune",
    .summary = "the fastest blur, or bloom of a core, that is as near and as calm as asked",
    .list = list_tune,
    .check = check_core,
    .report = report_tune,
    .print = print_tune,
};

int tune_run(const struct bench_wish *wish, const struct draw_wish *draw,
             const struct results_wish *results)
{
    struct error error;
    return tune_wants_parse(&tuning.wants, wish->tune, &error)
               ? suite_run(&suite_tune, wish, draw, results)
               : complain(EXIT_USAGE, &error);
}
