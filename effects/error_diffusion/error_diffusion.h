#pragma once

#include "effects/effect.h"
#include "effects/palette/palette.h"

#include <stdint.h>

// effects/error_diffusion: dither that hands each pixel's error on to its neighbours.

// Error diffusion in integers, so that every implementation gives the same picture to the bit.
//
// A display value 0..1 is 0..65535, rounded in single precision. Rows go from the top down, each
// from left to right. A pixel gets its value plus the errors of its neighbours, weighted by the
// kernel; it takes the colour nearest to that sum, and the difference, held within plus or minus
// 65535, is its error. Divisions round to the nearest, on numbers that were made positive first.
//
// With space=linear, values and errors are those of light.
//
// Where it works on cells, squares of pixels, these are its pixels. The value of a cell is the mean
// of what exists of it: in each column the mean of the texels in 32nds, then that of the columns;
// premultiplied, and divided by the mean of their alpha. The colour that it takes is that of all
// its texels, which keep their own alpha.

enum error_diffusion_kernel {
    DIFFUSION_FLOYD_STEINBERG,
    DIFFUSION_FALSE_FS,
    DIFFUSION_JARVIS,
    DIFFUSION_STUCKI,
    DIFFUSION_BURKES,
    DIFFUSION_SIERRA,
    DIFFUSION_SIERRA2,
    DIFFUSION_SIERRA_LITE,
    DIFFUSION_ATKINSON,
    DIFFUSION_KERNEL_COUNT,
};

struct error_diffusion_params {
    int kernel; // enum error_diffusion_kernel
    int bits;   // a channel; 0: as many as the picture's target has
    char palette[PARAM_TEXT_SIZE];
    int colors;   // of palette=auto
    int distance; // enum dither_distance
    int space;    // enum dither_space
    float strength;
    struct length cell;
    int impl;
};

// The parameters in integers.

enum {
    DIFFUSION_FULL = 65535,
    DIFFUSION_STRENGTH = 256,
    DIFFUSION_MAX_BITS = 10, // a channel: three levels are one word
};

struct diffusion_colour {
    int keys[3], own; // of two colours the one with less `own - keys * place` is nearer to a place
    int value[3];     // what errors are differences from: a display value, or light
    int display[3];
};

struct diffusion {
    int kernel;
    int bits;       // 0: a palette
    bool is_linear; // enum dither_space
    int distance;   // enum dither_distance
    int strength;   // 0..DIFFUSION_STRENGTH
    int count;      // of colours
    struct diffusion_colour colours[PALETTE_MAX_COLOURS];
};

// `palette`: the one that they name, as it was read; NULL: none. `depth`: bits a channel of the
// picture's target.
void diffusion_init(struct diffusion *diffusion, const struct error_diffusion_params *params,
                    const struct palette *palette, int depth);

// Curves of whole numbers 0 and more. The first DIFFUSION_EXACT entries are those of 0, 1, 2, ...,
// the others lie 64 apart, and a value between two is interpolated.
enum diffusion_curve {
    DIFFUSION_DECODE,  // display value to light, both 65535 for white
    DIFFUSION_ENCODE,  // and back
    DIFFUSION_CUBE,    // cube root of light, 32768 for white
    DIFFUSION_LIGHTER, // CIE 1976: the cube root with a straight line near black, 32768 for white
    DIFFUSION_CURVE_COUNT,
};

enum { DIFFUSION_EXACT = 2048, DIFFUSION_CURVE_SIZE = 7168 };

// DIFFUSION_CURVE_COUNT rows of DIFFUSION_CURVE_SIZE whole numbers. Made at the first call; not for
// several threads at once.
const float *diffusion_curves(void);

// The value of a curve at 0 .. 64 * (DIFFUSION_CURVE_SIZE - DIFFUSION_EXACT - 1).
int diffusion_look_up(int curve, int x);

// Returns true if the parameters need the curves.
bool diffusion_has_curves(const struct diffusion *diffusion);

// Computes the place of a sum among the colours of a palette, by the distance of the step: display
// values, or weighted ones, or L*a*b* in 64ths, or Oklab in 8192ths.
void diffusion_find_place(const struct diffusion *diffusion, const int sum[3], int place[3]);

// A pixel's sum to what it takes: `word` is a colour's number or, for bits, the levels of red,
// green and blue, ten bits each, red lowest.
struct diffusion_pick {
    int value[3];
    uint32_t word;
};
void diffusion_find(const struct diffusion *diffusion, const int sum[3],
                    struct diffusion_pick *pick);

// Serial, on one core: some rows after the other, from the top row on. Values have two words a
// pixel: red and above it green in 16 bits each, blue in the lower half of the second. `diffusion`
// must outlive it.
struct diffusion_serial *diffusion_serial_create(const struct diffusion *diffusion, int width);
void diffusion_serial_run(struct diffusion_serial *serial, const uint32_t *values, uint32_t *picks,
                          int rows);
void diffusion_serial_destroy(struct diffusion_serial *serial);
