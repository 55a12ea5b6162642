#include "app/metrics/metrics.h"

#include <math.h>

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

void metrics_radial_profile(const struct image *image, int x, int y, double step, int count,
                            double profile[])
{
    for (int ring = 0; ring < count; ring++) {
        const int reach = (int) ceil((ring + 0.5) * step);
        double sum = 0;
        int texels = 0;
        for (int dy = -reach; dy <= reach; dy++)
            for (int dx = -reach; dx <= reach; dx++) {
                const double radius = hypot(dx, dy) / step + 0.5;
                const bool is_inside =
                    x + dx >= 0 && x + dx < image->width && y + dy >= 0 && y + dy < image->height;
                if (!is_inside || (int) radius != ring)
                    continue;
                sum += image_at(image, x + dx, y + dy)[0];
                texels++;
            }
        profile[ring] = texels > 0 ? sum / texels : NAN;
    }
}

void metrics_fill_gaussian(struct image *image, double x, double y, double sigma)
{
    double sum = 0;
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++) {
            const double dx = column - x, dy = row - y;
            double *texel = image_at(image, column, row);
            texel[0] = exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
            sum += texel[0];
        }
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++)
            image_at(image, column, row)[0] /= sum;
}
