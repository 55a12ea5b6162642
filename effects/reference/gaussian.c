#include "effects/gaussian/gaussian.h"

#include "effects/reference/reference.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double density_at(double x, double s, int weights)
{
    if (weights == KERNEL_SAMPLES)
        return exp(-0.5 * (x / s) * (x / s));
    return erf((x + 0.5) / (s * sqrt(2))) - erf((x - 0.5) / (s * sqrt(2)));
}

// The taps from -n to n.
struct taps {
    int n;
    double weights[2 * KERNEL_MAX_RADIUS + 1];
};

static struct taps taps_of(double s, double radius, int weights)
{
    struct taps taps = { .n = (int) ceil(radius) };
    double sum = 0;
    assert(taps.n <= KERNEL_MAX_RADIUS);
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
static struct taps solved_taps(double sigma, double reach, int weights)
{
    const double radius = fmin(ceil(reach * sigma), KERNEL_MAX_RADIUS);
    double low = sigma / 8, high = 2 * sigma + 1;
    struct taps taps = { 0 };
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

static void blur_axis(const struct image *from, const struct taps *taps, int edge, bool down,
                      struct image *to)
{
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            double color[4] = { 0 };
            for (int i = -taps->n; i <= taps->n; i++) {
                const double *texel =
                    reference_texel(from, down ? x : x + i, down ? y + i : y, edge);
                for (int c = 0; c < 4; c++)
                    color[c] += taps->weights[taps->n + i] * texel[c];
            }
            memcpy(image_at(to, x, y), color, sizeof(color));
        }
}

void reference_gaussian(const struct reference_call *call)
{
    const struct gaussian_params *p = call->params;
    const double sigma = (double) length_pixels(p->sigma, call->input->height);
    struct taps taps = { .weights = { 1 } };
    if (sigma >= 1e-3)
        taps = p->radius > 0 ? taps_of(sigma, (double) p->radius, p->weights)
                             : solved_taps(sigma, (double) p->reach, p->weights);
    struct image between;
    image_init(&between, call->input->width, call->input->height, IMAGE_TYPE_F64);
    blur_axis(call->input, &taps, p->edge, false, &between);
    blur_axis(&between, &taps, p->edge, true, call->output);
    image_finish(&between);
}
