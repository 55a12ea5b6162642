#pragma once

#include "app/compare/cases/tolerance.h"

#include <stdint.h>

// Two pictures from files, and how much they differ.

enum { COMPARISON_PERCENTILES = 3, COMPARISON_TEXT_SIZE = 1024 };
extern const double comparison_percentiles[COMPARISON_PERCENTILES]; // 0..100

struct comparison {
    bool is_light; // differences are in light; otherwise in display values 0..1
    int width, height;
    bool is_faulty;     // they are beyond any tolerance, and nothing below is measured
    struct error fault; // why
    struct comparison_channel {
        double most; // absolute
        int x, y;    // the first texel, by rows, that differs so much
    } channels[4];   // red, green, blue, alpha
    // A texel differs by the largest of its four channels.
    uint64_t beyond; // texels that differ by more than the tolerance's `max`
    double percentiles[COMPARISON_PERCENTILES]; // of the texels' differences, nearest rank
    // What a tolerance may limit. Mean, SSIM, structure and FLIP are of the colours, PSNR of them
    // or of alpha, whichever is less. Its peak is 1, and for the colours of light the largest value
    // of the first picture; SSIM and structure see light as a screen shows it. FLIP takes long: NaN
    // where it is not wished for.
    double values[TOLERANCE_LIMITS];
    struct tolerance tolerance;
    bool is_beyond; // the tolerance, or faulty
    // What the files say of how they were made, where that differs and the pictures are beyond:
    // "the reference was made with chain tonemap, not dual:sigma=3,tonemap", or "".
    char recipe[COMPARISON_TEXT_SIZE];
};

// Reads the files and compares them. The tolerance's text is read for the kind of the pictures.
// `wants_flip` even where it does not limit it. False with the reason for files that are no
// pictures, for a picture of light against one for the display, and for a tolerance that does not
// go with them.
bool comparison_make(struct comparison *comparison, char *const paths[2], const char *tolerance,
                     bool wants_flip, struct error *error);

// Writes the limits that are broken, "share, psnr", and returns `out`.
const char *comparison_broken_limits(const struct comparison *comparison, char *out, size_t size);

// Writes why it is beyond the tolerance: what is faulty, or each broken limit beside its value,
// "PSNR is 31.2 dB, 38 needed; SSIM is 0.91, 0.98 needed"; then the recipe. "" where it is within.
void comparison_explain(const struct comparison *comparison, char out[COMPARISON_TEXT_SIZE]);
