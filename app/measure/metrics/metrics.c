#include "app/measure/metrics/metrics.h"

#include "app/lab/text/processors.h"
#include "effects/colour.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct metrics_difference metrics_difference(const struct image *a, const struct image *b)
{
    assert(a->width == b->width && a->height == b->height);
    struct metrics_difference difference = { 0 };
    const double count = (double) a->width * a->height;
    double sum = 0, squares = 0, squares_of_alpha = 0;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++) {
            const double *one = image_at(a, x, y), *other = image_at(b, x, y);
            for (int c = 0; c < 3; c++) {
                const double here = fabs(one[c] - other[c]);
                difference.most = here > difference.most ? here : difference.most;
                sum += here;
                squares += here * here;
            }
            squares_of_alpha += (one[3] - other[3]) * (one[3] - other[3]);
        }
    difference.mean = sum / (3 * count);
    difference.rms = sqrt(squares / (3 * count));
    difference.rms_of_alpha = sqrt(squares_of_alpha / count);
    return difference;
}

double metrics_psnr(const struct metrics_difference *difference, double peak)
{
    return 20 * log10(peak / difference->rms);
}

static void encode_rows(void *data, int begin, int end)
{
    const struct image *image = data;
    for (int y = begin; y < end; y++)
        for (int x = 0; x < image->width; x++) {
            double *texel = image_at(image, x, y);
            for (int c = 0; c < 3; c++)
                texel[c] = fmin(fmax(texel[c], 0), 1);
            colour_encode(texel, texel);
        }
}

void metrics_encode_clipped(struct image *image)
{
    processors_share(image->height, encode_rows, image);
}

// ---- structural similarity

enum { WINDOW = 11 };

struct window {
    int size;
    double weights[WINDOW];
};

// The window has as many texels as a side has, but an odd number, so that there is a middle.
static struct window make_window(int side)
{
    struct window window = { .size = side < WINDOW ? side - (side % 2 == 0) : WINDOW };
    double sum = 0;
    for (int i = 0; i < window.size; i++) {
        const double x = i - window.size / 2;
        window.weights[i] = exp(-x * x / (2 * 1.5 * 1.5));
        sum += window.weights[i];
    }
    for (int i = 0; i < window.size; i++)
        window.weights[i] /= sum;
    return window;
}

// Sums that a window gathers: two values, their squares and their product, all weighted.
enum { SUM_A, SUM_B, SUM_AA, SUM_BB, SUM_AB, SUM_COUNT };

static void add_place(const double a, const double b, double weight, double sums[SUM_COUNT])
{
    sums[SUM_A] += weight * a;
    sums[SUM_B] += weight * b;
    sums[SUM_AA] += weight * a * a;
    sums[SUM_BB] += weight * b * b;
    sums[SUM_AB] += weight * a * b;
}

double *metrics_luminances(const struct image *image)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    double *luminances = memory_grow(NULL, count, sizeof(*luminances));
    for (size_t i = 0; i < count; i++)
        luminances[i] = colour_luminance((const double *) image->texels + 4 * i);
    return luminances;
}

// Sums the columns of the window from a row on, for every x. `sums` has `width` places.
static void gather_columns(const double *a, const double *b, int width, const struct window *window,
                           double (*sums)[SUM_COUNT])
{
    memset(sums, 0, sizeof(*sums) * (size_t) width);
    for (int i = 0; i < window->size; i++)
        for (int x = 0; x < width; x++) {
            const size_t at = (size_t) i * (size_t) width + (size_t) x;
            add_place(a[at], b[at], window->weights[i], sums[x]);
        }
}

static struct metrics_similarity similarity(const double sums[SUM_COUNT])
{
    const double c1 = 0.01 * 0.01, c2 = 0.03 * 0.03;
    const double a = sums[SUM_A], b = sums[SUM_B];
    const double variance_a = sums[SUM_AA] - a * a, variance_b = sums[SUM_BB] - b * b;
    const double covariance = sums[SUM_AB] - a * b;
    const double structure = (2 * covariance + c2) / (variance_a + variance_b + c2);
    return (struct metrics_similarity){
        .ssim = structure * (2 * a * b + c1) / (a * a + b * b + c1),
        .structure = structure,
    };
}

// Two images, row by row, and the window that moves over them.
struct similarities {
    int width;
    const double *a, *b; // luminances
    struct window across, down;
    struct metrics_similarity *totals; // of each row of places
};

static void compare_rows(void *data, int begin, int end)
{
    const struct similarities *all = data;
    double(*sums)[SUM_COUNT] = memory_grow(NULL, (size_t) all->width, sizeof(*sums));
    for (int y = begin; y < end; y++) {
        const size_t row = (size_t) y * (size_t) all->width;
        gather_columns(all->a + row, all->b + row, all->width, &all->down, sums);
        struct metrics_similarity total = { 0 };
        for (int x = 0; x + all->across.size <= all->width; x++) {
            double window[SUM_COUNT] = { 0 };
            for (int i = 0; i < all->across.size; i++)
                for (int j = 0; j < SUM_COUNT; j++)
                    window[j] += all->across.weights[i] * sums[x + i][j];
            const struct metrics_similarity here = similarity(window);
            total.ssim += here.ssim;
            total.structure += here.structure;
        }
        all->totals[y] = total;
    }
    free(sums);
}

struct metrics_similarity metrics_similarity(const struct image *a, const struct image *b)
{
    assert(a->width == b->width && a->height == b->height);
    const struct window across = make_window(a->width), down = make_window(a->height);
    const int columns = a->width - across.size + 1, rows = a->height - down.size + 1;
    double *of_a = metrics_luminances(a), *of_b = metrics_luminances(b);
    struct metrics_similarity *totals = memory_grow(NULL, (size_t) rows, sizeof(*totals)),
                              total = { 0 };
    struct similarities all = { a->width, of_a, of_b, across, down, totals };
    processors_share(rows, compare_rows, &all);
    for (int y = 0; y < rows; y++) {
        total.ssim += totals[y].ssim / columns / rows;
        total.structure += totals[y].structure / columns / rows;
    }
    free(totals);
    free(of_b);
    free(of_a);
    return total;
}

double metrics_ssim(const struct image *a, const struct image *b)
{
    return metrics_similarity(a, b).ssim;
}
