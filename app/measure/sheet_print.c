#include "app/measure/sheet.h"
#include "app/text/wrap.h"
#include "render/text/text.h"

#include <string.h>

// A table that is too wide for a terminal first breaks its headings between words, then the cells
// of its widest column of words; numbers that still find no place follow in a second table.

enum { GAP = 2, LEAST_WORDS = 16 };

struct layout {
    const struct sheet *sheet;
    int widths[SHEET_MAX_COLUMNS];
    int lead; // columns of words on the left, which stand in every part
};

static bool holds_words(const struct sheet *sheet, int column)
{
    return sheet->columns[column].digits == SHEET_WORDS;
}

static int columns_of(const char *text)
{
    return text_columns(text, strlen(text));
}

static int longest_word(const char *text)
{
    int longest = 0;
    while (*text) {
        const size_t length = strcspn(text, " ");
        const int columns = text_columns(text, length);
        longest = columns > longest ? columns : longest;
        text += length + (text[length] == ' ');
    }
    return longest;
}

static int column_width(const struct sheet *sheet, int column, bool stacked)
{
    const char *name = sheet->columns[column].name;
    int width = stacked ? longest_word(name) : columns_of(name);
    for (int row = 0; row < sheet_rows(sheet); row++) {
        const int columns = columns_of(sheet_cell(sheet, row, column)->text);
        width = columns > width ? columns : width;
    }
    return width;
}

static int total_width(const struct layout *layout)
{
    int total = -GAP;
    for (int i = 0; i < layout->sheet->column_count; i++)
        total += layout->widths[i] + GAP;
    return total;
}

static void set_widths(struct layout *layout, bool stacked)
{
    for (int i = 0; i < layout->sheet->column_count; i++)
        layout->widths[i] = column_width(layout->sheet, i, stacked);
}

// Takes the excess from the widest column of words, if enough of it is left.
static void narrow_words(struct layout *layout, int too_much)
{
    int widest = 0;
    for (int i = 0; i < layout->sheet->column_count; i++)
        if (holds_words(layout->sheet, i) &&
            (!holds_words(layout->sheet, widest) || layout->widths[i] > layout->widths[widest]))
            widest = i;
    int *width = &layout->widths[widest];
    if (!holds_words(layout->sheet, widest) || *width <= LEAST_WORDS)
        return;
    *width = *width - too_much > LEAST_WORDS ? *width - too_much : LEAST_WORDS;
}

static struct layout lay_out_sheet(const struct sheet *sheet)
{
    struct layout layout = { .sheet = sheet };
    while (layout.lead < sheet->column_count - 1 && holds_words(sheet, layout.lead))
        layout.lead++;
    set_widths(&layout, false);
    if (total_width(&layout) > WRAP_COLUMNS)
        set_widths(&layout, true);
    if (total_width(&layout) > WRAP_COLUMNS)
        narrow_words(&layout, total_width(&layout) - WRAP_COLUMNS);
    return layout;
}

// ---- lines

struct line {
    char text[4 * WRAP_COLUMNS + 64]; // of a table that fits; what is not ASCII takes up to 4
    size_t length;
};

static void pad(struct line *line, int columns)
{
    for (; columns > 0 && line->length + 1 < sizeof(line->text); columns--)
        line->text[line->length++] = ' ';
}

// Pads so that words begin, and numbers end, below each other.
static void add_padded(struct line *line, const char *text, size_t length, int width, bool is_words)
{
    const int missing = width - text_columns(text, length);
    pad(line, is_words ? 0 : missing);
    if (length < sizeof(line->text) - line->length) {
        memcpy(line->text + line->length, text, length);
        line->length += length;
    }
    pad(line, is_words ? missing : 0);
}

// Prints a line without spaces at its end.
static void put(const struct line *line, FILE *out)
{
    size_t length = line->length;
    while (length > 0 && line->text[length - 1] == ' ')
        length--;
    fprintf(out, "%.*s\n", (int) length, line->text);
}

// Prints the texts of one row, each in as many lines as it needs.
static void print_texts(const struct layout *layout, const char *const texts[], int begin, int end,
                        FILE *out)
{
    const char *rest[SHEET_MAX_COLUMNS];
    bool is_done = false;
    memcpy(rest, texts, sizeof(rest));
    while (!is_done) {
        struct line line = { .length = 0 };
        is_done = true;
        for (int i = 0; i < end; i++) {
            if (i >= layout->lead && i < begin)
                continue;
            const size_t length = wrap_length(rest[i], layout->widths[i]);
            pad(&line, line.length > 0 ? GAP : 0);
            add_padded(&line, rest[i], *rest[i] ? length : 0, layout->widths[i],
                       holds_words(layout->sheet, i));
            rest[i] += *rest[i] ? length : 0;
            rest[i] += strspn(rest[i], " ");
            is_done = is_done && !*rest[i];
        }
        put(&line, out);
    }
}

static void print_part(const struct layout *layout, int begin, int end, FILE *out)
{
    const struct sheet *sheet = layout->sheet;
    const char *texts[SHEET_MAX_COLUMNS] = { NULL };
    for (int i = 0; i < sheet->column_count; i++)
        texts[i] = sheet->columns[i].name;
    print_texts(layout, texts, begin, end, out);
    for (int row = 0; row < sheet_rows(sheet); row++) {
        for (int i = 0; i < sheet->column_count; i++)
            texts[i] = sheet_cell(sheet, row, i)->text;
        print_texts(layout, texts, begin, end, out);
    }
}

// Returns the first column from `begin` on that has no place any more; at least one has.
static int end_of_part(const struct layout *layout, int begin)
{
    int used = -GAP, end = begin;
    for (int i = 0; i < layout->lead; i++)
        used += layout->widths[i] + GAP;
    while (end < layout->sheet->column_count &&
           (end == begin || used + GAP + layout->widths[end] <= WRAP_COLUMNS))
        used += GAP + layout->widths[end++];
    return end;
}

void sheet_print(const struct sheet *sheet, FILE *out)
{
    const struct layout layout = lay_out_sheet(sheet);
    for (int begin = layout.lead; begin < sheet->column_count;) {
        const int end = end_of_part(&layout, begin);
        if (begin > layout.lead)
            fputc('\n', out);
        print_part(&layout, begin, end, out);
        begin = end;
    }
}
