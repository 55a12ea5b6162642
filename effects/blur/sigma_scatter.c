#include "effects/blur/sigma_scatter.h"

#include <math.h>

// Returns the share of all light that goes on to levels below `level`; `deepest` is the last one.
// It is counted from the deepest level upwards, so that the shape depends on sigma alone and not on
// the size of a texel. Light that would stay narrower than the first level goes to that one.
static double should_continue(int deepest, int level, double scatter)
{
    const int above = deepest - level;
    if (above <= 0)
        return 0;
    if (level == 0 || above > SIGMA_SCATTER_OCTAVES)
        return 1;
    return pow(scatter, SIGMA_SCATTER_OCTAVES + 1 - above);
}

void sigma_scatter_shares(int whole, double fade, double scatter, double shares[])
{
    double reaches = 1;
    for (int i = 0; i < whole + (fade > 0); i++) {
        const double on = (1 - fade) * should_continue(whole, i, scatter) +
                          fade * should_continue(whole + 1, i, scatter);
        shares[i] = on / reaches;
        reaches = on;
    }
}
