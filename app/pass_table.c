#include "app/pass_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BAR_WIDTH = 16, LABEL_SIZE = GPU_SCOPE_NAME_SIZE + 4 * GPU_TIMER_MAX_DEPTH };

// Escape sequences, or empty words where there is no colour.
struct paint {
    const char *dim, *bar, *bold, *plain;
};

static struct paint choose_paint(FILE *out)
{
    const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
    const bool is_wanted =
        isatty(fileno(out)) && terminal && strcmp(terminal, "dumb") != 0 && !(refused && *refused);
    if (!is_wanted)
        return (struct paint){ "", "", "", "" };
    return (struct paint){ "\033[2m", "\033[36m", "\033[1m", "\033[0m" };
}

// Whether a scope of that depth follows below the same parent.
static bool has_next(const struct result *rows, int count, int i, int depth)
{
    for (i++; i < count && rows[i].row.depth >= depth; i++)
        if (rows[i].row.depth == depth)
            return true;
    return false;
}

// "│ └ down 320x180". Gives its width in columns, which are not bytes.
static int print_label(const struct result *rows, int count, int i, char out[LABEL_SIZE])
{
    const int depth = rows[i].row.depth;
    size_t length = 0;
    out[0] = '\0';
    for (int level = 1; level <= depth; level++) {
        const bool next = has_next(rows, count, i, level);
        const char *line = level < depth ? (next ? "│ " : "  ") : (next ? "├ " : "└ ");
        length += (size_t) snprintf(out + length, LABEL_SIZE - length, "%s", line);
    }
    snprintf(out + length, LABEL_SIZE - length, "%s", rows[i].row.name);
    return 2 * depth + (int) strlen(rows[i].row.name);
}

// Blocks of eighths of a column, so that short times still differ.
static void print_bar(FILE *out, double share)
{
    static const char *const parts[] = { " ", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
    const int eighths = (int) (fmin(fmax(share, 0), 1) * BAR_WIDTH * 8 + 0.5);
    for (int i = 0; i < BAR_WIDTH; i++) {
        if (i < eighths / 8)
            fputs("█", out);
        else
            fputs(parts[i == eighths / 8 ? eighths % 8 : 0], out);
    }
}

static void print_number(FILE *out, int width, int digits, double value)
{
    if (isfinite(value))
        fprintf(out, " %*.*f", width, digits, value);
    else
        fprintf(out, " %*s", width, "");
}

static int label_width(const struct result *rows, int count)
{
    char label[LABEL_SIZE];
    int widest = (int) strlen("GPU time of each pass");
    for (int i = 0; i < count; i++) {
        const int width = print_label(rows, count, i, label);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void print_row(FILE *out, const struct result *rows, int count, int i, int width,
                      bool measured, const struct paint *paint)
{
    const struct result *result = &rows[i];
    char label[LABEL_SIZE];
    const int columns = print_label(rows, count, i, label);
    const double frame = rows[0].row.time.median;
    fprintf(out, "%s%s%s%*s", i == 0 ? paint->bold : "", label, paint->plain, width - columns, "");
    print_number(out, 9, 3, result->row.time.median);
    if (measured)
        print_number(out, 9, 3, result->row.time.p95);
    fprintf(out, "  %s", paint->bar);
    print_bar(out, frame > 0 ? result->row.time.median / frame : 0);
    fputs(paint->plain, out);
    print_number(out, 9, 1, result->row.bytes > 0 ? (double) result->row.bytes * 1e-6 : NAN);
    print_number(out, 8, 1, result->gbps);
    if (measured)
        print_number(out, 7, 2, result->copies);
    fputc('\n', out);
}

void pass_table_print(FILE *out, const struct result *rows, int count, bool measured)
{
    const struct paint paint = choose_paint(out);
    const int width = label_width(rows, count);
    fprintf(out, "%s%-*s %9s%s  %*s %9s %8s%s%s\n", paint.dim, width, "GPU time of each pass",
            measured ? "median ms" : "time ms", measured ? "    p95 ms" : "", BAR_WIDTH, "",
            "least MB", "GB/s", measured ? "  copies" : "", paint.plain);
    for (int i = 0; i < count; i++)
        print_row(out, rows, count, i, width, measured, &paint);
}

int pass_table_rows(const struct pass_stats *stats, struct result rows[GPU_TIMER_MAX_SCOPES])
{
    for (int i = 0; i < stats->count; i++) {
        struct result *result = &rows[i];
        *result = (struct result){ .gbps = NAN, .copies = NAN };
        pass_stats_row(stats, i, &result->row);
        const double median = result->row.time.median;
        if (result->row.bytes > 0 && median > 0)
            result->gbps = (double) result->row.bytes / median * 1e-6; // bytes a ms to GB a s
    }
    return stats->count;
}
