#pragma once

#include "effects/palette/palette.h"
#include "render/text/param.h"

// effects/error_diffusion: dither that distributes the quantisation error of each pixel to its
// neighbours.

// Error diffusion is defined in integers, so that every implementation gives the same picture to
// the bit.
//
// A display value 0..1 becomes 0..65535, rounded in single precision. Rows are processed from the
// top down, each from left to right. The sum of a pixel is its value plus the errors of its
// neighbours, weighted by the kernel. The pixel takes the colour nearest to the sum, and its error
// is the sum minus that colour, clamped to -65535..65535. Divisions round to the nearest integer;
// the dividend is made positive first.
//
// With space=linear, values and errors are light.
//
// On cells (squares of pixels), a cell is what a pixel is here. The value of a cell is the mean of
// its texels inside the picture: first the mean of each column, in 32nds, then the mean of the
// columns. The mean is premultiplied, and divided by the mean alpha. All texels of a cell get the
// cell's colour and keep their own alpha.

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
    int bits;   // per channel; 0: as many as the picture's target has
    char palette[PARAM_TEXT_SIZE];
    int colors;   // number of colours of palette=auto
    int distance; // enum dither_distance
    int space;    // enum dither_space
    float strength;
    struct length cell;
    int impl;
};

// The parameters as integers.

enum {
    DIFFUSION_FULL = 65535,
    DIFFUSION_STRENGTH = 256,
    DIFFUSION_MAX_BITS = 10, // per channel: three levels fit into one word
};

struct diffusion_colour {
    int keys[3], own; // the colour with the smallest `own - dot(keys, place)` is nearest to `place`
    int value[3];     // the value that the error is the difference from: display value or light
    int display[3];
};

struct diffusion {
    int kernel;
    int bits;       // bits per channel; 0: a palette is used
    bool is_linear; // enum dither_space
    int distance;   // enum dither_distance
    int strength;   // 0..DIFFUSION_STRENGTH
    int count;      // number of colours
    struct diffusion_colour colours[PALETTE_MAX_COLOURS];
};

// `palette` is the palette that the parameters name, NULL: they name none. `depth` is the bits per
// channel of the picture's target.
void diffusion_init(struct diffusion *diffusion, const struct error_diffusion_params *params,
                    const struct palette *palette, int depth);

// Curves of integers from 0 on. The first DIFFUSION_EXACT entries are for 0, 1, 2, ...; the others
// are for values 64 apart, between which the curve is interpolated.
enum diffusion_curve {
    DIFFUSION_DECODE,  // display value to light, both 65535 for white
    DIFFUSION_ENCODE,  // light to display value, both 65535 for white
    DIFFUSION_CUBE,    // cube root of light, 32768 for white
    DIFFUSION_LIGHTER, // CIE 1976: the cube root with a straight line near black, 32768 for white
    DIFFUSION_CURVE_COUNT,
};

enum { DIFFUSION_EXACT = 2048, DIFFUSION_CURVE_SIZE = 7168 };

// Returns DIFFUSION_CURVE_COUNT rows of DIFFUSION_CURVE_SIZE integers. They are computed at the
// first call, which must not happen in two threads at once.
const float *diffusion_curves(void);

// Returns the value of a curve at x, 0 .. 64 * (DIFFUSION_CURVE_SIZE - DIFFUSION_EXACT - 1).
int diffusion_look_up(int curve, int x);

// Converts a sum to the space in which distances to the palette's colours are measured: display
// values, display values weighted for luma, L*a*b* in 64ths, or Oklab in 8192ths.
void diffusion_find_place(const struct diffusion *diffusion, const int sum[3], int place[3]);

// The result of a pixel. `word` is the index of a colour or, for bits, the levels of red, green and
// blue, ten bits each, red in the lowest.
struct diffusion_pick {
    int value[3];
    uint32_t word;
};
void diffusion_find(const struct diffusion *diffusion, const int sum[3],
                    struct diffusion_pick *pick);

// Diffuses on one core: each call processes the next rows, from the top of the picture on. Values
// have two words per pixel: red in the lower and green in the upper half of the first, blue in the
// lower half of the second. `diffusion` must outlive the object.
struct diffusion_serial *diffusion_serial_create(const struct diffusion *diffusion, int width);
void diffusion_serial_run(struct diffusion_serial *serial, const uint32_t *values, uint32_t *picks,
                          int rows);
void diffusion_serial_destroy(struct diffusion_serial *serial);
