#include "app/measure/metrics/metrics.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *take_memory(size_t count, size_t size)
{
    void *memory = memory_new(count, size);
    return memory;
}

// Sums over the image of a point, each weighted by light.
struct sums {
    double one, x, y, xx, yy, xy, fourth, fourfold;
};

static void add_texel(double value, double x, double y, struct sums *sums)
{
    const double xx = x * x, yy = y * y;
    sums->one += value;
    sums->x += value * x;
    sums->y += value * y;
    sums->xx += value * xx;
    sums->yy += value * yy;
    sums->xy += value * x * y;
    sums->fourth += value * (xx + yy) * (xx + yy);
    sums->fourfold += value * (xx * xx - 6 * xx * yy + yy * yy); // r^4 cos 4a
}

// The elongation follows from the eigenvalues of the matrix of second moments.
static double elongation(const struct sums *sums)
{
    const double mean = (sums->xx + sums->yy) / 2;
    const double spread = hypot((sums->xx - sums->yy) / 2, sums->xy);
    return mean > 0 ? sqrt((mean + spread) / (mean - spread)) - 1 : 0;
}

struct metrics_moments metrics_moments(const struct image *image, int x, int y)
{
    struct sums sums = { 0 };
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++)
            add_texel(image_at(image, column, row)[0], column - x, row - y, &sums);
    return (struct metrics_moments){
        .energy = sums.one,
        .shift_x = sums.x / sums.one,
        .shift_y = sums.y / sums.one,
        .sigma_x = sqrt(sums.xx / sums.one),
        .sigma_y = sqrt(sums.yy / sums.one),
        .elongation = elongation(&sums),
        .squareness = sums.fourth > 0 ? sums.fourfold / sums.fourth : 0,
    };
}

// The texels that rings of that number and width can touch, in an image.
struct box {
    int x0, y0, x1, y1;
};

static struct box box_of_rings(const struct image *image, int x, int y, double step, int count)
{
    const int reach = (int) ceil((count - 0.5) * step);
    return (struct box){
        .x0 = x > reach ? x - reach : 0,
        .y0 = y > reach ? y - reach : 0,
        .x1 = x + reach < image->width ? x + reach + 1 : image->width,
        .y1 = y + reach < image->height ? y + reach + 1 : image->height,
    };
}

void metrics_radial_profile(const struct image *image, int x, int y, double step, int count,
                            double profile[])
{
    const struct box box = box_of_rings(image, x, y, step, count);
    int *texels = take_memory((size_t) count, sizeof(*texels));
    memset(profile, 0, sizeof(*profile) * (size_t) count);
    for (int row = box.y0; row < box.y1; row++)
        for (int column = box.x0; column < box.x1; column++) {
            const double dx = column - x, dy = row - y;
            const int ring = (int) (sqrt(dx * dx + dy * dy) / step + 0.5);
            if (ring >= count)
                continue;
            profile[ring] += image_at(image, column, row)[0];
            texels[ring]++;
        }
    for (int ring = 0; ring < count; ring++)
        profile[ring] = texels[ring] > 0 ? profile[ring] / texels[ring] : (double) NAN;
    free(texels);
}

// Makes samples of a Gaussian along one axis, whose sum is 1.
static double *make_samples(int count, double middle, double sigma)
{
    double *samples = take_memory((size_t) count, sizeof(*samples)), sum = 0;
    for (int i = 0; i < count; i++) {
        const double x = i - middle;
        samples[i] = exp(-x * x / (2 * sigma * sigma));
        sum += samples[i];
    }
    for (int i = 0; i < count; i++)
        samples[i] /= sum;
    return samples;
}

void metrics_fill_gaussian(struct image *image, double x, double y, double sigma)
{
    double *across = make_samples(image->width, x, sigma);
    double *down = make_samples(image->height, y, sigma);
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++)
            image_at(image, column, row)[0] = across[column] * down[row];
    free(across);
    free(down);
}
