// Compares the times of the chains of the command line, each with all values of the sweeps: --bench
// with several --chain or with --sweep.

#define LOG_MODULE "suite"
#include "app/bench/chains/chains.h"
#include "app/measure/pass_stats.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TREES = 4, TURNS = 60, QUICK_TURNS = 20, LETTER_INDENT = 3 };

static struct chain_list list;
static enum bound bounds[CHAIN_LIST_MAX][GPU_TIMER_MAX_SCOPES]; // of each variant's scopes

// ---- the variants

static void list_chains(struct suite_run *run)
{
    struct error error;
    const struct plan_options *own = &run->renderer->plan_options;
    if (!chain_list_read(&list, run->options, run->draw, &error))
        log_fatal("%s", error.text); // the options were checked
    for (int n = 0; n < list.count; n++) {
        const struct sweep_picture *picture = &list.choices[n].picture;
        struct suite_size size = { own->width, own->height };
        if (picture->width > 0)
            size = (struct suite_size){ picture->width, picture->height };
        struct suite_variant *variant = suite_add_chain(
            run, size, picture->format < 0 ? own->format : (enum texture_format) picture->format,
            &list.choices[n].made);
        variant->displays = true;
        variant->label = list.choices[n].name;
    }
}

// ---- before it runs

// Each given chain must run, and at least one of the values of a sweep.
static bool check_chains(struct suite_run *run)
{
    static struct plan plan;
    const int limit = run->renderer->gpu.info.max_texture;
    struct error error;
    const struct suite_variant *misfit = NULL;
    struct progress progress;
    int fitting = 0;
    progress_begin(&progress, "compiling the shaders of chain", run->count);
    for (int n = 0; n < run->count; n++) {
        struct suite_variant *variant = &run->variants[n];
        progress_set_done(&progress, n);
        if (variant->width > limit || variant->height > limit)
            snprintf(variant->left_out, sizeof(variant->left_out),
                     "%dx%d is larger than this GPU's images, %d a side", variant->width,
                     variant->height, limit);
        if (suite_build_plan(run, variant, &plan) || variant->is_slow)
            fitting++;
        else if (!misfit)
            misfit = variant;
    }
    progress_end(&progress);
    const bool may_lack = list.sweep_count > 0 && fitting > 0;
    if (!misfit || may_lack)
        return true;
    error_set(&error, "%s: %s", misfit->label[0] ? misfit->label : "--chain", misfit->left_out);
    report_error(EXIT_USAGE, &error);
    return false;
}

// ---- the limiting resource of a chain

// Milliseconds per operation on this machine.
struct rates {
    double byte[2]; // [compute]: to read or write a byte, as in a copy
    double dispatch[2];
};

static double median_of(const struct pass_stats *passes, int i)
{
    struct pass_row row;
    pass_stats_row(passes, i, &row);
    return row.time.median;
}

static enum bound bound_scopes(const struct suite_run *run, const struct pass_stats *passes,
                               const struct plan *plan, const struct rates *rates,
                               enum bound scopes[])
{
    struct roofs whole = { .memory = 0 }, roofs = { .memory = 0 };
    const struct plan_node *node = NULL;
    double node_time = 0;
    int next = 0; // index of a node; a step that does not change the picture has none
    for (int i = 1; i < passes->count; i++) {
        const struct pass_scope *scope = &passes->scopes[i];
        const double time = median_of(passes, i);
        if (scope->depth == 1) {
            int found = next;
            while (found < plan->count && strcmp(plan->nodes[found].label, scope->name) != 0)
                found++;
            node = found < plan->count ? &plan->nodes[found] : NULL;
            next = node ? found + 1 : next;
        }
        if (!node)
            continue;
        const bool compute = node->impl ? effect_impl_is_compute(node->impl) : node->compute;
        struct impl_roofs counted;
        struct roofs own = {
            .memory = (double) gpu_traffic_sum(scope->traffic) * rates->byte[compute],
            .arithmetic = NAN,
            .launch = scope->dispatches * rates->dispatch[compute],
        };
        if (scope->depth == 1) {
            if (plan_roofs(plan, &run->renderer->gpu, node, &counted)) {
                own.texture = counted.reads * 1e-6;
                own.arithmetic = counted.sums * 1e-6;
                own.launch = counted.launch * 1e-6;
            }
            own = roofs = bound_fill_arithmetic(&own, time);
            whole = bound_add(&whole, &roofs);
            node_time = time;
        } else {
            // The bytes of each pass are known. Reads and sums are known for the whole node; each
            // pass gets a share by its time.
            const double share = node_time > 0 ? time / node_time : 0;
            own.texture = share * roofs.texture;
            own.arithmetic = share * roofs.arithmetic;
        }
        scopes[i] = bound_by(&own, time);
    }
    return bound_by(&whole, median_of(passes, 0));
}

// Finds the limiting resource of the n-th variant, which has run: `bounds` of each of its scopes
// and, first, of the whole. Without a profile of the GPU all are unknown. Builds the variant's plan
// again, so it is called outside a frame.
static void find_bounds(const struct suite_run *run, int n)
{
    static struct plan plan;
    static struct suite_variant copy; // suite_build_plan computes its facts again
    const struct suite_variant *variant = &run->variants[n];
    const struct gpu_profile *profile = run->renderer->gpu.profile;
    memset(bounds[n], 0, sizeof(bounds[n]));
    copy = *variant;
    if (!profile || !variant->passes || variant->passes->frames == 0 ||
        !suite_build_plan(run, &copy, &plan))
        return;
    const double texels = (double) variant->width * variant->height;
    const double moved = 2 * texels * texture_format_texel_bytes(variant->format);
    const double byte = variant->time.median / variant->in_copies / moved;
    // The copy uses the faster kind of program.
    const double ratio = profile->fragment.copy / profile->compute.copy;
    const struct rates rates = {
        .byte = { byte * fmax(1, ratio), byte * fmax(1, 1 / ratio) },
        .dispatch = { profile->fragment.dispatch * 1e-6, profile->compute.dispatch * 1e-6 },
    };
    bounds[n][0] = bound_scopes(run, variant->passes, &plan, &rates, bounds[n]);
}

// ---- the report

static const struct table_column columns[] = {
    { "", TABLE_WORDS },
    { "ms", 4 },
    { "copies", 2 },
    { "bound by", TABLE_WORDS },
    { "from ms", 4, .spare = 3 },
    { "to ms", 4, .spare = 3 },
    { "p95 ms", 4, .spare = 6 },
    { "min ms", 4, .spare = 8 },
    { "MAD ms", 4, .spare = 5 },
    { "GB/s", 1, .spare = 4 },
    { "read MB", 1, .spare = 2 },
    { "written MB", 1, .spare = 2 },
    { "passes", 0, .spare = 7 },
    { "submit ms", 4, .spare = 9 },
    { "wall ms", 4, .spare = 9 },
    { "impl", TABLE_WORDS, .spare = 1 },
    { 0 },
};

static void report_chains(struct suite_run *run)
{
    struct table *table = &run->table;
    table_init(table, columns);
    for (int n = 0; n < run->count; n++) {
        struct suite_variant *variant = &run->variants[n];
        const struct stats_summary *time = &variant->time;
        const double bytes = (double) gpu_traffic_sum(variant->traffic);
        table_words(table, "%s", variant->label[0] ? variant->label : "chain");
        if (suite_skips(run, variant))
            continue;
        find_bounds(run, n);
        const enum bound bound = bounds[n][0];
        variant->bound = bound == BOUND_UNKNOWN ? NULL : bound_names[bound];
        stats_check_interval(variant->label, time->interval.low, time->median, time->interval.high);
        table_numbers(table, time->median, variant->in_copies);
        table_words(table, "%s", bound_names[bound]);
        table_numbers(table, time->interval.low, time->interval.high, time->p95, time->min,
                      time->mad, bytes > 0 ? bytes / time->median * 1e-6 : NAN,
                      (double) variant->traffic.read * 1e-6,
                      (double) variant->traffic.written * 1e-6, variant->dispatches,
                      variant->submit, variant->wall);
        table_words(table, "%s", variant->impl ? variant->impl : "-");
    }
    chain_curves_report(run, &list);
}

// ---- above the table and below it

static void introduce_chains(const struct suite_run *run)
{
    const struct plan_options *own = &run->renderer->plan_options;
    const struct sweep_picture *picture = &list.choices[0].picture; // all sweep the same of it
    char size[32] = "sizes below";
    if (picture->width == 0)
        snprintf(size, sizeof(size), "%dx%d", own->width, own->height);
    wrap_printf(stdout, LETTER_INDENT, "%s, %s, %s", run->renderer->scene.scene->name, size,
                picture->format < 0 ? texture_format_name(own->format) : "formats below");
    if (list.chain_count == 1) // the given one, or the default
        wrap_print(stdout, 0, LETTER_INDENT,
                   run->draw->chain_count > 0 ? run->draw->chain_texts[0] : run->draw->chain_name);
    for (int i = 0; i < list.chain_count && list.chain_count > 1; i++)
        wrap_printf(stdout, LETTER_INDENT, "%c  %s", 'A' + i, run->draw->chain_texts[i]);
}

static void print_trees(const struct suite_run *run)
{
    static struct pass_line rows[GPU_TIMER_MAX_SCOPES];
    const bool shows_trees = run->count <= MAX_TREES || table_is_wide();
    for (int n = 0; n < run->count && shows_trees; n++) {
        const struct suite_variant *variant = &run->variants[n];
        if (!suite_has_run(variant))
            continue;
        wrap_printf(stdout, LETTER_INDENT, "passes of %s", variant->label);
        const int count =
            pass_table_rows(variant->passes, variant->time.median / variant->in_copies, rows);
        for (int i = 1; i < count; i++)
            rows[i].bound = bound_names[bounds[n][i]];
        pass_table_print(stdout, rows, count);
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
    .check = check_chains,
    .report = report_chains,
    .introduce = introduce_chains,
    .print_more = print_trees,
};
