#include "effects/mips/mips.h"

#include "effects/reference/dual.h"
#include "effects/reference/reference.h"

#include <math.h>

static void halve(struct image *image, int edge)
{
    struct image half;
    image_init(&half, (image->width + 1) / 2, (image->height + 1) / 2, IMAGE_TYPE_F64);
    reference_add_taps(image, 2, 1, &(struct reference_tap){ 0, 0, 1 }, 0, edge, &half);
    image_finish(image);
    *image = half;
}

static void add_level(const struct image *level, int halvings, double share, int edge,
                      struct image *to)
{
    reference_add_taps(level, pow(0.5, halvings), 1, &(struct reference_tap){ 0, 0, share }, 0,
                       edge, to);
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
