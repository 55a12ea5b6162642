#include "render/image/image.h"

#include "render/image/divide.h"
#include "render/text/error.h"
#include "render/text/memory.h"
#include "render/text/text_copy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Values that are converted at a time, so that they fit into the L1 cache.
enum { CHUNK = 1024 };

static size_t value_count(const struct image *image)
{
    return (size_t) image->width * (size_t) image->height * 4;
}

size_t image_texel_bytes(enum image_type type)
{
    static const size_t sizes[] = {
        [IMAGE_TYPE_F64] = sizeof(double),
        [IMAGE_TYPE_F32] = sizeof(float),
        [IMAGE_TYPE_U8] = sizeof(uint8_t),
        [IMAGE_TYPE_U16] = sizeof(uint16_t),
    };
    return 4 * sizes[type];
}

size_t image_bytes(const struct image *image)
{
    return (size_t) image->width * (size_t) image->height * image_texel_bytes(image->type);
}

const char *const image_channels[4] = { "red", "green", "blue", "alpha" };

void image_init(struct image *image, int width, int height, enum image_type type)
{
    assert(width >= 1 && height >= 1);
    *image = (struct image){ .width = width, .height = height, .type = type };
    image->texels = memory_new(image_bytes(image), 1);
}

void image_finish(struct image *image)
{
    free(image->texels);
    *image = (struct image){ 0 };
}

bool image_is_opaque(const struct image *image)
{
    const size_t count = value_count(image);
    for (size_t i = 3; i < count; i += 4)
        if (image->type == IMAGE_TYPE_U8    ? ((const uint8_t *) image->texels)[i] < UINT8_MAX
            : image->type == IMAGE_TYPE_U16 ? ((const uint16_t *) image->texels)[i] < UINT16_MAX
            : image->type == IMAGE_TYPE_F32 ? ((const float *) image->texels)[i] != 1
                                            : ((const double *) image->texels)[i] != 1)
            return false;
    return true;
}

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

static int clamped(int i, int count)
{
    return i < 0 ? 0 : i < count ? i : count - 1;
}

const double *image_clamped(const struct image *image, int x, int y)
{
    return image_at(image, clamped(x, image->width), clamped(y, image->height));
}

// Scales 0..1 to 0..most and rounds; NaN becomes 0. Compilers make branchless code of these
// expressions.
static int quantized(double value, double most)
{
    const double positive = value > 0 ? value : 0;
    return (int) ((positive < 1 ? positive : 1) * most + 0.5);
}

void image_convert(const struct image *from, enum image_type type, struct image *to)
{
    double values[CHUNK];
    const size_t total = value_count(from);
    image_init(to, from->width, from->height, type);
    for (size_t begin = 0; begin < total; begin += CHUNK) {
        const size_t count = total - begin < CHUNK ? total - begin : CHUNK;
        switch (from->type) {
        case IMAGE_TYPE_F64:
            memcpy(values, (const double *) from->texels + begin, count * sizeof(*values));
            break;
        case IMAGE_TYPE_F32:
            for (size_t i = 0; i < count; i++)
                values[i] = ((const float *) from->texels)[begin + i];
            break;
        case IMAGE_TYPE_U8:
            for (size_t i = 0; i < count; i++)
                values[i] = ((const uint8_t *) from->texels)[begin + i] / 255.0;
            break;
        case IMAGE_TYPE_U16:
            for (size_t i = 0; i < count; i++)
                values[i] = ((const uint16_t *) from->texels)[begin + i] / 65535.0;
            break;
        }
        switch (type) {
        case IMAGE_TYPE_F64:
            memcpy((double *) to->texels + begin, values, count * sizeof(*values));
            break;
        case IMAGE_TYPE_F32:
            for (size_t i = 0; i < count; i++)
                ((float *) to->texels)[begin + i] = (float) values[i];
            break;
        case IMAGE_TYPE_U8:
            for (size_t i = 0; i < count; i++)
                ((uint8_t *) to->texels)[begin + i] = (uint8_t) quantized(values[i], 255);
            break;
        case IMAGE_TYPE_U16:
            for (size_t i = 0; i < count; i++)
                ((uint16_t *) to->texels)[begin + i] = (uint16_t) quantized(values[i], 65535);
            break;
        }
    }
}

static bool check_channels(const struct image *image, int first, int last, const char *what,
                           struct error *error)
{
    const float *values = image->texels;
    assert(image->type == IMAGE_TYPE_F32);
    for (size_t i = 0; i < value_count(image); i++)
        if ((int) (i % 4) >= first && (int) (i % 4) <= last && !isfinite(values[i]))
            return error_set(error,
                             "%s is not finite at column %zu, row %zu (%g); "
                             "--audit=precision looks for the pass",
                             what, i / 4 % (size_t) image->width, i / 4 / (size_t) image->width,
                             values[i]);
    return true;
}

bool image_check_finite(const struct image *image, bool with_alpha, struct error *error)
{
    return check_channels(image, 0, 2, "the picture", error) &&
           (!with_alpha || check_channels(image, 3, 3, "the picture's alpha", error));
}

void image_texts_add(struct image_texts *texts, const char *key, const char *value)
{
    if (texts->count == IMAGE_MAX_TEXTS)
        return;
    assert(key[0] != '\0' && strlen(key) <= 79);
    char what[128];
    snprintf(what, sizeof(what), "the picture's text '%s'", key);
    texts->items[texts->count++] =
        (struct image_text){ memory_copy(key), text_copy_as_utf8(value, what) };
}

const char *image_texts_find(const struct image_texts *texts, const char *key)
{
    for (int i = 0; i < texts->count; i++) {
        if (strcmp(texts->items[i].key, key) == 0)
            return texts->items[i].value;
    }
    return NULL;
}

void image_texts_finish(struct image_texts *texts)
{
    for (int i = 0; i < texts->count; i++) {
        free(texts->items[i].key);
        free(texts->items[i].value);
    }
    *texts = (struct image_texts){ 0 };
}
