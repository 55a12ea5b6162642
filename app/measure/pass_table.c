#include "app/measure/pass_stats.h"
#include "app/results/table.h"
#include "render/text/step_text.h"

#include <math.h>

enum { LABEL_SIZE = GPU_SCOPE_NAME_SIZE + 4 * GPU_TIMER_MAX_DEPTH, BAR_WIDTH = 8 };

// Writes "│ └ down 320x180".
static void write_label(const struct pass_line *rows, int count, int i, char out[LABEL_SIZE])
{
    struct step_writer writer = { out, LABEL_SIZE, 0 };
    const int depth = rows[i].row.depth;
    for (int level = 1; level <= depth; level++) {
        int next = i + 1;
        while (next < count && rows[next].row.depth > level)
            next++;
        const bool has_next = next < count && rows[next].row.depth == level; // a sibling
        step_write(&writer, level < depth ? (has_next ? "│ " : "  ") : (has_next ? "├ " : "└ "));
    }
    step_write(&writer, rows[i].row.name);
}

void pass_table_print(FILE *out, const struct pass_line *rows, int count)
{
    static const struct table_column columns[] = {
        { "GPU time of each pass", TABLE_WORDS },
        { "median ms", 3 },
        { "p95 ms", 3 },
        { "", TABLE_WORDS },
        { "least MB", 1 },
        { "GB/s", 1 },
        { "copies", 2 },
        { "bound by", TABLE_WORDS },
        { 0 },
    };
    // A bar in eighths of a column, so that short times still differ.
    static const char *const parts[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█" };
    struct table table;
    table_init(&table, columns);
    table.is_narrow = true;
    for (int i = 0; i < count; i++) {
        const struct pass_line *line = &rows[i];
        const double bytes = (double) gpu_traffic_sum(line->row.traffic);
        char label[LABEL_SIZE], bar[LABEL_SIZE] = "";
        struct step_writer writer = { bar, sizeof(bar), 0 };
        write_label(rows, count, i, label);
        for (int eighths = (int) (line->share * BAR_WIDTH * 8 + 0.5); eighths > 0; eighths -= 8)
            step_write(&writer, parts[eighths < 8 ? eighths : 8]);
        table_words(&table, "%s", label);
        table_numbers(&table, line->row.time.median,
                      isnan(line->copies) ? NAN : line->row.time.p95);
        table_words(&table, "%s", bar);
        table_numbers(&table, bytes > 0 ? bytes * 1e-6 : NAN, line->gbps, line->copies);
        table_words(&table, "%s", line->bound ? line->bound : "");
    }
    table_print(&table, out);
    table_finish(&table);
}

int pass_table_rows(const struct pass_stats *stats, double copy,
                    struct pass_line rows[GPU_TIMER_MAX_SCOPES])
{
    int steps = 0, cached = 0;
    double cached_ms = 0;
    rows[0] = (struct pass_line){ .ms = 0 };
    for (int i = 0; i < stats->count; i++) {
        struct pass_line *line = &rows[i];
        pass_stats_row(stats, i, &line->row);
        const double median = line->row.time.median;
        const double bytes = (double) gpu_traffic_sum(line->row.traffic);
        line->ms = line->row.is_cached ? line->row.last : median;
        line->gbps = bytes > 0 && median > 0 ? bytes / median * 1e-6 : NAN; // bytes/ms to GB/s
        line->copies = copy > 0 ? median / copy : NAN;
        if (line->row.depth == 1) {
            steps++;
            cached += line->row.is_cached;
            cached_ms += line->row.is_cached ? line->ms : 0;
        }
    }
    rows[0].row.is_cached = steps > 0 && cached == steps;
    rows[0].ms = cached_ms + (rows[0].row.is_cached ? 0 : rows[0].ms);
    for (int i = 0; i < stats->count; i++) {
        struct pass_line *line = &rows[i];
        line->share = rows[0].ms > 0 ? fmin(fmax(line->ms / rows[0].ms, 0), 1) : 0;
        if (line->row.is_cached)
            line->share = -1;
    }
    return stats->count;
}
