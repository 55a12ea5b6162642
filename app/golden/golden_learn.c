#define LOG_MODULE "golden"
#include "app/golden/golden_learn.h"

#include "app/compare/cases/comparison.h"
#include "app/golden/golden_work.h"
#include "app/picture/capture.h"
#include "app/text/complain.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS = 2, INDENT = 2 };

struct lesson {
    struct golden_case *one;
    char *path; // where variants are drawn
    int drawn;
    bool is_light;
    bool is_beyond; // a variant is
    bool is_exact;  // all variants are the same, without a blur before the comparison
    int status;     // of what failed
    struct tolerance tolerance;
    double worst[TOLERANCE_LIMITS];
};

// ---- one variant

static void note(struct lesson *lesson, const struct comparison *comparison, const char *variant)
{
    char why[COMPARISON_TEXT_SIZE];
    lesson->drawn++;
    lesson->is_light = comparison->is_light;
    lesson->tolerance = comparison->tolerance;
    lesson->is_exact &= comparison->values[TOLERANCE_MAX] <= 0;
    for (int i = 0; i < TOLERANCE_LIMITS; i++) {
        const double value = comparison->values[i];
        const bool is_least = i >= TOLERANCE_PSNR && i <= TOLERANCE_STRUCTURE;
        lesson->worst[i] = is_least ? fmin(lesson->worst[i], value) : fmax(lesson->worst[i], value);
    }
    if (!comparison->is_beyond)
        return;
    lesson->is_beyond = true;
    progress_clear();
    comparison_explain(comparison, why);
    wrap_printf(stdout, INDENT, "beyond  %s with %s: %s", lesson->one->words[0], variant, why);
}

static void fail(struct lesson *lesson, int status, struct error *error, const char *variant)
{
    error_prefix(error, "%s with %s: ", lesson->one->words[0], variant);
    lesson->status = complain(status, error);
}

// Draws it and compares it with the picture. One that does not fit this GPU is left out where it
// `may_fail`.
static void try_variant(struct lesson *lesson, const struct options *options, const char *variant,
                        bool may_fail)
{
    struct options here = *options;
    struct comparison comparison;
    struct error error;
    here.path = lesson->path;
    const int status = capture_picture(&here, &error);
    char *const paths[2] = { lesson->one->path, lesson->path };
    if (status != EXIT_SUCCESS && may_fail && status == EXIT_USAGE)
        log_debug("%s with %s is left out: %s", lesson->one->words[0], variant, error.text);
    else if (status != EXIT_SUCCESS)
        fail(lesson, status, &error, variant);
    else if (!comparison_make(&comparison, paths, golden_case_tolerance(lesson->one),
                              lesson->tolerance.given[TOLERANCE_FLIP], &error))
        fail(lesson, EXIT_USAGE, &error, variant);
    else
        note(lesson, &comparison, variant);
}

// ---- all of a picture

static void try_impls(struct lesson *lesson, int step)
{
    struct options options = lesson->one->options;
    struct chain_step *place = &options.chain.steps[step];
    const struct effect *effect = place->effect;
    const struct param *row =
        effect->impls ? param_find(effect->params, "impl", strlen("impl")) : NULL;
    if (!row || place->off || chain_step_impl(place) != 0)
        return;
    for (int i = 0; effect->impls[i]; i++) {
        char variant[96];
        if (effect->impls[i]->error)
            continue; // it states that it differs
        snprintf(variant, sizeof(variant), "%s:impl=%s", effect->name, effect->impls[i]->name);
        param_set(row, place->params, 0, (float) (i + 1));
        try_variant(lesson, &options, variant, true);
    }
}

static void try_all(struct lesson *lesson)
{
    struct options options = lesson->one->options;
    for (int i = 0; i < REPEATS; i++)
        try_variant(lesson, &options, "no change", false);
    for (int i = 0; plan_fuse_names[i]; i++) {
        char variant[48];
        snprintf(variant, sizeof(variant), "--fuse %s", plan_fuse_names[i]);
        options.fuse = (enum plan_fuse) i;
        if (options.fuse != lesson->one->options.fuse)
            try_variant(lesson, &options, variant, false);
    }
    for (int i = 0; i < options.chain.count; i++)
        try_impls(lesson, i);
}

static void take(struct lesson *lesson)
{
    char text[TOLERANCE_TEXT_SIZE] = "exact";
    if (!lesson->is_exact) {
        tolerance_tighten(&lesson->tolerance, lesson->worst);
        tolerance_print(&lesson->tolerance, lesson->is_light, text);
    }
    progress_clear();
    wrap_printf(stdout, INDENT, "learned %s: %s, from %d other%s (before: %s)",
                lesson->one->words[0], text, lesson->drawn, text_plural(lesson->drawn),
                golden_case_tolerance(lesson->one));
    lesson->one->learned = strdup(text);
    if (!lesson->one->learned)
        log_fatal("no memory for a tolerance");
}

// Returns the exit status.
static int learn_case(struct golden_case *one, char *path)
{
    struct lesson lesson = {
        .one = one,
        .path = path,
        .is_exact = true,
        .status = EXIT_SUCCESS,
        .worst = { [TOLERANCE_PSNR] = HUGE_VAL, [TOLERANCE_SSIM] = 1, [TOLERANCE_STRUCTURE] = 1 },
    };
    try_all(&lesson);
    fflush(stdout);
    if (lesson.status != EXIT_SUCCESS)
        return lesson.status;
    if (lesson.is_beyond)
        return EXIT_FAILURE;
    take(&lesson);
    return EXIT_SUCCESS;
}

static int learn_all(struct golden_list *list, struct golden_work *work)
{
    int worst = EXIT_SUCCESS;
    struct progress progress;
    progress_begin(&progress, "drawing variants of picture", list->count);
    for (int i = 0; i < list->count; i++) {
        progress_name(&progress, i, list->all[i].file);
        char *path = golden_work_path(work, list->all[i].file);
        const int status = learn_case(&list->all[i], path);
        golden_work_remove(work, path);
        free(path);
        worst = status > worst ? status : worst;
    }
    progress_end(&progress);
    return worst;
}

int golden_learn(struct golden_list *list)
{
    struct golden_work work;
    struct error error;
    int status = EXIT_MACHINE;
    if (golden_work_init(&work, NULL, NULL, &error)) {
        status = learn_all(list, &work);
        if (!complain_if_unwritten(golden_list_write(list, &error), list->path, &error))
            status = EXIT_MACHINE;
    } else {
        complain(status, &error);
    }
    golden_work_finish(&work);
    return status;
}
