#include "effects/reference/dual.h"

#include "effects/dual/dual.h"
#include "effects/reference/reference.h"

#include <string.h>

// floor() of the C library took a third of the time of all taps.
static int floor_of(double value)
{
    const int cut = (int) value;
    return cut - (value < cut);
}

void reference_add_tap(const struct image *image, double x, double y, double weight, int edge,
                       double color[4])
{
    const int left = floor_of(x - 0.5), top = floor_of(y - 0.5);
    const double right_share = x - 0.5 - left, bottom_share = y - 0.5 - top;
    for (int i = 0; i < 4; i++) {
        const int right = i % 2, bottom = i / 2;
        const double share =
            (right ? right_share : 1 - right_share) * (bottom ? bottom_share : 1 - bottom_share);
        if (share <= 0)
            continue;
        const double *texel = reference_texel(image, left + right, top + bottom, edge);
        for (int c = 0; c < 4; c++)
            color[c] += weight * share * texel[c];
    }
}

void reference_add_taps(const struct image *from, double scale, int count,
                        const struct reference_tap taps[], double step, int edge, struct image *to)
{
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            for (int i = 0; i < count; i++)
                reference_add_tap(from, (x + 0.5) * scale + step * taps[i].x,
                                  (y + 0.5) * scale + step * taps[i].y, taps[i].weight, edge,
                                  image_at(to, x, y));
}

void reference_dual_down(const struct image *from, double offset, int edge, struct image *to)
{
    static const struct reference_tap taps[] = {
        { 0, 0, 4. / 8 },  { -1, -1, 1. / 8 }, { 1, -1, 1. / 8 },
        { -1, 1, 1. / 8 }, { 1, 1, 1. / 8 },
    };
    image_init(to, (from->width + 1) / 2, (from->height + 1) / 2, IMAGE_TYPE_F64);
    reference_add_taps(from, 2, 5, taps, offset, edge, to);
}

void reference_dual_up(const struct image *from, double offset, int edge, struct image *to)
{
    static const struct reference_tap taps[] = {
        { -1, 0, 1. / 12 },     { 1, 0, 1. / 12 },       { 0, -1, 1. / 12 },
        { 0, 1, 1. / 12 },      { -0.5, -0.5, 2. / 12 }, { 0.5, -0.5, 2. / 12 },
        { -0.5, 0.5, 2. / 12 }, { 0.5, 0.5, 2. / 12 },
    };
    memset(to->texels, 0, image_bytes(to));
    reference_add_taps(from, 0.5, 8, taps, offset, edge, to);
}

// Computes the output of a level: a step down, the output of the level below, a step up, and the
// share of light that the level keeps.
static void blur_from_level(const struct image *from, const struct sigma_dual *dual, int level,
                            int edge, struct image *to)
{
    struct image half, blurred;
    const bool is_last = level == dual->levels - 1;
    reference_dual_down(from, dual->down, edge, &half);
    image_init(&blurred, half.width, half.height, IMAGE_TYPE_F64);
    if (!is_last)
        blur_from_level(&half, dual, level + 1, edge, &blurred);
    reference_dual_up(is_last ? &half : &blurred, is_last ? dual->deepest : dual->up, edge, to);
    reference_mix(from, dual->shares[level], to);
    image_finish(&half);
    image_finish(&blurred);
}

void reference_dual(const struct reference_call *call)
{
    const struct dual_params *p = call->params;
    const struct sigma_dual dual = dual_solve(p, call->input->height);
    if (dual.levels == 0)
        memcpy(call->output->texels, call->input->texels, image_bytes(call->input));
    else {
        struct reference_wide wide;
        reference_widen(call, &effect_dual, p->edge, &wide);
        blur_from_level(&wide.input, &dual, 0, p->edge, &wide.output);
        reference_cut(&wide, call->output);
    }
}
