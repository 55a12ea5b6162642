#include "app/lab/text/processors.h"
#include "app/measure/metrics/metrics.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A Gaussian is one after another, and where a first one has left nothing small, the second may
// take every n-th texel alone: with a width of 1.5 of its steps the first leaves e^-44 of what the
// second could not tell from something wide, less than a double can. So wide ones cost a root of
// what one kernel would.

static double *take_memory(int count)
{
    double *memory = memory_grow(NULL, (size_t) count, sizeof(*memory));
    return memory;
}

// Samples of a Gaussian: texels `stride` apart.
struct kernel {
    int reach, stride;
    double *weights; // from 0 to `reach`, the same on either side
};

static struct kernel make_kernel(double sigma, int stride)
{
    struct kernel kernel = { .reach = (int) ceil(6 * sigma / stride), .stride = stride };
    double sum = 0;
    kernel.weights = take_memory(kernel.reach + 1);
    for (int i = 0; i <= kernel.reach; i++) {
        const double x = i * stride;
        kernel.weights[i] = sigma > 0 ? exp(-x * x / (2 * sigma * sigma)) : 1;
        sum += kernel.weights[i] * (i > 0 ? 2 : 1);
    }
    for (int i = 0; i <= kernel.reach; i++)
        kernel.weights[i] /= sum;
    return kernel;
}

// Texels around a line that a kernel reads.
static int reach_of(const struct kernel *kernel)
{
    return kernel->reach * kernel->stride;
}

enum { KERNELS = 2 };

static void make_kernels(double sigma, struct kernel kernels[KERNELS])
{
    const double first = 1.5;
    const int best = (int) (sqrt(sigma / first) + 0.5), stride = best > 1 ? best : 1;
    const double fine = stride > 1 ? first * stride : sigma;
    kernels[0] = make_kernel(fine, 1);
    kernels[1] = make_kernel(sqrt(sigma * sigma - fine * fine), stride);
}

// Values that are summed side by side.
enum { BLOCK = 64 };

// Makes `count` texels; `line` begins as many before the first as the kernel reaches, and both have
// room for whole blocks.
static void blur_line(const double *line, const struct kernel *kernel, int count, double *out)
{
    const double *middle = line + 4 * reach_of(kernel);
    for (int i = 0; i < 4 * count; i += BLOCK) {
        double sums[BLOCK];
        for (int k = 0; k < BLOCK; k++)
            sums[k] = kernel->weights[0] * middle[i + k];
        for (int n = 1; n <= kernel->reach; n++) {
            const double *before = middle + i - 4 * n * kernel->stride;
            const double *after = middle + i + 4 * n * kernel->stride;
            for (int k = 0; k < BLOCK; k++)
                sums[k] += kernel->weights[n] * (before[k] + after[k]);
        }
        memcpy(out + i, sums, sizeof(sums));
    }
}

// Rows, or columns, of an image on their way into another, which may be the same.
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
    double *line = take_memory(4 * padded + BLOCK), *between = take_memory(4 * padded + BLOCK);
    memset(line + 4 * padded, 0, BLOCK * sizeof(*line));
    memset(between, 0, sizeof(*between) * (size_t) (4 * padded + BLOCK));
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

static void blur_along(const struct image *from, const struct kernel kernels[KERNELS], bool down,
                       const struct image *to)
{
    struct lines lines = { from, to, kernels, down };
    processors_share(down ? from->width : from->height, blur_lines, &lines);
}

void metrics_blur(const struct image *from, double sigma, struct image *to)
{
    struct kernel kernels[KERNELS];
    make_kernels(sigma, kernels);
    image_init(to, from->width, from->height, IMAGE_TYPE_F64);
    blur_along(from, kernels, false, to);
    blur_along(to, kernels, true, to);
    for (int i = 0; i < KERNELS; i++)
        free(kernels[i].weights);
}
