#include "render/image/image_orient.h"

#include <string.h>

// Index of the picture's first texel in the file's image, and the index differences to the next one
// along x and y.
struct strides {
    ptrdiff_t first, x, y;
};

static struct strides strides_of(const struct image *image, int orientation)
{
    const ptrdiff_t width = image->width, height = image->height;
    const bool is_turned = orientation >= 5;
    const bool from_right =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool from_bottom =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const ptrdiff_t column = from_right ? -1 : 1, row = from_bottom ? -width : width;
    return (struct strides){
        .first = (from_bottom ? (height - 1) * width : 0) + (from_right ? width - 1 : 0),
        .x = is_turned ? row : column,
        .y = is_turned ? column : row,
    };
}

void image_orient(struct image_picture *picture, int orientation)
{
    struct image *image = &picture->image;
    struct image to;
    if (orientation <= IMAGE_ORIENT_AS_IS || orientation > IMAGE_ORIENT_COUNT)
        return;
    const struct strides strides = strides_of(image, orientation);
    const bool is_turned = orientation >= 5;
    image_init(&to, is_turned ? image->height : image->width,
               is_turned ? image->width : image->height, image->type);
    const size_t size = image_bytes(image) / ((size_t) image->width * (size_t) image->height);
    const char *from = image->texels;
    char *out = to.texels;
    for (int y = 0; y < to.height && !image_is_cancelled(picture); y++)
        for (int x = 0; x < to.width; x++, out += size)
            memcpy(out, from + (size_t) (strides.first + x * strides.x + y * strides.y) * size,
                   size);
    image_finish(image);
    *image = to;
}
