#include "app/metrics/flip_kernels.h"

#include <math.h>

static const double pixels_per_degree = 67;
static const double pi = 3.14159265358979323846;

// Normalises weights and leaves out those at the ends that no float would notice.
static struct flip_kernel make_kernel(const double weights[FLIP_TAPS], double above, double below)
{
    const double least = 1e-9;
    struct flip_kernel kernel = { .reach = 1 };
    for (int i = 0; i < FLIP_TAPS; i++) {
        const double weight = weights[i] / (weights[i] > 0 ? above : below);
        const int from_middle = i < FLIP_REACH ? FLIP_REACH - i : i - FLIP_REACH;
        if (fabs(weight) < least)
            continue;
        kernel.weights[i] = (float) weight;
        while (kernel.reach < from_middle)
            kernel.reach += 3;
    }
    return kernel;
}

// Fills in exp(-x^2 / (2 sigma^2)) out to `reach` texels, and returns the sum.
static double fill_gaussian(double sigma, int reach, double weights[FLIP_TAPS])
{
    double sum = 0;
    for (int i = 0; i < FLIP_TAPS; i++) {
        const int x = i - FLIP_REACH;
        weights[i] = x >= -reach && x <= reach ? exp(-x * x / (2 * sigma * sigma)) : 0;
        sum += weights[i];
    }
    return sum;
}

// Makes the sums of the positive and of the negative weights 1 and -1.
static struct flip_kernel make_halves(const double weights[FLIP_TAPS])
{
    double above = 0, below = 0;
    for (int i = 0; i < FLIP_TAPS; i++)
        *(weights[i] > 0 ? &above : &below) += fabs(weights[i]);
    return make_kernel(weights, above, below);
}

// Makes those of edges and points: the derivatives of a Gaussian, and the Gaussian that they have
// across.
static void make_features(struct flip_kernel all[FLIP_KERNEL_COUNT])
{
    const double sigma = 0.5 * 0.082 * pixels_per_degree;
    double weights[FLIP_TAPS], edge[FLIP_TAPS], point[FLIP_TAPS];
    const double sum = fill_gaussian(sigma, (int) ceil(3 * sigma), weights);
    for (int i = 0; i < FLIP_TAPS; i++) {
        const double x = (i - FLIP_REACH) / sigma;
        edge[i] = -x * weights[i];
        point[i] = (x * x - 1) * weights[i];
    }
    all[FLIP_SMOOTH] = make_kernel(weights, sum, sum);
    all[FLIP_EDGE] = make_halves(edge);
    all[FLIP_POINT] = make_halves(point);
}

// Makes a Gaussian of the contrast sensitivity, a sqrt(pi / b) exp(-pi^2 x^2 / b), in texels.
// Returns its sum over the plane.
static double make_sensitivity(double a, double b, struct flip_kernel *kernel)
{
    double weights[FLIP_TAPS];
    const double sum = fill_gaussian(sqrt(b / 2) / pi * pixels_per_degree, FLIP_REACH, weights);
    *kernel = make_kernel(weights, sum, sum);
    return a * sqrt(pi / b) * sum * sum;
}

struct flip_kernels flip_kernels_make(void)
{
    struct flip_kernels kernels;
    make_sensitivity(1, 0.0047, &kernels.all[FLIP_ACHROMATIC]);
    make_sensitivity(1, 0.0053, &kernels.all[FLIP_RED_GREEN]);
    const double wide = make_sensitivity(34.1, 0.04, &kernels.all[FLIP_BLUE_YELLOW]);
    const double fine = make_sensitivity(13.5, 0.025, &kernels.all[FLIP_BLUE_YELLOW_FINE]);
    kernels.blue_yellow_share = wide / (wide + fine);
    make_features(kernels.all);
    return kernels;
}
