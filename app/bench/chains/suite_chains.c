// Times the chains of the command line beside each other, each with all values that are swept, and
// says which of any two is faster: --bench with several --chain or with --sweep.

#define LOG_MODULE "suite"
#include "app/bench/chains/suite_chains.h"

#include "app/bench/chains/chain_curves.h"
#include "app/bench/chains/chain_list.h"
#include "app/bench/chains/chain_table.h"
#include "app/bench/chains/suite_pairs.h"
#include "app/bench/run/suite.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "app/lab/text/wrap.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>

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
    variant->key.line = n;
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
    if (!chain_list_read(&list, run->wish, run->draw, &error))
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
    progress_begin(&progress, "compiling the shaders of chain", run->count);
    for (int n = 0; n < run->count; n++) {
        progress_say(&progress, n);
        if (fits(run, &run->variants[n]))
            fitting++;
        else if (!misfit)
            misfit = &run->variants[n];
    }
    progress_end(&progress);
    const bool may_lack = list.sweep_count > 0 && fitting > 0;
    if (!misfit || may_lack)
        return true;
    error_set(&error, "%s: %s", misfit->label[0] ? misfit->label : "--chain", misfit->left_out);
    complain(EXIT_USAGE, &error);
    return false;
}

// ---- the report

static void report_chains(struct suite_run *run)
{
    chain_table_make(run);
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
static const char *chain_text(const struct draw_wish *draw)
{
    return draw->chain_count > 0 ? draw->chain_texts[0] : draw->chain_name;
}

static void introduce_chains(const struct suite_run *run)
{
    const struct plan_options *own = &run->lab->plan_options;
    char size[32];
    snprintf(size, sizeof(size), "%dx%d", own->width, own->height);
    wrap_printf(stdout, LETTER_INDENT, "%s, %s, %s", run->lab->scene.scene->name,
                is_swept(SWEEP_SIZE) ? "sizes below" : size,
                is_swept(SWEEP_FORMAT) ? "formats below" : texture_format_name(own->format));
    for (int i = 0; i < list.chain_count; i++) {
        char letter[2];
        chain_list_letter(i, letter);
        if (list.chain_count > 1)
            wrap_entry(stdout, 0, LETTER_INDENT, letter, run->draw->chain_texts[i]);
        else
            wrap_print(stdout, 0, LETTER_INDENT, chain_text(run->draw));
    }
}

static void print_trees(const struct suite_run *run)
{
    const bool shows_trees = run->count <= MOST_TREES || table_is_wide();
    for (int n = 0; n < run->count && shows_trees; n++) {
        const struct suite_variant *variant = &run->variants[n];
        if (!suite_has_run(variant))
            continue;
        wrap_printf(stdout, LETTER_INDENT, "passes of %s", variant->label);
        chain_table_print_passes(run, variant);
    }
}

const struct suite suite_chains = {
    .name = "chains",
    .summary = "the chains of the command line, beside each other",
    .has_passes = true,
    .rounds = TURNS,
    .quick_rounds = QUICK_TURNS,
    .list = list_chains,
    .check = check_chains,
    .report = report_chains,
    .introduce = introduce_chains,
    .print_more = print_trees,
};
