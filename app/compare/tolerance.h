#pragma once

#include "render/text/names.h"

#include <stdbool.h>

// What two pictures may differ by: 'max=2,share=0.01%,ssim=0.98', or a name such as perceptual, or
// a name and what is to be another way: 'perceptual,ssim=0.9'.

enum tolerance_limit {
    TOLERANCE_MAX,   // a texel counts for `share` when a channel differs by more
    TOLERANCE_SHARE, // of the texels beyond `max`, 0..1; 0 where only `max` is given
    TOLERANCE_MEAN,
    TOLERANCE_PSNR,      // dB, at least
    TOLERANCE_SSIM,      // at least
    TOLERANCE_STRUCTURE, // at least
    TOLERANCE_FLIP,      // mean
    TOLERANCE_LIMITS,
};

struct tolerance {
    bool is_blurred; // both pictures are first, by a Gaussian of sigma 4
    bool given[TOLERANCE_LIMITS];
    double limits[TOLERANCE_LIMITS]; // max and mean in the pictures' own values: 0..1, or light
};

// A name stands for other limits where the pictures are light.
extern const struct tolerance_name {
    const char *name, *display, *light;
    bool is_blurred;
    const char *summary; // what it tells apart
} tolerance_names[];     // ends with a zeroed row

// Reads a text. Max and mean are in 255ths for display values, and in light for light.
bool tolerance_parse(struct tolerance *tolerance, const char *text, bool is_light,
                     struct error *error);

const char *tolerance_limit_name(enum tolerance_limit limit);

// Whether a value that was measured is beyond a limit that is given. A millionth of it does
// not count: the text's numbers are read as floats. NaN is beyond.
bool tolerance_is_beyond(const struct tolerance *tolerance, enum tolerance_limit limit,
                         double value);

// Writes a value beside the limit that it is beyond: "PSNR is 31.2 dB, 38 needed".
void tolerance_explain(const struct tolerance *tolerance, enum tolerance_limit limit, double value,
                       bool is_light, char *out, size_t size);

// Prints the names with what each stands for.
void tolerance_print_names(void);
