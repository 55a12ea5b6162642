#include "render/image/image_orient.h"

#include <string.h>

void image_orient(struct image_picture *picture, int orientation)
{
    struct image *image = &picture->image;
    struct image to;
    if (orientation <= IMAGE_ORIENT_AS_IS || orientation > IMAGE_ORIENT_COUNT)
        return;
    const ptrdiff_t width = image->width, height = image->height;
    const bool is_turned = orientation >= 5;
    const bool from_right =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool from_bottom =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    // Index of the picture's first texel in the file's image, and the index differences to the next
    // column and row of that.
    const ptrdiff_t first = (from_bottom ? (height - 1) * width : 0) + (from_right ? width - 1 : 0);
    const ptrdiff_t column = from_right ? -1 : 1, row = from_bottom ? -width : width;
    const ptrdiff_t along = is_turned ? row : column, down = is_turned ? column : row;
    image_init(&to, is_turned ? image->height : image->width,
               is_turned ? image->width : image->height, image->type);
    const size_t size = image_texel_bytes(image->type);
    const char *from = image->texels;
    char *out = to.texels;
    for (int y = 0; y < to.height && !image_is_cancelled(picture); y++)
        for (int x = 0; x < to.width; x++, out += size)
            memcpy(out, from + (size_t) (first + x * along + y * down) * size, size);
    image_finish(image);
    *image = to;
}
