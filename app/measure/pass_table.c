#include "app/measure/pass_table.h"

#include "app/text/wrap.h"
#include "render/text/text.h"

#include <math.h>
#include <string.h>

enum { BAR_WIDTH = 16, LEAST_BAR = 8, GAP = 2 };

// Escape sequences, or empty words where there is no colour.
struct paint {
    const char *dim, *bar, *bold, *plain;
};

static const struct paint coloured = { "\033[2m", "\033[36m", "\033[1m", "\033[0m" };
static const struct paint plain = { "", "", "", "" };

int pass_table_label(const struct pass_line *rows, int count, int i, char out[PASS_LABEL_SIZE])
{
    const int depth = rows[i].row.depth;
    size_t length = 0;
    out[0] = '\0';
    for (int level = 1; level <= depth; level++) {
        int next = i + 1;
        while (next < count && rows[next].row.depth > level)
            next++;
        const bool has_next = next < count && rows[next].row.depth == level; // of one parent
        const char *line = level < depth ? (has_next ? "│ " : "  ") : (has_next ? "├ " : "└ ");
        length += (size_t) snprintf(out + length, PASS_LABEL_SIZE - length, "%s", line);
    }
    snprintf(out + length, PASS_LABEL_SIZE - length, "%s", rows[i].row.name);
    return 2 * depth + (int) strlen(rows[i].row.name);
}

// Headings of the numbers, and their widths: as wide as a heading or a number.
struct number_column {
    const char *name;
    int digits;
    bool measured; // only where there is more than one frame
};

enum { TIME, P95, BYTES, RATE, COPIES, COLUMNS };

static const struct number_column columns[COLUMNS] = {
    { "time ms", 3, false }, { "p95 ms", 3, true }, { "least MB", 1, false },
    { "GB/s", 1, false },    { "copies", 2, true },
};

static const char head[] = "GPU time of each pass";

// Places of everything in a line. A bar takes what the labels and numbers leave.
struct time_table {
    const struct pass_line *rows;
    int count;
    int label, bar, widths[COLUMNS]; // 0: not shown
};

// NaN: nothing to say.
static double value_of(const struct pass_line *line, int column)
{
    const double bytes = (double) gpu_traffic_sum(line->row.traffic);
    const double values[COLUMNS] = { line->row.time.median, line->row.time.p95,
                                     bytes > 0 ? bytes * 1e-6 : NAN, line->gbps, line->copies };
    return values[column];
}

static struct time_table lay_out_times(const struct pass_line *rows, int count, bool measured)
{
    struct time_table table = { .rows = rows, .count = count };
    char label[PASS_LABEL_SIZE];
    int left = WRAP_COLUMNS, widest = (int) strlen(head);
    for (int column = 0; column < COLUMNS; column++) {
        const struct number_column *of = &columns[column];
        int width = (int) strlen(column == TIME ? "median ms" : of->name);
        if (of->measured && !measured)
            continue;
        for (int i = 0; i < count; i++) {
            const double value = value_of(&rows[i], column);
            const int length = snprintf(NULL, 0, "%.*f", of->digits, value);
            width = isfinite(value) && length > width ? length : width;
        }
        table.widths[column] = width;
        left -= width + GAP;
    }
    for (int i = 0; i < count; i++) {
        const int width = pass_table_label(rows, count, i, label);
        widest = width > widest ? width : widest;
    }
    const int most = left - LEAST_BAR - GAP;
    table.label = widest < most ? widest : most;
    table.bar = left - table.label - GAP;
    table.bar = table.bar < BAR_WIDTH ? table.bar : BAR_WIDTH;
    return table;
}

static void print_number(FILE *out, const struct time_table *table, int column,
                         const struct pass_line *line)
{
    const double value = value_of(line, column);
    if (table->widths[column] == 0)
        return;
    fprintf(out, "%*s", GAP, "");
    if (isfinite(value))
        fprintf(out, "%*.*f", table->widths[column], columns[column].digits, value);
    else
        fprintf(out, "%*s", table->widths[column], "");
}

static void print_pass(FILE *out, const struct time_table *table, int i, const struct paint *paint)
{
    // Eighths of a column, so that short times still differ.
    static const char *const parts[] = { " ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█" };
    const struct pass_line *line = &table->rows[i];
    const double frame = table->rows[0].row.time.median;
    const double share = frame > 0 ? fmin(fmax(line->row.time.median / frame, 0), 1) : 0;
    const int eighths = (int) (share * table->bar * 8 + 0.5), indent = 2 * line->row.depth + 2;
    char label[PASS_LABEL_SIZE];
    pass_table_label(table->rows, table->count, i, label);
    size_t length = wrap_length(label, table->label);
    fprintf(out, "%s%.*s%s%*s", i == 0 ? paint->bold : "", (int) length, label, paint->plain,
            table->label - text_columns(label, length), "");
    print_number(out, table, TIME, line);
    print_number(out, table, P95, line);
    fprintf(out, "%*s%s", GAP, "", paint->bar);
    for (int at = 0; at < 8 * table->bar; at += 8)
        fputs(parts[eighths < at ? 0 : eighths < at + 8 ? eighths - at : 8], out);
    fputs(paint->plain, out);
    for (int column = BYTES; column < COLUMNS; column++)
        print_number(out, table, column, line);
    fputc('\n', out);
    // The rest of a label that does not fit is printed on further lines, indented like the name of
    // the row.
    const char *rest = label + length + strspn(label + length, " ");
    while (*rest) {
        length = wrap_length(rest, table->label - indent);
        fprintf(out, "%*s%.*s\n", indent, "", (int) length, rest);
        rest += length + strspn(rest + length, " ");
    }
}

void pass_table_print(FILE *out, const struct pass_line *rows, int count, bool measured)
{
    const struct paint *paint = colour_is_enabled(out) ? &coloured : &plain;
    const struct time_table table = lay_out_times(rows, count, measured);
    const bool has_place = table.label >= (int) strlen(head);
    fprintf(out, "%s%-*s", paint->dim, table.label, has_place ? head : "pass");
    for (int column = 0; column < COLUMNS; column++) {
        if (column == BYTES)
            fprintf(out, "%*s", GAP + table.bar, "");
        if (table.widths[column] > 0)
            fprintf(out, "%*s", GAP + table.widths[column],
                    column == TIME && measured ? "median ms" : columns[column].name);
    }
    fprintf(out, "%s\n", paint->plain);
    for (int i = 0; i < count; i++)
        print_pass(out, &table, i, paint);
}

int pass_table_rows(const struct pass_stats *stats, double copy,
                    struct pass_line rows[GPU_TIMER_MAX_SCOPES])
{
    for (int i = 0; i < stats->count; i++) {
        struct pass_line *line = &rows[i];
        pass_stats_row(stats, i, &line->row);
        const double median = line->row.time.median;
        const double bytes = (double) gpu_traffic_sum(line->row.traffic);
        line->gbps = bytes > 0 && median > 0 ? bytes / median * 1e-6 : NAN; // bytes a ms to GB a s
        line->copies = copy > 0 ? median / copy : NAN;
    }
    return stats->count;
}
