#pragma once

#include "render/program.h"
#include "render/texture.h"

// A program's shader as one readable text that stands alone: includes and conditions decided, and
// only what it uses.

struct flattened {
    char *text;      // GLSL 4.30 with its #version; owned
    char *files[32]; // that it was made from, as "pointwise/tonemap.glsl"; owned
    int file_count;
    int place_count;
    struct flattened_place *places; // what it declares to be bound or set from outside; owned
};

enum { FLATTENED_NAME_SIZE = 64 };

struct flattened_place {
    enum flattened_kind {
        FLATTENED_SAMPLER,
        FLATTENED_IMAGE,
        FLATTENED_BUFFER,
        FLATTENED_UNIFORM
    } kind;
    char name[FLATTENED_NAME_SIZE]; // of a buffer its block's
    int place;                      // binding, or location of a uniform
    bool is_array;                  // of a uniform
    bool is_read, is_written;       // of an image or buffer
};

// The place of that kind and number; NULL: the shader has none.
const struct flattened_place *flattened_find(const struct flattened *flattened,
                                             enum flattened_kind kind, int place);

// Flattens the fragment or compute shader of a program. `names` says how the names of steps begin:
// "s2_" becomes names[2] and '_'; it ends with NULL.
bool flatten_program(const struct program *program, const char *const names[],
                     struct flattened *flattened, struct error *error);

// Like flatten_program, for a text whose includes are already expanded.
struct shader_source;
void flatten_source(const struct shader_source *source, const char *const names[],
                    struct flattened *flattened);
void flatten_finish(struct flattened *flattened);

// Returns a copy with at most one empty line between two others, and none at the ends.
char *flatten_tidy(const char *text);
