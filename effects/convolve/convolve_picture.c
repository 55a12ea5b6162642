#include "effects/convolve/convolve_picture.h"

#include "effects/convolve/convolve_params.h"
#include "effects/step_file.h"
#include "render/image/image.h"
#include "render/image/srgb.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct convolve_picture {
    int width, height;
    bool is_grey;
    double *texels; // width * height of three
};

// ---- reading

// Returns false if the light cannot be a kernel. Otherwise finds out if the picture is grey.
static bool check_light(struct convolve_picture *picture, struct error *error)
{
    static const char *const channels[] = { "red", "green", "blue" };
    const size_t count = 3 * (size_t) picture->width * (size_t) picture->height;
    double sums[3] = { 0 };
    picture->is_grey = true;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(picture->texels[i]) || picture->texels[i] < 0)
            return error_set(error,
                             "column %zu of row %zu is %g, and a kernel has light of 0 or more",
                             i / 3 % (size_t) picture->width + 1,
                             i / 3 / (size_t) picture->width + 1, picture->texels[i]);
        sums[i % 3] += picture->texels[i];
        picture->is_grey &= picture->texels[i] == picture->texels[i / 3 * 3];
    }
    if (sums[0] + sums[1] + sums[2] == 0)
        return error_set(error, "it is black, and a kernel needs light");
    for (int c = 0; c < 3; c++)
        if (sums[c] == 0)
            return error_set(error,
                             "it has no %s, and each channel is spread by the light that it has",
                             channels[c]);
    return true;
}

void convolve_picture_free(void *made)
{
    struct convolve_picture *picture = made;
    free(picture->texels);
    free(picture);
}

void *convolve_picture_make(const char *path, const char *bytes, size_t size, struct error *error)
{
    struct image image, values;
    bool is_light;
    if (!image_read_bytes(&image, &is_light, path, bytes, size, error)) {
        error_prefix(error, "the kernel %s: ", path);
        return NULL;
    }
    struct convolve_picture *picture = memory_new(1, sizeof(*picture));
    picture->width = image.width;
    picture->height = image.height;
    bool is_fine = (image.width <= CONVOLVE_MAX_SIZE && image.height <= CONVOLVE_MAX_SIZE) ||
                   error_set(error, "it is %dx%d px, and a kernel is up to %d px wide and high",
                             image.width, image.height, CONVOLVE_MAX_SIZE);
    if (is_fine) {
        const size_t count = (size_t) image.width * (size_t) image.height;
        picture->texels = memory_new(3 * count, sizeof(*picture->texels));
        image_convert(&image, IMAGE_TYPE_F64, &values);
        for (size_t i = 0; i < 3 * count; i++) { // alpha is the coverage of a texel
            const double *value = (const double *) values.texels + i / 3 * 4;
            picture->texels[i] = is_light ? value[i % 3] : value[3] * srgb_decode(value[i % 3]);
        }
        image_finish(&values);
        is_fine = check_light(picture, error);
    }
    image_finish(&image);
    if (is_fine)
        return picture;
    error_prefix(error, "the kernel %s: ", path);
    convolve_picture_free(picture);
    return NULL;
}

bool convolve_picture_read(const struct convolve_params *params,
                           const struct convolve_picture **picture, struct error *error)
{
    static const struct step_file_kind kind = {
        .what = "kernel",
        .most = 64 << 20, // several times 1024x1024 floats
        .make = convolve_picture_make,
        .free = convolve_picture_free,
    };
    const bool is_named = params->kernel[0] == '@';
    *picture = is_named ? step_file_read(&kind, params->kernel + 1, error) : NULL;
    return *picture || !is_named;
}

// ---- sizes

bool convolve_picture_is_grey(const struct convolve_picture *picture)
{
    return picture->is_grey;
}

void convolve_picture_size(const struct convolve_picture *picture, double size, int *width,
                           int *height)
{
    const int longer = picture->width > picture->height ? picture->width : picture->height;
    const double scale = size > 0 ? size / longer : 1;
    *width = (int) fmax(1, round(picture->width * scale));
    *height = (int) fmax(1, round(picture->height * scale));
}

// A line of texels that is resized.
struct line {
    int count, stride; // in texels
};

// Filters with a tent of the width of an input or output texel, the wider of the two.
static void resize_line(const double *from, const struct line *source, double *to,
                        const struct line *target)
{
    const double scale = (double) source->count / target->count, reach = fmax(1, scale);
    for (int i = 0; i < target->count; i++) {
        const double place = (i + 0.5) * scale - 0.5;
        const int first = (int) fmax(0, ceil(place - reach));
        const int last = (int) fmin(source->count - 1, floor(place + reach));
        double *texel = to + 3 * (ptrdiff_t) i * target->stride, sum = 0;
        memset(texel, 0, 3 * sizeof(*texel));
        for (int k = first; k <= last; k++) {
            const double weight = 1 - fabs(k - place) / reach;
            for (int c = 0; c < 3; c++)
                texel[c] += weight * from[3 * (ptrdiff_t) k * source->stride + c];
            sum += weight;
        }
        for (int c = 0; c < 3; c++)
            texel[c] /= sum;
    }
}

void convolve_picture_resize(const struct convolve_picture *picture, int width, int height,
                             double *texels)
{
    const int rows = picture->height;
    const struct line row = { picture->width, 1 }, to_row = { width, 1 };
    const struct line column = { rows, width }, to_column = { height, width };
    double *between = memory_new(3 * (size_t) width * (size_t) rows, sizeof(*between));
    for (int y = 0; y < rows; y++)
        resize_line(picture->texels + 3 * (ptrdiff_t) y * picture->width, &row,
                    between + 3 * (ptrdiff_t) y * width, &to_row);
    for (int x = 0; x < width; x++)
        resize_line(between + 3 * x, &column, texels + 3 * x, &to_column);
    free(between);
}
