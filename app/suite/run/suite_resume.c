#define LOG_MODULE "suite"
#include "app/suite/run/suite_resume.h"

#include "app/measure/copies.h"
#include "app/results/document.h"
#include "app/results/document_write.h"
#include "app/suite/run/suite_results.h"
#include "app/text/clock.h"
#include "app/text/complain.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path), wanted = strlen(ending);
    return length > wanted && strcmp(path + length - wanted, ending) == 0;
}

const char *suite_resume_file(const struct options *options)
{
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++) {
        const char *path = options->results[i];
        if (path && ends_in(path, ".json") && !ends_in(path, ".gbench.json") &&
            !ends_in(path, ".trace.json"))
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

// ---- what it has

// A signal leaves out what it keeps from running.
static bool is_whole(const struct suite_run *run, const json_t *old)
{
    const char *left_out = document_text(old, "left_out");
    const size_t count = json_array_size(json_object_get(old, "samples_ms"));
    if (*left_out)
        return strcmp(left_out, suite_interrupted) != 0;
    return json_is_object(json_object_get(old, "time")) && count == (size_t) run->rounds;
}

static bool is_stage_whole(const struct suite_run *run, const json_t *olds, int stage)
{
    for (int i = 0; i < run->count; i++)
        if (run->variants[i].stage == stage && !is_whole(run, json_array_get(olds, (size_t) i)))
            return false;
    return true;
}

static double *read_samples(const json_t *samples)
{
    double *times = calloc(json_array_size(samples) + 1, sizeof(*times));
    if (!times)
        log_fatal("no memory for %zu times", json_array_size(samples));
    for (size_t i = 0; i < json_array_size(samples); i++)
        times[i] = json_number_value(json_array_get(samples, i));
    return times;
}

static struct stats_summary read_time(const json_t *time)
{
    return (struct stats_summary){
        .count = (int) json_integer_value(json_object_get(time, "samples")),
        .min = document_number(time, "min"),
        .median = document_number(time, "median"),
        .p95 = document_number(time, "p95"),
        .max = document_number(time, "max"),
        .mad = document_number(time, "mad"),
        .interval = { document_number(time, "low"), document_number(time, "high"),
                      document_number(time, "coverage") },
    };
}

// The name in the program, of the implementation that the chain says.
static const char *impl_of(const struct suite_variant *variant)
{
    struct chain chain;
    struct error error;
    if (!chain_parse(&chain, variant->chain, NULL, &error)) // the suite itself is wrong
        log_fatal("%s: %s", variant->chain, error.text);
    const int impl = chain_step_impl(&chain.steps[0]);
    return impl > 0 ? chain.steps[0].effect->impls[impl - 1]->name : NULL;
}

static void take_variant(const struct suite_run *run, struct suite_variant *variant,
                         const json_t *old)
{
    const json_t *parts = json_object_get(old, "parts");
    variant->is_kept = true;
    snprintf(variant->left_out, sizeof(variant->left_out), "%s", document_text(old, "left_out"));
    variant->is_slow = json_is_true(json_object_get(old, "slow"));
    variant->impl = impl_of(variant);
    variant->estimate = document_number(old, "estimate_ms");
    if (variant->left_out[0])
        return;
    variant->times[0] = read_samples(json_object_get(old, "samples_ms"));
    variant->count = run->rounds;
    variant->time = read_time(json_object_get(old, "time"));
    for (int i = 0; i < SUITE_PARTS && run->suite->parts[i]; i++)
        variant->parts[i] = document_number(parts, run->suite->parts[i]);
    variant->submit = document_number(old, "submit_ms");
    variant->wall = document_number(old, "wall_ms");
    variant->copies = document_number(old, "copies");
    variant->dispatches = (int) json_integer_value(json_object_get(old, "dispatches"));
    variant->traffic.read = (uint64_t) json_integer_value(json_object_get(old, "read_bytes"));
    variant->traffic.written = (uint64_t) json_integer_value(json_object_get(old, "written_bytes"));
}

// An end that came early has too few blocks to tell, so what counts is how far they went apart.
static void take_steady(struct suite_run *run, const json_t *old)
{
    const json_t *canaries = json_object_get(old, "canaries");
    struct steady steady = {
        .is_steady = true,
        .is_software = run->steady.is_software,
        .blocks = (int) json_integer_value(json_object_get(old, "blocks")),
        .thrown_away = (int) json_integer_value(json_object_get(old, "thrown_away")),
    };
    for (int i = 0; i < STEADY_CANARIES; i++) {
        steady.canaries[i].best = document_number(json_array_get(canaries, (size_t) i), "best");
        steady.canaries[i].worst = document_number(json_array_get(canaries, (size_t) i), "worst");
        steady.is_steady = steady.is_steady &&
                           steady.canaries[i].worst <= steady.canaries[i].best * (1 + STEADY_LIMIT);
    }
    if (json_is_object(old))
        steady_merge(&run->steady, &steady);
}

// All stages have one image, and so one copy.
static void take_copy(struct suite_run *run, const json_t *old)
{
    const struct suite_variant *like = &run->variants[0];
    int name = 0;
    while (name < COPIES_COUNT && strcmp(copies_name(name), document_text(old, "name")) != 0)
        name++;
    if (name < COPIES_COUNT)
        run->copies[run->copy_count++] = (struct suite_copy){
            .width = like->width,
            .height = like->height,
            .format = like->format,
            .name = copies_name(name),
            .time = read_time(json_object_get(old, "time")),
        };
}

static int count_stages(const struct suite_run *run)
{
    int most = -1;
    for (int i = 0; i < run->count; i++)
        most = run->variants[i].stage > most ? run->variants[i].stage : most;
    return most + 1;
}

static void take_stages(struct suite_run *run, const json_t *old)
{
    const json_t *olds = json_object_get(old, "runs");
    for (int stage = 0; stage < count_stages(run); stage++) {
        if (!is_stage_whole(run, olds, stage))
            continue;
        for (int i = 0; i < run->count; i++)
            if (run->variants[i].stage == stage)
                take_variant(run, &run->variants[i], json_array_get(olds, (size_t) i));
        run->kept_stages++;
    }
    if (run->kept_stages > 0) {
        take_steady(run, json_object_get(old, "steady"));
        take_copy(run, json_array_get(json_object_get(old, "copies"), 0));
    }
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
        take_stages(run, old);
    if (is_same)
        log_note("%s has %d of %d stages of %s", path, run->kept_stages, count_stages(run),
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
    const int stages = count_stages(run);
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
