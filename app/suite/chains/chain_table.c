#include "app/suite/chains/chain_table.h"

#include "app/measure/pass_table.h"
#include "app/suite/chains/suite_bound.h"

#include <math.h>
#include <stdio.h>

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

void chain_table_make(struct suite_run *run)
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
}

// ---- passes

static void add_passes(struct sheet *sheet, const struct suite_run *run,
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

void chain_table_print_passes(const struct suite_run *run, const struct suite_variant *variant)
{
    struct sheet sheet;
    sheet_init(&sheet, pass_columns);
    add_passes(&sheet, run, variant);
    sheet_print(&sheet, stdout);
    sheet_finish(&sheet);
    putchar('\n');
}
