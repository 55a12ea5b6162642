#define LOG_MODULE "table"
#include "app/results/table.h"

#include "app/text/wrap.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void table_init(struct table *table, const struct table_column *columns)
{
    *table = (struct table){ .columns = columns };
    while (columns[table->column_count].name)
        table->column_count++;
    if (table->column_count > TABLE_MAX_COLUMNS)
        log_fatal("more than %d columns", TABLE_MAX_COLUMNS);
}

void table_finish(struct table *table)
{
    for (int i = 0; i < table->cell_count; i++)
        free(table->cells[i].text);
    free(table->cells);
    *table = (struct table){ 0 };
}

static void PRINTF_LIKE(2, 0) add_cell(struct table *table, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const size_t size = (size_t) vsnprintf(NULL, 0, format, again) + 1;
    va_end(again);
    table->cells = memory_room(table->cells, table->cell_count, sizeof(*table->cells));
    struct table_cell *cell = &table->cells[table->cell_count++];
    *cell = (struct table_cell){ .number = NAN, .text = memory_grow(NULL, size, 1) };
    vsnprintf(cell->text, size, format, arguments);
}

void table_words(struct table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(table, format, arguments);
    va_end(arguments);
}

void table_number(struct table *table, double number)
{
    const int digits = table->columns[table->cell_count % table->column_count].digits;
    const double scale = pow(10, digits);
    // A number that rounds to zero has no sign.
    const double shown = isfinite(number) ? round(number * scale) / scale + 0.0 : number;
    assert(digits != TABLE_WORDS);
    if (isnan(number))
        table_words(table, "-");
    else
        table_words(table, "%.*f", digits, shown);
    table->cells[table->cell_count - 1].number = number;
}

void table_add_numbers(struct table *table, const double numbers[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        table_number(table, numbers[i]);
}

void table_span(struct table *table, const char *format, ...)
{
    const int first = table->cell_count;
    va_list arguments;
    va_start(arguments, format);
    add_cell(table, format, arguments);
    va_end(arguments);
    table->cells[first].is_span = true;
    while (table->cell_count % table->column_count > 0)
        table_words(table, "%s", "");
}

int table_rows(const struct table *table)
{
    return table->cell_count / table->column_count;
}

const struct table_cell *table_cell(const struct table *table, int row, int column)
{
    assert(row < table_rows(table) && column < table->column_count);
    return &table->cells[row * table->column_count + column];
}

// ---- printing

// Fits a table into a terminal in steps: breaks its headings between words, then the cells of its
// widest columns of words, then removes its spare columns, so that words keep a readable width, and
// finally other columns.

enum { GAP = 2, FAIR_WORDS = 28, MIN_WORDS = 16 };

static bool is_wide;

void table_set_wide(bool wide)
{
    is_wide = wide;
}

bool table_is_wide(void)
{
    return is_wide;
}

struct layout {
    const struct table *table;
    int widths[TABLE_MAX_COLUMNS]; // 0: left out
    int left_out;
};

static bool is_word_column(const struct table *table, int column)
{
    return table->columns[column].digits == TABLE_WORDS;
}

// Returns the width of the longest cell, or of the name if that is longer: of all of it, or of its
// longest word. At least 1, since a column may have neither a name nor words.
static int column_width(const struct table *table, int column, bool stacked)
{
    int width = 1;
    for (const char *name = table->columns[column].name; *name; name += *name == ' ') {
        const size_t length = strcspn(name, stacked ? " " : "");
        width = (int) fmax(width, text_columns(name, length));
        name += length;
    }
    for (int row = 0; row < table_rows(table); row++) {
        const struct table_cell *cell = table_cell(table, row, column);
        if (!cell->is_span)
            width = (int) fmax(width, text_columns(cell->text, strlen(cell->text)));
    }
    return width;
}

static int total_width(const struct layout *layout)
{
    int total = -GAP;
    for (int i = 0; i < layout->table->column_count; i++)
        total += layout->widths[i] > 0 ? layout->widths[i] + GAP : 0;
    return total;
}

// Sets the widths of the columns that are not left out. Breaks headings if the table is too wide,
// and narrows the widest columns of words, down to `least_words`.
static bool fits(struct layout *layout, int least_words)
{
    const int count = layout->table->column_count;
    for (int stacked = 0; stacked < 2; stacked++) {
        for (int i = 0; i < count; i++)
            if (layout->widths[i] > 0)
                layout->widths[i] = column_width(layout->table, i, stacked);
        if (total_width(layout) <= WRAP_COLUMNS)
            return true;
    }
    while (total_width(layout) > WRAP_COLUMNS) {
        int *widest = NULL;
        for (int i = 0; i < count; i++)
            if (is_word_column(layout->table, i) && (!widest || layout->widths[i] > *widest))
                widest = &layout->widths[i];
        if (!widest || *widest <= least_words)
            return false;
        --*widest;
    }
    return true;
}

// Removes the column with the largest `spare` of at least `least_spare`, the last of equals.
// Returns false if there is none: the first column identifies the row and stays.
static bool leave_one_out(struct layout *layout, int least_spare)
{
    const struct table_column *columns = layout->table->columns;
    int most = 0;
    for (int i = 1; i < layout->table->column_count; i++)
        if (layout->widths[i] > 0 && columns[i].spare >= least_spare &&
            (most == 0 || columns[i].spare >= columns[most].spare))
            most = i;
    if (most == 0)
        return false;
    layout->widths[most] = 0;
    layout->left_out++;
    return true;
}

// ---- lines

// A row, and how much of it has been printed.
struct row {
    const struct layout *layout;
    const char *rest[TABLE_MAX_COLUMNS];
    int last; // whose words take the rest of the line; the number of columns: none
};

// Prints the next line, with words aligned left and numbers aligned right. Returns true if
// something is left. Words that end a row have at least MIN_WORDS.
static bool print_line(struct row *row, FILE *out)
{
    const struct table *table = row->layout->table;
    bool is_left = false;
    int used = 0, spaces = 0; // before what comes next; none end a line
    for (int i = 0; i < table->column_count && i <= row->last; i++) {
        const char *text = row->rest[i];
        const int left = WRAP_COLUMNS - used - GAP;
        const int width = i != row->last     ? row->layout->widths[i]
                          : is_wide          ? text_columns(text, strlen(text))
                          : left > MIN_WORDS ? left
                                             : MIN_WORDS;
        if (width == 0)
            continue;
        const bool is_words = i == row->last || is_word_column(table, i);
        const size_t length = *text ? wrap_length(text, width) : 0;
        size_t words = length;
        while (words > 0 && text[words - 1] == ' ')
            words--;
        const int missing = width - text_columns(text, words);
        spaces += (i > 0 ? GAP : 0) + (is_words ? 0 : missing);
        if (words > 0) {
            fprintf(out, "%*s%.*s", spaces, "", (int) words, text);
            spaces = 0;
        }
        spaces += is_words ? missing : 0;
        row->rest[i] = text + length + strspn(text + length, " ");
        used += width + (i > 0 ? GAP : 0);
        is_left = is_left || *row->rest[i];
    }
    fputc('\n', out);
    return is_left;
}

// Returns true if a row has something in the column, or if that identifies the rows.
static bool has_content(const struct table *table, int column)
{
    bool is_filled = column == 0;
    for (int row = 0; row < table_rows(table); row++) {
        const char *text = table_cell(table, row, column)->text;
        is_filled |= *text && strcmp(text, "-") != 0;
    }
    return is_filled;
}

void table_print(const struct table *table, FILE *out)
{
    struct layout layout = { .table = table };
    const bool is_limited = !is_wide || table->is_narrow;
    for (int i = 0; i < table->column_count; i++) {
        const bool is_shown = !is_limited || has_content(table, i);
        layout.widths[i] = is_shown ? column_width(table, i, false) : 0;
    }
    while (is_limited && !fits(&layout, FAIR_WORDS) && leave_one_out(&layout, 1))
        continue;
    while (is_limited && !fits(&layout, MIN_WORDS) && leave_one_out(&layout, 0))
        continue;
    for (int number = -1; number < table_rows(table); number++) { // -1: the headings
        struct row row = { .layout = &layout, .last = table->column_count };
        for (int i = 0; i < table->column_count; i++) {
            const struct table_cell *cell = number < 0 ? NULL : table_cell(table, number, i);
            row.rest[i] = cell ? cell->text : table->columns[i].name;
            row.last = cell && cell->is_span ? i : row.last;
        }
        while (print_line(&row, out))
            continue;
    }
    if (layout.left_out > 0)
        fprintf(out, "--verbose shows %d more column%s\n", layout.left_out,
                text_plural(layout.left_out));
}
