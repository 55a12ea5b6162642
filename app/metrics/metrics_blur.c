#define LOG_MODULE "metrics"
#include "app/metrics/metrics.h"
#include "render/text/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *take_memory(int count)
{
    double *memory = malloc(sizeof(*memory) * (size_t) count);
    if (!memory)
        log_fatal("no memory for a line of %d values", count);
    return memory;
}

struct kernel {
    int reach;
    double *weights; // from -reach on
};

static struct kernel make_kernel(double sigma)
{
    struct kernel kernel = { .reach = (int) ceil(6 * sigma) };
    const int count = 2 * kernel.reach + 1;
    double sum = 0;
    kernel.weights = take_memory(count);
    for (int i = 0; i < count; i++) {
        const double x = i - kernel.reach;
        kernel.weights[i] = sigma > 0 ? exp(-x * x / (2 * sigma * sigma)) : 1;
        sum += kernel.weights[i];
    }
    for (int i = 0; i < count; i++)
        kernel.weights[i] /= sum;
    return kernel;
}

// `line` begins `reach` texels before the first one that is written.
static void blur_line(const double *line, const struct kernel *kernel, double out[4])
{
    double color[4] = { 0 };
    for (int i = 0; i <= 2 * kernel->reach; i++)
        for (int c = 0; c < 4; c++)
            color[c] += kernel->weights[i] * line[4 * i + c];
    memcpy(out, color, sizeof(color));
}

// `to` may be `from`.
static void blur_along(const struct image *from, const struct kernel *kernel, bool down,
                       const struct image *to)
{
    const int lines = down ? from->width : from->height;
    const int length = down ? from->height : from->width;
    const int padded = length + 2 * kernel->reach;
    double *line = take_memory(4 * padded);
    for (int n = 0; n < lines; n++) {
        for (int i = 0; i < padded; i++) {
            const int at = i - kernel->reach;
            const double *texel = image_clamped(from, down ? n : at, down ? at : n);
            memcpy(&line[4 * i], texel, 4 * sizeof(*texel));
        }
        for (int i = 0; i < length; i++)
            blur_line(&line[4 * i], kernel, image_at(to, down ? n : i, down ? i : n));
    }
    free(line);
}

void metrics_blur(const struct image *from, double sigma, struct image *to)
{
    const struct kernel kernel = make_kernel(sigma);
    image_init(to, from->width, from->height, IMAGE_TYPE_F64);
    blur_along(from, &kernel, false, to);
    blur_along(to, &kernel, true, to);
    free(kernel.weights);
}
