#include "effects/blur/multiresolution.h"

#include "effects/blur/kernel.h"
#include "effects/effect.h"
#include "effects/effect_impl.h"
#include "render/text/error.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

// From the least sigma of each on, in px: the filter, and how far the weights between reach, in
// sigmas, as short as they can be while less than 0.07 % of the brightest texel is lost; 0: a texel
// further than the kernel. Where the filter is wide beside the kernel, more weights than these
// would be below 0. Three boxes in a row have no more than 0.09 % of error.
struct kind {
    double least_sigma;
    int factor, taps;
    double reach;
};
static const struct kind of_gaussians[] = {
    { 2.9, 2, 8, 2.4 },  { 3.25, 2, 6, 3.2 }, { 5.9, 4, 6, 2.4 },
    { 6.45, 4, 6, 3.2 }, { 11.8, 4, 4, 3.5 }, { 23.6, 8, 4, 3.5 },
};
static const struct kind of_three_boxes[] = { { 7.55, 2, 6, 0 },
                                              { 14.6, 4, 4, 0 },
                                              { 31.6, 8, 4, 0 } };

static double sigma_of(const struct effect_blur *blur)
{
    return blur->by_hand ? blur->width : blur->requested;
}

bool multiresolution_fits(const struct effect_site *site, struct error *why)
{
    const struct effect_blur blur = site->effect->blur(site->params, site->height);
    const bool is_box = blur.times > 0;
    const double sigma = sigma_of(&blur), most = is_box ? 72 : 64;
    const double least = is_box ? of_three_boxes[0].least_sigma : of_gaussians[0].least_sigma;
    if (is_box && blur.times != 3)
        return error_set(why,
                         "a smaller image is too coarse for less than three boxes in a row: it "
                         "needs iterations=3");
    if (param_value(site->effect->params, "via", site->params) > 0)
        return error_set(why, "it has no image between rows and columns: it needs via=auto");
    if (!is_box && blur.by_hand)
        return error_set(why, "it has no cut: it needs radius=auto");
    if (sigma > most)
        return error_set(why, "its levels are for up to sigma=%g, and it is %g", most, sigma);
    return sigma >= least ||
           error_set(why, "a smaller image is too coarse below sigma=%g, and it is %g", least,
                     sigma);
}

struct multiresolution multiresolution_of(const struct effect_site *site)
{
    const struct effect_blur blur = site->effect->blur(site->params, site->height);
    const double sigma = sigma_of(&blur);
    const bool is_box = blur.times > 0;
    const struct kind *kinds = is_box ? of_three_boxes : of_gaussians;
    const int count =
        (int) (is_box ? sizeof(of_three_boxes) : sizeof(of_gaussians)) / (int) sizeof(*kinds);
    struct multiresolution levels = { 0 };
    for (int i = 0; i == 0 || (i < count && sigma >= kinds[i].least_sigma); i++) {
        const double factor = kinds[i].factor, most = kinds[i].reach * sigma;
        levels.factor = kinds[i].factor;
        levels.taps = kinds[i].taps;
        levels.radius = kernel_class((int) (most > 0 ? ceil(fmin(blur.reach, most) / factor)
                                                     : ceil(blur.reach / factor) + 1));
    }
    if (levels.radius > MULTIRESOLUTION_RADIUS)
        levels.radius = MULTIRESOLUTION_RADIUS;
    levels.beside = (levels.taps * (levels.factor - 1)) / (2 * levels.factor);
    return levels;
}

struct multiresolution_filter multiresolution_filter(const struct multiresolution *levels)
{
    struct multiresolution_filter filter = {
        .margin = (levels->taps - 2) * (levels->factor - 1) / 2,
        .count = 1,
        .weights = { 1 },
    };
    double *weights = filter.weights;
    for (int apart = 1; apart < levels->factor; apart *= 2)
        for (int tap = 1; tap < levels->taps; tap++) { // a mean of two makes the next binomial
            filter.count += apart;
            for (int i = filter.count - 1; i >= apart; i--)
                weights[i] = (weights[i] + weights[i - apart]) / 2;
            for (int i = 0; i < apart; i++)
                weights[i] /= 2;
        }
    return filter;
}

double multiresolution_up(const struct multiresolution *levels,
                          const struct multiresolution_filter *filter, int place, int distance)
{
    const int i = place - levels->factor * distance + filter->margin;
    return i >= 0 && i < filter->count ? levels->factor * filter->weights[i] : 0;
}

// The way down and up again for the texel at each place within a texel of the level: the weights of
// the texels around it, from `first` texels from that of place 0 on.
enum { MAX_LINE = 100 };
struct ways {
    int first, count;
    double weights[MULTIRESOLUTION_FACTOR][MAX_LINE];
};

static struct ways ways_of(const struct multiresolution *levels)
{
    const int factor = levels->factor, beside = levels->beside;
    const struct multiresolution_filter filter = multiresolution_filter(levels);
    struct ways ways = { .first = -factor * beside - filter.margin,
                         .count = 2 * factor * beside + filter.count };
    assert(ways.count <= MAX_LINE);
    for (int place = 0; place < factor; place++)
        for (int k = -beside; k <= beside; k++)
            for (int i = 0; i < filter.count; i++)
                ways.weights[place][factor * (beside + k) + i] +=
                    multiresolution_up(levels, &filter, place, k) * filter.weights[i];
    return ways;
}

static double exact_at(const struct kernel *exact, int distance)
{
    return abs(distance) <= exact->radius ? exact->weights[abs(distance)] : 0;
}

enum { MAX_UNKNOWN = MULTIRESOLUTION_RADIUS + 1 };

// Solves two systems with the same symmetric positive definite matrix (A.-L. Cholesky), of which
// the lower half is read and changed.
static void solve(int count, double matrix[MAX_UNKNOWN][MAX_UNKNOWN], double x[MAX_UNKNOWN][2])
{
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++)
                matrix[i][j] -= matrix[i][k] * matrix[j][k];
            matrix[i][j] = i == j ? sqrt(matrix[i][i]) : matrix[i][j] / matrix[j][j];
        }
        for (int side = 0; side < 2; side++) {
            for (int k = 0; k < i; k++)
                x[i][side] -= matrix[i][k] * x[k][side];
            x[i][side] /= matrix[i][i];
        }
    }
    for (int i = count - 1; i >= 0; i--)
        for (int side = 0; side < 2; side++) {
            for (int k = i + 1; k < count; k++)
                x[i][side] -= matrix[k][i] * x[k][side];
            x[i][side] /= matrix[i][i];
        }
}

// The unknown of a distance is the sum of the weights of both sides. The texels of the level that
// are i and j from the middle overlap in what they add to the picture by overlap[|i - j|] and
// overlap[i + j].
void multiresolution_weigh(const struct multiresolution *levels, const struct kernel *exact,
                           double weights[MULTIRESOLUTION_RADIUS + 1])
{
    const struct ways ways = ways_of(levels);
    const int factor = levels->factor, count = levels->radius + 1;
    double overlap[2 * MAX_UNKNOWN] = { 0 }, matrix[MAX_UNKNOWN][MAX_UNKNOWN];
    double x[MAX_UNKNOWN][2] = { 0 };
    for (int place = 0; place < factor; place++)
        for (int i = 0; i < ways.count; i++) {
            const double own = ways.weights[place][i];
            for (int far = 0; factor * far <= i && far < 2 * MAX_UNKNOWN; far++)
                overlap[far] += own * ways.weights[place][i - factor * far];
            for (int far = 0; far < count; far++)
                x[far][0] += own * exact_at(exact, ways.first + i - place + factor * far);
        }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++)
            matrix[i][j] = (overlap[i - j] + overlap[i + j]) / 2;
        x[i][1] = 1;
    }
    solve(count, matrix, x);
    // The second solution, a multiple of which is added, makes the sum 1 at the least cost.
    double sum[2] = { 0 };
    for (int i = 0; i < count; i++)
        for (int side = 0; side < 2; side++)
            sum[side] += x[i][side];
    for (int i = 0; i < count; i++)
        weights[i] = (x[i][0] + x[i][1] * (1 - sum[0]) / sum[1]) / (i > 0 ? 2 : 1);
}

double multiresolution_error(const struct effect_site *site)
{
    const struct multiresolution levels = multiresolution_of(site);
    struct error unread;
    if (!multiresolution_fits(site, &unread))
        return 1;
    enum { MAX_TEXELS = 2 * MULTIRESOLUTION_FACTOR * MULTIRESOLUTION_RADIUS + MAX_LINE };
    const struct ways ways = ways_of(&levels);
    const struct kernel exact = kernel_of_site(site);
    const int radius = levels.radius;
    double weights[MULTIRESOLUTION_RADIUS + 1], most = 0;
    multiresolution_weigh(&levels, &exact, weights);
    for (int place = 0; place < levels.factor / 2; place++) { // the others are mirrored
        double line[MAX_TEXELS] = { 0 }, gained = 0;
        for (int far = -radius; far <= radius; far++)
            for (int i = 0; i < ways.count; i++)
                line[levels.factor * (radius + far) + i] +=
                    weights[abs(far)] * ways.weights[place][i];
        for (int i = 0; i < 2 * levels.factor * radius + ways.count; i++) {
            const int distance = ways.first - levels.factor * radius + i - place;
            gained += fmax(line[i] - exact_at(&exact, distance), 0);
        }
        most = fmax(most, gained);
    }
    return 2 * most * (1 + most);
}
