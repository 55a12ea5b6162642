#include "app/bench/baseline/baseline_print.h"

#include "app/lab/text/wrap.h"
#include "app/results/document.h"
#include "app/results/table.h"
#include "render/text/text.h"

#include <math.h>
#include <string.h>

enum { INDENT = 2, NAME_SIZE = 2048, NAMES_SHOWN = 8, UNSURE_SHOWN = 10 };

// ---- names

static const char *id_of(const struct baseline_pair *pair)
{
    return document_text(pair->now ? pair->now : pair->then, "id");
}

// Returns how long the end is that all ids have in common, from a "|" on.
static size_t common_end(const struct baseline_pairs *pairs)
{
    const char *first = pairs->count > 0 ? id_of(&pairs->all[0]) : "";
    for (const char *end = strstr(first, " | "); end; end = strstr(end + 1, " | ")) {
        const size_t length = strlen(end);
        bool is_common = true;
        for (int i = 1; i < pairs->count && is_common; i++) {
            const char *id = id_of(&pairs->all[i]);
            is_common = strlen(id) > length && strcmp(id + strlen(id) - length, end) == 0;
        }
        if (is_common)
            return length;
    }
    return 0;
}

// Text of a file is shown by a terminal and not obeyed.
static void print_name(const struct baseline_pair *pair, size_t end, char out[NAME_SIZE])
{
    const char *id = id_of(pair);
    text_make_visible(id, strlen(id) - end, out, NAME_SIZE);
}

// ---- tables

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

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

static void add_ratio(struct table *table, const struct steady_ratio *ratio)
{
    table_number(table, percent(ratio->value));
    table_number(table, percent(ratio->low));
    table_number(table, percent(ratio->high));
}

static const char *remark(const struct baseline_print *print, const struct baseline_pair *pair)
{
    if (pair->verdict == BASELINE_DISPUTED)
        return pair->ms.value > pair->copies.value ? "in ms alone" : "in copies alone";
    if (pair->verdict == BASELINE_UNSURE)
        return pair->has_few            ? "fewer than 6 samples"
               : print->rules.drift > 0 ? "may be drift"
                                        : "may be noise";
    return "";
}

static void print_table(const struct baseline_print *print, enum baseline_verdict verdict,
                        FILE *out)
{
    const size_t end = common_end(&print->pairs);
    const int most = verdict == BASELINE_UNSURE ? UNSURE_SHOWN : print->pairs.count;
    const int more = print->pairs.counts[verdict] - most;
    struct table table;
    char name[NAME_SIZE];
    table_init(&table, columns);
    for (int i = 0; i < print->pairs.count && table_rows(&table) < most; i++) {
        const struct baseline_pair *pair = &print->pairs.all[i];
        if (pair->verdict != verdict)
            continue;
        print_name(pair, end, name);
        table_words(&table, "%s", name);
        table_number(&table, pair->ms_then);
        table_number(&table, pair->ms_now);
        add_ratio(&table, &pair->ms);
        add_ratio(&table, &pair->copies);
        table_words(&table, "%s", remark(print, pair));
    }
    if (more > 0) {
        table_words(&table, "%d more", more);
        table_rest(&table, "%s", "");
    }
    table_print(&table, out);
    table_finish(&table);
}

static void print_changed(const struct baseline_print *print, enum baseline_verdict verdict,
                          const char *what, FILE *out)
{
    if (print->pairs.counts[verdict] == 0)
        return;
    fprintf(out, "\n%s by more than %g %%:\n", what, print->rules.limit);
    print_table(print, verdict, out);
}

static const struct table_column work_columns[] = {
    { "chain", TABLE_WORDS }, { "MB read", 2 }, { "then", 2 },      { "written", 2 }, { "then", 2 },
    { "dispatches", 0 },      { "then", 0 },    { "passes", 0, 1 }, { "then", 0, 1 }, { 0 },
};

static void add_work(struct table *table, const struct baseline_pair *pair, enum baseline_work work)
{
    const double unit = work == BASELINE_READ || work == BASELINE_WRITTEN ? 1e-6 : 1;
    table_number(table, unit * pair->work_now[work]);
    table_number(table, unit * pair->work_then[work]);
}

// What does more than before, which needs no clock.
static void print_more(const struct baseline_print *print, FILE *out)
{
    const size_t end = common_end(&print->pairs);
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
        print_name(pair, end, name);
        table_words(&table, "%s", name);
        for (enum baseline_work work = 0; work < BASELINE_WORKS; work++)
            add_work(&table, pair, work);
    }
    table_print(&table, out);
    table_finish(&table);
}

static void print_names(const struct baseline_print *print, enum baseline_verdict verdict,
                        const char *what, FILE *out)
{
    const size_t end = common_end(&print->pairs);
    int shown = 0;
    char name[NAME_SIZE], why[NAME_SIZE];
    for (int i = 0; i < print->pairs.count; i++) {
        const struct baseline_pair *pair = &print->pairs.all[i];
        if (pair->verdict != verdict || shown == NAMES_SHOWN)
            continue;
        const char *left_out = document_text(pair->now, "left_out");
        print_name(pair, end, name);
        text_make_visible(left_out, strlen(left_out), why, sizeof(why));
        fputs(shown++ == 0 ? "\n" : "", out);
        wrap_printf(out, INDENT, "%s: %s%s%s", what, name, *why ? ": " : "", why);
    }
    if (print->pairs.counts[verdict] > shown)
        fprintf(out, "%s: %d more\n", what, print->pairs.counts[verdict] - shown);
}

// ---- words

static void print_drift(const struct baseline_print *print, FILE *out)
{
    const double then = print->drift_then, now = print->drift_now;
    char allowed[STEADY_DRIFT_SIZE];
    steady_describe_drift(print->rules.drift, allowed);
    if (isinf(print->rules.drift))
        wrap_printf(out, INDENT,
                    "how far the machine drifted%s is not known, so no time is called slower or "
                    "faster",
                    isinf(then) && isinf(now) ? ""
                    : isinf(then)             ? " when the baseline was measured"
                                              : " now");
    else if (print->rules.drift > 0)
        wrap_printf(out, INDENT, "the machine was not steady %s%s",
                    now == 0    ? "when the baseline was measured"
                    : then == 0 ? "now"
                                : "either time",
                    allowed);
}

static void print_head(const struct baseline_print *print, FILE *out)
{
    const json_t *environment = json_object_get(print->then, "environment");
    const char *commit = document_text(environment, "commit"), *first = id_of(&print->pairs.all[0]);
    char head[NAME_SIZE], shown[2 * NAME_SIZE];
    const size_t end = print->pairs.count > 0 ? common_end(&print->pairs) : 0;
    snprintf(head, sizeof(head), "against %s: %s, %s%s%s%s", print->path,
             document_text(environment, "date"), document_text(environment, "program"),
             *commit ? " " : "", commit, end > 0 ? first + strlen(first) - end : "");
    text_make_visible(head, strlen(head), shown, sizeof(shown));
    fputc('\n', out);
    wrap_print(out, 0, INDENT, shown);
    wrap_printf(
        out, INDENT,
        "slower is what takes more than %g %% longer; work, which needs no clock, is bytes, "
        "dispatches and passes",
        print->rules.limit);
    print_drift(print, out);
}

static void print_verdict(const struct baseline_print *print, FILE *out)
{
    const int *counts = print->pairs.counts;
    const int compared = print->pairs.count - counts[BASELINE_NEW] - counts[BASELINE_MISSING] -
                         counts[BASELINE_UNJUDGED];
    const int open = counts[BASELINE_DISPUTED] + counts[BASELINE_UNSURE];
    fputc('\n', out);
    wrap_printf(out, INDENT,
                "%d compared: %d slower, %d faster, %d unchanged, %d open; %d new, %d missing",
                compared, counts[BASELINE_SLOWER], counts[BASELINE_FASTER], counts[BASELINE_SAME],
                open, counts[BASELINE_NEW], counts[BASELINE_MISSING]);
    if (counts[BASELINE_UNJUDGED] > 0)
        wrap_printf(out, INDENT, "not judged: %d on the processor, which others share",
                    counts[BASELINE_UNJUDGED]);
    wrap_printf(out, INDENT, "work, on any machine: %d more by more than %g %%", print->pairs.more,
                print->rules.limit);
    if (!print->wants_verdict || counts[BASELINE_SLOWER] > 0)
        return;
    if (counts[BASELINE_DISPUTED] > 0)
        wrap_print(out, 0, INDENT,
                   "inconclusive: a slower chain is slower in milliseconds and in copies; where "
                   "the two do not agree, it is the machine that changed");
    else if (counts[BASELINE_UNSURE] > 0)
        wrap_print(out, 0, INDENT,
                   print->rules.drift > 0
                       ? "inconclusive: what is perhaps slower lies within what the machine drifted"
                       : "inconclusive: what is perhaps slower may be noise; more --samples tell");
}

void baseline_print(const struct baseline_print *print, FILE *out)
{
    print_head(print, out);
    print_changed(print, BASELINE_SLOWER, "slower", out);
    print_changed(print, BASELINE_DISPUTED, "slower in one unit alone", out);
    print_changed(print, BASELINE_UNSURE,
                  print->rules.drift > 0 ? "not known whether slower" : "perhaps slower", out);
    print_changed(print, BASELINE_FASTER, "faster", out);
    print_more(print, out);
    print_names(print, BASELINE_NEW, "new", out);
    print_names(print, BASELINE_MISSING, "missing", out);
    print_verdict(print, out);
}
