#define LOG_MODULE "suite"
#include "app/bench/bench.h"

#include "app/bench/bloom/bloom.h"
#include "app/bench/blurs/blurs.h"
#include "app/bench/chains/chains.h"
#include "app/bench/dither/dither.h"
#include "app/bench/impls/impls.h"
#include "app/bench/run/suite.h"
#include "app/bench/tune/tune.h"
#include "app/renderer/renderer.h"
#include "app/results/outputs.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/file/end_signal.h"
#include "render/file/output_file.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the table of suites

const struct suite *const suites[] = {
    &suite_blurs, &suite_impls, &suite_box, &suite_gaussian, &suite_bloom, &suite_dither, NULL,
};

enum { COUNT = ARRAY_COUNT(suites) - 1 };

static const char all[] = "all";

static const char *suite_at(const void *set, int i)
{
    (void) set;
    return i < COUNT ? suites[i]->name : i == COUNT ? all : NULL;
}

const struct names suites_names = { suite_at, NULL };

const struct suite *suites_find(const char *name)
{
    const int i = names_find(&suites_names, name, strlen(name));
    return i < 0 ? NULL : suites[i]; // all: the NULL at the end
}

bool suites_read(struct bench_options *options, const char *text, struct error *error)
{
    char name[64];
    const size_t length = strcspn(text, ":");
    snprintf(name, sizeof(name), "%.*s", (int) length, text);
    const struct suite *suite = suites_find(name);
    if (!suite && strcmp(name, all) != 0)
        return names_refuse(error, &suites_names, name);
    options->suite = suite ? suite->name : all;
    if (!text[length])
        return true;
    if (!suite || !suite->params)
        return error_set(error, "%s has no options", name);
    return (param_read_values(suite->params, options, text + length + 1, error) &&
            (!suite->accepts || suite->accepts(options, error))) ||
           error_prefix(error, "%s: ", name);
}

void suites_print(void)
{
    for (const struct suite *const *suite = suites; *suite; suite++) {
        wrap_entry(0, WRAP_INDENT, (*suite)->name, (*suite)->summary);
        param_for_each(row, (*suite)->params)
            wrap_printf(stdout, WRAP_INDENT, "%*s%s:%s=...: %s", WRAP_INDENT, "", (*suite)->name,
                        row->key, row->help);
    }
    wrap_entry(0, WRAP_INDENT, all, "each of these in turn");
}

// ---- all of them in turn

static const char suites_mark[] = "{suite}";

bool suites_path(const char *pattern, const char *suite, char out[static SUITES_PATH_SIZE])
{
    size_t length = 0;
    while (*pattern && length < SUITES_PATH_SIZE) {
        const bool is_mark = text_begins_with(pattern, suites_mark);
        length += (size_t) snprintf(out + length, SUITES_PATH_SIZE - length, "%.*s",
                                    is_mark ? (int) strlen(suite) : 1, is_mark ? suite : pattern);
        pattern += is_mark ? strlen(suites_mark) : 1;
    }
    out[length < SUITES_PATH_SIZE ? length : 0] = '\0';
    return length < SUITES_PATH_SIZE;
}

bool suites_check_path(const char *pattern, struct error *error)
{
    char path[SUITES_PATH_SIZE];
    if (!strstr(pattern, suites_mark))
        return error_set(error,
                         "%s: --bench=all has a file for each suite, so the name needs %s, as in "
                         "results_%s.json",
                         pattern, suites_mark, suites_mark);
    return suites_path(pattern, suites[0]->name, path) ||
           error_set(error, "%s: the name is too long", pattern);
}

// Runs a suite with files of its own.
static int run_one(const struct suite *suite, const struct bench_options *options,
                   const struct draw_options *draw, const struct outputs *outputs, bool only_checks)
{
    static char paths[OUTPUT_KINDS][SUITES_PATH_SIZE], baseline[SUITES_PATH_SIZE];
    struct bench_options own = *options;
    struct outputs files = *outputs;
    own.suite = suite->name;
    for (int i = 0; i < files.count; i++)
        if (suites_path(outputs->all[i].path, suite->name, paths[i]))
            files.all[i].path = paths[i];
    if (options->baseline && suites_path(options->baseline, suite->name, baseline))
        own.baseline = baseline;
    return suite_run(suite, &own, draw, &files, only_checks);
}

// Returns the most serious exit status: wrong usage, then slower than allowed, then no answer.
static int run_all(const struct bench_options *options, const struct draw_options *draw,
                   const struct outputs *outputs)
{
    static const int ranks[] = {
        [EXIT_SUCCESS] = 0, [EXIT_MACHINE] = 1, [EXIT_FAILURE] = 2, [EXIT_USAGE] = 3
    };
    static char files[COUNT * OUTPUT_KINDS][SUITES_PATH_SIZE];
    const char *paths[COUNT * OUTPUT_KINDS];
    struct progress progress;
    struct error error;
    int count = 0, status = EXIT_SUCCESS;
    for (int i = 0; i < COUNT; i++)
        for (int file = 0; file < outputs->count; file++) {
            suites_path(outputs->all[file].path, suites[i]->name, files[count]);
            paths[count] = files[count];
            count++;
        }
    if (!output_file_check_apart(paths, count, &error)) // links may lead to one file
        return report_error(EXIT_USAGE, &error);
    // All are checked first, so that an error of the last one is reported before the others run.
    for (int i = 0; i < COUNT; i++)
        if ((status = run_one(suites[i], options, draw, outputs, true)) != EXIT_SUCCESS)
            return status;
    progress_begin(&progress, "suite", COUNT);
    for (int i = 0; i < COUNT && status != EXIT_USAGE && !end_signal_received(); i++) {
        if (i > 0)
            putchar('\n');
        log_note("suite %d of %d: %s", i + 1, COUNT, suites[i]->name);
        progress_name(&progress, i, suites[i]->name);
        const int own = run_one(suites[i], options, draw, outputs, false);
        status = ranks[own] > ranks[status] ? own : status;
    }
    progress_end(&progress);
    return status;
}

int bench_run(const struct bench_options *options, const struct draw_options *draw,
              const struct outputs *outputs)
{
    const struct suite *own = options->tune                        ? &suite_tune
                              : chain_list_is_given(options, draw) ? &suite_chains
                                                                   : &suite_one;
    const struct suite *suite = options->suite ? suites_find(options->suite) : own;
    const int status =
        suite ? suite_run(suite, options, draw, outputs, false) : run_all(options, draw, outputs);
    const char *path = outputs_path(outputs, OUTPUT_JSON);
    if (options->suite && status == EXIT_SUCCESS && !end_signal_received() && path &&
        strcmp(path, "-") != 0)
        log_note("docs/results of the project takes %s by a pull request; its README.md says how",
                 path);
    return status;
}
