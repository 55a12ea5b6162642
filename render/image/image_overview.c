#include "render/image/image_overview.h"

#include "render/image/divide.h"

#include <string.h>

void image_overview(const struct image *from, size_t most, struct image *overview)
{
    int step = 1;
    *overview = (struct image){ 0 };
    while ((size_t) divide_up(from->width, step) * (size_t) divide_up(from->height, step) > most)
        step++;
    if (step == 1)
        return;
    image_init(overview, divide_up(from->width, step), divide_up(from->height, step), from->type);
    const size_t bytes = image_texel_bytes(from->type);
    char *to = overview->texels;
    for (int y = 0; y < from->height; y += step) {
        const char *row = (const char *) from->texels + (size_t) y * (size_t) from->width * bytes;
        for (int x = 0; x < from->width; x += step, to += bytes)
            memcpy(to, row + (size_t) x * bytes, bytes);
    }
}
