#pragma once

#include "render/text/error.h"

#include <stddef.h>

// effects/lut: tables of colours from files, through which colours go.

// A .cube file (Adobe, Cube LUT Specification 1.0, 2013; Blackmagic Design, DaVinci Resolve): a
// curve for each channel (LUT_1D_SIZE), a cube of all three (LUT_3D_SIZE), or a cube behind a
// curve. Keywords come first, then the colours of the curve, then those of the cube, in which red
// changes fastest. DOMAIN_MIN and DOMAIN_MAX, or LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE, say
// which values the first and the last colour are for.

enum { LUT_MAX_CURVE = 65536, LUT_MAX_CUBE = 65 }; // colours along an axis

struct lut_part {
    int size;                // colours along an axis, 2 or more; 0: there is no such part
    float least[3], most[3]; // values of the first and the last colour
};

struct lut_file {
    struct lut_part curve, cube;
    int count;           // of all colours
    float (*colours)[3]; // finite; those of the curve, then those of the cube
};

// Reads the text of a file, which is `length` bytes long. Messages begin with `path`. NULL with
// the error, which names the line and what was expected there. free_lut_file ends it.
struct lut_file *lut_file_parse(const char *path, const char *text, size_t length,
                                struct error *error);
void lut_file_free(struct lut_file *file);

// The names of tables that the program has, behind "none"; ends with NULL.
extern const char *const lut_file_names[];

// Returns true if the value of a parameter names a table: it is neither empty nor "none".
bool lut_file_is_given(const char *name);

// Returns true if a file's name ends like those of .cube files.
bool lut_file_has_ending(const char *path);

// Gives the table of that name, or of that file; it stays until step_file_free_old. NULL with the
// error.
const struct lut_file *lut_file_load(const char *name, struct error *error);
