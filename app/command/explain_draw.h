#pragma once

#include "app/measure/quality/quality.h"

#include <stdio.h>

// What a step does, drawn. The reference in C computes an effect of the program, so no GPU is
// needed and what is drawn is what the implementations are tested against. A shader file, which has
// no reference, runs on the GPU.

enum {
    EXPLAIN_SIDE = 21, // texels around a lit one
    EXPLAIN_PICTURE_SIDE = 18,
    EXPLAIN_COLUMNS = 64,  // characters of a ramp or a curve
    EXPLAIN_FINE = 512,    // places of a curve
    EXPLAIN_MOST_LIGHT = 4 // of a curve
};

struct explain_drawing {
    struct chain chain; // the step alone
    enum explain_kind {
        EXPLAIN_POINT,   // of a linear blur: shares of a texel's light, where they went
        EXPLAIN_RAMP,    // of what makes values of 0 and 1, a dither: display values from 0 to 1
        EXPLAIN_CURVE,   // of what makes each colour from that colour alone: light (x, x/2, x/4)
        EXPLAIN_PICTURE, // of all others: display values of a test picture
    } kind;
    bool takes_display;  // display values go in; otherwise light, which a GPU's plan may encode
    struct image image;  // IMAGE_TYPE_F64, owned
    struct image before; // of EXPLAIN_PICTURE: the test picture; owned
};

// Computes it; the step of a shader file is drawn by `on`, which is NULL for all others. False,
// with one line, where the text is not one step, or the file's shaders are wrong.
bool explain_drawing_init(struct explain_drawing *drawing, const char *step,
                          const struct drawing *on, struct error *error);
void explain_drawing_finish(struct explain_drawing *drawing);

// Prints it in lines of up to 80 columns: characters, what they mean, and the places of the taps
// where the effect is a pattern of them.
void explain_drawing_print(const struct explain_drawing *drawing, FILE *out);

// Writes it as a .png, larger. An error is the machine's.
bool explain_drawing_write(const struct explain_drawing *drawing, const char *path,
                           struct error *error);
