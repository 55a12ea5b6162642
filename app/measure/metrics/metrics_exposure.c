#include "app/measure/metrics/metrics.h"

#include <math.h>
#include <stdlib.h>

// x (a x + b) / (x (c x + d) + e). K. Narkowicz, ACES Filmic Tone Mapping Curve, 2016, with the
// exposure of 0.6 that he gives for the brightness of the original, as HDR-FLIP has it.
static const double scale = 0.6;
static const double a = 2.51, b = 0.03, c = 2.43, d = 0.59, e = 0.14;

void metrics_expose(const double light[3], double stops, double shown[3])
{
    const double by = scale * exp2(stops);
    for (int i = 0; i < 3; i++) {
        const double x = fmax(light[i] * by, 0);
        shown[i] = fmin(x * (a * x + b) / (x * (c * x + d) + e), 1);
    }
}

// Returns the light that the curve shows as `shown`: the larger root of a quadratic.
static double light_of(double shown)
{
    const double square = a - shown * c, linear = b - shown * d, constant = -shown * e;
    const double middle = -linear / (2 * square);
    return (middle + sqrt(middle * middle - constant / square)) / scale;
}

struct metrics_exposures metrics_exposures(const struct image *reference)
{
    const double bright = 0.85, least = 0x1p-23; // the authors' program has it for black pictures
    const size_t count = (size_t) reference->width * (size_t) reference->height;
    double *luminances = metrics_luminances(reference);
    const double most = fmax(metrics_select(luminances, count, count - 1), least);
    const double median = fmax(metrics_select(luminances, count, count / 2), least);
    free(luminances);
    struct metrics_exposures exposures = {
        .first = log2(light_of(bright) / most),
        .last = log2(light_of(bright) / median),
    };
    exposures.count = (int) fmax(ceil(exposures.last - exposures.first), 2);
    return exposures;
}
