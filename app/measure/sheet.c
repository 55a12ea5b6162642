#define LOG_MODULE "sheet"
#include "app/measure/sheet.h"

#include "render/text/log.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void sheet_init(struct sheet *sheet, const struct sheet_column *columns)
{
    *sheet = (struct sheet){ .columns = columns };
    while (columns[sheet->column_count].name)
        sheet->column_count++;
    assert(sheet->column_count > 0 && sheet->column_count <= SHEET_MAX_COLUMNS);
}

void sheet_finish(struct sheet *sheet)
{
    free(sheet->cells);
    *sheet = (struct sheet){ 0 };
}

static const struct sheet_column *next_column(const struct sheet *sheet)
{
    return &sheet->columns[sheet->cell_count % sheet->column_count];
}

static struct sheet_cell *add_cell(struct sheet *sheet)
{
    if (sheet->cell_count == sheet->capacity) {
        sheet->capacity = sheet->capacity > 0 ? 2 * sheet->capacity : 64;
        sheet->cells = realloc(sheet->cells, sizeof(*sheet->cells) * (size_t) sheet->capacity);
        if (!sheet->cells)
            log_fatal("no memory for %d cells", sheet->capacity);
    }
    struct sheet_cell *cell = &sheet->cells[sheet->cell_count++];
    *cell = (struct sheet_cell){ .number = NAN };
    return cell;
}

void sheet_words(struct sheet *sheet, const char *format, ...)
{
    assert(next_column(sheet)->digits == SHEET_WORDS);
    struct sheet_cell *cell = add_cell(sheet);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell->text, sizeof(cell->text), format, arguments);
    va_end(arguments);
}

// Leaves out the sign of what is rounded to nothing.
static double rounded(double number, int digits)
{
    const double scale = pow(10, digits);
    return isfinite(number) ? round(number * scale) / scale + 0.0 : number;
}

void sheet_number(struct sheet *sheet, double number)
{
    const struct sheet_column *column = next_column(sheet);
    assert(column->digits >= 0);
    struct sheet_cell *cell = add_cell(sheet);
    cell->number = number;
    if (isnan(number))
        strcpy(cell->text, "-");
    else
        snprintf(cell->text, sizeof(cell->text), "%.*f", column->digits,
                 rounded(number, column->digits));
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
