#include "effects/metrics/metrics.h"
#include "render/file/processors.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// ---- metrics point

struct metrics_moments metrics_moments(const struct image *image)
{
    const int x = image->width / 2, y = image->height / 2;
    struct {
        double one, xx, yy, xy, fourth, fourfold;
    } sums = { 0 }; // weighted by light
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++) {
            const double value = image_at(image, column, row)[0], dx = column - x, dy = row - y;
            const double xx = dx * dx, yy = dy * dy;
            sums.one += value;
            sums.xx += value * xx;
            sums.yy += value * yy;
            sums.xy += value * dx * dy;
            sums.fourth += value * (xx + yy) * (xx + yy);
            sums.fourfold += value * (xx * xx - 6 * xx * yy + yy * yy); // r^4 cos 4a
        }
    // The elongation follows from the eigenvalues of the matrix of second moments.
    const double mean = (sums.xx + sums.yy) / 2;
    const double spread = hypot((sums.xx - sums.yy) / 2, sums.xy);
    return (struct metrics_moments){
        .energy = sums.one,
        .sigma_x = sqrt(sums.xx / sums.one),
        .sigma_y = sqrt(sums.yy / sums.one),
        .elongation = mean > 0 ? sqrt((mean + spread) / (mean - spread)) - 1 : 0,
        .squareness = sums.fourth > 0 ? sums.fourfold / sums.fourth : 0,
    };
}

void metrics_radial_profile(const struct image *image, double step, int count, double profile[])
{
    const int x = image->width / 2, y = image->height / 2;
    int *texels = memory_new((size_t) count, sizeof(*texels));
    memset(profile, 0, sizeof(*profile) * (size_t) count);
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++) {
            const double dx = column - x, dy = row - y;
            const int ring = (int) (sqrt(dx * dx + dy * dy) / step + 0.5);
            if (ring >= count)
                continue;
            profile[ring] += image_at(image, column, row)[0];
            texels[ring]++;
        }
    for (int ring = 0; ring < count; ring++)
        profile[ring] = texels[ring] > 0 ? profile[ring] / texels[ring] : NAN;
    free(texels);
}

void metrics_gaussian(double samples[], int count, double middle, double sigma)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const double x = i - middle;
        samples[i] = sigma > 0 ? exp(-x * x / (2 * sigma * sigma)) : x == 0;
        sum += samples[i];
    }
    for (int i = 0; i < count; i++)
        samples[i] /= sum;
}

void metrics_fill_gaussian(struct image *image, double x, double y, double sigma)
{
    double *across = memory_new((size_t) (image->width + image->height), sizeof(*across));
    double *down = across + image->width;
    metrics_gaussian(across, image->width, x, sigma);
    metrics_gaussian(down, image->height, y, sigma);
    for (int row = 0; row < image->height; row++)
        for (int column = 0; column < image->width; column++)
            image_at(image, column, row)[0] = across[column] * down[row];
    free(across);
}

// ---- metrics blur

// A wide Gaussian is computed as two narrower ones, one after the other. After the first there are
// no small details, so the second may sample every n-th texel (`stride`) only. If the sigma of the
// first is 1.5 strides, it attenuates frequencies that the second would alias by e^-44, which is
// below the precision of a double. The number of taps is then proportional to the root of sigma.

// Samples of a Gaussian at texels that are `stride` apart.
struct kernel {
    int reach, stride;
    double *weights; // for the distances -reach..reach; owned
};

enum { KERNELS = 2 }; // the kernel of adjacent texels, then that of every n-th texel

static struct kernel make_kernel(double sigma, int stride)
{
    struct kernel kernel = { .reach = (int) ceil(6 * sigma / stride), .stride = stride };
    const int count = 2 * kernel.reach + 1;
    kernel.weights = memory_new((size_t) count, sizeof(double));
    metrics_gaussian(kernel.weights, count, kernel.reach, sigma / stride);
    return kernel;
}

// Returns the number of texels that a kernel reads on each side of a line.
static int reach_of(const struct kernel *kernel)
{
    return kernel->reach * kernel->stride;
}

// Values that are summed at the same time, for vector instructions.
enum { BLOCK = 64 };

// Blurs `count` texels. `line` begins reach_of(kernel) texels before the first, and both buffers
// have room for whole blocks.
static void blur_line(const double *line, const struct kernel *kernel, int count, double *out)
{
    const double *middle = line + 4 * reach_of(kernel), *weights = kernel->weights + kernel->reach;
    for (int i = 0; i < 4 * count; i += BLOCK) {
        double sums[BLOCK];
        for (int k = 0; k < BLOCK; k++)
            sums[k] = weights[0] * middle[i + k];
        for (int n = 1; n <= kernel->reach; n++) {
            const double *before = middle + i - 4 * n * kernel->stride;
            const double *after = middle + i + 4 * n * kernel->stride;
            for (int k = 0; k < BLOCK; k++)
                sums[k] += weights[n] * (before[k] + after[k]);
        }
        memcpy(out + i, sums, sizeof(sums));
    }
}

// The work of blurring the rows, or the columns, of `from` into `to`, which may be the same image.
struct lines {
    const struct image *from, *to;
    const struct kernel *kernels;
    bool down;
};

static void blur_lines(void *data, int begin, int end)
{
    const struct lines *lines = data;
    const bool down = lines->down;
    const int length = down ? lines->from->height : lines->from->width;
    const int around = reach_of(&lines->kernels[1]), before = around + reach_of(&lines->kernels[0]);
    const int padded = length + 2 * before;
    const size_t room = (size_t) (4 * padded + BLOCK);
    double *line = memory_new(room, sizeof(*line)), *between = memory_new(room, sizeof(*between));
    for (int n = begin; n < end; n++) {
        for (int i = 0; i < padded; i++) {
            const int at = i - before;
            memcpy(&line[4 * i], image_clamped(lines->from, down ? n : at, down ? at : n),
                   4 * sizeof(*line));
        }
        blur_line(line, &lines->kernels[0], length + 2 * around, between);
        blur_line(between, &lines->kernels[1], length, line);
        for (int i = 0; i < length; i++)
            memcpy(image_at(lines->to, down ? n : i, down ? i : n), &line[4 * i],
                   4 * sizeof(*line));
    }
    free(between);
    free(line);
}

void metrics_blur(const struct image *from, double sigma, struct image *to)
{
    const double first = 1.5;
    const int best = (int) (sqrt(sigma / first) + 0.5), stride = best > 1 ? best : 1;
    const double fine = stride > 1 ? first * stride : sigma;
    const struct kernel kernels[KERNELS] = {
        make_kernel(fine, 1),
        make_kernel(sqrt(sigma * sigma - fine * fine), stride),
    };
    image_init(to, from->width, from->height, IMAGE_TYPE_F64);
    for (int down = 0; down < 2; down++) {
        struct lines lines = { down ? to : from, to, kernels, down };
        parallel_for(down ? to->width : to->height, blur_lines, &lines);
    }
    for (int i = 0; i < KERNELS; i++)
        free(kernels[i].weights);
}

// ---- metrics motion

// Writes the weights of the four texels around a position that is `share` texels after the second
// of them.
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

struct move {
    const struct image *from, *to;
    double x, y;
};

static void move_rows(void *data, int begin, int end)
{
    const struct move *move = data;
    for (int row = begin; row < end; row++)
        for (int column = 0; column < move->to->width; column++) {
            const double x = column - move->x, y = row - move->y;
            double *out = image_at(move->to, column, row);
            const int left = (int) floor(x), top = (int) floor(y);
            double across[4], down[4];
            cubic_weights(x - left, across);
            cubic_weights(y - top, down);
            for (int c = 0; c < 4; c++)
                out[c] = 0;
            for (int i = 0; i < 16; i++) {
                const double *texel = image_clamped(move->from, left - 1 + i % 4, top - 1 + i / 4);
                for (int c = 0; c < 4; c++)
                    out[c] += across[i % 4] * down[i / 4] * texel[c];
            }
        }
}

void metrics_move(const struct image *from, double x, double y, struct image *to)
{
    struct move move = { from, to, x, y };
    image_init(to, from->width, from->height, IMAGE_TYPE_F64);
    parallel_for(to->height, move_rows, &move);
}

// ---- change

void metrics_motion_add(struct metrics_motion_sum *sum, const struct image *frame)
{
    double peak = -INFINITY;
    const bool is_first = sum->count++ == 0;
    if (is_first)
        image_init(&sum->sums, frame->width, frame->height, IMAGE_TYPE_F64);
    for (int y = 0; y < frame->height; y++)
        for (int x = 0; x < frame->width; x++) {
            const double value = image_at(frame, x, y)[0];
            double *sums = image_at(&sum->sums, x, y);
            sums[0] += value;
            sums[1] += value * value;
            sums[2] += is_first ? 0 : (value - sums[3]) * (value - sums[3]);
            sums[3] = value;
            peak = fmax(peak, value);
        }
    sum->low = is_first ? peak : fmin(sum->low, peak);
    sum->high = is_first ? peak : fmax(sum->high, peak);
    sum->peaks += peak;
}

struct metrics_motion metrics_motion_end(struct metrics_motion_sum *sum)
{
    double changes = 0, means = 0, squares = 0, steps = 0;
    assert(sum->count > 0);
    for (int y = 0; y < sum->sums.height; y++)
        for (int x = 0; x < sum->sums.width; x++) {
            const double *sums = image_at(&sum->sums, x, y);
            const double mean = sums[0] / sum->count, square = sums[1] / sum->count;
            changes += fmax(square - mean * mean, 0);
            means += mean * mean;
            squares += square;
            steps += sums[2] / fmax(sum->count - 1, 1);
        }
    image_finish(&sum->sums);
    return (struct metrics_motion){
        .rms = sqrt(changes / means),
        .peak = (sum->high - sum->low) / (sum->peaks / sum->count),
        .from_frame_to_frame = sqrt(steps / squares),
    };
}
