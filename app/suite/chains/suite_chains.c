// Times the chains of the command line beside each other, each with all values that are swept, and
// says which of any two is faster: --bench with several --chain or with --sweep.

#define LOG_MODULE "suite"
#include "app/suite/chains/suite_chains.h"

#include "app/measure/pass_table.h"
#include "app/suite/chains/chain_curves.h"
#include "app/suite/chains/chain_list.h"
#include "app/suite/chains/suite_bound.h"
#include "app/suite/chains/suite_pairs.h"
#include "app/suite/run/suite_ready.h"
#include "app/text/complain.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TREES = 4, TURNS = 60, QUICK_TURNS = 20, LETTER_INDENT = 3 };

static struct chain_list list;
static char names[CHAIN_LIST_MOST][CHAIN_LIST_NAME_SIZE];

// ---- what runs

static const struct sweep_value *value_of(const struct chain_choice *choice, enum sweep_kind kind)
{
    for (int i = 0; i < list.sweep_count; i++)
        if (list.sweeps[i].kind == kind) // reaches every chain
            return &list.sweeps[i].values[choice->values[i]];
    return NULL;
}

static void add_choice(struct suite_run *run, int n)
{
    static struct chain chain;
    static char text[CHAIN_TEXT_SIZE];
    struct error error;
    const struct plan_options *own = &run->lab->plan_options;
    const struct chain_choice choice = chain_list_at(&list, n);
    const struct sweep_value *size = value_of(&choice, SWEEP_SIZE);
    const struct sweep_value *format = value_of(&choice, SWEEP_FORMAT);
    if (!chain_list_make(&list, &choice, &chain, &error)) // the options were checked
        log_fatal("%s", error.text);
    const int length = chain_print(&chain, text, sizeof(text));
    struct suite_variant *variant =
        suite_add(run, (struct suite_size){ own->width, own->height }, own->format, "%s", text);
    variant->width = size ? size->width : own->width;
    variant->height = size ? size->height : own->height;
    variant->format = format ? format->format : own->format;
    variant->displays = true;
    chain_list_name(&list, &choice, -1, names[n]);
    variant->label = names[n];
    variant->keys[CHAIN_CURVES_KEY_CHOICE] = n;
    if (length >= SUITE_CHAIN_SIZE)
        snprintf(variant->left_out, sizeof(variant->left_out),
                 "its text is longer than %d bytes with all that it says", SUITE_CHAIN_SIZE - 1);
}

static void refuse_too_large(struct suite_variant *variant, int limit)
{
    const int longer = variant->width > variant->height ? variant->width : variant->height;
    if (longer > limit)
        snprintf(variant->left_out, sizeof(variant->left_out),
                 "%dx%d is larger than this GPU's images, %d a side", variant->width,
                 variant->height, limit);
}

static void list_chains(struct suite_run *run)
{
    struct error error;
    if (!chain_list_read(&list, run->options, &error))
        log_fatal("%s", error.text);
    for (int n = 0; n < chain_list_count(&list); n++)
        add_choice(run, n);
}

// ---- before it runs

// Whether it fits; where it does not, the variant says why.
static bool fits(const struct suite_run *run, struct suite_variant *variant)
{
    static struct suite_ready ready;
    refuse_too_large(variant, run->lab->gpu.info.max_texture);
    return suite_ready_init(&ready, run, variant) || variant->is_slow;
}

// A chain that was given and cannot run is a mistake; of values that are swept one does.
static bool check_chains(struct suite_run *run)
{
    struct error error;
    const struct suite_variant *misfit = NULL;
    struct progress progress;
    int fitting = 0;
    progress_begin(&progress, "compiling chain", run->count);
    for (int n = 0; n < run->count; n++) {
        progress_say(&progress, n);
        if (fits(run, &run->variants[n]))
            fitting++;
        else if (!misfit)
            misfit = &run->variants[n];
    }
    progress_end(&progress);
    const bool may_lack = list.sweep_count > 0 && (fitting > 0 || run->options->shards > 0);
    if (!misfit || may_lack)
        return true;
    error_set(&error, "%s: %s", misfit->label[0] ? misfit->label : "--chain", misfit->left_out);
    complain(EXIT_USAGE, &error);
    return false;
}

// ---- the table

// What add_numbers fills in, of a chain and of a pass.
// clang-format off
#define NUMBERS \
    { "ms", 4 }, { "copies", 2 }, { "bound by", SHEET_WORDS }, { "from ms", 4, .spare = 3 }, \
    { "to ms", 4, .spare = 3 }, { "p95 ms", 4, .spare = 6 }, { "min ms", 4, .spare = 8 }, \
    { "MAD ms", 4, .spare = 5 }, { "GB/s", 1, .spare = 4 }, { "read MB", 1, .spare = 2 }, \
    { "written MB", 1, .spare = 2 }, { "passes", 0, .spare = 7 }
// clang-format on

static const struct sheet_column columns[] = {
    { "", SHEET_WORDS },
    NUMBERS,
    { "submit ms", 4, .spare = 9 },
    { "wall ms", 4, .spare = 9 },
    { "impl", SHEET_WORDS, .spare = 1 },
    { 0 },
};

static const struct sheet_column pass_columns[] = { { "pass", SHEET_WORDS }, NUMBERS, { 0 } };

static double rate_of(const struct gpu_traffic *traffic, double ms)
{
    const double bytes = (double) gpu_traffic_sum(*traffic);
    return bytes > 0 && ms > 0 ? bytes / ms * 1e-6 : NAN;
}

// The cells that a chain and one of its passes have alike.
static void add_numbers(struct sheet *sheet, const struct pass_row *row, double copies,
                        const char *bound)
{
    const struct stats_summary *time = &row->time;
    sheet_number(sheet, time->median);
    sheet_number(sheet, copies);
    sheet_words(sheet, "%s", bound);
    sheet_number(sheet, time->interval.low);
    sheet_number(sheet, time->interval.high);
    sheet_number(sheet, time->p95);
    sheet_number(sheet, time->min);
    sheet_number(sheet, time->mad);
    sheet_number(sheet, rate_of(&row->traffic, time->median));
    sheet_number(sheet, (double) row->traffic.read * 1e-6);
    sheet_number(sheet, (double) row->traffic.written * 1e-6);
    sheet_number(sheet, row->dispatches);
}

static void add_variant(struct suite_run *run, const struct suite_variant *variant)
{
    const struct pass_row row = { .dispatches = variant->dispatches,
                                  .traffic = variant->traffic,
                                  .time = variant->time };
    sheet_words(&run->sheet, "%s", variant->label[0] ? variant->label : "chain");
    if (!suite_has_run(variant)) {
        suite_say_skipped(run, variant);
        return;
    }
    add_numbers(&run->sheet, &row, variant->copies,
                variant->bound ? variant->bound : bound_names[BOUND_UNKNOWN]);
    sheet_number(&run->sheet, variant->submit);
    sheet_number(&run->sheet, variant->wall);
    sheet_words(&run->sheet, "%s", variant->impl ? variant->impl : "-");
}

static void report_chains(struct suite_run *run)
{
    static enum bound scopes[GPU_TIMER_MAX_SCOPES];
    sheet_init(&run->sheet, columns);
    for (int n = 0; n < run->count; n++) {
        struct suite_variant *variant = &run->variants[n];
        const enum bound bound =
            suite_has_run(variant) ? suite_bound(run, variant, scopes) : BOUND_UNKNOWN;
        variant->bound = bound == BOUND_UNKNOWN ? NULL : bound_names[bound];
        add_variant(run, variant);
    }
    suite_pairs_make(run);
    chain_curves_compare(run, &list);
    chain_curves_draw(run, &list);
}

// ---- above the table and below it

static bool is_swept(enum sweep_kind kind)
{
    const struct chain_choice first = chain_list_at(&list, 0);
    return value_of(&first, kind) != NULL;
}

// The only chain as it was given, or that of who gives none.
static const char *chain_text(const struct options *options)
{
    return options->chain_count > 0 ? options->chain_texts[0] : options->chain_name;
}

static void introduce_chains(const struct suite_run *run)
{
    const struct plan_options *own = &run->lab->plan_options;
    const struct options *options = run->options;
    char size[32];
    snprintf(size, sizeof(size), "%dx%d", own->width, own->height);
    wrap_printf(stdout, LETTER_INDENT, "%s, %s, %s", run->lab->scene.scene->name,
                is_swept(SWEEP_SIZE) ? "sizes below" : size,
                is_swept(SWEEP_FORMAT) ? "formats below" : texture_format_name(own->format));
    for (int i = 0; i < list.chain_count; i++) {
        char letter[2];
        chain_list_letter(i, letter);
        if (list.chain_count > 1)
            wrap_entry(stdout, 0, LETTER_INDENT, letter, options->chain_texts[i]);
        else
            wrap_print(stdout, 0, LETTER_INDENT, chain_text(options));
    }
}

static void add_tree(struct sheet *sheet, const struct suite_run *run,
                     const struct suite_variant *variant)
{
    static struct result rows[GPU_TIMER_MAX_SCOPES];
    static enum bound scopes[GPU_TIMER_MAX_SCOPES];
    const double copy = variant->time.median / variant->copies;
    const int count = pass_table_rows(variant->passes, rows);
    suite_bound(run, variant, scopes);
    for (int i = 1; i < count; i++) {
        char label[PASS_LABEL_SIZE];
        pass_table_label(rows, count, i, label);
        sheet_words(sheet, "%s", label);
        add_numbers(sheet, &rows[i].row, rows[i].row.time.median / copy, bound_names[scopes[i]]);
    }
}

static void print_trees(const struct suite_run *run)
{
    const bool shows_trees = run->count <= MOST_TREES || run->options->wide;
    for (int n = 0; n < run->count && shows_trees; n++) {
        const struct suite_variant *variant = &run->variants[n];
        struct sheet sheet;
        if (!suite_has_run(variant))
            continue;
        wrap_printf(stdout, LETTER_INDENT, "passes of %s", variant->label);
        sheet_init(&sheet, pass_columns);
        add_tree(&sheet, run, variant);
        sheet_print(&sheet, stdout);
        sheet_finish(&sheet);
        putchar('\n');
    }
}

const struct suite suite_chains = {
    .name = "chains",
    .summary = "the chains of the command line, beside each other",
    .has_passes = true,
    .rounds = TURNS,
    .quick_rounds = QUICK_TURNS,
    .list = list_chains,
    .are_together = suite_is_one_image,
    .check = check_chains,
    .report = report_chains,
    .introduce = introduce_chains,
    .print_more = print_trees,
};
