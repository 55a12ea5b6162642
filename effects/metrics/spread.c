#include "effects/metrics/spread.h"

#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>

// ---- the image of a point

// Little light of a blur is further away than six times its sigma.
int spread_reach(double sigma)
{
    return (int) ceil(6 * sigma) + SPREAD_GRID / 2;
}

void spread_init(struct spread *spread, int reach)
{
    *spread = (struct spread){ .reach = reach };
    image_init(&spread->sum, 2 * reach + 1, 2 * reach + 1, IMAGE_TYPE_F64);
}

void spread_finish(struct spread *spread)
{
    image_finish(&spread->sum);
    *spread = (struct spread){ 0 };
}

int spread_side(int reach)
{
    return 2 * reach + 1 + SPREAD_GRID;
}

// y has the bits of the number in reverse order. So every combination of phases on grids of 2x2,
// 4x4 and 8x8 texels occurs equally often, and so does every row and column of 16.
void spread_places(int picture, int reach, struct spread_place places[SPREAD_POINTS])
{
    for (int i = 0; i < SPREAD_POINTS; i++) {
        const int n = picture * SPREAD_POINTS + i;
        int reversed = 0; // n with its six bits in reverse order
        for (int bit = 0; bit < 6; bit++)
            reversed |= (n >> bit & 1) << (5 - bit);
        places[i].x = reach + n % SPREAD_GRID;
        places[i].y = reach + reversed % SPREAD_GRID;
    }
}

void spread_add(struct spread *spread, const struct image *picture)
{
    const int side = spread->sum.width;
    struct spread_place places[SPREAD_POINTS];
    spread_places(spread->pictures++, spread->reach, places);
    for (int c = 0; c < SPREAD_POINTS; c++)
        for (int y = 0; y < side; y++) {
            const double *around = image_at(picture, (int) places[c].x - spread->reach,
                                            (int) places[c].y - spread->reach + y);
            double *sum = image_at(&spread->sum, 0, y);
            for (int x = 0; x < side; x++)
                sum[4 * x] += around[4 * x + c];
        }
}

void spread_mean(const struct spread *spread, struct image *mean)
{
    const int side = spread->sum.width, places = spread->pictures * SPREAD_POINTS;
    image_init(mean, side, side, IMAGE_TYPE_F64);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            image_at(mean, x, y)[0] = image_at(&spread->sum, x, y)[0] / places;
}

// ---- against a Gaussian

struct spread_profile spread_profile_of(const struct image *mean, double sigma)
{
    const int middle = mean->width / 2;
    const double step = sigma / SPREAD_RINGS_PER_SIGMA;
    struct spread_profile profile = { .worst = 0 };
    struct image ideal;
    image_init(&ideal, mean->width, mean->height, IMAGE_TYPE_F64);
    metrics_fill_gaussian(&ideal, middle, middle, sigma);
    metrics_radial_profile(mean, step, SPREAD_RINGS, profile.values);
    metrics_radial_profile(&ideal, step, SPREAD_RINGS, profile.ideal);
    image_finish(&ideal);
    for (int i = 0; i < SPREAD_RINGS; i++) // fmax ignores the NaN of a ring without texels
        profile.worst = fmax(profile.worst, fabs(profile.values[i] - profile.ideal[i]));
    profile.worst /= profile.ideal[0];
    return profile;
}

// ---- radius

// Within a ring the light is assumed to be evenly distributed from its inner to its outer edge.
double spread_radius(const struct image *mean, double share)
{
    const int middle = mean->width / 2, count = (int) ceil(1.5 * middle) + 2;
    // Sums of light; each ring is one texel wide.
    double *rings = memory_new((size_t) count, sizeof(*rings));
    double all = 0, within = 0, radius = 0;
    for (int y = 0; y < mean->height; y++)
        for (int x = 0; x < mean->width; x++) {
            const double dx = x - middle, dy = y - middle, light = image_at(mean, x, y)[0];
            rings[(int) (sqrt(dx * dx + dy * dy) + 0.5)] += light;
            all += light;
        }
    for (int i = 0; i < count; i++) {
        if (rings[i] > 0 && within + rings[i] >= share * all) {
            radius = fmax(i - 0.5 + (share * all - within) / rings[i], 0);
            break;
        }
        within += rings[i];
    }
    free(rings);
    return radius;
}
