#include "app/bench/baseline/baseline.h"
#include "app/results/document.h"
#include "app/results/table.h"
#include "app/text/wrap.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 2048, MAX_UNSURE = 10 }; // rows of each verdict that is no certain change

static const char *id_of(const struct baseline_pair *pair)
{
    return document_text(pair->now ? pair->now : pair->then, "id");
}

// Returns the end that all ids have in common, from a "|" on.
static const char *common_end(const struct baseline *baseline)
{
    const char *end = baseline->count > 0 ? strstr(id_of(&baseline->all[0]), " | ") : NULL;
    for (int i = 1; i < baseline->count && end; i++)
        while (end && !text_ends_in(id_of(&baseline->all[i]), end))
            end = strstr(end + 1, " | ");
    return end ? end : "";
}

static void print_visible(FILE *out, const char *text)
{
    char shown[2 * NAME_SIZE];
    text_make_visible(text, strlen(text), shown, sizeof(shown));
    wrap_print(out, 0, WRAP_AGAIN, shown);
}

static void print_head(const struct baseline *baseline, FILE *out)
{
    const json_t *environments[] = { json_object_get(baseline->then, "environment"),
                                     json_object_get(baseline->now, "environment") };
    const char *commit = document_text(environments[0], "commit");
    char drivers[2][NAME_SIZE / 4], head[NAME_SIZE], allowed[STEADY_DRIFT_SIZE];
    for (int i = 0; i < 2; i++)
        snprintf(drivers[i], sizeof(drivers[i]), "%s, %s",
                 document_text(environments[i], "renderer"),
                 document_text(environments[i], "driver"));
    fputc('\n', out);
    if (strcmp(drivers[0], drivers[1]) != 0) {
        snprintf(head, sizeof(head), "driver changed: %s -> %s", drivers[0], drivers[1]);
        print_visible(out, head);
    }
    snprintf(head, sizeof(head), "against %s: %s, %s%s%s%s", baseline->path,
             document_text(environments[0], "date"), document_text(environments[0], "program"),
             *commit ? " " : "", commit, common_end(baseline));
    print_visible(out, head);
    wrap_printf(
        out, WRAP_AGAIN,
        "a run is slower if it takes more than %g %% longer; work is bytes, dispatches and passes, "
        "which need no clock",
        baseline->limit);
    steady_describe_drift(baseline->drift, allowed);
    if (baseline->drift > 0)
        wrap_printf(out, WRAP_AGAIN, "the machine was not known to be steady %s%s",
                    baseline->drift_now == 0    ? "when the baseline was measured"
                    : baseline->drift_then == 0 ? "now"
                                                : "either time",
                    allowed);
}

// Prints a row for each run that has changed or may have. Control characters, which a file may
// have, are escaped.
static void print_changes(const struct baseline *baseline, FILE *out)
{
    static const struct table_column columns[] = {
        { "", TABLE_WORDS },
        { "chain", TABLE_WORDS },
        { "ms then", 4, .spare = 1 },
        { "ms now", 4 },
        { "ms %", 1 },
        { "least", 1, .spare = 1 },
        { "most", 1, .spare = 1 },
        { "copies %", 1 },
        { "least", 1, .spare = 2 },
        { "most", 1, .spare = 2 },
        { "", TABLE_WORDS },
        { 0 },
    };
    static const char *const names[BASELINE_VERDICTS] = {
        [BASELINE_SLOWER] = "slower", [BASELINE_OPEN] = "open",       [BASELINE_FASTER] = "faster",
        [BASELINE_NEW] = "new",       [BASELINE_MISSING] = "missing",
    };
    const size_t end = strlen(common_end(baseline));
    int shown[BASELINE_VERDICTS] = { 0 };
    struct table table;
    table_init(&table, columns);
    for (int i = 0; i < baseline->count; i++) {
        const struct baseline_pair *pair = &baseline->all[i];
        const struct pair *const units[] = { &pair->ms, &pair->copies };
        const char *name = names[pair->verdict], *id = id_of(pair);
        const bool is_sure = pair->verdict == BASELINE_SLOWER || pair->verdict == BASELINE_FASTER;
        char text[NAME_SIZE];
        if (!pair->has_more && (!name || (!is_sure && shown[pair->verdict]++ >= MAX_UNSURE)))
            continue;
        table_words(&table, "%s", pair->has_more && !is_sure ? "more work" : name);
        text_make_visible(id, strlen(id) - end, text, sizeof(text));
        table_words(&table, "%s", text);
        table_numbers(&table, pair->ms_then, pair->ms_now);
        for (int unit = 0; unit < 2; unit++) {
            stats_check_interval(text, units[unit]->low, units[unit]->percent, units[unit]->high);
            table_numbers(&table, units[unit]->percent, units[unit]->low, units[unit]->high);
        }
        text_make_visible(pair->why, strlen(pair->why), text, sizeof(text));
        table_words(&table, "%s", text);
    }
    fputc('\n', out);
    if (table_rows(&table) > 0) {
        table_print(&table, out);
        fputc('\n', out);
    }
    table_finish(&table);
}

void baseline_print(const struct baseline *baseline, FILE *out)
{
    const int *counts = baseline->counts;
    const int compared = baseline->count - counts[BASELINE_NEW] - counts[BASELINE_MISSING] -
                         counts[BASELINE_UNJUDGED];
    print_head(baseline, out);
    print_changes(baseline, out);
    wrap_printf(out, WRAP_AGAIN,
                "%d compared: %d slower, %d faster, %d unchanged, %d open; %d new, %d missing (of "
                "the last three up to %d have a row)",
                compared, counts[BASELINE_SLOWER], counts[BASELINE_FASTER], counts[BASELINE_SAME],
                counts[BASELINE_OPEN], counts[BASELINE_NEW], counts[BASELINE_MISSING], MAX_UNSURE);
    if (counts[BASELINE_UNJUDGED] > 0)
        wrap_printf(out, WRAP_AGAIN,
                    "not judged: %d on the processor, which other programs use, too",
                    counts[BASELINE_UNJUDGED]);
    wrap_printf(out, WRAP_AGAIN, "work, on any machine: %d more by more than %g %%", baseline->more,
                baseline->limit);
    if (baseline->has_limit && counts[BASELINE_SLOWER] == 0 && counts[BASELINE_OPEN] > 0)
        wrap_print(out, 0, WRAP_AGAIN,
                   "inconclusive: a run counts as slower if it certainly is, in milliseconds and "
                   "in copies; "
                   "if these disagree, the machine or the driver's copies have changed; with more "
                   "--samples "
                   "there is less noise");
}

// Returns the drift of the machine during the run of a document, as of steady_drift; INFINITY if
// the document does not have it.
static double drift_of(const json_t *document)
{
    const json_t *steady = json_object_get(document, "steady"), *canary;
    const bool has_blocks = document_number(steady, "blocks") >= STEADY_MIN_BLOCKS;
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
    struct baseline baseline = {
        .path = options->baseline,
        .then = then,
        .now = now,
        .limit = has_limit ? options->fail_above : BASELINE_LIMIT,
        .has_limit = has_limit,
        .drift_then = drift_of(then),
        .drift_now = drift_of(now),
    };
    baseline.drift = (1 + baseline.drift_then) * (1 + baseline.drift_now) - 1;
    baseline_compare(&baseline);
    baseline_print(&baseline, stdout);
    const bool is_slower = baseline.counts[BASELINE_SLOWER] > 0 || baseline.more > 0;
    const bool is_open = baseline.counts[BASELINE_OPEN] > 0;
    const bool is_drifting = baseline.drift > 0;
    baseline_finish(&baseline);
    if (has_limit && is_slower)
        return EXIT_FAILURE;
    return status != EXIT_FAILURE && is_open && (has_limit || is_drifting) ? EXIT_MACHINE : status;
}
