#pragma once

#include "effects/blur/kernel.h"
#include "effects/effect.h"

// A blur along rows and then along columns by Fourier transforms, which turn each into a product:
// the work is the same for every width.

struct fft_blur {
    struct kernel kernel; // along each axis
    enum edge edge;
    enum texture_format between; // of the image between rows and columns
};

#define FFT_SEPARABLE_ORIGIN "T. Stockham, High-speed convolution and correlation, 1966"

extern const struct program_desc fft_separable_programs[];

// effect_impl.write_defines, .fits, .run and .output_program, for the blur at the site.
void fft_separable_vary(const struct effect_site *site, const struct fft_blur *blur,
                        char defines[EFFECT_DEFINES_SIZE]);
bool fft_separable_fits(const struct effect_site *site, const struct fft_blur *blur,
                        char why[EFFECT_WHY_SIZE]);
void fft_separable_run(const struct effect_call *call, const struct fft_blur *blur);
int fft_separable_output_program(const struct effect_site *site);
