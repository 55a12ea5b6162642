#define LOG_MODULE "suite"
#include "app/suite/run/suite_kept.h"

#include "app/measure/copies.h"
#include "app/results/document.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void suite_kept_take(struct suite_run *run, const json_t *results)
{
    const json_t *olds = json_object_get(results, "runs");
    for (int stage = 0; stage < suite_stages(run); stage++) {
        if (!is_stage_whole(run, olds, stage))
            continue;
        for (int i = 0; i < run->count; i++)
            if (run->variants[i].stage == stage)
                take_variant(run, &run->variants[i], json_array_get(olds, (size_t) i));
        run->kept_stages++;
    }
    if (run->kept_stages > 0) {
        take_steady(run, json_object_get(results, "steady"));
        take_copy(run, json_array_get(json_object_get(results, "copies"), 0));
    }
}
