#define LOG_MODULE "suite"
#include "app/suite/run/suite_resume.h"

#include "app/results/document.h"
#include "app/results/document_write.h"
#include "app/suite/run/suite_kept.h"
#include "app/suite/run/suite_results.h"
#include "app/text/clock.h"
#include "app/text/complain.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *suite_resume_file(const struct options *options)
{
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++) {
        const char *path = options->results[i];
        if (path && document_has_ending(path))
            return path;
    }
    return NULL;
}

// ---- whether it is the same experiment

static bool check_value(const json_t *old, const json_t *now, const char *path, const char *key,
                        struct error *error)
{
    if (json_equal(json_object_get(old, key), json_object_get(now, key)))
        return true;
    char *was = json_dumps(json_object_get(old, key), JSON_ENCODE_ANY);
    char *is = json_dumps(json_object_get(now, key), JSON_ENCODE_ANY);
    error_set(error, "--resume: %s has another %s, %s instead of %s; take another file", path, key,
              was ? was : "none", is ? is : "none");
    free(was);
    free(is);
    return false;
}

static bool check_same(const json_t *old, const json_t *now, const char *path, struct error *error)
{
    static const char *const keys[] = { "program", "commit", "renderer", "vendor",
                                        "driver",  "gl",     NULL };
    const json_t *settings = json_object_get(now, "settings");
    const char *key;
    json_t *value;
    if (!check_value(old, now, path, "suite", error))
        return false;
    for (int i = 0; keys[i]; i++)
        if (!check_value(json_object_get(old, "environment"), json_object_get(now, "environment"),
                         path, keys[i], error))
            return false;
    json_object_foreach((json_t *) settings, key, value)
        if (!check_value(json_object_get(old, "settings"), settings, path, key, error))
            return false;
    return true;
}

// The list is made from the settings, so the same settings have the same list, in its order.
static bool check_runs(const struct suite_run *run, const json_t *old, const json_t *now,
                       const char *path, struct error *error)
{
    const json_t *olds = json_object_get(old, "runs"), *nows = json_object_get(now, "runs");
    bool is_same = json_array_size(olds) == (size_t) run->count;
    for (int i = 0; is_same && i < run->count; i++)
        is_same = strcmp(document_text(json_array_get(olds, (size_t) i), "id"),
                         document_text(json_array_get(nows, (size_t) i), "id")) == 0;
    return is_same || error_set(error, "--resume: %s has other chains; take another file", path);
}

bool suite_resume_load(struct suite_run *run, struct error *error)
{
    const char *path = suite_resume_file(run->options);
    if (!run->options->resume || !path || access(path, F_OK) != 0)
        return true;
    json_t *old = document_load(path, error), *now = suite_results_describe(run);
    const bool is_same =
        old && check_same(old, now, path, error) && check_runs(run, old, now, path, error);
    if (is_same)
        suite_kept_take(run, old);
    if (is_same)
        log_note("%s has %d of %d stages of %s", path, run->kept_stages, suite_stages(run),
                 run->suite->name);
    json_decref(old);
    json_decref(now);
    return is_same;
}

// ---- a stage more

static bool is_measured(const struct suite_run *run, int stage)
{
    for (int i = 0; i < run->count; i++)
        if (run->variants[i].stage == stage && !suite_has_run(&run->variants[i]) &&
            !run->variants[i].left_out[0])
            return false;
    return true;
}

static void say_left(const struct suite_run *run)
{
    const int stages = suite_stages(run);
    int measured = 0;
    for (int stage = 0; stage < stages; stage++)
        measured += is_measured(run, stage);
    const int done = measured - run->kept_stages;
    const double left = (clock_seconds() - run->began) / done * (stages - measured);
    if (done > 0 && left > 0 && !end_signal_came())
        log_note("%s: stage %d of %d is measured, about %.0f %s left", run->suite->name, measured,
                 stages, left < 100 ? left : left / 60, left < 100 ? "s" : "min");
}

// Returns false after saying why on stderr.
static bool keep(const struct suite_run *run, const char *path)
{
    struct error error;
    json_t *document = suite_results_describe(run);
    const bool is_written = document_write(document, path, &error);
    json_decref(document);
    if (!is_written)
        complain(EXIT_MACHINE, &error);
    return is_written;
}

bool suite_resume_stage(struct suite_run *run)
{
    const char *path = suite_resume_file(run->options);
    if (run->suite->has_stages && run->options->resume && path && !keep(run, path))
        return false;
    if (run->suite->has_stages)
        say_left(run);
    return true;
}
