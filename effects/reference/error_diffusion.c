#include "effects/error_diffusion/error_diffusion.h"

#include "effects/colour.h"
#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"
#include "effects/step_file.h"
#include "render/image/divide.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

// Error diffusion as effects/error_diffusion/error_diffusion.h defines it, in the equivalent form
// that scatters: each pixel adds its weighted error to the sums of its neighbours.

static const int64_t full = 65535;

// The matrices as printed in the papers; the pixel is at column 2 of row 0.
static const struct matrix {
    int divisor, weights[3][5];
} matrices[DIFFUSION_KERNEL_COUNT] = {
    [DIFFUSION_FLOYD_STEINBERG] = { 16, { { 0, 0, 0, 7, 0 }, { 0, 3, 5, 1, 0 } } },
    [DIFFUSION_FALSE_FS] = { 8, { { 0, 0, 0, 3, 0 }, { 0, 0, 3, 2, 0 } } },
    [DIFFUSION_JARVIS] = { 48, { { 0, 0, 0, 7, 5 }, { 3, 5, 7, 5, 3 }, { 1, 3, 5, 3, 1 } } },
    [DIFFUSION_STUCKI] = { 42, { { 0, 0, 0, 8, 4 }, { 2, 4, 8, 4, 2 }, { 1, 2, 4, 2, 1 } } },
    [DIFFUSION_BURKES] = { 32, { { 0, 0, 0, 8, 4 }, { 2, 4, 8, 4, 2 } } },
    [DIFFUSION_SIERRA] = { 32, { { 0, 0, 0, 5, 3 }, { 2, 4, 5, 4, 2 }, { 0, 2, 3, 2, 0 } } },
    [DIFFUSION_SIERRA2] = { 16, { { 0, 0, 0, 4, 3 }, { 1, 2, 3, 2, 1 } } },
    [DIFFUSION_SIERRA_LITE] = { 4, { { 0, 0, 0, 2, 0 }, { 0, 1, 1, 0, 0 } } },
    [DIFFUSION_ATKINSON] = { 8, { { 0, 0, 0, 1, 1 }, { 0, 1, 1, 1, 0 }, { 0, 0, 1, 0, 0 } } },
};

struct triple {
    int64_t v[3];
};

struct entry {
    struct triple value, place, display;
};

struct picture {
    const struct error_diffusion_params *params;
    int side;                       // side of a cell, texels; a pixel here is a cell
    int width, height, bits, count; // in cells; count is the number of colours, 0: `bits` levels
    int64_t strength;               // in 256ths
    struct entry entries[PALETTE_MAX_COLOURS];
    struct triple *sums; // one for each pixel
};

// Divides and rounds to the nearest integer, halves up.
static int64_t round_div(int64_t a, int64_t b)
{
    const int64_t doubled = 2 * a + b;
    return doubled >= 0 ? doubled / (2 * b) : -((-doubled + 2 * b - 1) / (2 * b));
}

// Divides and rounds to the nearest integer, halves away from 0.
static int64_t round_even_handed(int64_t a, int64_t b)
{
    return a < 0 ? -round_div(-a, b) : round_div(a, b);
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

// ---- curves of integers: exact below 2048, interpolated between multiples of 64 above

static double decode(double x)
{
    return reference_srgb_decode(x / 65535) * 65535;
}

static double encode(double x)
{
    return reference_srgb_encode(x / 65535) * 65535;
}

static double cube_root(double x)
{
    return cbrt(x / 65535) * 32768;
}

// The cube root with a straight line near black, CIE 1976.
static double lightness_root(double x)
{
    const double t = x / 65535;
    return 32768 * (t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116);
}

static int64_t sample(double (*curve)(double), int64_t x)
{
    if (x < 2048)
        return (int64_t) floor(curve((double) x) + 0.5);
    const int64_t from = x / 64 * 64;
    const int64_t a = (int64_t) floor(curve((double) from) + 0.5);
    const int64_t b = (int64_t) floor(curve((double) (from + 64)) + 0.5);
    return a + round_div((b - a) * (x - from), 64);
}

static int64_t sample_both_ways(double (*curve)(double), int64_t x)
{
    return x < 0 ? 2 * sample(curve, 0) - sample(curve, -x) : sample(curve, x);
}

// ---- positions of colours

static struct triple transform(const double matrix[3][3], const struct triple *in, double scale,
                               int64_t divisor)
{
    struct triple out;
    for (int i = 0; i < 3; i++) {
        int64_t sum = 0;
        for (int j = 0; j < 3; j++)
            sum += (int64_t) floor(matrix[i][j] * scale + 0.5) * in->v[j];
        out.v[i] = round_even_handed(sum, divisor);
    }
    return out;
}

static struct triple find_place(const struct error_diffusion_params *p, const struct triple *value)
{
    static const double luma[] = { 0.299, 0.587, 0.114 }; // ITU-R BT.601
    const bool needs_light = p->distance == DITHER_LAB || p->distance == DITHER_OKLAB;
    const bool has_light = p->space == DITHER_LINEAR;
    struct triple place = *value;
    for (int i = 0; i < 3; i++) {
        if (needs_light != has_light)
            place.v[i] = sample_both_ways(needs_light ? decode : encode, value->v[i]);
        if (p->distance == DITHER_LUMA)
            place.v[i] =
                round_even_handed(place.v[i] * (int64_t) floor(4096 * sqrt(luma[i]) + 0.5), 32768);
    }
    if (!needs_light)
        return place;
    if (p->distance == DITHER_LAB) {
        static const double to_xyz[3][3] = {
            // rows of the matrix to XYZ, divided by those of white
            { 0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505 },
            { 0.2126, 0.7152, 0.0722 },
            { 0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089 },
        };
        struct triple t = transform(to_xyz, &place, 4096, 4096);
        for (int i = 0; i < 3; i++)
            t.v[i] = sample_both_ways(lightness_root, t.v[i]);
        const int64_t a = clamp(t.v[0] - t.v[1], -32768, 32768);
        const int64_t b = clamp(t.v[1] - t.v[2], -32768, 32768);
        return (struct triple){ { round_even_handed(116 * 64 * t.v[1], 32768) - 16 * 64,
                                  round_even_handed(500 * 64 * a, 32768),
                                  round_even_handed(200 * 64 * b, 32768) } };
    }
    struct triple cones = transform(colour_oklab_cones, &place, 4096, 4096);
    for (int i = 0; i < 3; i++)
        cones.v[i] = sample_both_ways(cube_root, cones.v[i]);
    return transform(colour_oklab_lab, &cones, 4096, 16384);
}

// ---- colours

static int64_t to_value(const struct picture *picture, int64_t display)
{
    return picture->params->space == DITHER_LINEAR ? sample(decode, display) : display;
}

static int64_t distance_squared(const struct triple *a, const struct triple *b)
{
    int64_t sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (a->v[i] - b->v[i]) * (a->v[i] - b->v[i]);
    return sum;
}

static struct entry find_nearest(const struct picture *picture, const struct triple *sum)
{
    if (picture->count == 0) {
        const int64_t top = ((int64_t) 1 << picture->bits) - 1;
        struct entry level;
        for (int i = 0; i < 3; i++) {
            int64_t shown = clamp(sum->v[i], 0, full);
            if (picture->params->space == DITHER_LINEAR)
                shown = sample(encode, shown);
            level.display.v[i] = round_div(round_div(shown * top, full) * full, top);
            level.value.v[i] = to_value(picture, level.display.v[i]);
        }
        return level;
    }
    const struct triple place = find_place(picture->params, sum);
    int nearest = 0;
    for (int n = 1; n < picture->count; n++)
        if (distance_squared(&place, &picture->entries[n].place) <
            distance_squared(&place, &picture->entries[nearest].place))
            nearest = n;
    return picture->entries[nearest];
}

// ---- pixels

static int64_t quantise(double value)
{
    const float scaled = (float) fmin(fmax(value, 0), 1) * 65535;
    return (int64_t) (scaled + 0.5f);
}

static struct triple texel_value(const struct picture *picture, const double *texel)
{
    struct triple value;
    for (int i = 0; i < 3; i++)
        value.v[i] = to_value(picture, quantise(texel[i]));
    return value;
}

// Sums of colours weighted by alpha, of alpha, and of colours whose alpha is 0.
struct weighed {
    int64_t seen[4], hidden[3];
};

static void add_weighed(struct weighed *sum, const int64_t weighed[4])
{
    int64_t *to = weighed[3] > 0 ? sum->seen : sum->hidden;
    for (int i = 0; i < (weighed[3] > 0 ? 4 : 3); i++)
        to[i] += weighed[i];
}

// Computes the mean. If alpha is 0 everywhere, it is the mean of the hidden colours.
static void divide_weighed(const struct weighed *sum, int64_t scale, int64_t count, int64_t mean[4])
{
    for (int i = 0; i < 3; i++)
        mean[i] = round_div((sum->seen[3] > 0 ? sum->seen : sum->hidden)[i] * scale, count);
    mean[3] = round_div(sum->seen[3] * scale, count);
}

static struct triple cell_value(const struct picture *picture, const struct image *image, int x,
                                int y)
{
    const int side = picture->side, left = x * side, top = y * side;
    int64_t mean[4];
    struct triple value;
    if (side == 1)
        return texel_value(picture, image_at(image, x, y));
    const int64_t across = image->width - left < side ? image->width - left : side;
    const int64_t down = image->height - top < side ? image->height - top : side;
    struct weighed columns = { 0 };
    for (int u = left; u < left + across; u++) {
        struct weighed column = { 0 };
        int64_t weighed[4];
        for (int v = top; v < top + down; v++) {
            const double *texel = image_at(image, u, v);
            value = texel_value(picture, texel);
            weighed[3] = quantise(texel[3]);
            for (int i = 0; i < 3; i++)
                weighed[i] = weighed[3] > 0 ? round_div(value.v[i] * weighed[3], full) : value.v[i];
            add_weighed(&column, weighed);
        }
        divide_weighed(&column, 32, down, weighed);
        add_weighed(&columns, weighed);
    }
    divide_weighed(&columns, 1, 32 * across, mean);
    for (int i = 0; i < 3; i++)
        value.v[i] = mean[3] > 0 ? clamp(round_div(mean[i] * full, mean[3]), 0, full) : mean[i];
    return value;
}

static void run_pixel(struct picture *picture, const struct reference_call *call, int x, int y)
{
    const struct matrix *matrix = &matrices[picture->params->kernel];
    const struct triple value = cell_value(picture, call->input, x, y);
    struct triple sum = picture->sums[y * picture->width + x], error;
    for (int i = 0; i < 3; i++) {
        const int64_t carried = round_div(sum.v[i], matrix->divisor);
        sum.v[i] = value.v[i] + round_div(carried * picture->strength, 256);
    }
    const struct entry taken = find_nearest(picture, &sum);
    for (int i = 0; i < 3; i++)
        error.v[i] = clamp(sum.v[i] - taken.value.v[i], -full, full);
    // Every texel of the cell gets the colour and keeps its own alpha.
    const int side = picture->side;
    for (int v = y * side; v < (y + 1) * side && v < call->input->height; v++)
        for (int u = x * side; u < (x + 1) * side && u < call->input->width; u++) {
            double *out = image_at(call->output, u, v);
            for (int i = 0; i < 3; i++)
                out[i] = (double) taken.display.v[i] / 65535;
            out[3] = image_at(call->input, u, v)[3];
        }
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 5; column++) {
            const int to_x = x + column - 2, to_y = y + row;
            if (to_x < 0 || to_x >= picture->width || to_y >= picture->height)
                continue;
            for (int i = 0; i < 3; i++)
                picture->sums[to_y * picture->width + to_x].v[i] +=
                    matrix->weights[row][column] * error.v[i];
        }
}

void reference_error_diffusion(const struct reference_call *call)
{
    const struct error_diffusion_params *p = call->params;
    const int side = effect_cell(&effect_error_diffusion, p, call->input->height, call->cell);
    const int width = divide_up(call->input->width, side);
    const int height = divide_up(call->input->height, side);
    struct picture picture = {
        .params = p,
        .side = side,
        .width = width,
        .height = height,
        .bits = p->bits > 0 ? p->bits : call->depth,
        .strength = (int64_t) floor((double) p->strength * 256 + 0.5),
        .sums = calloc((size_t) width * (size_t) height, sizeof(struct triple)),
    };
    struct error error;
    const struct palette *palette =
        step_file_is_given(p->palette) ? palette_load(p->palette, &error) : NULL;
    assert(picture.sums);
    for (; palette && picture.count < palette->count; picture.count++) {
        struct entry *entry = &picture.entries[picture.count];
        for (int i = 0; i < 3; i++) {
            entry->display.v[i] = palette->colours[picture.count][i] * 257;
            entry->value.v[i] = to_value(&picture, entry->display.v[i]);
        }
        entry->place = p->distance == DITHER_RGB ? entry->display : find_place(p, &entry->value);
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            run_pixel(&picture, call, x, y);
    free(picture.sums);
}
