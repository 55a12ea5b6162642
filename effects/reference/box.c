#include "effects/box/box.h"

#include "effects/reference/reference.h"
#include "render/pass.h"

#include <stdlib.h>

// Texels before and after a line. Every iteration needs texels outside the line, and the first one
// needs the most.
enum { MARGIN = BOX_MAX_REACH };

// Returns the index of the texel at position i, which may be outside; -1: its value is 0.
static int texel_at(int i, int count, int edge)
{
    if (i >= 0 && i < count)
        return i;
    if (edge == EDGE_ZERO)
        return -1;
    if (edge == EDGE_CLAMP)
        return i < 0 ? 0 : count - 1;
    while (i < 0 || i >= count)
        i = i < 0 ? -1 - i : 2 * count - 1 - i;
    return i;
}

// Averages a line. `from` and `to` have MARGIN texels on both sides, of which `margin` are
// computed.
static void average(const double *restrict from, double *restrict to, int count, int margin,
                    const struct box *box)
{
    const double total = 2 * box->radius + 1 + 2 * box->end;
    const int first = MARGIN - margin, beyond = MARGIN + count + margin;
    for (int i = first; i < beyond; i++)
        to[i] = 0;
    for (int k = -box->radius; k <= box->radius;
         k++) // many sums at once, and none waits for itself
        for (int i = first; i < beyond; i++)
            to[i] += from[i + k];
    for (int i = first; i < beyond; i++) {
        if (box->end > 0)
            to[i] += box->end * (from[i - box->radius - 1] + from[i + box->radius + 1]);
        to[i] /= total;
    }
}

struct line {
    const double *from; // one channel of the first texel
    double *to;
    int count, step; // texels; distance between texels in doubles
};

static void blur_line(const struct line *line, const struct box *box, int edge, double *space)
{
    double *here = space, *there = space + line->count + 2 * MARGIN;
    const int once = box->radius + (box->end > 0);
    for (int i = -MARGIN; i < line->count + MARGIN; i++) {
        const int at = texel_at(i, line->count, edge);
        here[i + MARGIN] = at < 0 ? 0 : line->from[at * line->step];
    }
    for (int i = box->iterations - 1; i >= 0; i--) {
        average(here, there, line->count, i * once, box);
        double *made = there;
        there = here;
        here = made;
    }
    for (int i = 0; i < line->count; i++)
        line->to[i * line->step] = here[i + MARGIN];
}

static void blur_axis(const struct image *from, struct image *to, bool down, const struct box *box,
                      int edge)
{
    const int count = down ? from->height : from->width, lines = down ? from->width : from->height;
    double *space = malloc(2 * ((size_t) count + 2 * MARGIN) * sizeof(double));
    for (int i = 0; space && i < lines; i++)
        for (int c = 0; c < 4; c++) {
            const int x = down ? i : 0, y = down ? 0 : i;
            const struct line line = {
                .from = image_at(from, x, y) + c,
                .to = image_at(to, x, y) + c,
                .count = count,
                .step = down ? 4 * from->width : 4,
            };
            blur_line(&line, box, edge, space);
        }
    free(space);
}

void reference_box(const struct reference_call *call)
{
    const struct box_params *p = call->params;
    const struct box box = box_solve(p, call->input->height);
    struct image rows;
    image_init(&rows, call->input->width, call->input->height, IMAGE_TYPE_F64);
    blur_axis(call->input, &rows, false, &box, p->edge);
    blur_axis(&rows, call->output, true, &box, p->edge);
    image_finish(&rows);
}
