#include "effects/gaussian/gaussian_levels.h"
#include "effects/tuning.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_FACTOR = 8, MOST_TAPS = MOST_FACTOR * (2 * GAUSSIAN_LONG_RADIUS + 5) };

// Weights of the texels of a line in the sum for one output texel. The first texel is `from` texels
// away.
struct line {
    int from, count;
    double weights[MOST_TAPS];
};

// Computes the weights of three texels of a level at a position `offset` texels from the centre of
// the middle one: those of a quadratic B-spline, or of the linear filter.
static void interpolate(bool is_filtered, double offset, double weights[3])
{
    const double before = 0.5 - offset, after = 0.5 + offset;
    weights[0] = is_filtered ? fmax(-offset, 0) : before * before / 2;
    weights[1] = is_filtered ? 1 - fabs(offset) : 0.75 - offset * offset;
    weights[2] = is_filtered ? fmax(offset, 0) : after * after / 2;
}

// Returns the weights for the picture's texel at that position within a texel of the level.
static struct line line_of(const struct gaussian_levels *levels, int place)
{
    static const double down[] = { 1 / 8., 3 / 8., 3 / 8., 1 / 8. };
    const int radius = levels->kernel.radius;
    // The level's texels, counted from the one that contains the picture's texel.
    struct line line = { .from = -radius - 1, .count = 2 * radius + 3 };
    double between[3];
    interpolate(levels->factor == 2, (place + 0.5) / levels->factor - 0.5, between);
    for (int k = 0; k < 3; k++)
        for (int i = -radius; i <= radius; i++)
            line.weights[radius + k + i] += between[k] * (double) levels->kernel.weights[abs(i)];
    // Each turn goes to a level of twice the size, by (1 3 3 1) / 8.
    for (int factor = 1; factor < levels->factor; factor *= 2) {
        const struct line coarse = line;
        line = (struct line){ .from = 2 * coarse.from - 1, .count = 2 * coarse.count + 2 };
        for (int i = 0; i < coarse.count; i++)
            for (int k = 0; k < 4; k++)
                line.weights[2 * i + k] += down[k] * coarse.weights[i];
    }
    line.from -= place;
    return line;
}

double gaussian_levels_error(const struct effect_site *site)
{
    const struct gaussian_params *p = site->params;
    const struct gaussian_levels levels = gaussian_levels_of(site);
    const struct kernel kernel = gaussian_kernel(p, site->height);
    double most = 0;
    if ((double) length_pixels(p->sigma, site->height) > gaussian_levels_most_sigma)
        return 1;
    for (int place = 0; place < levels.factor; place++) {
        const struct line line = line_of(&levels, place);
        // A line of 0 and 1 can exceed the exact result by the weights above the kernel's.
        double gained = 0;
        for (int i = 0; i < line.count; i++) {
            const int distance = abs(line.from + i);
            const double exact = distance <= kernel.radius ? (double) kernel.weights[distance] : 0;
            gained += fmax(line.weights[i] - exact, 0);
        }
        most = fmax(most, gained);
    }
    // A position for the filter is a float of 0..1; its rounding error is so many texels in the
    // picture. A filter that computes with floats changes a texel by as much; on llvmpipe less
    // than half of it was measured. A filter whose fractions have 8 bits rounds them to the same
    // value if the error is less than half of its step, 1/512, and is otherwise off by a whole
    // step: 0.16 % more was measured on an NVIDIA H100, on lines of 4905 texels and longer.
    enum { NOTICED_FROM = 4096 }; // texels
    const int noticed = (site->width > NOTICED_FROM) + (site->height > NOTICED_FROM);
    const double of_places = (site->width + site->height) * 0x1p-25 + noticed * 0x1p-8;
    return 2 * most + of_places;
}
