#include "effects/metrics/border.h"

#include <math.h>

// Returns the place of a row or column; -1: nowhere.
static int place_of(int i, int count, enum border border)
{
    if (i < 0 && border == BORDER_MIRROR)
        i = -1 - i;
    else if (i < 0 && border == BORDER_MIRROR_INSIDE)
        i = -i;
    else if (i < 0 && border == BORDER_WRAP)
        i += count;
    else if (i < 0 && border != BORDER_CLAMP)
        return -1;
    return i < 0 ? 0 : i < count ? i : count - 1;
}

struct image border_cut(const struct image *picture, struct area area, enum border border)
{
    struct image part;
    image_init(&part, area.width, area.height, IMAGE_TYPE_F64);
    for (int y = 0; y < area.height * area.scale; y++)
        for (int x = 0; x < area.width * area.scale; x++) {
            const int column = place_of(area.x * area.scale + x, picture->width, border);
            const int row = place_of(area.y * area.scale + y, picture->height, border);
            image_at(&part, x / area.scale, y / area.scale)[0] +=
                (column < 0 || row < 0 ? border == BORDER_COLOUR
                                       : image_at(picture, column, row)[0]) /
                (area.scale * area.scale);
        }
    return part;
}

// Makes the model over the colour that is nearest to `part` by least squares, from those over white
// and black, which begin `reach` texels before `part`.
static void fit_colour(const struct image *white, const struct image *black,
                       const struct image *part, int reach)
{
    double shared = 0, squares = 0;
    for (int y = 0; y < part->height - reach; y++)
        for (int x = 0; x < part->width - reach; x++) {
            const double from = image_at(black, x + reach, y + reach)[0];
            const double share = image_at(white, x + reach, y + reach)[0] - from;
            shared += share * (image_at(part, x, y)[0] - from);
            squares += share * share;
        }
    for (int y = 0; y < white->height; y++)
        for (int x = 0; x < white->width; x++) {
            double *value = image_at(white, x, y);
            const double from = image_at(black, x, y)[0];
            *value = from + (*value - from) * shared / squares;
        }
}

int border_find(const struct kernel_fit *kernel, int scale, double width,
                const struct image *before, const struct image *after)
{
    enum { MAX = 512 };
    const int reach = kernel->reach, most = MAX - 2 * reach;
    const int band = (int) ceil(1.5 * width);
    struct area area = { 0, 0, after->width / scale, after->height / scale, scale };
    area.width = area.width < most ? area.width : most;
    area.height = area.height < most ? area.height : most;
    const struct area wide = { -reach, -reach, area.width + reach, area.height + reach, scale };
    struct image part = border_cut(after, area, BORDER_CLAMP);
    double near[BORDERS], worst = 0, far = 0;
    struct image black = { 0 };
    int nearest = 0;
    for (int border = 0; border < BORDERS; border++) {
        struct image extended = border_cut(before, wide, (enum border) border), model;
        double sums[2] = { 0 }, squares[2] = { 0 }, counts[2] = { 0 };
        kernel_fit_apply(kernel, &extended, &model);
        if (border == BORDER_COLOUR)
            fit_colour(&model, &black, &part, reach);
        for (int y = 0; y < area.height - reach; y++)
            for (int x = 0; x < area.width - reach; x++) {
                const double off =
                    image_at(&model, x + reach, y + reach)[0] - image_at(&part, x, y)[0];
                const int is_far = x >= reach && y >= reach;
                if (!is_far && x >= band && y >= band)
                    continue;
                sums[is_far] += off;
                squares[is_far] += off * off;
                counts[is_far]++;
            }
        // An offset of all values is no matter of the border.
        const double mean = sums[1] / counts[1];
        far = sqrt(fmax(squares[1] / counts[1] - mean * mean, 0));
        near[border] = sqrt(squares[0] / counts[0] - 2 * mean * sums[0] / counts[0] + mean * mean);
        // A free colour is nearer than any given one by some noise.
        if (near[border] < (border == BORDER_COLOUR ? 0.5 : 1) * near[nearest])
            nearest = border;
        worst = fmax(worst, near[border]);
        image_finish(&extended);
        if (border == BORDER_BLACK)
            black = model;
        else
            image_finish(&model);
    }
    image_finish(&part);
    image_finish(&black);
    const double best = near[nearest];
    return best < 0.5 * worst && best < 4 * far + 0.01 ? nearest : -1;
}
