#include "effects/blur/kernel.h"

#include "effects/effect.h"
#include "effects/effect_impl.h"

#include <math.h>
#include <stdbool.h>

static const double least_sigma = 1e-3;

// Returns the weight of the texel at a distance of x, before normalisation.
static double weigh(double x, double s, enum kernel_weights weights)
{
    if (weights == KERNEL_SAMPLES)
        return exp(-x * x / (2 * s * s));
    const double scale = 1 / (sqrt(2) * s);
    return x > 0 ? erfc((x - 0.5) * scale) - erfc((x + 0.5) * scale) : 2 * erf(0.5 * scale);
}

struct shape {
    double radius;
    enum kernel_weights weights;
};

// Writes the weights at the distances 0, 1, ..., whose sum over both sides is 1. Returns the
// standard deviation.
static double compute_weights(const struct shape *shape, double s,
                              double out[KERNEL_MAX_RADIUS + 1])
{
    const int radius = (int) ceil(shape->radius);
    double sum = 0, squares = 0;
    for (int i = 0; i <= radius; i++) {
        const double share = fmin(1, shape->radius - i + 1); // less than 1 for the outermost texel
        const double sides = i > 0 ? 2 : 1;
        out[i] = share * weigh(i, s, shape->weights);
        sum += sides * out[i];
        squares += sides * out[i] * i * i;
    }
    for (int i = 0; i <= radius; i++)
        out[i] /= sum;
    return sqrt(squares / sum);
}

// Returns the s for which the truncated kernel has the requested sigma, by the Illinois variant of
// false position (M. Dowell, P. Jarratt, BIT 11, 1971): the value at an end that stays is halved.
static double solve(const struct shape *shape, double sigma)
{
    double out[KERNEL_MAX_RADIUS + 1];
    double low = sigma / 4, high = 1.1 * sigma + 1;
    double below = compute_weights(shape, low, out) - sigma,
           above = compute_weights(shape, high, out) - sigma;
    int side = 0;
    for (int i = 0; i < 100 && high - low > 1e-13 * high; i++) {
        const double s = (low * above - high * below) / (above - below);
        const double miss = compute_weights(shape, s, out) - sigma;
        if (fabs(miss) < 1e-13 * sigma)
            return s;
        if (miss < 0) {
            low = s;
            below = miss;
            above *= side < 0 ? 0.5 : 1;
            side = -1;
        } else {
            high = s;
            above = miss;
            below *= side > 0 ? 0.5 : 1;
            side = 1;
        }
    }
    return (low + high) / 2;
}

void kernel_init(struct kernel *kernel, const struct kernel_knobs *knobs)
{
    double weights[KERNEL_MAX_RADIUS + 1] = { 0 };
    *kernel = (struct kernel){ .weights = { 1 } };
    if (knobs->sigma < least_sigma)
        return;
    const bool is_given = knobs->radius > 0;
    struct shape shape = {
        .radius = is_given ? knobs->radius : ceil(knobs->reach * knobs->sigma),
        .weights = knobs->weights,
    };
    shape.radius = fmin(shape.radius, KERNEL_MAX_RADIUS);
    compute_weights(&shape, is_given ? knobs->sigma : solve(&shape, knobs->sigma), weights);
    kernel->radius = (int) ceil(shape.radius);
    for (int i = 0; i <= kernel->radius; i++)
        kernel->weights[i] = (float) weights[i];
}

struct kernel kernel_of_site(const struct effect_site *site)
{
    struct kernel kernel;
    site->effect->kernel(site->params, site->height, &kernel);
    return kernel;
}

double kernel_sigma(const struct kernel *kernel)
{
    double variance = 0;
    for (int i = 1; i <= kernel->radius; i++)
        variance += 2 * (double) kernel->weights[i] * i * i;
    return sqrt(variance);
}

// With an odd radius, half of the middle texel belongs to each side, so that all texels are in
// pairs.
void kernel_pair(const struct kernel *kernel, struct kernel_pairs *pairs)
{
    const bool is_odd = kernel->radius % 2 == 1;
    *pairs = (struct kernel_pairs){ .centre = is_odd ? 0 : kernel->weights[0] };
    for (int i = is_odd ? 0 : 1; i < kernel->radius; i += 2) {
        const double near = (i > 0 ? 1 : 0.5) * kernel->weights[i];
        const double far = kernel->weights[i + 1];
        const double sum = near + far;
        pairs->reads[pairs->count][0] = (float) (i + (sum > 0 ? far / sum : 0));
        pairs->reads[pairs->count++][1] = (float) sum;
    }
}

// Each class is a program, compiled when it is first needed. The classes are so close together that
// few taps have a weight of 0.
int kernel_class(int radius)
{
    static const int classes[] = { 40, 48, 64, 80, 96, 128, 160, 192, 224, 256, KERNEL_MAX_CLASS };
    const int step = radius <= 4 ? 1 : radius <= 16 ? 2 : 4;
    if (radius <= 32)
        return radius > 1 ? (radius + step - 1) / step * step : 1;
    int i = 0;
    while (classes[i] < radius && classes[i] < KERNEL_MAX_CLASS)
        i++;
    return classes[i];
}
