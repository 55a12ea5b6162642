#include "app/compare/cases/pair.h"

#include "app/measure/metrics/metrics.h"
#include "render/text/log.h"

#include <math.h>

void pair_finish(struct pair *pair)
{
    for (int i = 0; i < 2; i++) {
        image_finish(&pair->images[i]);
        image_texts_finish(&pair->texts[i]);
    }
}

static bool read_picture(struct pair *pair, int i, bool *is_light, struct error *error)
{
    struct image image;
    if (!image_read(&image, is_light, &pair->texts[i], pair->paths[i], error))
        return false;
    pair->types[i] = image.type;
    image_convert(&image, IMAGE_TYPE_F64, &pair->images[i]);
    image_finish(&image);
    return true;
}

bool pair_read(struct pair *pair, const char *a, const char *b, struct error *error)
{
    *pair = (struct pair){ .paths = { a, b } };
    bool is_light[2];
    for (int i = 0; i < 2; i++)
        if (!read_picture(pair, i, &is_light[i], error))
            return false;
    if (is_light[0] != is_light[1])
        return error_set(error,
                         "%s holds light and %s display values; compare pictures of one kind",
                         pair->paths[!is_light[0]], pair->paths[is_light[0]]);
    pair->is_light = is_light[0];
    if (pair->types[0] != pair->types[1])
        log_note("%s has %d bits a channel and %s %d; both are compared as 0..1", pair->paths[0],
                 pair->types[0] == IMAGE_TYPE_U16 ? 16 : 8, pair->paths[1],
                 pair->types[1] == IMAGE_TYPE_U16 ? 16 : 8);
    return true;
}

void pair_blur(struct pair *pair)
{
    const double sigma = 4; // pixels
    for (int i = 0; i < 2; i++) {
        struct image blurred;
        metrics_blur(&pair->images[i], sigma, &blurred);
        image_finish(&pair->images[i]);
        pair->images[i] = blurred;
    }
}

// ---- what always fails

static bool check_sizes(const struct pair *pair, struct error *error)
{
    const struct image *a = &pair->images[0], *b = &pair->images[1];
    if (a->width == b->width && a->height == b->height)
        return true;
    return error_set(error, "the sizes differ: %dx%d and %dx%d", a->width, a->height, b->width,
                     b->height);
}

static bool check_finite(const struct image *image, const char *which, struct error *error)
{
    unsigned long long count = 0;
    int first_x = 0, first_y = 0;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            const double *texel = image_at(image, x, y);
            if (isfinite(texel[0] + texel[1] + texel[2] + texel[3]))
                continue;
            if (count++ == 0)
                first_x = x, first_y = y;
        }
    return count == 0 || error_set(error,
                                   "the %s picture is not finite in %llu of its texels, the first "
                                   "at (%d, %d)",
                                   which, count, first_x, first_y);
}

bool pair_check(const struct pair *pair, struct error *error)
{
    return check_sizes(pair, error) && check_finite(&pair->images[0], "first", error) &&
           check_finite(&pair->images[1], "second", error);
}
