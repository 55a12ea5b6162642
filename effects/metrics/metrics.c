#include "effects/metrics/metrics.h"

#include "effects/colour.h"
#include "render/file/processors.h"
#include "render/text/memory.h"
#include "render/text/number.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- metrics

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
    parallel_for(image->height, encode_rows, image);
}

// ---- structural similarity

enum { WINDOW = 11 };

struct window {
    int size;
    double weights[WINDOW];
};

// Returns a window along a side: 11 texels or, for a shorter side, the largest odd number of texels
// that fit.
static struct window make_window(int side)
{
    struct window window = { .size = side < WINDOW ? side - (side % 2 == 0) : WINDOW };
    metrics_gaussian(window.weights, window.size, window.size / 2, 1.5);
    return window;
}

// Weighted sums over a window: of both values, of their squares and of their product.
enum { SUM_A, SUM_B, SUM_AA, SUM_BB, SUM_AB, SUM_COUNT };

// Returns the luminance of every texel, row by row. The caller frees it.
static double *make_luminances(const struct image *image)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    double *luminances = memory_grow(NULL, count, sizeof(*luminances));
    for (size_t i = 0; i < count; i++)
        luminances[i] = colour_luminance((const double *) image->texels + 4 * i);
    return luminances;
}

// The state of the computation of SSIM: two images, and the window that moves over them row by row.
struct similarities {
    int width;
    double *a, *b; // luminances
    struct window across, down;
    struct metrics_similarity *totals; // sums over each row of window positions
};

static void compare_rows(void *data, int begin, int end)
{
    const struct similarities *all = data;
    const double c1 = 0.01 * 0.01, c2 = 0.03 * 0.03;
    double(*sums)[SUM_COUNT] = memory_grow(NULL, (size_t) all->width, sizeof(*sums));
    for (int y = begin; y < end; y++) {
        const size_t row = (size_t) y * (size_t) all->width;
        memset(sums, 0, sizeof(*sums) * (size_t) all->width);
        for (int i = 0; i < all->down.size; i++) // along the columns of the window
            for (int x = 0; x < all->width; x++) {
                const size_t at = row + (size_t) i * (size_t) all->width + (size_t) x;
                const double weight = all->down.weights[i], a = all->a[at], b = all->b[at];
                sums[x][SUM_A] += weight * a;
                sums[x][SUM_B] += weight * b;
                sums[x][SUM_AA] += weight * a * a;
                sums[x][SUM_BB] += weight * b * b;
                sums[x][SUM_AB] += weight * a * b;
            }
        struct metrics_similarity total = { 0 };
        for (int x = 0; x + all->across.size <= all->width; x++) {
            double window[SUM_COUNT] = { 0 };
            for (int i = 0; i < all->across.size; i++)
                for (int j = 0; j < SUM_COUNT; j++)
                    window[j] += all->across.weights[i] * sums[x + i][j];
            const double u = window[SUM_A], v = window[SUM_B], covariance = window[SUM_AB] - u * v;
            const double variances = (window[SUM_AA] - u * u) + (window[SUM_BB] - v * v);
            const double structure = (2 * covariance + c2) / (variances + c2);
            total.ssim += structure * (2 * u * v + c1) / (u * u + v * v + c1);
            total.structure += structure;
        }
        all->totals[y] = total;
    }
    free(sums);
}

struct metrics_similarity metrics_similarity(const struct image *a, const struct image *b)
{
    assert(a->width == b->width && a->height == b->height);
    struct similarities all = {
        .width = a->width,
        .a = make_luminances(a),
        .b = make_luminances(b),
        .across = make_window(a->width),
        .down = make_window(a->height),
    };
    const int columns = a->width - all.across.size + 1, rows = a->height - all.down.size + 1;
    struct metrics_similarity total = { 0 };
    all.totals = memory_grow(NULL, (size_t) rows, sizeof(total));
    parallel_for(rows, compare_rows, &all);
    for (int y = 0; y < rows; y++) {
        total.ssim += all.totals[y].ssim / columns / rows;
        total.structure += all.totals[y].structure / columns / rows;
    }
    free(all.totals);
    free(all.b);
    free(all.a);
    return total;
}

// ---- metrics select

// C. A. R. Hoare, Algorithm 65: find, Communications of the ACM 4(7), 1961. Sorting all values of a
// large picture would take ten times as long.
double metrics_select(double *values, size_t count, size_t k)
{
    size_t low = 0, high = count - 1;
    while (low < high) {
        const double pivot = values[low + (high - low) / 2];
        size_t i = low, j = high;
        for (;; i++, j--) {
            while (values[i] < pivot)
                i++;
            while (pivot < values[j])
                j--;
            if (i >= j)
                break;
            const double swapped = values[i];
            values[i] = values[j];
            values[j] = swapped;
        }
        if (k <= j)
            high = j;
        else
            low = j + 1;
    }
    return values[k];
}

// ---- metrics exposure

// The curve is x (a x + b) / (x (c x + d) + e). K. Narkowicz, ACES Filmic Tone Mapping Curve, 2016.
// The exposure of 0.6, which he gives to match the brightness of the original, is part of HDR-FLIP.
static const double scale = 0.6;
static const double a = 2.51, b = 0.03, c = 2.43, d = 0.59, e = 0.14;

void metrics_expose(const double light[3], double stops, double shown[3])
{
    const double by = scale * exp2(stops);
    for (int i = 0; i < 3; i++) {
        const double x = fmax(light[i] * by, 0);
        shown[i] = fmin(x * (a * x + b) / (x * (c * x + d) + e), 1);
    }
}

struct metrics_exposures metrics_exposures(const struct image *reference)
{
    const double bright = 0.85, least = 0x1p-23; // as in the authors' program, for black pictures
    const size_t count = (size_t) reference->width * (size_t) reference->height;
    double *luminances = make_luminances(reference);
    const double most = fmax(metrics_select(luminances, count, count - 1), least);
    const double median = fmax(metrics_select(luminances, count, count / 2), least);
    free(luminances);
    // The light for which the curve has the value `bright` is the larger root of a quadratic
    // equation.
    const double square = a - bright * c, linear = b - bright * d, constant = -bright * e;
    const double middle = -linear / (2 * square);
    const double light = (middle + sqrt(middle * middle - constant / square)) / scale;
    struct metrics_exposures exposures = { log2(light / most), log2(light / median), 0 };
    exposures.count = (int) fmax(ceil(exposures.last - exposures.first), 2);
    return exposures;
}

// ---- metrics bands

double metrics_lightness(double display)
{
    const double grey[3] = { display, display, display };
    double light[3], lab[3];
    colour_decode(grey, light);
    colour_lab(light, lab);
    return lab[0];
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

struct metrics_bands metrics_bands(const struct image *image, const struct image *smooth)
{
    const size_t count = (size_t) image->width * (size_t) image->height;
    struct metrics_bands bands = { 0 };
    int band = 0;
    double value = NAN;
    assert(image->width == smooth->width && image->height == smooth->height);
    for (int y = 0; y < image->height; y++)
        for (int x = 0, run = 0; x < image->width; x++) {
            const bool should_continue =
                x > 0 && image_at(image, x, y)[0] == image_at(image, x - 1, y)[0];
            run = should_continue ? run + 1 : 1;
            bands.longest_run = run > bands.longest_run ? run : bands.longest_run;
        }
    for (int x = 0; x < image->width; x++) {
        const double top = image_at(image, x, 0)[0];
        int y = 0;
        while (y < image->height && image_at(image, x, y)[0] == top)
            y++;
        band = y < image->height ? 0 : top == value ? band + 1 : 1;
        bands.widest_band = band > bands.widest_band ? band : bands.widest_band;
        value = top;
    }
    for (int y = 0; y + BLOCK <= image->height; y += BLOCK / 2)
        for (int x = 0; x + BLOCK <= image->width; x += BLOCK / 2) {
            const double here = metrics_lightness(mean_of_block(image, x, y));
            const double requested = metrics_lightness(mean_of_block(smooth, x, y));
            bands.deviation = fmax(bands.deviation, fabs(here - requested));
        }
    double *levels = memory_grow(NULL, count, sizeof(*levels));
    for (size_t i = 0; i < count; i++)
        levels[i] = ((const double *) image->texels)[4 * i];
    qsort(levels, count, sizeof(*levels), number_compare);
    for (size_t i = 0; i < count; i++) {
        const bool is_new = i == 0 || levels[i] != levels[i - 1];
        bands.levels += is_new;
        if (is_new && i > 0)
            bands.step =
                fmax(bands.step, metrics_lightness(levels[i]) - metrics_lightness(levels[i - 1]));
    }
    free(levels);
    return bands;
}
