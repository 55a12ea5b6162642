#include "app/measure/pass_table.h"

#include "app/results/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void pass_table_label(const struct pass_line *rows, int count, int i, char out[PASS_LABEL_SIZE])
{
    const int depth = rows[i].row.depth;
    size_t length = 0;
    out[0] = '\0';
    for (int level = 1; level <= depth; level++) {
        int next = i + 1;
        while (next < count && rows[next].row.depth > level)
            next++;
        const bool has_next = next < count && rows[next].row.depth == level; // a sibling
        const char *line = level < depth ? (has_next ? "│ " : "  ") : (has_next ? "├ " : "└ ");
        length += (size_t) snprintf(out + length, PASS_LABEL_SIZE - length, "%s", line);
    }
    snprintf(out + length, PASS_LABEL_SIZE - length, "%s", rows[i].row.name);
}

// Writes a bar of up to `width` columns, in eighths of a column, so that short times still differ.
static void write_bar(double share, int width, char out[PASS_LABEL_SIZE])
{
    static const char *const parts[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█" };
    int eighths = (int) (share * width * 8 + 0.5);
    size_t length = 0;
    out[0] = '\0';
    for (; eighths > 0; eighths -= 8)
        length += (size_t) snprintf(out + length, PASS_LABEL_SIZE - length, "%s",
                                    parts[eighths < 8 ? eighths : 8]);
}

void pass_table_print(FILE *out, const struct pass_line *rows, int count, bool measured)
{
    static const struct table_column once[] = {
        { "GPU time of each pass", TABLE_WORDS },
        { "time ms", 3 },
        { "", TABLE_WORDS },
        { "least MB", 1 },
        { "GB/s", 1 },
        { 0 },
    };
    static const struct table_column often[] = {
        { "GPU time of each pass", TABLE_WORDS },
        { "median ms", 3 },
        { "p95 ms", 3 },
        { "", TABLE_WORDS },
        { "least MB", 1 },
        { "GB/s", 1 },
        { "copies", 2 },
        { 0 },
    };
    struct table table;
    table_init(&table, measured ? often : once);
    table.is_narrow = true;
    for (int i = 0; i < count; i++) {
        const struct pass_line *line = &rows[i];
        const double bytes = (double) gpu_traffic_sum(line->row.traffic);
        char label[PASS_LABEL_SIZE], bar[PASS_LABEL_SIZE];
        pass_table_label(rows, count, i, label);
        write_bar(line->share, measured ? 8 : 16, bar);
        table_words(&table, "%s", label);
        table_number(&table, line->row.time.median);
        if (measured)
            table_number(&table, line->row.time.p95);
        table_words(&table, "%s", bar);
        table_numbers(&table, bytes > 0 ? bytes * 1e-6 : NAN, line->gbps);
        if (measured)
            table_number(&table, line->copies);
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
        line->ms = line->row.is_kept ? line->row.last : median;
        line->gbps = bytes > 0 && median > 0 ? bytes / median * 1e-6 : NAN; // bytes/ms to GB/s
        line->copies = copy > 0 ? median / copy : NAN;
        if (line->row.depth == 1) {
            steps++;
            cached += line->row.is_kept;
            cached_ms += line->row.is_kept ? line->ms : 0;
        }
    }
    rows[0].row.is_kept = steps > 0 && cached == steps;
    rows[0].ms = cached_ms + (rows[0].row.is_kept ? 0 : rows[0].ms);
    for (int i = 0; i < stats->count; i++) {
        const double share = rows[0].ms > 0 ? fmin(fmax(rows[i].ms / rows[0].ms, 0), 1) : 0;
        rows[i].share = rows[i].row.is_kept ? -1 : share;
    }
    return stats->count;
}
