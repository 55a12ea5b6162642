#include "render/image/image_overview.h"

#include "render/image/divide.h"
#include "render/image/srgb.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>

static const float largest_light = 65504; // as shaders/scene/finite.glsl has it

// Most rows and columns of a square that are read, evenly spread: reading all took half as long as
// reading the file.
enum { MOST_READ = 4 };

struct squares {
    const struct image *from;
    bool is_light;
    int side;            // of a square; those at the ends are smaller
    int step;            // from a texel that is read to the next
    const float *lights; // of the display values, by value
    float *sums;         // of a row of squares: premultiplied light and alpha
    struct image *to;
};

static size_t texel_count(const struct image *image, int side)
{
    return (size_t) divide_up(image->width, side) * (size_t) divide_up(image->height, side);
}

static int most_value(enum image_type type)
{
    return type == IMAGE_TYPE_U16 ? 65535 : 255;
}

static float *make_lights(enum image_type type)
{
    const int most = most_value(type);
    float *lights = memory_grow(NULL, (size_t) most + 1, sizeof(*lights));
    for (int i = 0; i <= most; i++)
        lights[i] = (float) srgb_decode((double) i / most);
    return lights;
}

// ---- sums

static void add_light(float *sum, const float *texel)
{
    for (int c = 0; c < 4; c++)
        sum[c] += isnan(texel[c]) ? 0 : fmaxf(0, fminf(texel[c], largest_light));
}

static void add_bytes(const float *lights, float *sum, const uint8_t *texel)
{
    const float alpha = (float) texel[3] / 255;
    for (int c = 0; c < 3; c++)
        sum[c] += lights[texel[c]] * alpha;
    sum[3] += alpha;
}

static void add_words(const float *lights, float *sum, const uint16_t *texel)
{
    const float alpha = (float) texel[3] / 65535;
    for (int c = 0; c < 3; c++)
        sum[c] += lights[texel[c]] * alpha;
    sum[3] += alpha;
}

static void add_texel(const struct squares *squares, size_t i, float *sum)
{
    const void *texels = squares->from->texels;
    if (squares->from->type == IMAGE_TYPE_U8)
        add_bytes(squares->lights, sum, (const uint8_t *) texels + 4 * i);
    else if (squares->from->type == IMAGE_TYPE_U16)
        add_words(squares->lights, sum, (const uint16_t *) texels + 4 * i);
    else
        add_light(sum, (const float *) texels + 4 * i);
}

static void add_row(const struct squares *squares, int y)
{
    const size_t width = (size_t) squares->from->width, side = (size_t) squares->side;
    const size_t first = (size_t) y * width;
    float *sum = squares->sums;
    for (size_t begin = 0; begin < width; begin += side, sum += 4) {
        const size_t end = begin + side < width ? begin + side : width;
        for (size_t x = begin; x < end; x += (size_t) squares->step)
            add_texel(squares, first + x, sum);
    }
}

// ---- means

static void put_light(const float *sum, float count, float *texel)
{
    for (int c = 0; c < 4; c++)
        texel[c] = sum[c] / count;
}

static void put_words(const float *sum, float count, uint16_t *texel)
{
    for (int c = 0; c < 3; c++)
        texel[c] =
            (uint16_t) (sum[3] > 0 ? srgb_encode((double) (sum[c] / sum[3])) * 65535 + 0.5 : 0);
    texel[3] = (uint16_t) (sum[3] / count * 65535 + 0.5f);
}

// Returns the number of texels that are read along a side of a square, `left` texels before the end
// of the image.
static int count_read(const struct squares *squares, int left)
{
    return divide_up(left < squares->side ? left : squares->side, squares->step);
}

static void put_row(const struct squares *squares, int row)
{
    const struct image *from = squares->from, *to = squares->to;
    const int side = squares->side, rows = count_read(squares, from->height - row * side);
    for (int x = 0; x < to->width; x++) {
        const float count = (float) (rows * count_read(squares, from->width - x * side));
        const size_t i = 4 * ((size_t) row * (size_t) to->width + (size_t) x);
        if (squares->is_light)
            put_light(squares->sums + 4 * x, count, (float *) to->texels + i);
        else
            put_words(squares->sums + 4 * x, count, (uint16_t *) to->texels + i);
        for (int c = 0; c < 4; c++)
            squares->sums[4 * x + c] = 0;
    }
}

static bool fill(const struct squares *squares, const atomic_bool *stop)
{
    for (int y = 0; y < squares->from->height; y++) {
        if (stop && atomic_load_explicit(stop, memory_order_relaxed))
            return false;
        if (y % squares->side % squares->step == 0)
            add_row(squares, y);
        if (y % squares->side == squares->side - 1 || y == squares->from->height - 1)
            put_row(squares, y / squares->side);
    }
    return true;
}

bool image_overview(const struct image *from, bool is_light, size_t most, const atomic_bool *stop,
                    struct image *overview)
{
    int side = 1;
    *overview = (struct image){ 0 };
    while (texel_count(from, side) > most)
        side++;
    if (side == 1)
        return true;
    image_init(overview, divide_up(from->width, side), divide_up(from->height, side),
               is_light ? IMAGE_TYPE_F32 : IMAGE_TYPE_U16);
    float *lights = is_light ? NULL : make_lights(from->type);
    float *sums = memory_new((size_t) overview->width * 4, sizeof(*sums));
    const struct squares squares = {
        .from = from,
        .is_light = is_light,
        .side = side,
        .step = divide_up(side, MOST_READ),
        .lights = lights,
        .sums = sums,
        .to = overview,
    };
    const bool is_whole = fill(&squares, stop);
    free(lights);
    free(sums);
    if (!is_whole)
        image_finish(overview);
    return is_whole;
}
