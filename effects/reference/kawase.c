#include "effects/kawase/kawase.h"

#include "effects/reference/dual.h"
#include "effects/reference/reference.h"

#include <string.h>

static void blur_in_passes(const struct image *from, const struct sigma_kawase_passes *passes,
                           int edge, struct image *to)
{
    static const struct reference_tap taps[] = {
        { -1, -1, 0.25 }, { 1, -1, 0.25 }, { -1, 1, 0.25 }, { 1, 1, 0.25 }
    };
    struct image image;
    image_convert(from, IMAGE_TYPE_F64, &image);
    for (int i = 0; i < passes->count; i++) {
        struct image next;
        image_init(&next, image.width, image.height, IMAGE_TYPE_F64);
        reference_add_taps(&image, 1, 4, taps, passes->distances[i], edge, &next);
        image_finish(&image);
        image = next;
    }
    memcpy(to->texels, image.texels, image_bytes(to));
    image_finish(&image);
}

static void blur_below(const struct image *from, const struct sigma_kawase *kawase, int halvings,
                       int edge, struct image *to)
{
    if (halvings == 0) {
        blur_in_passes(from, &kawase->passes, edge, to);
        return;
    }
    struct image half, blurred;
    reference_dual_down(from, 1, edge, &half);
    image_init(&blurred, half.width, half.height, IMAGE_TYPE_F64);
    blur_below(&half, kawase, halvings - 1, edge, &blurred);
    reference_dual_up(&blurred, 1, edge, to);
    image_finish(&half);
    image_finish(&blurred);
    if (halvings == 1 && sigma_kawase_fades(kawase)) {
        // The result at the working resolution has the weight kawase->share, that of the passes at
        // twice that resolution has the rest.
        struct image finer;
        image_init(&finer, from->width, from->height, IMAGE_TYPE_F64);
        blur_in_passes(from, &kawase->finer, edge, &finer);
        reference_mix(&finer, kawase->share, to);
        image_finish(&finer);
    }
}

void reference_kawase(const struct reference_call *call)
{
    const struct kawase_params *p = call->params;
    const struct sigma_kawase kawase = kawase_solve(p, call->input->height);
    struct reference_wide wide;
    reference_widen(call, &effect_kawase, p->edge, &wide);
    blur_below(&wide.input, &kawase, kawase.halvings, p->edge, &wide.output);
    reference_cut(&wide, call->output);
}
