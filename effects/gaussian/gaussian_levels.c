#include "effects/gaussian/gaussian_levels.h"

#include "effects/blur/half_lift.h"
#include "render/image/divide.h"

#include <math.h>

// In px. Below the least sigma, decimating and interpolating leave too little of a blur to the
// Gaussian in between. From the other limits on the kernel is wide enough for the coarser level:
// its sigma is 1 to 8 texels.
const double gaussian_levels_least_sigma = 4, gaussian_levels_most_sigma = 64;
static const double sigma_for_4 = 5, sigma_for_8 = 24;

// In sigmas. Further out the weights are smaller than the error of decimating and interpolating,
// and no kernel has more taps than GAUSSIAN_LONG_RADIUS allows.
static const double most_reach = 4;

struct gaussian_levels gaussian_levels_of(const struct effect_site *site)
{
    const struct gaussian_params *p = site->params;
    const double sigma = (double) length_pixels(p->sigma, site->height);
    const int factor = sigma < gaussian_levels_least_sigma ? 0
                       : sigma < sigma_for_4               ? 2
                       : sigma < sigma_for_8               ? 4
                                                           : 8;
    struct gaussian_levels levels = { .factor = factor };
    if (factor == 0)
        return levels;
    // In squared px. Decimating takes steps of (1 3 3 1) / 8, each of variance 3/4 in the texels
    // that it reads. On the way up from half the size a texel is a quarter of the way between two
    // texels of the level, where interpolating has the variance 3/16 in texels of the level; a
    // quadratic B-spline has 1/4 everywhere.
    const double decimating = (factor * factor - 1) / 4.0;
    const double interpolating = factor == 2 ? 0.75 : factor * factor / 4.0;
    const double variance = sigma * sigma - decimating - interpolating;
    const struct kernel_knobs knobs = {
        .sigma = sqrt(variance) / factor,
        .reach = fmin((double) p->reach, most_reach),
    };
    kernel_init(&levels.kernel, &knobs);
    levels.kernel.weights[0] += (float) half_lift(site->format);
    levels.beyond = levels.kernel.radius + 1; // the B-spline's reach
    levels.width = divide_up(site->width, factor) + 2 * levels.beyond;
    levels.height = divide_up(site->height, factor) + 2 * levels.beyond;
    return levels;
}

enum texture_format gaussian_levels_format(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F ? FORMAT_RGBA32F : FORMAT_RGBA16F;
}
