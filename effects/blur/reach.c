#include "effects/blur/reach.h"

#include <math.h>

// The centre of a coarse texel lies between two fine ones, and a bilinear tap at `offset` reads the
// texels on both its sides. In fine texels.
static double down_reach(double offset)
{
    return ceil(offset + 0.5) - 0.5;
}

// The centre of a fine texel lies a quarter of a coarse one beside that one's centre, on either
// side. In coarse texels.
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

// Taps at up to two fine texels going down, either kernel; going up, smoothing by one or two coarse
// texels where it smooths, and interpolation.
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

// A texel of the coarsest level holds a square of pixels, half of which lie on each side of its
// centre, and the filter reads those less than one of them away.
double reach_mips(const struct sigma_mips *mips)
{
    const int level = mips->level + (mips->share > 0);
    return level > 0 ? ldexp(1.5, level) - 1 : 0;
}
