#include "app/measure/metrics/metrics.h"
#include "app/measure/stats/stats.h"
#include "effects/colour.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

double metrics_lightness(double display)
{
    const double grey[3] = { display, display, display };
    double light[3], lab[3];
    colour_decode(grey, light);
    colour_lab(light, lab);
    return lab[0];
}

// Lists the levels in ascending order, each once. The caller frees them.
static double *find_levels(const struct image *image, int *count)
{
    const size_t texels = (size_t) image->width * (size_t) image->height;
    double *levels = memory_grow(NULL, texels, sizeof(*levels));
    for (size_t i = 0; i < texels; i++)
        levels[i] = ((const double *) image->texels)[4 * i];
    stats_sort(levels, texels);
    *count = 0;
    for (size_t i = 0; i < texels; i++)
        if (*count == 0 || levels[i] != levels[*count - 1])
            levels[(*count)++] = levels[i];
    return levels;
}

static int longest_run(const struct image *image)
{
    int longest = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0, run = 0; x < image->width; x++) {
            const bool goes_on = x > 0 && image_at(image, x, y)[0] == image_at(image, x - 1, y)[0];
            run = goes_on ? run + 1 : 1;
            longest = run > longest ? run : longest;
        }
    return longest;
}

static bool is_one_value(const struct image *image, int x, double value)
{
    for (int y = 0; y < image->height; y++)
        if (image_at(image, x, y)[0] != value)
            return false;
    return true;
}

static int widest_band(const struct image *image)
{
    int widest = 0, width = 0;
    double value = NAN;
    for (int x = 0; x < image->width; x++) {
        const double top = image_at(image, x, 0)[0];
        if (top != value)
            width = 0;
        value = top;
        width = is_one_value(image, x, value) ? width + 1 : 0;
        widest = width > widest ? width : widest;
    }
    return widest;
}

enum { BLOCK = 16 };

static double mean_of_block(const struct image *image, int left, int top)
{
    double sum = 0;
    for (int y = top; y < top + BLOCK; y++)
        for (int x = left; x < left + BLOCK; x++)
            sum += image_at(image, x, y)[0];
    return sum / (BLOCK * BLOCK);
}

static double largest_deviation(const struct image *image, const struct image *smooth)
{
    double most = 0;
    for (int y = 0; y + BLOCK <= image->height; y += BLOCK / 2)
        for (int x = 0; x + BLOCK <= image->width; x += BLOCK / 2) {
            const double here = metrics_lightness(mean_of_block(image, x, y));
            const double wanted = metrics_lightness(mean_of_block(smooth, x, y));
            most = fmax(most, fabs(here - wanted));
        }
    return most;
}

struct metrics_bands metrics_bands(const struct image *image, const struct image *smooth)
{
    assert(image->width == smooth->width && image->height == smooth->height);
    struct metrics_bands bands = {
        .longest_run = longest_run(image),
        .widest_band = widest_band(image),
        .deviation = largest_deviation(image, smooth),
    };
    double *levels = find_levels(image, &bands.levels);
    for (int i = 1; i < bands.levels; i++) {
        const double step = metrics_lightness(levels[i]) - metrics_lightness(levels[i - 1]);
        bands.step = fmax(bands.step, step);
    }
    free(levels);
    return bands;
}
