#include "effects/convolve/convolve_kernel.h"
#include "effects/convolve/convolve_params.h"
#include "effects/reference/reference.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// The weights of three channels and alpha for all offsets from a texel at which the picture may be
// read: -reach .. reach along both axes.
struct taps {
    int reach_x, reach_y;
    double *weights;
};

static double *tap_at(const struct taps *taps, int x, int y)
{
    const int width = 2 * taps->reach_x + 1;
    return taps->weights + 4 * ((ptrdiff_t) (y + taps->reach_y) * width + x + taps->reach_x);
}

// Returns an offset that, for every texel of a line of `count` texels, reads the same texel as
// `offset`, given the edge, and is as small as possible. Offsets that are still larger than the
// reach read 0.
static int fold(int offset, int count, int edge)
{
    if (edge == EDGE_CLAMP)
        return offset < -count ? -count : offset > count ? count : offset;
    if (edge == EDGE_MIRROR)
        return offset % (2 * count);
    return offset;
}

void reference_convolve(const struct reference_call *call)
{
    const struct convolve_params *p = call->params;
    const int width = call->input->width, height = call->input->height;
    double *output = call->output->texels;
    const struct convolve_picture *picture;
    struct convolve_recipe recipe;
    struct error error;
    convolve_picture_read(p, &picture, &error);
    convolve_recipe_init(&recipe, p, picture, height);
    struct taps taps = { .reach_x = 2 * width, .reach_y = 2 * height };
    taps.weights = memory_new(4 * (size_t) (2 * taps.reach_x + 1) * (size_t) (2 * taps.reach_y + 1),
                              sizeof(double));
    float *kernel = memory_new(4 * (size_t) recipe.width * (size_t) recipe.height, sizeof(*kernel));
    convolve_kernel_make(&recipe, kernel);
    // A point becomes an image of the kernel, so the weights are the kernel mirrored at its centre.
    for (int y = 0; y < recipe.height; y++)
        for (int x = 0; x < recipe.width; x++) {
            const int tap_x = fold((recipe.width - 1) / 2 - x, width, p->edge);
            const int tap_y = fold((recipe.height - 1) / 2 - y, height, p->edge);
            const float *weight = kernel + 4 * ((ptrdiff_t) y * recipe.width + x);
            if (abs(tap_x) > taps.reach_x || abs(tap_y) > taps.reach_y)
                continue;
            for (int c = 0; c < 4; c++)
                tap_at(&taps, tap_x, tap_y)[c] += weight[c];
        }
    free(kernel);
    memset(output, 0, image_bytes(call->output));
    for (int y = -taps.reach_y; y <= taps.reach_y; y++)
        for (int x = -taps.reach_x; x <= taps.reach_x; x++) {
            const double *weights = tap_at(&taps, x, y);
            for (int i = 0; i < width * height && weights[3] != 0; i++) {
                const double *from =
                    reference_texel(call->input, i % width + x, i / width + y, p->edge);
                for (int c = 0; c < 4; c++)
                    output[4 * i + c] += weights[c] * from[c];
            }
        }
    free(taps.weights);
}
