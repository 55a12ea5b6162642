#pragma once

#include "render/text/error.h"

#include <stdio.h>

// A table of results: printing and files take the same rows.

enum { SHEET_MAX_COLUMNS = 12, SHEET_TEXT_SIZE = 64, SHEET_WORDS = -1 };

struct sheet_column {
    const char *name; // with the unit: "error %"
    int digits;       // after the point, or SHEET_WORDS
};

struct sheet {
    const struct sheet_column *columns; // borrowed
    int column_count;
    int cell_count, capacity;
    struct sheet_cell {
        double number; // NaN: nothing to say
        char text[SHEET_TEXT_SIZE];
    } * cells; // row after row
};

// `columns` ends with a zeroed one.
void sheet_init(struct sheet *sheet, const struct sheet_column *columns);
void sheet_finish(struct sheet *sheet); // a zeroed sheet may be finished

// Add the next cell of the row; after the last column a new row begins.
void sheet_words(struct sheet *sheet, const char *format, ...) PRINTF_LIKE(2, 3);
void sheet_number(struct sheet *sheet, double number);

int sheet_rows(const struct sheet *sheet);
const struct sheet_cell *sheet_cell(const struct sheet *sheet, int row, int column);

// Prints it aligned, with the columns' names on top, in lines of up to 80 columns.
void sheet_print(const struct sheet *sheet, FILE *out);
