#define LOG_MODULE "thumbnail"
#include "render/paint/thumbnail.h"

#include "render/text/log.h"

#include <assert.h>
#include <string.h>

#define STB_IMAGE_RESIZE_STATIC
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb_image_resize.h> // a system header: compilers do not warn of what it holds

enum { CHANNELS = 4, ALPHA = 3 };

static int shrunk(int side, double scale)
{
    const int rounded = (int) (side * scale + 0.5);
    return rounded > 1 ? rounded : 1;
}

void thumbnail_fit(int most_width, int most_height, int *width, int *height)
{
    const double wide = (double) most_width / *width, high = (double) most_height / *height;
    const double scale = wide < high ? wide : high;
    if (scale >= 1)
        return;
    *width = shrunk(*width, scale);
    *height = shrunk(*height, scale);
}

// The box filter has no negative weights, so highlights get no dark rims.
void thumbnail_make(const struct image *from, int width, int height, struct image *to)
{
    assert(from->type == IMAGE_TYPE_U8);
    image_init(to, width, height, IMAGE_TYPE_U8);
    if (width == from->width && height == from->height) {
        memcpy(to->texels, from->texels, image_bytes(to));
        return;
    }
    if (!stbir_resize_uint8_generic(from->texels, from->width, from->height, 0, to->texels, width,
                                    height, 0, CHANNELS, ALPHA, 0, STBIR_EDGE_CLAMP,
                                    STBIR_FILTER_BOX, STBIR_COLORSPACE_SRGB, NULL))
        log_fatal("no memory for another size of a picture of %dx%d pixels", from->width,
                  from->height);
}
