#pragma once

#include "app/measure/metrics/metrics.h"
#include "app/measure/quality/drawing.h"

// app/measure/quality: how near a blur comes to the exact Gaussian of its width, and how calm it
// stays while something moves. Audits hold blurs to it, suites put it beside their time.

// An image after the exact Gaussian, as a display shows it.
struct quality_exact {
    double sigma; // px
    struct image image;
};

// Blurs light in double precision. To be finished.
void quality_exact_init(struct quality_exact *exact, const struct image *light, double sigma);
void quality_exact_finish(struct quality_exact *exact);

// What a viewer would see of the difference to the exact blur, in display values 0..1.
struct quality_nearness {
    double decibels;   // PSNR, of red, green and blue; infinite where there is no difference
    double similarity; // SSIM
    double largest;    // difference of a value
};

// Compares what came out of a chain: light, which becomes display values.
struct quality_nearness quality_nearness(struct image *light, const struct quality_exact *exact);

// All of it. What could not be measured is NaN.
struct quality {
    struct quality_nearness nearness;
    double sigma;   // measured across, px
    double shimmer; // share of itself that the blur of a point changes by while it moves
};

// Measures a blur that was asked for the width of `exact`, which was made of `light`. The image of
// a point is measured in RGBA32F where the format has no room for it.
struct quality quality_measure(const struct drawing *drawing, const struct chain *chain,
                               const struct image *light, const struct quality_exact *exact);

// Whether an image of a format can hold what becomes of a point of light: alpha, and small values.
bool quality_has_room(enum texture_format format);
