#include "effects/lut/lut.h"

#include "effects/colour.h"
#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"
#include "effects/step_file.h"

#include <math.h>
#include <string.h>

struct spot {
    int index;    // index of the colour below the value
    double share; // fraction of the distance to the next colour
};

static struct spot find_spot(const struct lut_part *part, int channel, double value)
{
    const double least = part->least[channel], most = part->most[channel];
    const double share = fmin(fmax((value - least) / (most - least), 0), 1);
    const double place = share * (part->size - 1);
    const int index = place < part->size - 1 ? (int) place : part->size - 2;
    return (struct spot){ index, place - index };
}

static void apply_curve(const struct lut_file *file, double colour[3])
{
    for (int c = 0; c < 3; c++) {
        const struct spot spot = find_spot(&file->curve, c, colour[c]);
        const double low = file->colours[spot.index][c];
        const double high = file->colours[spot.index + 1][c];
        colour[c] = low + spot.share * (high - low);
    }
}

// Tetrahedral interpolation (Kasson et al. 1995): the order of the three fractions selects a
// tetrahedron, whose edges go along one axis after the other from the lowest corner of the cell to
// the highest.
static void apply_cube(const struct lut_file *file, double colour[3])
{
    static const int orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                      { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    const int size = file->cube.size, strides[3] = { 1, size, size * size };
    const int *order = orders[0];
    struct spot spots[3];
    int corner = file->curve.size;
    for (int c = 0; c < 3; c++) {
        spots[c] = find_spot(&file->cube, c, colour[c]);
        corner += spots[c].index * strides[c];
    }
    while (spots[order[0]].share < spots[order[1]].share ||
           spots[order[1]].share < spots[order[2]].share)
        order += 3;
    for (int c = 0; c < 3; c++)
        colour[c] = file->colours[corner][c];
    for (int edge = 0; edge < 3; edge++) {
        const int next = corner + strides[order[edge]];
        for (int c = 0; c < 3; c++)
            colour[c] += spots[order[edge]].share *
                         (file->colours[next][c] - (double) file->colours[corner][c]);
        corner = next;
    }
}

void reference_lut(const struct reference_call *call)
{
    const struct lut_params *p = call->params;
    struct error error;
    const struct lut_file *file =
        step_file_is_given(p->file) ? lut_file_load(p->file, &error) : NULL;
    double *out = call->output->texels;
    const bool is_light = p->domain == LUT_LIGHT;
    memcpy(out, call->input->texels, image_bytes(call->input));
    for (int i = 0; file && i < call->input->width * call->input->height; i++, out += 4) {
        const double cover = is_light ? colour_cover(out[3]) : 1;
        for (int c = 0; c < 3; c++)
            out[c] /= cover;
        if (file->curve.size > 0)
            apply_curve(file, out);
        if (file->cube.size > 0)
            apply_cube(file, out);
        for (int c = 0; c < 3; c++)
            out[c] = fmin(fmax(out[c], 0), is_light ? 65504 : 1) * cover;
    }
}
