#include "effects/gaussian/gaussian.h"

#include "effects/reference/reference.h"

#include <math.h>
#include <stdlib.h>

static double density_at(double x, double s, int weights)
{
    if (weights == KERNEL_SAMPLES)
        return exp(-0.5 * (x / s) * (x / s));
    return erf((x + 0.5) / (s * sqrt(2))) - erf((x - 0.5) / (s * sqrt(2)));
}

static struct reference_taps taps_of(double s, double radius, int weights)
{
    struct reference_taps taps = { .n = (int) ceil(radius) };
    double sum = 0;
    for (int i = -taps.n; i <= taps.n; i++) {
        const double covered = fmin(1, radius + 1 - abs(i));
        sum += taps.weights[taps.n + i] = covered * density_at(i, s, weights);
    }
    for (int i = 0; i <= 2 * taps.n; i++)
        taps.weights[i] /= sum;
    return taps;
}

// Returns the taps of the s for which the truncated curve has the requested variance, found by
// bisection.
static struct reference_taps solved_taps(double sigma, double reach, int weights)
{
    const double radius = fmin(ceil(reach * sigma), KERNEL_MAX_RADIUS);
    double low = sigma / 8, high = 2 * sigma + 1;
    struct reference_taps taps = { 0 };
    for (int i = 0; i < 70; i++) {
        const double s = (low + high) / 2;
        taps = taps_of(s, radius, weights);
        double variance = 0;
        for (int x = -taps.n; x <= taps.n; x++)
            variance += taps.weights[taps.n + x] * x * x;
        if (variance < sigma * sigma)
            low = s;
        else
            high = s;
    }
    return taps;
}

void reference_gaussian(const struct reference_call *call)
{
    const struct gaussian_params *p = call->params;
    const double sigma = length_pixels(p->sigma, call->input->height);
    struct reference_taps taps = { .weights = { 1 } };
    if (sigma >= 1e-3)
        taps = p->radius > 0 ? taps_of(sigma, p->radius, p->weights)
                             : solved_taps(sigma, p->reach, p->weights);
    reference_blur(call, &taps, p->edge);
}
