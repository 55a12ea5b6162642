#include "app/bench/baseline/baseline.h"

#include "app/bench/baseline/baseline_pairs.h"
#include "app/bench/baseline/baseline_print.h"
#include "app/results/document.h"
#include "render/text/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_SIZE = 64 };

// ---- before anything is measured

// Puts before the error which file it is about. Returns false.
static bool refuse(const struct baseline *baseline, struct error *error)
{
    return error_prefix(error, "--baseline: %s: ", baseline->wish->baseline);
}

// Writes what was typed for it.
static void name_command(const char *suite, char out[static COMMAND_SIZE])
{
    if (*suite == '\0')
        snprintf(out, COMMAND_SIZE, "--bench of one chain");
    else if (strcmp(suite, "chains") == 0)
        snprintf(out, COMMAND_SIZE, "--bench of several chains");
    else if (strcmp(suite, "tune") == 0)
        snprintf(out, COMMAND_SIZE, "--tune");
    else
        snprintf(out, COMMAND_SIZE, "--bench=%s", suite);
}

// Suites count other passes than the bench of one chain, and each has its own, so
// there is nothing to compare.
static bool check_suite(const struct baseline *baseline, const char *suite, struct error *error)
{
    const char *then = document_text(baseline->document, "suite");
    char before[COMMAND_SIZE], now[COMMAND_SIZE];
    if (strcmp(then, suite) == 0)
        return true;
    name_command(then, before);
    name_command(suite, now);
    error_set(error, "it is of %s, and this is %s", before, now);
    return refuse(baseline, error);
}

void baseline_finish(struct baseline *baseline)
{
    json_decref(baseline->document);
    *baseline = (struct baseline){ 0 };
}

bool baseline_init(struct baseline *baseline, const struct bench_wish *wish, struct error *error)
{
    *baseline = (struct baseline){ .wish = wish };
    if (!wish->baseline)
        return true;
    baseline->document = document_load(wish->baseline, error);
    if (!baseline->document)
        return error_prefix(error, "--baseline: ");
    if (!wish->suite || check_suite(baseline, wish->suite, error))
        return true;
    baseline_finish(baseline);
    return false;
}

// What must be the same, or times cannot be compared.
static const struct fact {
    const char *object, *key, *name;
} facts[] = {
    { "environment", "renderer", "renderer" }, { "environment", "driver", "driver" },
    { "environment", "cpu", "processor" },     { "settings", "fuse", "--fuse" },
    { "settings", "msaa", "--msaa" },          { "settings", "scene_scale", "--scene-scale" },
};

enum { FACTS = sizeof(facts) / sizeof(facts[0]) };

// A processor matters where it draws.
static bool matters(const struct fact *fact, const json_t *document)
{
    const json_t *environment = json_object_get(document, "environment");
    return strcmp(fact->key, "cpu") != 0 || json_is_true(json_object_get(environment, "software"));
}

static bool is_same(const json_t *a, const json_t *b)
{
    if (json_is_number(a) && json_is_number(b)) // 1 and 1.0
        return json_number_value(a) == json_number_value(b);
    return !a || !b || json_equal(a, b);
}

static void print_value(const json_t *value, char *out, size_t size)
{
    if (json_is_string(value))
        snprintf(out, size, "'%s'", json_string_value(value));
    else
        snprintf(out, size, "%g", json_number_value(value));
}

static bool check_facts(const json_t *then, const json_t *now, struct error *error)
{
    for (int i = 0; i < FACTS; i++) {
        const json_t *a = json_object_get(json_object_get(then, facts[i].object), facts[i].key);
        const json_t *b = json_object_get(json_object_get(now, facts[i].object), facts[i].key);
        char before[160], after[160];
        if (!matters(&facts[i], now) || is_same(a, b))
            continue;
        print_value(a, before, sizeof(before));
        print_value(b, after, sizeof(after));
        return error_set(error,
                         "its %s was %s, and here it is %s; --report puts files of both side by "
                         "side",
                         facts[i].name, before, after);
    }
    return true;
}

static bool has_partner(const json_t *then, const json_t *now)
{
    const json_t *run;
    size_t i;
    json_array_foreach(json_object_get(now, "runs"), i, run)
        if (baseline_pairs_partner(run, then))
            return true;
    return false;
}

static bool check_runs(const json_t *then, const json_t *now, struct error *error)
{
    const json_t *first = json_array_get(json_object_get(then, "runs"), 0);
    const json_t *here = json_array_get(json_object_get(now, "runs"), 0);
    if (has_partner(then, now))
        return true;
    if (!first)
        return error_set(error, "it has no runs; measure again with --results FILE.json");
    return error_set(error,
                     "none of its runs is measured here; its first is '%s', and here it is '%s'",
                     document_text(first, "id"), document_text(here, "id"));
}

bool baseline_suits(const struct baseline *baseline, const json_t *document, struct error *error)
{
    const json_t *then = baseline->document;
    if (!then)
        return true;
    if (!check_suite(baseline, document_text(document, "suite"), error))
        return false;
    return (check_facts(then, document, error) && check_runs(then, document, error)) ||
           refuse(baseline, error);
}

// ---- and after it

// How far the machine moved, as steady_drift says of its own run; INFINITY where the document does
// not say.
static double drift_of(const json_t *document)
{
    const json_t *steady = json_object_get(document, "steady"), *canary;
    const bool has_blocks = document_number(steady, "blocks") >= STEADY_LEAST_BLOCKS;
    double drift = 0;
    size_t i;
    if (json_is_true(json_object_get(steady, "is_steady")))
        return 0;
    json_array_foreach(json_object_get(steady, "canaries"), i, canary)
        drift = fmax(drift, document_number(canary, "worst") / document_number(canary, "best") - 1);
    return has_blocks && drift > 0 ? drift : INFINITY;
}

// The exit status of what was compared.
static int status_of(const struct baseline_print *print, int status)
{
    const int *counts = print->pairs.counts;
    const bool fails = counts[BASELINE_SLOWER] > 0 || print->pairs.more > 0;
    const bool is_open = counts[BASELINE_DISPUTED] + counts[BASELINE_UNSURE] > 0;
    if (status == EXIT_FAILURE || (print->wants_verdict && fails))
        return EXIT_FAILURE;
    return is_open && (print->wants_verdict || print->rules.drift > 0) ? EXIT_MACHINE : status;
}

int baseline_judge(const struct baseline *baseline, const json_t *document, int status)
{
    const struct bench_wish *wish = baseline->wish;
    if (!baseline->document)
        return status;
    const bool has_limit = wish->fail_above >= 0;
    struct baseline_print print = {
        .path = wish->baseline,
        .then = baseline->document,
        .now = document,
        .rules.limit = has_limit ? wish->fail_above : BASELINE_LIMIT,
        .drift_then = drift_of(baseline->document),
        .drift_now = drift_of(document),
        .wants_verdict = has_limit,
    };
    print.rules.drift = (1 + print.drift_then) * (1 + print.drift_now) - 1;
    baseline_pairs_init(&print.pairs, print.then, print.now, &print.rules);
    baseline_print(&print, stdout);
    const int judged = status_of(&print, status);
    baseline_pairs_finish(&print.pairs);
    return judged;
}
