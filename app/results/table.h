#pragma once

#include "render/text/error.h"

#include <stdbool.h>
#include <stdio.h>

// A table of words and numbers: the terminal and files of results take the same rows.

enum { TABLE_MAX_COLUMNS = 24, TABLE_WORDS = -1 };

struct table_column {
    const char *name; // with the unit: "error %"
    int digits;       // after the point, or TABLE_WORDS
    int spare; // where a line is too short, the columns that are most spare go first; 0: last
    bool is_unsteady; // differs from run to run, so that a file that does not has no such column
};

struct table {
    const struct table_column *columns; // borrowed
    int column_count;
    int cell_count, capacity;
    struct table_cell {
        double number; // NaN: nothing to say
        char *text;
        bool is_rest; // its words stand in the place of all the rest of the row
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

// Fills the rest of the row, at least a cell, with words in the place of numbers: why there are
// none.
void table_rest(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);

int table_rows(const struct table *table);
const struct table_cell *table_cell(const struct table *table, int row, int column);

// Prints it aligned, with the columns' names on top, in lines of up to 80 columns. What is too wide
// breaks its headings and then its words; columns that still find no place are left out, and a last
// line says how many.
void table_print(const struct table *table, FILE *out);

// From now on tables are printed with all of their columns, as wide as they need (--verbose).
void table_set_wide(bool wide);
bool table_is_wide(void);
