#define LOG_MODULE "tune"
#include "app/tune/tune.h"

#include "app/headless.h"
#include "app/suite/run/suite_begin.h"
#include "app/suite/run/suite_results.h"
#include "app/suite/run/suite_time.h"
#include "app/text/complain.h"
#include "app/text/progress.h"
#include "app/tune/tune_report.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>

// Blurs are measured from the fastest on, until one keeps all. So many more, slower ones, are
// measured to say what they would give.
enum { MORE = 3 };

static struct tuning tuning;

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

// Whether the next is one of the few that follow, or may be as fast as the best for all that the
// drift lets one see.
static bool is_wanted(int most)
{
    const struct blur_choices *choices = &tuning.choices;
    if (tuning.measured >= choices->count || end_signal_came())
        return false;
    return tuning.measured < most ||
           (!tuning.rival &&
            blur_choice_is_open(tuning.run, tuning.best, &choices->all[tuning.measured]));
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
        if (tuning.best && !tuning.rival && blur_choice_is_open(tuning.run, tuning.best, choice))
            tuning.rival = choice;
        if (!tuning.best && most > tuning.measured + 1 + MORE)
            most = tuning.measured + 1 + MORE;
        tuning.best = tuning.best ? tuning.best : choice;
    }
    progress_end(&progress);
    blur_choice_scene_finish(&scene);
}

// ---- the run

// What was measured before Ctrl-C, and no chain on stdout: nobody knows whether it is the fastest.
static int keep(struct suite_run *run)
{
    run->interrupted = true;
    suite_say_interrupted(run);
    tune_report_make(&tuning);
    suite_results_write(run);
    tune_report_print(run);
    return EXIT_FAILURE;
}

static int answer(struct suite_run *run)
{
    struct error error;
    tune_report_make(&tuning);
    if (!tuning.best) {
        tune_report_refuse(&tuning, &error);
        return complain(EXIT_USAGE, &error);
    }
    tune_report_print(run);
    suite_say(run, "taken: %s", tuning.best->variant->chain);
    const int written = suite_results_write(run);
    puts(tuning.best->variant->chain);
    fflush(stdout);
    return written != EXIT_SUCCESS ? written : tuning.rival ? EXIT_MACHINE : EXIT_SUCCESS;
}

static int tune(struct suite_run *run)
{
    struct error error;
    if (!suite_time(run))
        return EXIT_USAGE;
    if (run->interrupted && !suite_has_times(run))
        return EXIT_FAILURE;
    if (!lab_check_fault(run->lab, true, &error))
        return complain(EXIT_FAILURE, &error);
    blur_choice_take(run, 0, false, &tuning.choices);
    if (!run->interrupted)
        measure_until_found();
    return end_signal_came() ? keep(run) : answer(run);
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
