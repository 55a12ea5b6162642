#define LOG_MODULE "baseline"
#include "app/bench/baseline/baseline.h"

#include "app/results/document.h"
#include "app/results/table.h"
#include "app/text/wrap.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_SIZE = 64 };

// ---- before anything is measured

// Puts before the error which file it is about. Returns false.
static bool refuse(const struct baseline *baseline, struct error *error)
{
    return error_prefix(error, "--baseline: %s: ", baseline->options->baseline);
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

bool baseline_init(struct baseline *baseline, const struct bench_options *options,
                   struct error *error)
{
    *baseline = (struct baseline){ .options = options };
    if (!options->baseline)
        return true;
    baseline->document = document_load(options->baseline, error);
    if (!baseline->document)
        return error_prefix(error, "--baseline: ");
    if (!options->suite || check_suite(baseline, options->suite, error))
        return true;
    baseline_finish(baseline);
    return false;
}

bool baseline_suits(const struct baseline *baseline, const json_t *document, struct error *error)
{
    const json_t *then = baseline->document, *run;
    size_t i;
    if (!then)
        return true;
    if (!check_suite(baseline, document_text(document, "suite"), error))
        return false;
    if (!baseline_check_machine(then, document, error))
        return refuse(baseline, error);
    bool is_any = false;
    json_array_foreach(json_object_get(document, "runs"), i, run) {
        const json_t *partner = baseline_pairs_partner(run, then);
        is_any |= partner != NULL;
        const char *before = document_text(partner, "files");
        const char *now = document_text(run, "files");
        if (partner && strcmp(before, now) != 0)
            log_warning("another file than in %s: of '%s' it was %s, and is %s",
                        baseline->options->baseline, document_text(run, "chain"), before, now);
    }
    if (is_any)
        return true;
    const json_t *first = json_array_get(json_object_get(then, "runs"), 0);
    const json_t *here = json_array_get(json_object_get(document, "runs"), 0);
    if (first)
        error_set(error,
                  "none of its runs is measured here; its first is '%s', and here it is '%s'",
                  document_text(first, "id"), document_text(here, "id"));
    else
        error_set(error, "it has no runs; measure again with -o FILE.json");
    return refuse(baseline, error);
}

enum { NAME_SIZE = 2048, NAMES_SHOWN = 8, OPEN_SHOWN = 10 };

// ---- what is said: names

static const char *id_of(const struct baseline_pair *pair)
{
    return document_text(pair->now ? pair->now : pair->then, "id");
}

// Returns the end that all ids have in common, from a "|" on.
static const char *common_end(const struct baseline_pairs *pairs)
{
    const char *end = pairs->count > 0 ? strstr(id_of(&pairs->all[0]), " | ") : NULL;
    for (int i = 1; i < pairs->count && end; i++)
        while (end && !text_ends_in(id_of(&pairs->all[i]), end))
            end = strstr(end + 1, " | ");
    return end ? end : "";
}

// Text of a file is shown by a terminal and not obeyed.
static void print_name(const struct baseline_print *print, const struct baseline_pair *pair,
                       char out[NAME_SIZE])
{
    const char *id = id_of(pair);
    text_make_visible(id, strlen(id) - strlen(common_end(&print->pairs)), out, NAME_SIZE);
}

// ---- what is said: tables

static const struct table_column columns[] = {
    { "chain", TABLE_WORDS, 0 },
    { "ms then", 4, 1 },
    { "ms now", 4, 0 },
    { "ms %", 1, 0 },
    { "least", 1, 1 },
    { "most", 1, 1 },
    { "copies %", 1, 0 },
    { "least", 1, 2 },
    { "most", 1, 2 },
    { "", TABLE_WORDS, 0 },
    { 0 },
};

static void print_changed(const struct baseline_print *print, enum baseline_verdict verdict,
                          const char *what, FILE *out)
{
    const int most = verdict == BASELINE_OPEN ? OPEN_SHOWN : print->pairs.count;
    const int count = print->pairs.counts[verdict];
    struct table table;
    char name[NAME_SIZE];
    if (count == 0)
        return;
    fprintf(out, "\n%s by more than %g %%:\n", what, print->rules.limit);
    table_init(&table, columns);
    for (int i = 0; i < print->pairs.count && table_rows(&table) < most; i++) {
        const struct baseline_pair *pair = &print->pairs.all[i];
        const struct pair *const units[] = { &pair->ms, &pair->copies };
        if (pair->verdict != verdict)
            continue;
        print_name(print, pair, name);
        table_words(&table, "%s", name);
        table_numbers(&table, pair->ms_then, pair->ms_now);
        for (int unit = 0; unit < 2; unit++) {
            stats_check_interval(name, units[unit]->low, units[unit]->percent, units[unit]->high);
            table_numbers(&table, units[unit]->percent, units[unit]->low, units[unit]->high);
        }
        table_words(&table, "%s", pair->why);
    }
    if (count > most) {
        table_words(&table, "%d more", count - most);
        table_span(&table, "%s", "");
    }
    table_print(&table, out);
    table_finish(&table);
}

static const struct table_column work_columns[] = {
    { "chain", TABLE_WORDS }, { "MB read", 2 }, { "then", 2 },      { "written", 2 }, { "then", 2 },
    { "dispatches", 0 },      { "then", 0 },    { "passes", 0, 1 }, { "then", 0, 1 }, { 0 },
};

// Prints the runs that do more work than before; this needs no times.
static void print_more(const struct baseline_print *print, FILE *out)
{
    struct table table;
    char name[NAME_SIZE];
    if (print->pairs.more == 0)
        return;
    fprintf(out, "\nmore work, by counts, by more than %g %%:\n", print->rules.limit);
    table_init(&table, work_columns);
    for (int i = 0; i < print->pairs.count; i++) {
        const struct baseline_pair *pair = &print->pairs.all[i];
        if (!pair->has_more)
            continue;
        print_name(print, pair, name);
        table_words(&table, "%s", name);
        for (enum baseline_work work = 0; work < BASELINE_WORKS; work++) {
            const double unit = work == BASELINE_READ || work == BASELINE_WRITTEN ? 1e-6 : 1;
            table_number(&table, unit * pair->work_now[work]);
            table_number(&table, unit * pair->work_then[work]);
        }
    }
    table_print(&table, out);
    table_finish(&table);
}

static void print_names(const struct baseline_print *print, enum baseline_verdict verdict,
                        const char *what, FILE *out)
{
    int shown = 0;
    char name[NAME_SIZE], why[NAME_SIZE];
    for (int i = 0; i < print->pairs.count; i++) {
        const struct baseline_pair *pair = &print->pairs.all[i];
        if (pair->verdict != verdict || shown == NAMES_SHOWN)
            continue;
        const char *left_out = document_text(pair->now, "left_out");
        print_name(print, pair, name);
        text_make_visible(left_out, strlen(left_out), why, sizeof(why));
        fputs(shown++ == 0 ? "\n" : "", out);
        wrap_printf(out, WRAP_AGAIN, "%s: %s%s%s", what, name, *why ? ": " : "", why);
    }
    if (print->pairs.counts[verdict] > shown)
        fprintf(out, "%s: %d more\n", what, print->pairs.counts[verdict] - shown);
}

// ---- what is said: words

static void print_head(const struct baseline_print *print, FILE *out)
{
    const json_t *environment = json_object_get(print->then, "environment");
    const char *commit = document_text(environment, "commit");
    const double then = print->drift_then, now = print->drift_now;
    char head[NAME_SIZE], shown[2 * NAME_SIZE], allowed[STEADY_DRIFT_SIZE];
    char drivers[BASELINE_DRIVERS_SIZE];
    snprintf(head, sizeof(head), "against %s: %s, %s%s%s%s", print->path,
             document_text(environment, "date"), document_text(environment, "program"),
             *commit ? " " : "", commit, common_end(&print->pairs));
    text_make_visible(head, strlen(head), shown, sizeof(shown));
    fputc('\n', out);
    if (baseline_driver_changed(print->then, print->now, drivers))
        wrap_printf(out, WRAP_AGAIN, "driver changed: %s", drivers);
    wrap_print(out, 0, WRAP_AGAIN, shown);
    wrap_printf(
        out, WRAP_AGAIN,
        "slower is what takes more than %g %% longer; work, which needs no clock, is bytes, "
        "dispatches and passes",
        print->rules.limit);
    steady_describe_drift(print->rules.drift, allowed);
    if (isinf(print->rules.drift))
        wrap_printf(out, WRAP_AGAIN,
                    "how far the machine drifted%s is not known, so no time is called slower or "
                    "faster",
                    isinf(then) && isinf(now) ? ""
                    : isinf(then)             ? " when the baseline was measured"
                                              : " now");
    else if (print->rules.drift > 0)
        wrap_printf(out, WRAP_AGAIN, "the machine was not steady %s%s",
                    now == 0    ? "when the baseline was measured"
                    : then == 0 ? "now"
                                : "either time",
                    allowed);
}

static void print_verdict(const struct baseline_print *print, FILE *out)
{
    const int *counts = print->pairs.counts;
    const int compared = print->pairs.count - counts[BASELINE_NEW] - counts[BASELINE_MISSING] -
                         counts[BASELINE_UNJUDGED];
    fputc('\n', out);
    wrap_printf(out, WRAP_AGAIN,
                "%d compared: %d slower, %d faster, %d unchanged, %d open; %d new, %d missing",
                compared, counts[BASELINE_SLOWER], counts[BASELINE_FASTER], counts[BASELINE_SAME],
                counts[BASELINE_OPEN], counts[BASELINE_NEW], counts[BASELINE_MISSING]);
    if (counts[BASELINE_UNJUDGED] > 0)
        wrap_printf(out, WRAP_AGAIN, "not judged: %d on the processor, which others share",
                    counts[BASELINE_UNJUDGED]);
    wrap_printf(out, WRAP_AGAIN, "work, on any machine: %d more by more than %g %%",
                print->pairs.more, print->rules.limit);
    if (print->has_limit && counts[BASELINE_SLOWER] == 0 && counts[BASELINE_OPEN] > 0)
        wrap_print(
            out, 0, WRAP_AGAIN,
            "inconclusive: a slower chain is slower for sure, in milliseconds and in copies; "
            "where the two do not agree the machine has changed, or a driver's copies; "
            "against noise more --samples help");
}

void baseline_print(const struct baseline_print *print, FILE *out)
{
    print_head(print, out);
    print_changed(print, BASELINE_SLOWER, "slower", out);
    print_changed(print, BASELINE_OPEN, "perhaps slower", out);
    print_changed(print, BASELINE_FASTER, "faster", out);
    print_more(print, out);
    print_names(print, BASELINE_NEW, "new", out);
    print_names(print, BASELINE_MISSING, "missing", out);
    print_verdict(print, out);
}

// ---- and after it

// Returns the drift of the machine during the run of a document, as of steady_drift; INFINITY if
// the document does not have it.
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

int baseline_judge(const struct baseline *baseline, const json_t *document, int status)
{
    const struct bench_options *options = baseline->options;
    if (!baseline->document)
        return status;
    const bool has_limit = options->fail_above >= 0;
    struct baseline_print print = {
        .path = options->baseline,
        .then = baseline->document,
        .now = document,
        .rules.limit = has_limit ? options->fail_above : BASELINE_LIMIT,
        .drift_then = drift_of(baseline->document),
        .drift_now = drift_of(document),
        .has_limit = has_limit,
    };
    print.rules.drift = (1 + print.drift_then) * (1 + print.drift_now) - 1;
    baseline_pairs_init(&print.pairs, print.then, print.now, &print.rules);
    baseline_print(&print, stdout);
    const int *counts = print.pairs.counts;
    const bool fails = counts[BASELINE_SLOWER] > 0 || print.pairs.more > 0;
    const bool is_open = counts[BASELINE_OPEN] > 0;
    if (has_limit && fails)
        status = EXIT_FAILURE;
    else if (status != EXIT_FAILURE && is_open && (has_limit || print.rules.drift > 0))
        status = EXIT_MACHINE;
    baseline_pairs_finish(&print.pairs);
    return status;
}
