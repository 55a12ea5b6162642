#include "effects/blur/sigma.h"

#include <math.h>

// Returns the share of all light that goes on to levels below `level`; `deepest` is the last one.
// It is counted from the deepest level upwards, so that the shape depends on sigma alone and not on
// the size of a texel. Light that would stay narrower than the first level goes to that one.
static double goes_on(int deepest, int level, double scatter)
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
        const double on =
            (1 - fade) * goes_on(whole, i, scatter) + fade * goes_on(whole + 1, i, scatter);
        shares[i] = on / reaches;
        reaches = on;
    }
}

// The height of a point's light at that squared distance from the point, up to a common factor: a
// bell for each level, by its variance and its share of the light.
static double height_at(int levels, const double variances[], const double shares[], double squared)
{
    double height = 0, reaches = 1;
    for (int i = 0; i <= levels; i++) {
        const double stays = i < levels ? reaches * (1 - shares[i]) : reaches;
        if (stays > 0)
            height += stays / variances[i] * exp(-squared / (2 * variances[i]));
        reaches -= stays;
    }
    return height;
}

double sigma_scatter_core(int levels, const double variances[], const double shares[])
{
    if (levels == 0 || shares[0] < 1)
        return 0;
    const double half = height_at(levels, variances, shares, 0) / 2;
    double low = 0, high = 2 * variances[levels];
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (height_at(levels, variances, shares, middle) > half)
            low = middle;
        else
            high = middle;
    }
    return sqrt(low / (2 * log(2)));
}
