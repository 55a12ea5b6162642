#include "app/compare/heat_map/heat_map.h"

#include "app/compare/cases/pair.h"
#include "app/compare/heat_map/colour_ramp.h"
#include "app/measure/metrics/metrics.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double least_place = 0.25; // on the ramp, of what differs at all

double heat_map_place(double share)
{
    return share > 0 ? least_place + (1 - least_place) * share : 0;
}

static float *make_differences(const struct pair *pair)
{
    const size_t count = (size_t) pair->images[0].width * (size_t) pair->images[0].height;
    const double *a = pair->images[0].texels, *b = pair->images[1].texels;
    float *differences = memory_new(count, sizeof(*differences));
    for (size_t i = 0; i < 4 * count; i++)
        differences[i / 4] = fmaxf(differences[i / 4], (float) fabs(a[i] - b[i]));
    return differences;
}

static void paint(const float *values, struct heat_map *map)
{
    const size_t count = (size_t) map->image.width * (size_t) map->image.height;
    uint8_t *texel = map->image.texels;
    for (size_t i = 0; i < count; i++, texel += 4) {
        colour_ramp_at(heat_map_place((double) values[i] / map->top), texel);
        texel[3] = UINT8_MAX;
    }
}

bool heat_map_make(struct heat_map *map, const struct compare_case *one, struct error *error)
{
    const struct comparison *comparison = &one->comparison;
    struct pair pair;
    *map = (struct heat_map){ .is_flip = comparison->tolerance.given[TOLERANCE_FLIP] };
    if (!pair_read(&pair, one->paths[0], one->paths[1], error) || !pair_check(&pair, error)) {
        pair_finish(&pair);
        return false;
    }
    if (comparison->tolerance.is_blurred)
        pair_blur(&pair);
    const struct image *a = &pair.images[0], *b = &pair.images[1];
    float *values = map->is_flip ? metrics_flip_map(a, b, pair.is_light) : make_differences(&pair);
    const double most = comparison->values[TOLERANCE_MAX];
    map->top = map->is_flip || !(most > 0) ? 1 : most;
    image_init(&map->image, a->width, a->height, IMAGE_TYPE_U8);
    pair_finish(&pair);
    paint(values, map);
    free(values);
    return true;
}

void heat_map_finish(struct heat_map *map)
{
    image_finish(&map->image);
}

void heat_map_describe(const struct heat_map *map, const struct compare_case *one, char *out,
                       size_t size)
{
    const bool is_light = one->comparison.is_light;
    const char *what = !map->is_flip ? "largest channel difference, "
                       : is_light    ? "HDR-FLIP at 67 pixels per degree, 0 to 1"
                                     : "FLIP at 67 pixels per degree, 0 to 1";
    const char *unit = map->is_flip ? "" : is_light ? "light" : "255ths";
    snprintf(out, size, "%s%s%s", what, unit,
             one->comparison.tolerance.is_blurred ? ", blurred by sigma 4" : "; black: equal");
}
