#pragma once

#include "effects/effect.h"

// The tolerances of implementations on the GPU against the reference, by the format of the images
// between the steps. They are defined here only.

struct reference_tolerance {
    double of_largest; // share of the largest value of all that goes in
    double of_texel;   // share of the largest of 1 and what goes into that texel or comes out
    double strays;     // share of the texels that may be further off, by `stray` at most: noise may
    double stray;      // tip a value to the other side of a rounding step
};

// `impl` is NULL for pointwise effects. `is_even`: every tap lies on a texel, or on a half or a
// quarter between texels, where GPUs filter exactly; elsewhere their fractions have 8 bits.
struct reference_tolerance reference_tolerance_of(const struct effect *effect,
                                                  const struct effect_impl *impl,
                                                  const struct effect_site *site, bool is_even);
