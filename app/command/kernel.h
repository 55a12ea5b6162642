#pragma once

#include "effects/chain.h"

#include <stdio.h>

// --print kernel: the numbers of a blur, from the functions that also compute the numbers of its
// programs, as GLSL, C or JSON.

enum { KERNEL_MOST_TABLES = 7 };

// Rows of numbers. A table without columns is a single number.
struct kernel_table {
    const char *name;    // appended to the name of the effect
    const char *columns; // their names, "x y weight"
    char what[320];      // a sentence: the meaning of the rows and their sum
    int column_count;    // up to 4
    int count;           // of rows
    double *values;      // column_count * count, row after row; owned
};

struct kernel_sheet {
    const struct effect *effect;
    char step[CHAIN_TEXT_SIZE]; // the step that has these numbers
    int height;                 // of the picture, px
    int count;
    struct kernel_table tables[KERNEL_MOST_TABLES];
};

// Makes the sheet of the first enabled step of the chain that has a kernel. Returns false if no
// step has one, or the file that it names cannot be read.
bool kernel_sheet_init(struct kernel_sheet *sheet, const struct chain *chain, int height,
                       struct error *error);
void kernel_sheet_finish(struct kernel_sheet *sheet);

// Print a struct kernel_sheet.
bool kernel_print_glsl(const void *sheet, FILE *out);
bool kernel_print_c(const void *sheet, FILE *out);
bool kernel_print_json(const void *sheet, FILE *out);
