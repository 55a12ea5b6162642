#include "app/metrics/metrics.h"

#include <assert.h>
#include <math.h>

// Gives the weights of the four texels around a place that lies `share` behind the second.
static void cubic_weights(double share, double weights[4])
{
    const double a = -0.5;
    for (int i = 0; i < 4; i++) {
        const double x = fabs(i - 1 - share);
        if (x < 1)
            weights[i] = ((a + 2) * x - (a + 3)) * x * x + 1;
        else
            weights[i] = ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
    }
}

static void sample(const struct image *image, double x, double y, double out[4])
{
    const int left = (int) floor(x), top = (int) floor(y);
    double across[4], down[4];
    cubic_weights(x - left, across);
    cubic_weights(y - top, down);
    for (int c = 0; c < 4; c++)
        out[c] = 0;
    for (int i = 0; i < 16; i++) {
        const double *texel = image_clamped(image, left - 1 + i % 4, top - 1 + i / 4);
        for (int c = 0; c < 4; c++)
            out[c] += across[i % 4] * down[i / 4] * texel[c];
    }
}

void metrics_move(const struct image *from, double x, double y, struct image *to)
{
    image_init(to, from->width, from->height, IMAGE_TYPE_F64);
    for (int row = 0; row < to->height; row++)
        for (int column = 0; column < to->width; column++)
            sample(from, column - x, row - y, image_at(to, column, row));
}

// ---- change

static double largest(const struct image *image)
{
    double most = -INFINITY;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            most = fmax(most, image_at(image, x, y)[0]);
    return most;
}

static double change_of_peak(const struct image frames[], int count)
{
    double low = INFINITY, high = -INFINITY, sum = 0;
    for (int i = 0; i < count; i++) {
        const double peak = largest(&frames[i]);
        low = fmin(low, peak);
        high = fmax(high, peak);
        sum += peak;
    }
    return (high - low) / (sum / count);
}

struct metrics_motion metrics_motion(const struct image frames[], int count)
{
    assert(count > 0);
    double changes = 0, means = 0;
    for (int y = 0; y < frames[0].height; y++)
        for (int x = 0; x < frames[0].width; x++) {
            double mean = 0;
            for (int i = 0; i < count; i++)
                mean += image_at(&frames[i], x, y)[0] / count;
            for (int i = 0; i < count; i++)
                changes += pow(image_at(&frames[i], x, y)[0] - mean, 2) / count;
            means += mean * mean;
        }
    return (struct metrics_motion){
        .rms = sqrt(changes / means),
        .peak = change_of_peak(frames, count),
    };
}
