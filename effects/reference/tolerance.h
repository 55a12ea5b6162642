#pragma once

#include <stdbool.h>

struct effect;
struct effect_impl;
struct effect_site;

// The tolerances of implementations on the GPU against the reference, by the format of the images
// between the steps. They are defined here only.

struct reference_tolerance {
    double of_largest; // as a share of the largest value of the input
    double of_texel; // as a share of the largest of 1 and the values of that texel in the input and
                     // the output
    double strays; // share of the texels that may differ by up to `stray`: with noise, rounding may
                   // give the next step
    double stray;  // largest difference of these texels
};

// Returns the tolerance of an implementation at a site. `impl` is NULL for pointwise effects.
// `is_even` states that every tap is at the centre of a texel, or at a half or a quarter between
// two, where GPUs filter exactly; elsewhere filter positions have 8 bits.
struct reference_tolerance reference_tolerance_of(const struct effect *effect,
                                                  const struct effect_impl *impl,
                                                  const struct effect_site *site, bool is_even);
