#include "app/bench/chains/chain_table.h"

#include "app/bench/run/suite.h"
#include "app/measure/pass_table.h"
#include "app/measure/stats/bound.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- suite bound

// What this machine does of each thing, milliseconds.
struct rates {
    double byte[2]; // [compute]: to read or write one, as a copy does
    double dispatch[2];
};

static struct rates find_rates(const struct suite_run *run, const struct suite_variant *variant)
{
    const struct gpu_profile *profile = run->lab->gpu.profile;
    const double texels = (double) variant->width * variant->height;
    const double moved = 2 * texels * texture_format_texel_bytes(variant->format);
    const double byte = variant->time.median / variant->copies / moved;
    // The copy is of the kind that copies faster.
    const double ratio = profile->fragment.copy / profile->compute.copy;
    return (struct rates){
        .byte = { byte * fmax(1, ratio), byte * fmax(1, 1 / ratio) },
        .dispatch = { profile->fragment.dispatch * 1e-6, profile->compute.dispatch * 1e-6 },
    };
}

static double bytes_of(const struct pass_scope *scope)
{
    return (double) (scope->traffic.read + scope->traffic.written);
}

static double median_of(const struct pass_stats *passes, int i)
{
    struct pass_row row;
    pass_stats_row(passes, i, &row);
    return row.time.median;
}

// The roofs of a node whose scope that is.
static struct roofs node_roofs(const struct suite_ready *ready, const struct suite_run *run,
                               const struct plan_node *node, const struct pass_scope *scope,
                               const struct rates *rates)
{
    struct impl_roofs counted;
    const bool compute = node->impl ? node->impl->compute : node->compute;
    struct roofs roofs = {
        .memory = bytes_of(scope) * rates->byte[compute],
        .arithmetic = NAN,
        .launch = scope->dispatches * rates->dispatch[compute],
    };
    if (plan_roofs(&ready->plan, &run->lab->gpu, node, &counted)) {
        roofs.texture = counted.reads * 1e-6;
        roofs.arithmetic = counted.sums * 1e-6;
        roofs.launch = counted.launch * 1e-6;
    }
    return roofs;
}

// A pass within a node moves what it moves; of the reads and sums, which are counted for the node
// as a whole, it has its share by time.
static enum bound bound_of_pass(const struct pass_scope *scope, double time, bool compute,
                                const struct rates *rates, const struct roofs *node,
                                double node_time)
{
    const double share = node_time > 0 ? time / node_time : 0;
    const struct roofs roofs = {
        .memory = bytes_of(scope) * rates->byte[compute],
        .texture = share * node->texture,
        .arithmetic = share * node->arithmetic,
        .launch = scope->dispatches * rates->dispatch[compute],
    };
    return bound_by(&roofs, time);
}

static const struct plan_node *next_node(const struct plan *plan, int *next, const char *label)
{
    for (int i = *next; i < plan->count; i++) {
        if (strcmp(plan->nodes[i].label, label) == 0) {
            *next = i + 1;
            return &plan->nodes[i];
        }
    }
    return NULL; // a step that leaves the picture as it is
}

static enum bound bound_scopes(const struct suite_ready *ready, const struct suite_run *run,
                               const struct rates *rates, enum bound scopes[])
{
    const struct pass_stats *passes = ready->variant->passes;
    struct roofs whole = { .memory = 0 }, roofs = { .memory = 0 };
    const struct plan_node *node = NULL;
    double node_time = 0;
    int next = 0;
    for (int i = 1; i < passes->count; i++) {
        const struct pass_scope *scope = &passes->scopes[i];
        const double time = median_of(passes, i);
        if (scope->depth == 1 && (node = next_node(&ready->plan, &next, scope->name))) {
            const struct roofs raw = node_roofs(ready, run, node, scope, rates);
            roofs = bound_settle(&raw, time);
            whole = bound_add(&whole, &roofs);
            node_time = time;
            scopes[i] = bound_by(&roofs, time);
        } else if (node) {
            const bool compute = node->impl ? node->impl->compute : node->compute;
            scopes[i] = bound_of_pass(scope, time, compute, rates, &roofs, node_time);
        }
    }
    return bound_by(&whole, median_of(passes, 0));
}

// Finds what binds a variant that has run with its passes: for each of its scopes, and as what is
// returned for the whole. Without a profile of the GPU all are unknown. The variant's plan is made
// again, so outside a frame.
static enum bound suite_bound(const struct suite_run *run, const struct suite_variant *variant,
                              enum bound scopes[GPU_TIMER_MAX_SCOPES])
{
    static struct suite_ready ready;
    static struct suite_variant copy; // what is known before it runs is found out again
    memset(scopes, 0, sizeof(*scopes) * GPU_TIMER_MAX_SCOPES);
    if (!run->lab->gpu.profile || !variant->passes || variant->passes->frames == 0)
        return BOUND_UNKNOWN;
    copy = *variant;
    if (!suite_ready_init(&ready, run, &copy))
        return BOUND_UNKNOWN;
    const struct rates rates = find_rates(run, variant);
    return scopes[0] = bound_scopes(&ready, run, &rates, scopes);
}

// ---- chain table

// What add_numbers fills in, of a chain and of a pass.
// clang-format off
#define NUMBERS \
    { "ms", 4 }, { "copies", 2 }, { "bound by", TABLE_WORDS }, { "from ms", 4, .spare = 3 }, \
    { "to ms", 4, .spare = 3 }, { "p95 ms", 4, .spare = 6 }, { "min ms", 4, .spare = 8 }, \
    { "MAD ms", 4, .spare = 5 }, { "GB/s", 1, .spare = 4 }, { "read MB", 1, .spare = 2 }, \
    { "written MB", 1, .spare = 2 }, { "passes", 0, .spare = 7 }
// clang-format on

static const struct table_column columns[] = {
    { "", TABLE_WORDS },
    NUMBERS,
    { "submit ms", 4, .spare = 9 },
    { "wall ms", 4, .spare = 9 },
    { "impl", TABLE_WORDS, .spare = 1 },
    { 0 },
};

static const struct table_column pass_columns[] = { { "pass", TABLE_WORDS }, NUMBERS, { 0 } };

static double rate_of(const struct gpu_traffic *traffic, double ms)
{
    const double bytes = (double) gpu_traffic_sum(*traffic);
    return bytes > 0 && ms > 0 ? bytes / ms * 1e-6 : NAN;
}

// The cells that a chain and one of its passes have alike.
static void add_numbers(struct table *table, const struct pass_row *row, double copies,
                        const char *bound)
{
    const struct stats_summary *time = &row->time;
    table_number(table, time->median);
    table_number(table, copies);
    table_words(table, "%s", bound);
    table_number(table, time->interval.low);
    table_number(table, time->interval.high);
    table_number(table, time->p95);
    table_number(table, time->min);
    table_number(table, time->mad);
    table_number(table, rate_of(&row->traffic, time->median));
    table_number(table, (double) row->traffic.read * 1e-6);
    table_number(table, (double) row->traffic.written * 1e-6);
    table_number(table, row->dispatches);
}

static void add_variant(struct suite_run *run, const struct suite_variant *variant)
{
    const struct pass_row row = { .dispatches = variant->dispatches,
                                  .traffic = variant->traffic,
                                  .time = variant->time };
    table_words(&run->table, "%s", variant->label[0] ? variant->label : "chain");
    if (!suite_has_run(variant)) {
        suite_say_skipped(run, variant);
        return;
    }
    add_numbers(&run->table, &row, variant->copies,
                variant->bound ? variant->bound : bound_names[BOUND_UNKNOWN]);
    table_number(&run->table, variant->submit);
    table_number(&run->table, variant->wall);
    table_words(&run->table, "%s", variant->impl ? variant->impl : "-");
}

void chain_table_make(struct suite_run *run)
{
    static enum bound scopes[GPU_TIMER_MAX_SCOPES];
    table_init(&run->table, columns);
    for (int n = 0; n < run->count; n++) {
        struct suite_variant *variant = &run->variants[n];
        const enum bound bound =
            suite_has_run(variant) ? suite_bound(run, variant, scopes) : BOUND_UNKNOWN;
        variant->bound = bound == BOUND_UNKNOWN ? NULL : bound_names[bound];
        add_variant(run, variant);
    }
}

// ---- passes

static void add_passes(struct table *table, const struct suite_run *run,
                       const struct suite_variant *variant)
{
    static struct pass_line rows[GPU_TIMER_MAX_SCOPES];
    static enum bound scopes[GPU_TIMER_MAX_SCOPES];
    const int count =
        pass_table_rows(variant->passes, variant->time.median / variant->copies, rows);
    suite_bound(run, variant, scopes);
    for (int i = 1; i < count; i++) {
        char label[PASS_LABEL_SIZE];
        pass_table_label(rows, count, i, label);
        table_words(table, "%s", label);
        add_numbers(table, &rows[i].row, rows[i].copies, bound_names[scopes[i]]);
    }
}

void chain_table_print_passes(const struct suite_run *run, const struct suite_variant *variant)
{
    struct table table;
    table_init(&table, pass_columns);
    add_passes(&table, run, variant);
    table_print(&table, stdout);
    table_finish(&table);
    putchar('\n');
}
