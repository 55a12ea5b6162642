#include "render/paint/paint.h"

#include <assert.h>

enum { ALL = 255 * 255 }; // largest product of coverage and alpha

// T. Porter, T. Duff, Compositing digital images (SIGGRAPH 1984): "over", for straight alpha.
static void lay_over(uint8_t *texel, struct paint paint, unsigned cover)
{
    const uint8_t values[3] = { paint.r, paint.g, paint.b };
    const uint32_t above = paint.a * cover, mine = above * 255, below = texel[3] * (ALL - above);
    const uint32_t whole = mine + below;
    if (above == 0)
        return;
    for (int c = 0; c < 3; c++)
        texel[c] = (uint8_t) ((values[c] * mine + texel[c] * below + whole / 2) / whole);
    texel[3] = (uint8_t) ((whole + ALL / 2) / ALL);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

// The part of an area inside the image: x0 <= x < x1, y0 <= y < y1.
struct part {
    int x0, y0, x1, y1;
};

static struct part part_inside(const struct image *image, struct paint_area area)
{
    assert(image->type == IMAGE_TYPE_U8);
    return (struct part){
        most(area.x, 0),
        most(area.y, 0),
        least(area.x + area.width, image->width),
        least(area.y + area.height, image->height),
    };
}

static uint8_t *texel_of(const struct image *image, int x, int y)
{
    return (uint8_t *) image->texels + 4 * ((size_t) y * (size_t) image->width + (size_t) x);
}

void paint_fill(struct image *image, struct paint_area area, struct paint paint)
{
    paint_mask(image, area, NULL, paint);
}

void paint_mask(struct image *image, struct paint_area area, const uint8_t *cover,
                struct paint paint)
{
    const struct part part = part_inside(image, area);
    for (int y = part.y0; y < part.y1; y++)
        for (int x = part.x0; x < part.x1; x++) {
            const size_t at = (size_t) (y - area.y) * (size_t) area.width + (size_t) (x - area.x);
            lay_over(texel_of(image, x, y), paint, cover ? cover[at] : 255);
        }
}

void paint_image(struct image *image, int x, int y, const struct image *from)
{
    const struct paint_area area = { x, y, from->width, from->height };
    const struct part part = part_inside(image, area);
    assert(from->type == IMAGE_TYPE_U8);
    for (int row = part.y0; row < part.y1; row++)
        for (int column = part.x0; column < part.x1; column++) {
            const uint8_t *texel = texel_of(from, column - x, row - y);
            const struct paint paint = { texel[0], texel[1], texel[2], texel[3] };
            lay_over(texel_of(image, column, row), paint, 255);
        }
}
