#include "effects/blur/reach.h"

#include <math.h>

// In fine texels. The centre of a coarse texel is between two fine ones, and a bilinear tap at
// `offset` reads the texels on both its sides.
static double down_reach(double offset)
{
    return ceil(offset + 0.5) - 0.5;
}

// In coarse texels. The centre of a fine texel is a quarter of a coarse texel from the centre of
// that one, on either side.
static double up_reach(double offset)
{
    return fmax(ceil(offset + 0.25) - 0.25, ceil(offset + 0.75) - 0.75);
}

double reach_dual(const struct sigma_dual *dual)
{
    double reach = 0;
    for (int i = 0; i < dual->levels; i++) {
        const double up = i == dual->levels - 1 ? dual->deepest : dual->up;
        reach += ldexp(down_reach(dual->down) + 2 * up_reach(up), i);
    }
    return reach;
}

static double reach_of_passes(const struct sigma_kawase_passes *passes, int halvings)
{
    double reach = 0;
    for (int i = 0; i < passes->count; i++)
        reach += ldexp(ceil(passes->distances[i]), halvings);
    for (int i = 0; i < halvings; i++)
        reach += ldexp(down_reach(1) + 2 * up_reach(1), i);
    return reach;
}

double reach_kawase(const struct sigma_kawase *kawase)
{
    const double reach = reach_of_passes(&kawase->passes, kawase->halvings);
    return sigma_kawase_fades(kawase)
               ? fmax(reach, reach_of_passes(&kawase->finer, kawase->halvings - 1))
               : reach;
}

// On the way down, taps of either kernel reach up to two fine texels. On the way up, smoothing
// reaches one or two coarse texels, if the level is smoothed, and interpolation adds to that.
double reach_pyramid(const struct sigma_pyramid *pyramid)
{
    double reach = pyramid->smooth > 0 ? ldexp(2, pyramid->smoothed) : 0;
    for (int i = 0; i < pyramid->levels; i++) {
        const struct sigma_pyramid_taps taps = sigma_pyramid_up_taps(pyramid, i);
        const int smoothing = taps.weights[2] > 0 ? 2 : taps.weights[1] > 0 ? 1 : 0;
        reach += ldexp(down_reach(2) + 2 * (smoothing + up_reach(0)), i);
    }
    return reach;
}

// A texel of the coarsest level covers a square of pixels, half of them on each side of its centre,
// and the filter reads the texels less than one texel away.
double reach_mips(const struct sigma_mips *mips)
{
    const int level = mips->level + (mips->share > 0);
    return level > 0 ? ldexp(1.5, level) - 1 : 0;
}
