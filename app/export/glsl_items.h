#pragma once

#include "app/export/glsl.h"

// Declarations of a shader: functions, variables, blocks, structs and directives; and which of
// these are used.

enum { GLSL_MOST_NAMES = 24 };

struct glsl_item {
    int first, end; // words
    enum glsl_item_kind {
        GLSL_FUNCTION,
        GLSL_PROTOTYPE,
        GLSL_VARIABLE, // uniforms, samplers and images, too
        GLSL_BLOCK,    // of a buffer or of uniforms; the names are its members'
        GLSL_STRUCT,
        GLSL_DEFINE, // or #undef
        GLSL_OTHER,  // stays
    } kind;
    int name_count;
    int names[GLSL_MOST_NAMES]; // words
    int arguments;              // of a function or prototype
};

struct glsl_items {
    int count;
    struct glsl_item *all; // owned
};

// Lists them in order. They hold until words are cut.
void glsl_items_list(const struct glsl *glsl, struct glsl_items *items);
void glsl_items_finish(struct glsl_items *items);

// Counts what stands between the brackets that open at a word, by commas.
int glsl_count_arguments(const struct glsl *glsl, int open);

// Takes out what `main` does not use. Where a comment stands before the first item of a file, with
// an empty line behind it, it stays while anything of the file does.
void glsl_prune(struct glsl *glsl);
