#include "effects/reference/tolerance.h"

#include "effects/auto/impl_cost.h"
#include "effects/effect.h"
#include "effects/effect_impl.h"
#include "render/context/context.h"

#include <math.h>

// Returns the rounding error of all passes: half a unit for each store of bytes. Half floats, which
// GPUs round or truncate, are off by up to three units in the last place in total. The smallest
// floats have five bits of mantissa.
static double rounding(const struct effect_impl *impl, const struct effect_site *site)
{
    struct cost cost;
    switch (site->format) {
    case FORMAT_RGBA8:
        impl_cost_count(impl, site, &cost);
        return (1.5 + 0.5 * cost.passes) / 255;
    case FORMAT_R11F_G11F_B10F:
        impl_cost_count(impl, site, &cost);
        return (1 + cost.passes) / 32;
    case FORMAT_RGBA16F:
        return 3.0 / 1024;
    default:
        return 8e-6; // three boxes of 255 texels have an error of 5.1e-6
    }
}

struct reference_tolerance reference_tolerance_of(const struct effect *effect,
                                                  const struct effect_impl *impl,
                                                  const struct effect_site *site, bool is_even)
{
    // With finer steps, the last bits of a float decide more often which step a value is rounded
    // to.
    const double strays = 0.001 + ldexp(1, site->depth - 22);
    if (effect->quantises && effect->pointwise)
        return (struct reference_tolerance){ .of_texel = 1e-6, .strays = strays, .stray = 1 };
    if (effect->quantises) { // its results are integers, so that only the format counts
        const double half = site->format == FORMAT_RGBA8            ? 0.5 / 255
                            : site->format == FORMAT_RGBA16F        ? 1.0 / 2048
                            : site->format == FORMAT_R11F_G11F_B10F ? 1.0 / 32
                                                                    : 1e-6;
        return (struct reference_tolerance){ .of_texel = half };
    }
    if (effect->pointwise) {
        // The transcendental functions of GL have a few bits less than those of C. For a target of
        // 8 bits, a tone curve may be off by an eighth of a step.
        const bool is_curve_of_bytes = effect->about.curve && site->invisible_error > 0;
        return (struct reference_tolerance){
            .of_texel = is_curve_of_bytes       ? 0.125 / 255
                        : effect->tolerance > 0 ? effect->tolerance
                                                : 1e-6,
        };
    }
    struct effect_site between = *site; // the image between the passes may have another format
    between.format = effect_via(site);
    // The error of filtered reads between texels: llvmpipe 1.5e-6; H200 1.1e-3, for kawase with one
    // pass.
    const double filtered = site->info->software ? 1e-5 : EFFECT_FILTER_ERROR;
    return (struct reference_tolerance){
        .of_largest = fmax(rounding(impl, site), rounding(impl, &between)) +
                      effect_impl_error(impl, site) + (is_even ? 0 : filtered),
    };
}
