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

// Writes the option that measured the suite.
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

// Suites count other passes than the bench of one chain, and each has its own, so there is nothing
// to compare.
static bool check_suite(const json_t *then, const json_t *now, struct error *error)
{
    char before[COMMAND_SIZE], after[COMMAND_SIZE];
    name_command(document_text(then, "suite"), before);
    name_command(document_text(now, "suite"), after);
    return strcmp(before, after) == 0 ||
           error_set(error, "it is of %s, and this is %s", before, after);
}

// Returns true if any run is measured in both. Warns if a run's files have changed.
static bool check_runs(const char *path, const json_t *then, const json_t *now, struct error *error)
{
    const json_t *runs = json_object_get(now, "runs"), *run;
    const json_t *first = json_array_get(json_object_get(then, "runs"), 0);
    bool is_any = false;
    size_t i;
    json_array_foreach(runs, i, run) {
        const json_t *partner = baseline_pairs_partner(run, then);
        const char *before = document_text(partner, "files");
        const char *after = document_text(run, "files");
        is_any |= partner != NULL;
        if (partner && strcmp(before, after) != 0)
            log_warning("another file than in %s: of '%s' it was %s, and is %s", path,
                        document_text(run, "chain"), before, after);
    }
    if (!first)
        return error_set(error, "it has no runs; measure again with -o FILE.json");
    return is_any ||
           error_set(error,
                     "none of its runs is measured here; its first is '%s', and here it "
                     "is '%s'",
                     document_text(first, "id"), document_text(json_array_get(runs, 0), "id"));
}

bool baseline_check(const char *path, const json_t *then, const json_t *now, struct error *error)
{
    return (check_suite(then, now, error) && baseline_check_machine(then, now, error) &&
            check_runs(path, then, now, error)) ||
           error_prefix(error, "--baseline: %s: ", path);
}

enum { NAME_SIZE = 2048, NAMES_SHOWN = 8, OPEN_SHOWN = 10 };

// ---- printing

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

// Writes the id without its common end. Control characters, which a file may have, are escaped.
static void print_name(const struct baseline_print *print, const struct baseline_pair *pair,
                       char out[NAME_SIZE])
{
    const char *id = id_of(pair);
    text_make_visible(id, strlen(id) - strlen(common_end(&print->pairs)), out, NAME_SIZE);
}

static const struct table_column columns[] = {
    { "chain", TABLE_WORDS },
    { "ms then", 4, 1 },
    { "ms now", 4 },
    { "ms %", 1 },
    { "least", 1, 1 },
    { "most", 1, 1 },
    { "copies %", 1 },
    { "least", 1, 2 },
    { "most", 1, 2 },
    { "", TABLE_WORDS },
    { 0 },
};

static const struct table_column work_columns[] = {
    { "chain", TABLE_WORDS }, { "MB read", 2 }, { "then", 2 },      { "written", 2 }, { "then", 2 },
    { "dispatches", 0 },      { "then", 0 },    { "passes", 0, 1 }, { "then", 0, 1 }, { 0 },
};

// Prints the runs of a verdict, or those that do more work than before (BASELINE_VERDICTS), which
// needs no times.
static void print_changed(const struct baseline_print *print, enum baseline_verdict verdict,
                          const char *what, FILE *out)
{
    const bool is_of_work = verdict == BASELINE_VERDICTS;
    const int count = is_of_work ? print->pairs.more : print->pairs.counts[verdict];
    const int most = verdict == BASELINE_OPEN ? OPEN_SHOWN : count;
    struct table table;
    char name[NAME_SIZE];
    if (count == 0)
        return;
    fprintf(out, "\n%s by more than %g %%:\n", what, print->rules.limit);
    table_init(&table, is_of_work ? work_columns : columns);
    for (int i = 0; i < print->pairs.count && table_rows(&table) < most; i++) {
        const struct baseline_pair *pair = &print->pairs.all[i];
        const struct pair *const units[] = { &pair->ms, &pair->copies };
        if (is_of_work ? !pair->has_more : pair->verdict != verdict)
            continue;
        print_name(print, pair, name);
        table_words(&table, "%s", name);
        for (enum baseline_work work = 0; work < BASELINE_WORKS && is_of_work; work++) {
            const double unit = work == BASELINE_READ || work == BASELINE_WRITTEN ? 1e-6 : 1;
            table_numbers(&table, unit * pair->work_now[work], unit * pair->work_then[work]);
        }
        if (is_of_work)
            continue;
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
        "a run is slower if it takes more than %g %% longer; work is bytes, dispatches and passes, "
        "which need no clock",
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

void baseline_print(const struct baseline_print *print, FILE *out)
{
    const int *counts = print->pairs.counts;
    const int compared = print->pairs.count - counts[BASELINE_NEW] - counts[BASELINE_MISSING] -
                         counts[BASELINE_UNJUDGED];
    print_head(print, out);
    print_changed(print, BASELINE_SLOWER, "slower", out);
    print_changed(print, BASELINE_OPEN, "perhaps slower", out);
    print_changed(print, BASELINE_FASTER, "faster", out);
    print_changed(print, BASELINE_VERDICTS, "more work, by counts,", out);
    print_names(print, BASELINE_NEW, "new", out);
    print_names(print, BASELINE_MISSING, "missing", out);
    fputc('\n', out);
    wrap_printf(out, WRAP_AGAIN,
                "%d compared: %d slower, %d faster, %d unchanged, %d open; %d new, %d missing",
                compared, counts[BASELINE_SLOWER], counts[BASELINE_FASTER], counts[BASELINE_SAME],
                counts[BASELINE_OPEN], counts[BASELINE_NEW], counts[BASELINE_MISSING]);
    if (counts[BASELINE_UNJUDGED] > 0)
        wrap_printf(out, WRAP_AGAIN,
                    "not judged: %d on the processor, which other programs use, too",
                    counts[BASELINE_UNJUDGED]);
    wrap_printf(out, WRAP_AGAIN, "work, on any machine: %d more by more than %g %%",
                print->pairs.more, print->rules.limit);
    if (print->has_limit && counts[BASELINE_SLOWER] == 0 && counts[BASELINE_OPEN] > 0)
        wrap_print(out, 0, WRAP_AGAIN,
                   "inconclusive: a run counts as slower if it certainly is, in milliseconds and "
                   "in copies; "
                   "if these disagree, the machine or the driver's copies have changed; with more "
                   "--samples "
                   "there is less noise");
}

// ---- the verdict

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

int baseline_judge(const struct bench_options *options, const json_t *then, const json_t *now,
                   int status)
{
    const bool has_limit = options->fail_above >= 0;
    struct baseline_print print = {
        .path = options->baseline,
        .then = then,
        .now = now,
        .rules.limit = has_limit ? options->fail_above : BASELINE_LIMIT,
        .drift_then = drift_of(then),
        .drift_now = drift_of(now),
        .has_limit = has_limit,
    };
    print.rules.drift = (1 + print.drift_then) * (1 + print.drift_now) - 1;
    baseline_pairs_init(&print.pairs, then, now, &print.rules);
    baseline_print(&print, stdout);
    const bool is_slower = print.pairs.counts[BASELINE_SLOWER] > 0 || print.pairs.more > 0;
    const bool is_open = print.pairs.counts[BASELINE_OPEN] > 0;
    baseline_pairs_finish(&print.pairs);
    if (has_limit && is_slower)
        return EXIT_FAILURE;
    return status != EXIT_FAILURE && is_open && (has_limit || print.rules.drift > 0) ? EXIT_MACHINE
                                                                                     : status;
}
