#pragma once

#include "app/measure/quality/quality.h"

#include <stdio.h>

// Drawings of what a step does. The reference in C computes the effects of the program, so no GPU
// is needed, and the drawing shows what the implementations are tested against. A shader file has
// no reference and runs on the GPU.

enum {
    EXPLAIN_SIDE = 21, // texels around a lit one
    EXPLAIN_PICTURE_SIDE = 18,
    EXPLAIN_COLUMNS = 64,  // characters of a ramp or a curve
    EXPLAIN_FINE = 512,    // samples of a curve
    EXPLAIN_MOST_LIGHT = 4 // light at the end of a curve
};

struct explain_drawing {
    struct chain chain; // the single step
    enum explain_kind {
        EXPLAIN_POINT, // for linear blurs: shares of a texel's light, at their destinations
        EXPLAIN_RAMP,  // for effects that output only 0 and 1, such as dithers: display values from
                       // 0 to 1
        EXPLAIN_CURVE, // for effects on single colours: light (x, x/2, x/4)
        EXPLAIN_PICTURE, // for all others: display values of a test picture
    } kind;
    bool is_display_input; // the input is display values; otherwise light, which a GPU's plan may
                           // encode
    struct image image;    // IMAGE_TYPE_F64, owned
    struct image before;   // of EXPLAIN_PICTURE: the test picture; owned
};

// Computes the drawing. `on` runs the step of a shader file and is NULL for all other effects.
// Returns false, with one line, if the text is not one step or the file's shaders are wrong.
bool explain_drawing_init(struct explain_drawing *drawing, const char *step,
                          const struct drawing *on, struct error *error);
void explain_drawing_finish(struct explain_drawing *drawing);

// Prints the drawing in lines of up to 80 columns: characters, their meaning, and the positions of
// the taps if the effect is a pattern of taps.
void explain_drawing_print(const struct explain_drawing *drawing, FILE *out);

// Writes an enlarged drawing as a .png. An error is the machine's, not the user's.
bool explain_drawing_write(const struct explain_drawing *drawing, const char *path,
                           struct error *error);
