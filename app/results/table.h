#pragma once

#include "render/text/error.h"

#include <stdbool.h>
#include <stdio.h>

// A table of words and numbers: terminal and files of results use the same rows.

enum { TABLE_MAX_COLUMNS = 24, TABLE_WORDS = -1 };

struct table_column {
    const char *name; // with the unit: "error %"
    int digits;       // after the point, or TABLE_WORDS
    int spare; // if a line is too short, columns with the largest number are removed first; 0: last
    bool is_unsteady; // differs from run to run, so that reproducible files omit the column
};

struct table {
    const struct table_column *columns; // borrowed
    bool is_narrow;                     // fits into 80 columns with --verbose too
    int column_count;
    int cell_count;
    struct table_cell {
        double number; // NaN: no number
        char *text;
        bool is_span; // its words fill the rest of the row
    } * cells;        // row after row
};

// `columns` ends with a zeroed one.
void table_init(struct table *table, const struct table_column *columns);
void table_finish(struct table *table); // a zeroed table may be finished

// Add the next cell of the row; after the last column a new row begins.
void table_words(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);
void table_number(struct table *table, double number);

// Adds the next cells, all of them numbers.
#define table_numbers(table, ...) \
    table_add_numbers(table, (const double[]){ __VA_ARGS__ }, \
                      sizeof((double[]){ __VA_ARGS__ }) / sizeof(double))
void table_add_numbers(struct table *table, const double numbers[], size_t count);

// Fills the rest of the row, at least one cell, with words, such as the reason why there are no
// numbers.
void table_span(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);

int table_rows(const struct table *table);
const struct table_cell *table_cell(const struct table *table, int row, int column);

// Prints the table aligned, with the columns' names on top, in lines of up to 80 columns, without
// columns that have nothing but "-". If it is too wide, headings and then words are broken; columns
// that still do not fit are omitted, and a last line has their number.
void table_print(const struct table *table, FILE *out);

// Makes table_print print all columns as wide as they need (--verbose).
void table_set_wide(bool wide);
bool table_is_wide(void);
