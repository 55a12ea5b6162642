#pragma once

#include "render/text/error.h"

#include <stddef.h>

// effects/lut: lookup tables that map colours to colours, read from files.

// A .cube file (Adobe, Cube LUT Specification 1.0, 2013; Blackmagic Design, DaVinci Resolve)
// contains a curve for each channel (LUT_1D_SIZE), a cube of all three channels (LUT_3D_SIZE), or
// both: the curve is applied first. Keywords come first, then the colours of the curve, then those
// of the cube, in which red changes fastest. DOMAIN_MIN and DOMAIN_MAX, or LUT_1D_INPUT_RANGE and
// LUT_3D_INPUT_RANGE, give the input values of the first and of the last colour.

enum { LUT_MAX_CURVE = 65536, LUT_MAX_CUBE = 65 }; // colours along an axis

struct lut_part {
    int size;                // colours along an axis, 2 or more; 0: the file has no such part
    float least[3], most[3]; // input values of the first and of the last colour
};

struct lut_file {
    struct lut_part curve, cube;
    int count;           // number of all colours
    float (*colours)[3]; // finite; those of the curve come first, then those of the cube; owned
};

// Parses the text of a file, which is `length` bytes long. Error messages begin with `path`.
// Returns NULL with the error, which names the line and the expected text. The caller frees the
// result with lut_file_free.
void *lut_file_parse(const char *path, const char *text, size_t length, struct error *error);
void lut_file_free(void *made);

// "none", then the names of the built-in tables; NULL-terminated.
extern const char *const lut_file_names[];

// Returns true if a file's name ends like those of .cube files.
bool lut_file_has_ending(const char *path);

// Returns the built-in table of that name or the table of that file, which lives until
// step_file_free_old. Returns NULL with the error if there is none.
const struct lut_file *lut_file_load(const char *name, struct error *error);
