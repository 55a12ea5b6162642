#pragma once

#include "effects/chain.h"

#include <stdio.h>

// --print kernel: the numbers that a blur runs with, taken from the functions that its programs
// take them from, as GLSL, C or JSON.

enum { KERNEL_MOST_TABLES = 7 };

// Rows of numbers. Without columns it is a single one.
struct kernel_table {
    const char *name;    // behind that of the effect
    const char *columns; // their names, "x y weight"
    char what[320];      // what the rows are and come to, in a sentence
    int column_count;    // up to 4
    int count;           // of rows
    double *values;      // column_count * count, row after row; owned
};

struct kernel_sheet {
    const struct effect *effect;
    char step[CHAIN_TEXT_SIZE]; // whose numbers these are
    int height;                 // of the picture, px
    int count;
    struct kernel_table tables[KERNEL_MOST_TABLES];
};

// Makes the sheet of the first step of the chain that is on and has a kernel. False where none has
// one, or the file that it names cannot be read.
bool kernel_sheet_init(struct kernel_sheet *sheet, const struct chain *chain, int height,
                       struct error *error);
void kernel_sheet_finish(struct kernel_sheet *sheet);

enum kernel_language { KERNEL_GLSL, KERNEL_C, KERNEL_JSON };
void kernel_sheet_print(const struct kernel_sheet *sheet, enum kernel_language language, FILE *out);

// By the ending of a file: .glsl, .c, .h or .json. NULL: GLSL.
bool kernel_language_of(const char *path, enum kernel_language *language, struct error *error);
