#include "app/metrics/flip_rows.h"

#include "app/metrics/flip_colours.h"
#include "app/metrics/metrics.h"
#include "effects/colour.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static float *take_line(size_t count)
{
    float *line = memory_grow(NULL, count, sizeof(*line));
    return line;
}

void flip_rows_init(struct flip_rows *rows, const struct image *image, const double *exposure)
{
    const size_t width = (size_t) image->width;
    *rows = (struct flip_rows){ .image = image, .exposure = exposure };
    rows->kept = take_line(width * 3 * FLIP_TAPS);
    rows->down = take_line(width + 2 * FLIP_REACH);
    for (int i = 0; i < FLIP_LINE_COUNT; i++)
        rows->lines[i] = take_line(width);
}

void flip_rows_finish(struct flip_rows *rows)
{
    free(rows->kept);
    free(rows->down);
    for (int i = 0; i < FLIP_LINE_COUNT; i++)
        free(rows->lines[i]);
}

static float *kept_line(const struct flip_rows *rows, int y, int channel)
{
    return rows->kept + (size_t) (y % FLIP_TAPS * 3 + channel) * (size_t) rows->image->width;
}

static void show(const struct flip_rows *rows, const double *texel, double linear[3])
{
    double display[3];
    if (rows->exposure) {
        metrics_expose(texel, *rows->exposure, linear);
        return;
    }
    for (int c = 0; c < 3; c++)
        display[c] = fmin(fmax(texel[c], 0), 1);
    colour_decode(display, linear);
}

void flip_rows_keep(const struct flip_rows *rows, int y)
{
    float *const lines[3] = { kept_line(rows, y, 0), kept_line(rows, y, 1), kept_line(rows, y, 2) };
    for (int x = 0; y < rows->image->height && x < rows->image->width; x++) {
        double linear[3], opponents[3];
        show(rows, image_at(rows->image, x, y), linear);
        flip_colours_opponents(linear, opponents);
        for (int c = 0; c < 3; c++)
            lines[c][x] = (float) opponents[c];
    }
}

bool flip_rows_are_same(const struct flip_rows *a, const struct flip_rows *b, int y)
{
    const size_t bytes = sizeof(float) * 3 * (size_t) a->image->width;
    return memcmp(kept_line(a, y, 0), kept_line(b, y, 0), bytes) == 0;
}

// Sums lines by the weights of a kernel, three at a time, which stores a third as often;
// lines[FLIP_REACH] is the middle.
static void sum_lines(const float *const lines[FLIP_TAPS], const struct flip_kernel *kernel,
                      int width, float *restrict out)
{
    memset(out, 0, sizeof(*out) * (size_t) width);
    for (int i = FLIP_REACH - kernel->reach; i < FLIP_REACH + kernel->reach; i += 3) {
        const float *weights = &kernel->weights[i];
        const float w0 = weights[0], w1 = weights[1], w2 = weights[2];
        const float *restrict a = lines[i], *restrict b = lines[i + 1], *restrict c = lines[i + 2];
        for (int x = 0; x < width; x++)
            out[x] += w0 * a[x] + w1 * b[x] + w2 * c[x];
    }
}

static int clamped(int i, int count)
{
    return i < 0 ? 0 : i < count ? i : count - 1;
}

static void filter_down(const struct flip_rows *rows, int channel, int y,
                        const struct flip_kernel *kernel)
{
    const int width = rows->image->width;
    float *line = rows->down + FLIP_REACH;
    const float *lines[FLIP_TAPS];
    for (int i = 0; i < FLIP_TAPS; i++)
        lines[i] = kept_line(rows, clamped(y + i - FLIP_REACH, rows->image->height), channel);
    sum_lines(lines, kernel, width, line);
    for (int i = 1; i <= FLIP_REACH; i++) {
        line[-i] = line[0];
        line[width - 1 + i] = line[width - 1];
    }
}

static void filter_across(const struct flip_rows *rows, const struct flip_kernel *kernel,
                          enum flip_line line)
{
    const float *lines[FLIP_TAPS];
    for (int i = 0; i < FLIP_TAPS; i++)
        lines[i] = rows->down + i;
    sum_lines(lines, kernel, rows->image->width, rows->lines[line]);
}

void flip_rows_filter(const struct flip_rows *rows, const struct flip_kernels *kernels, int y)
{
    // Channel, kernel down, kernel across. The same kernel down as before is not done again.
    static const struct {
        int channel;
        enum flip_kernel_name down, across;
    } filters[FLIP_LINE_COUNT] = {
        [FLIP_LINE_ACHROMATIC] = { 0, FLIP_ACHROMATIC, FLIP_ACHROMATIC },
        [FLIP_LINE_RED_GREEN] = { 1, FLIP_RED_GREEN, FLIP_RED_GREEN },
        [FLIP_LINE_BLUE_YELLOW] = { 2, FLIP_BLUE_YELLOW, FLIP_BLUE_YELLOW },
        [FLIP_LINE_BLUE_YELLOW_FINE] = { 2, FLIP_BLUE_YELLOW_FINE, FLIP_BLUE_YELLOW_FINE },
        [FLIP_LINE_EDGE_Y] = { 0, FLIP_EDGE, FLIP_SMOOTH },
        [FLIP_LINE_POINT_Y] = { 0, FLIP_POINT, FLIP_SMOOTH },
        [FLIP_LINE_EDGE_X] = { 0, FLIP_SMOOTH, FLIP_EDGE },
        [FLIP_LINE_POINT_X] = { 0, FLIP_SMOOTH, FLIP_POINT },
    };
    for (int i = 0; i < FLIP_LINE_COUNT; i++) {
        if (i == 0 || filters[i].down != filters[i - 1].down)
            filter_down(rows, filters[i].channel, y, &kernels->all[filters[i].down]);
        filter_across(rows, &kernels->all[filters[i].across], (enum flip_line) i);
    }
}
