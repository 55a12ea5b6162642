#include "app/compare/shown.h"

#include "app/metrics/metrics.h"
#include "effects/colour.h"

#include <math.h>

static double middle_exposure(const double *values, size_t count)
{
    const double grey = 0.18;
    double sum = 0;
    for (size_t i = 0; i < count; i += 4)
        sum += 4 * fmax(colour_luminance(values + i), 0) / (double) count;
    return sum > 0 ? log2(grey / sum) : 0;
}

static void expose(struct image *image, double *exposure)
{
    double *values = image->texels;
    const size_t count = 4 * (size_t) image->width * (size_t) image->height;
    for (size_t i = 0; i < count; i++)
        values[i] = isfinite(values[i]) ? values[i] : 0;
    if (isnan(*exposure))
        *exposure = middle_exposure(values, count);
    for (size_t i = 0; i < count; i += 4) {
        metrics_expose(values + i, *exposure, values + i);
        colour_encode(values + i, values + i);
    }
}

bool shown_read(struct shown *shown, const char *path, double *exposure, struct error *error)
{
    struct image read, light;
    *shown = (struct shown){ 0 };
    if (!image_read(&read, &shown->is_light, NULL, path, error))
        return false;
    if (!shown->is_light) {
        image_convert(&read, IMAGE_TYPE_U8, &shown->image);
        image_finish(&read);
        return true;
    }
    image_convert(&read, IMAGE_TYPE_F64, &light);
    image_finish(&read);
    expose(&light, exposure);
    image_convert(&light, IMAGE_TYPE_U8, &shown->image);
    image_finish(&light);
    return true;
}

void shown_finish(struct shown *shown)
{
    image_finish(&shown->image);
}
