#include "app/identify/pattern.h"

#include <string.h>

// Returns a number from 0 to `below` - 1, the same on every machine. W. H. Press et al., Numerical
// Recipes, 1992: ranqd1.
static int draw_number(uint32_t *state, int below)
{
    *state = 1664525 * *state + 1013904223;
    return (int) ((uint64_t) *state * (uint64_t) below >> 32);
}

// Whole numbers only, since every texel must be the same when the pattern is drawn again.
void pattern_init(struct image *image, int width, int height)
{
    enum {
        GREY = 128,
        DARKEST = 24,
        GREYS = 208,
        RARITY = 39,
    };
    uint32_t state = 1;
    image_init(image, width, height, IMAGE_TYPE_U8);
    uint8_t *texels = image->texels;
    memset(texels, GREY, image_bytes(image));
    for (int radius = (width < height ? width : height) / 4, last = 0; !last; radius /= 2) {
        const int64_t area = (int64_t) RARITY * (radius > 0 ? radius * radius : 1);
        last = radius == 0;
        for (int64_t i = (int64_t) width * height / area; i >= 0; i--) {
            const int margin = radius / 2; // little of it is beyond the border
            const int x = margin + draw_number(&state, width - 2 * margin);
            const int y = margin + draw_number(&state, height - 2 * margin);
            const int left = DARKEST + draw_number(&state, GREYS);
            const int right = i % 2 == 0 ? left : DARKEST + draw_number(&state, GREYS);
            const bool is_disc = draw_number(&state, 2) == 0;
            for (int dy = -radius; dy <= radius; dy++)
                for (int dx = -radius; dx <= radius; dx++) {
                    const bool is_inside = !is_disc || dx * dx + dy * dy <= radius * radius;
                    const int column = x + dx, row = y + dy;
                    if (!is_inside || column < 0 || column >= width || row < 0 || row >= height)
                        continue;
                    const int grey = left + (right - left) * (dx + radius) / (2 * radius + 1);
                    memset(texels + 4 * ((size_t) row * (size_t) width + (size_t) column), grey, 3);
                }
        }
    }
    for (size_t i = 3; i < image_bytes(image); i += 4)
        texels[i] = UINT8_MAX;
}
