#include "effects/pyramid/pyramid.h"

#include "effects/reference/dual.h"
#include "effects/reference/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The sums of a weighted mean. With `uses_karis` bright texels have less weight.
struct mean {
    double color[4], weights;
    bool uses_karis;
};

static void add_to_mean(struct mean *mean, double weight, const double color[4])
{
    const double luminance = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2];
    if (mean->uses_karis)
        weight /= 1 + fmax(luminance, 0);
    for (int c = 0; c < 4; c++)
        mean->color[c] += weight * color[c];
    mean->weights += weight;
}

static void write_mean(const struct mean *mean, double *color)
{
    for (int c = 0; c < 4; c++)
        color[c] = mean->color[c] / mean->weights;
}

// Adds four taps at a distance of `reach` along both axes from a position.
static void add_square(const struct image *image, double x, double y, double reach, int edge,
                       double weight, struct mean *mean)
{
    double color[4] = { 0 };
    for (int i = 0; i < 4; i++)
        reference_add_tap(image, x + (i % 2 ? reach : -reach), y + (i / 2 ? reach : -reach), 0.25,
                          edge, color);
    add_to_mean(mean, weight, color);
}

// Five squares of 2x2 taps: one in the middle, and four around it that overlap at its centre.
static void down_13tap(const struct image *from, int edge, bool uses_karis, struct image *to)
{
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            const double at_x = 2 * x + 1, at_y = 2 * y + 1;
            struct mean mean = { .uses_karis = uses_karis };
            add_square(from, at_x, at_y, 1, edge, 4, &mean);
            for (int i = 0; i < 4; i++)
                add_square(from, at_x + (i % 2 ? 1 : -1), at_y + (i / 2 ? 1 : -1), 1, edge, 1,
                           &mean);
            write_mean(&mean, image_at(to, x, y));
        }
}

// Five taps along each axis; for a tent the weights of the outermost are 0.
static void up(const struct image *from, double scale, const struct sigma_pyramid_taps *taps,
               int edge, struct image *to)
{
    struct reference_tap all[25];
    int count = 0;
    for (int i = 0; i < 25; i++) {
        const int dx = i % 5 - 2, dy = i / 5 - 2;
        const double weight = taps->weights[abs(dx)] * taps->weights[abs(dy)];
        if (weight > 0)
            all[count++] = (struct reference_tap){ dx, dy, weight };
    }
    reference_add_taps(from, scale, count, all, 1, edge, to);
}

// Five taps along one axis. The scales are the width and height of a texel of `to` in texels of
// `from`.
static void five(const struct image *from, double scale_x, double scale_y, int edge,
                 bool uses_karis, const double weights[3], struct image *to)
{
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            struct mean mean = { .uses_karis = uses_karis };
            for (int i = 0; i < 5; i++) {
                double color[4] = { 0 };
                reference_add_tap(from, (x + 0.5) * scale_x + (scale_x != 1) * (i - 2),
                                  (y + 0.5) * scale_y + (scale_y != 1) * (i - 2), 1, edge, color);
                add_to_mean(&mean, weights[abs(i - 2)], color);
            }
            write_mean(&mean, image_at(to, x, y));
        }
}

// Applies the five taps along x, then along y.
static void five_twice(const struct image *from, double scale, int edge, bool uses_karis,
                       const double weights[3], struct image *to)
{
    struct image between;
    image_init(&between, to->width, from->height, IMAGE_TYPE_F64);
    five(from, scale, 1, edge, uses_karis, weights, &between);
    five(&between, 1, scale, edge, uses_karis, weights, to);
    image_finish(&between);
}

static void blur_from_level(const struct image *from, const struct pyramid_params *p,
                            const struct sigma_pyramid *pyramid, int level, struct image *to)
{
    struct image kept, half, blurred; // kept: the light that the level keeps
    if (level == pyramid->smoothed) {
        image_init(&kept, from->width, from->height, IMAGE_TYPE_F64);
        const struct sigma_pyramid_taps smooth = sigma_pyramid_smooth_taps(pyramid);
        up(from, 1, &smooth, p->edge, &kept);
    } else {
        image_convert(from, IMAGE_TYPE_F64, &kept);
    }
    if (level == pyramid->levels) {
        memcpy(to->texels, kept.texels, image_bytes(&kept));
        image_finish(&kept);
        return;
    }
    image_init(&half, (from->width + 1) / 2, (from->height + 1) / 2, IMAGE_TYPE_F64);
    image_init(&blurred, half.width, half.height, IMAGE_TYPE_F64);
    const bool uses_karis = level == 0 && p->karis == PYRAMID_KARIS_PARTIAL;
    if (p->kernel == PYRAMID_KERNEL_GAUSS5)
        five_twice(from, 2, p->edge, uses_karis, (const double[]){ 6, 4, 1 }, &half);
    else
        down_13tap(from, p->edge, uses_karis, &half);
    blur_from_level(&half, p, pyramid, level + 1, &blurred);
    const struct sigma_pyramid_taps taps = sigma_pyramid_up_taps(pyramid, level);
    memset(to->texels, 0, image_bytes(to));
    if (p->kernel == PYRAMID_KERNEL_GAUSS5)
        five_twice(&blurred, 0.5, p->edge, false, taps.weights, to);
    else
        up(&blurred, 0.5, &taps, p->edge, to);
    reference_mix(&kept, pyramid->shares[level], to);
    image_finish(&kept);
    image_finish(&half);
    image_finish(&blurred);
}

void reference_pyramid(const struct reference_call *call)
{
    const struct pyramid_params *p = call->params;
    const struct sigma_pyramid pyramid = pyramid_solve(p, call->input->height);
    struct reference_wide wide;
    reference_widen(call, &effect_pyramid, p->edge, &wide);
    blur_from_level(&wide.input, p, &pyramid, 0, &wide.output);
    reference_cut(&wide, call->output);
}
