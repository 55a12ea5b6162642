#pragma once

#include "render/text/names.h"
#include "render/text/param.h"

#include <stdbool.h>

// Tolerances of comparisons: 'max=2,share=0.01%,ssim=0.98', a name such as perceptual, or a name
// with changes: 'perceptual,ssim=0.9'.

enum tolerance_limit {
    TOLERANCE_MAX,   // texels with a larger difference of a channel count for `share`
    TOLERANCE_SHARE, // share of texels above `max`, 0..1; 0 if only `max` is given
    TOLERANCE_MEAN,
    TOLERANCE_PSNR,      // dB, at least
    TOLERANCE_SSIM,      // at least
    TOLERANCE_STRUCTURE, // at least
    TOLERANCE_FLIP,      // mean
    TOLERANCE_LIMITS,
};

struct tolerance {
    bool is_blurred; // both pictures are blurred first, by a Gaussian of sigma 4 px
    bool given[TOLERANCE_LIMITS];
    double limits[TOLERANCE_LIMITS]; // max and mean are in the pictures' units: 0..1, or light
};

// Named tolerances, with different limits for display values and for light.
extern const struct tolerance_name {
    const char *name, *display, *light;
    bool is_blurred;
    const char *summary; // the differences that it allows and finds
} tolerance_names[];     // ends with a zeroed row

// Reads a text, in which max and mean are in 255ths for display values and in units of light for
// light.
bool tolerance_parse(struct tolerance *tolerance, const char *text, bool is_light,
                     struct error *error);

// The limits, in the order of enum tolerance_limit; ends with a zeroed row.
extern const struct param tolerance_params[];

// Returns true if the limit was given and the value is beyond it by more than a millionth of the
// limit (the text's numbers are read as floats), or is NaN.
bool tolerance_is_exceeded(const struct tolerance *tolerance, enum tolerance_limit limit,
                           double value);

// Writes a value with the limit that it is beyond: "PSNR is 31.2 dB, 38 needed".
void tolerance_explain(const struct tolerance *tolerance, enum tolerance_limit limit, double value,
                       bool is_light, char *out, size_t size);

// Prints the names with their limits.
void tolerance_print_names(void);
