#pragma once

#include "render/text/error.h"

#include <stdbool.h>
#include <stdio.h>

// app/results/sheet: tables and charts of results, for terminals and files. A table: printing and
// files take the same rows.

enum { SHEET_MAX_COLUMNS = 24, SHEET_WORDS = -1 };

struct sheet_column {
    const char *name; // with the unit: "error %"
    int digits;       // after the point, or SHEET_WORDS
    int spare; // where a line is too short, the columns that are most spare go first; 0: last
};

struct sheet {
    const struct sheet_column *columns; // borrowed
    int column_count;
    int cell_count, capacity;
    struct sheet_cell {
        double number; // NaN: nothing to say
        char *text;
        bool is_rest; // its words stand in the place of all the rest of the row
    } * cells;        // row after row
};

// `columns` ends with a zeroed one.
void sheet_init(struct sheet *sheet, const struct sheet_column *columns);
void sheet_finish(struct sheet *sheet); // a zeroed sheet may be finished

// Add the next cell of the row; after the last column a new row begins.
void sheet_words(struct sheet *sheet, const char *format, ...) PRINTF_LIKE(2, 3);
void sheet_number(struct sheet *sheet, double number);

// Fills the rest of the row, at least a cell, with words in the place of numbers: why there are
// none.
void sheet_rest(struct sheet *sheet, const char *format, ...) PRINTF_LIKE(2, 3);

int sheet_rows(const struct sheet *sheet);
const struct sheet_cell *sheet_cell(const struct sheet *sheet, int row, int column);

// Prints it aligned, with the columns' names on top, in lines of up to 80 columns. What is too wide
// breaks its headings and then its words; columns that still find no place are left out, and a last
// line says how many.
void sheet_print(const struct sheet *sheet, FILE *out);

// From now on tables are printed with all of their columns, as wide as they need (--wide).
void sheet_set_wide(bool wide);
