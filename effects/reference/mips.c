#include "effects/mips/mips.h"

#include "effects/reference/dual.h"
#include "effects/reference/reference.h"

#include <math.h>

static void halve(struct image *image, int edge)
{
    struct image half;
    image_init(&half, (image->width + 1) / 2, (image->height + 1) / 2, IMAGE_TYPE_F64);
    for (int y = 0; y < half.height; y++)
        for (int x = 0; x < half.width; x++)
            for (int i = 0; i < 4; i++)
                for (int c = 0; c < 4; c++)
                    image_at(&half, x, y)[c] +=
                        reference_texel(image, 2 * x + i % 2, 2 * y + i / 2, edge)[c] / 4;
    image_finish(image);
    *image = half;
}

static void add_level(const struct image *level, int halvings, double share, int edge,
                      struct image *to)
{
    const double scale = pow(0.5, halvings);
    for (int y = 0; y < to->height; y++)
        for (int x = 0; x < to->width; x++)
            reference_add_tap(level, (x + 0.5) * scale, (y + 0.5) * scale, share, edge,
                              image_at(to, x, y));
}

void reference_mips(const struct reference_call *call)
{
    const struct mips_params *p = call->params;
    const struct sigma_mips mips = mips_solve(p, call->input->height);
    struct reference_wide wide;
    struct image level;
    reference_widen(call, &effect_mips, p->edge, &wide);
    image_convert(&wide.input, IMAGE_TYPE_F64, &level);
    for (int i = 0; i < mips.level; i++)
        halve(&level, p->edge);
    add_level(&level, mips.level, 1 - mips.share, p->edge, &wide.output);
    if (mips.share > 0) {
        halve(&level, p->edge);
        add_level(&level, mips.level + 1, mips.share, p->edge, &wide.output);
    }
    image_finish(&level);
    reference_cut(&wide, call->output);
}
