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

enum kernel_language { KERNEL_GLSL, KERNEL_C, KERNEL_JSON };
void kernel_sheet_print(const struct kernel_sheet *sheet, enum kernel_language language, FILE *out);

// Finds the language by the ending of a file: .glsl, .c, .h or .json. A NULL path is GLSL.
bool kernel_language_of(const char *path, enum kernel_language *language, struct error *error);
