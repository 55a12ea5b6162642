#define LOG_MODULE "sheet"
#include "app/results/sheet/sheet.h"

#include "render/text/log.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>

void sheet_init(struct sheet *sheet, const struct sheet_column *columns)
{
    *sheet = (struct sheet){ .columns = columns };
    while (columns[sheet->column_count].name)
        sheet->column_count++;
    if (sheet->column_count > SHEET_MAX_COLUMNS)
        log_fatal("more than %d columns", SHEET_MAX_COLUMNS);
}

void sheet_finish(struct sheet *sheet)
{
    for (int i = 0; i < sheet->cell_count; i++)
        free(sheet->cells[i].text);
    free(sheet->cells);
    *sheet = (struct sheet){ 0 };
}

static const struct sheet_column *next_column(const struct sheet *sheet)
{
    return &sheet->columns[sheet->cell_count % sheet->column_count];
}

static void make_room(struct sheet *sheet)
{
    if (sheet->cell_count < sheet->capacity)
        return;
    sheet->capacity = sheet->capacity > 0 ? 2 * sheet->capacity : 64;
    sheet->cells = memory_grow(sheet->cells, (size_t) sheet->capacity, sizeof(*sheet->cells));
}

static void PRINTF_LIKE(3, 0)
    add_cell(struct sheet *sheet, double number, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    make_room(sheet);
    struct sheet_cell *cell = &sheet->cells[sheet->cell_count++];
    *cell =
        (struct sheet_cell){ .number = number, .text = memory_grow(NULL, (size_t) length + 1, 1) };
    vsnprintf(cell->text, (size_t) length + 1, format, arguments);
}

void sheet_words(struct sheet *sheet, const char *format, ...)
{
    assert(next_column(sheet)->digits == SHEET_WORDS);
    va_list arguments;
    va_start(arguments, format);
    add_cell(sheet, NAN, format, arguments);
    va_end(arguments);
}

// Leaves out the sign of what is rounded to nothing.
static double rounded(double number, int digits)
{
    const double scale = pow(10, digits);
    return isfinite(number) ? round(number * scale) / scale + 0.0 : number;
}

static void PRINTF_LIKE(3, 4)
    add_number(struct sheet *sheet, double number, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(sheet, number, format, arguments);
    va_end(arguments);
}

void sheet_number(struct sheet *sheet, double number)
{
    const int digits = next_column(sheet)->digits;
    assert(digits >= 0);
    if (isnan(number))
        add_number(sheet, number, "-");
    else
        add_number(sheet, number, "%.*f", digits, rounded(number, digits));
}

void sheet_rest(struct sheet *sheet, const char *format, ...)
{
    const int first = sheet->cell_count;
    va_list arguments;
    va_start(arguments, format);
    add_cell(sheet, NAN, format, arguments);
    va_end(arguments);
    sheet->cells[first].is_rest = true;
    while (sheet->cell_count % sheet->column_count > 0)
        add_number(sheet, NAN, "%s", "");
}

int sheet_rows(const struct sheet *sheet)
{
    return sheet->cell_count / sheet->column_count;
}

const struct sheet_cell *sheet_cell(const struct sheet *sheet, int row, int column)
{
    assert(row < sheet_rows(sheet) && column < sheet->column_count);
    return &sheet->cells[row * sheet->column_count + column];
}
