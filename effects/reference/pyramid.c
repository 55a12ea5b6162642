#include "effects/pyramid.h"

#include "effects/dual.h"
#include "effects/reference/dual.h"
#include "effects/reference/reference.h"

#include <math.h>
#include <string.h>

// A weighted mean in the making; `is_wary` makes what is bright count less.
struct mean {
    double color[4], weights;
    bool is_wary;
};

static void add(struct mean *mean, double weight, const double color[4])
{
    const double luminance = 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2];
    if (mean->is_wary)
        weight /= 1 + fmax(luminance, 0);
    for (int c = 0; c < 4; c++)
        mean->color[c] += weight * color[c];
    mean->weights += weight;
}

static void put(const struct mean *mean, double *color)
{
    for (int c = 0; c < 4; c++)
        color[c] = mean->color[c] / mean->weights;
}

// The mean of four taps, `reach` to either side of a place.
static void add_square(const struct image *image, double x, double y, double reach, int edge,
                       double weight, struct mean *mean)
{
    double color[4] = { 0 };
    for (int i = 0; i < 4; i++)
        reference_add_tap(image, x + (i % 2 ? reach : -reach), y + (i / 2 ? reach : -reach), 0.25,
                          edge, color);
    add(mean, weight, color);
}

// Five squares with sides of two texels: one in the middle, four around it that share its centre.
static void down_13tap(const struct image *from, int edge, bool is_wary, struct image *to)
{
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            const double at_x = 2 * x + 1, at_y = 2 * y + 1;
            struct mean mean = { .is_wary = is_wary };
            add_square(from, at_x, at_y, 1, edge, 4, &mean);
            for (int i = 0; i < 4; i++)
                add_square(from, at_x + (i % 2 ? 1 : -1), at_y + (i / 2 ? 1 : -1), 1, edge, 1,
                           &mean);
            put(&mean, image_at(to, x, y));
        }
}

static void up_tent(const struct image *from, int edge, struct image *to)
{
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            for (int i = 0; i < 9; i++) {
                const int dx = i % 3 - 1, dy = i / 3 - 1;
                reference_add_tap(from, (x + 0.5) / 2 + dx, (y + 0.5) / 2 + dy,
                                  (dx == 0 ? 0.5 : 0.25) * (dy == 0 ? 0.5 : 0.25), edge,
                                  image_at(to, x, y));
            }
}

// Five taps along one axis. Scales are how many texels of `from` a texel of `to` is wide and high.
static void five(const struct image *from, double scale_x, double scale_y, int edge, bool is_wary,
                 struct image *to)
{
    static const double weights[] = { 1, 4, 6, 4, 1 };
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++) {
            struct mean mean = { .is_wary = is_wary };
            for (int i = 0; i < 5; i++) {
                double color[4] = { 0 };
                reference_add_tap(from, (x + 0.5) * scale_x + (scale_x != 1) * (i - 2),
                                  (y + 0.5) * scale_y + (scale_y != 1) * (i - 2), 1, edge, color);
                add(&mean, weights[i], color);
            }
            put(&mean, image_at(to, x, y));
        }
}

// First along x, then along y.
static void five_twice(const struct image *from, double scale, int edge, bool is_wary,
                       struct image *to)
{
    struct image between;
    image_init(&between, to->width, from->height, IMAGE_TYPE_F64);
    five(from, scale, 1, edge, is_wary, &between);
    five(&between, 1, scale, edge, is_wary, to);
    image_finish(&between);
}

static void step_down(const struct image *from, const struct pyramid_params *p, int level,
                      struct image *to)
{
    const bool is_wary = level == 0 && p->karis == PYRAMID_KARIS_PARTIAL;
    if (p->kernel == PYRAMID_KERNEL_GAUSS5)
        five_twice(from, 2, p->edge, is_wary, to);
    else
        down_13tap(from, p->edge, is_wary, to);
}

static void step_up(const struct image *from, const struct pyramid_params *p, struct image *to)
{
    if (p->kernel == PYRAMID_KERNEL_GAUSS5)
        five_twice(from, 0.5, p->edge, false, to);
    else
        up_tent(from, p->edge, to);
}

static void blur(const struct image *from, const struct pyramid_params *p,
                 const struct sigma_pyramid *pyramid, int level, struct image *to)
{
    if (level == pyramid->levels) {
        memcpy(to->texels, from->texels, image_bytes(from));
        return;
    }
    struct image half, blurred;
    image_init(&half, (from->width + 1) / 2, (from->height + 1) / 2, IMAGE_TYPE_F64);
    image_init(&blurred, half.width, half.height, IMAGE_TYPE_F64);
    step_down(from, p, level, &half);
    blur(&half, p, pyramid, level + 1, &blurred);
    memset(to->texels, 0, image_bytes(to));
    step_up(&blurred, p, to);
    for (int i = 0; i < 4 * to->width * to->height; i++) {
        double *value = (double *) to->texels + i;
        const double kept = ((const double *) from->texels)[i];
        *value = kept + pyramid->shares[level] * (*value - kept);
    }
    image_finish(&half);
    image_finish(&blurred);
}

void reference_pyramid(const struct reference_call *call)
{
    const struct pyramid_params *p = call->params;
    const struct sigma_pyramid pyramid = pyramid_solve(p, call->input->height);
    blur(call->input, p, &pyramid, 0, call->output);
}
