#include "effects/reference/reference.h"

static void find_mean(const struct image *image, int x0, int y0, int side, double mean[4])
{
    int count = 0;
    for (int c = 0; c < 4; c++)
        mean[c] = 0;
    for (int y = y0; y < y0 + side && y < image->height; y++)
        for (int x = x0; x < x0 + side && x < image->width; x++, count++)
            for (int c = 0; c < 4; c++)
                mean[c] += image_at(image, x, y)[c];
    for (int c = 0; c < 4; c++)
        mean[c] /= count;
}

void reference_pixelate(const struct reference_call *call)
{
    const struct image *in = call->input;
    const int side = effect_cell(&effect_pixelate, call->params, in->height, call->cell);
    for (int y0 = 0; y0 < in->height; y0 += side)
        for (int x0 = 0; x0 < in->width; x0 += side) {
            double mean[4];
            find_mean(in, x0, y0, side, mean);
            for (int y = y0; y < y0 + side && y < in->height; y++)
                for (int x = x0; x < x0 + side && x < in->width; x++)
                    for (int c = 0; c < 4; c++)
                        image_at(call->output, x, y)[c] = mean[c];
        }
}
