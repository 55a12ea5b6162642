#include "effects/reference/reference.h"

#include <string.h>

// Computes the mean of a cell, with texels weighted by alpha or equally. Returns false if all
// weights are 0.
static bool find_mean(const struct image *image, int x0, int y0, int side, bool by_alpha,
                      double mean[4])
{
    double count = 0;
    for (int c = 0; c < 4; c++)
        mean[c] = 0;
    for (int y = y0; y < y0 + side && y < image->height; y++)
        for (int x = x0; x < x0 + side && x < image->width; x++) {
            const double *texel = image_at(image, x, y), weight = by_alpha ? texel[3] : 1;
            count += weight;
            for (int c = 0; c < 4; c++)
                mean[c] += weight * texel[c];
        }
    for (int c = 0; c < 4 && count > 0; c++)
        mean[c] /= count;
    return count > 0;
}

void reference_pixelate(const struct reference_call *call)
{
    const struct image *in = call->input;
    const int side = effect_cell(&effect_pixelate, call->params, in->height, call->cell);
    for (int y0 = 0; y0 < in->height; y0 += side)
        for (int x0 = 0; x0 < in->width; x0 += side) {
            double mean[4], seen[4];
            find_mean(in, x0, y0, side, false, mean); // alpha is not weighted
            if (call->is_display_input && find_mean(in, x0, y0, side, true, seen))
                memcpy(mean, seen, 3 * sizeof(mean[0]));
            for (int y = y0; y < y0 + side && y < in->height; y++)
                for (int x = x0; x < x0 + side && x < in->width; x++)
                    for (int c = 0; c < 4; c++)
                        image_at(call->output, x, y)[c] = mean[c];
        }
}
