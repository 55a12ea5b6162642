#include "render/scene/picture_light.h"

#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/pass.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// A strip is stored in rows of 2^FOLD_BITS texels, so that its lines may be longer than a texture
// is wide.
#define FOLD_BITS "12"
enum { FOLD = 1 << 12 };

// Texels of a strip at most: they take some milliseconds, and the longest possible line fits.
enum { MOST_OF_STRIP = 1 << 18 };
static_assert(MOST_OF_STRIP >= (int) IMAGE_MAX_SIDE, "a strip holds a line");

bool picture_programs_init(struct picture_programs *programs, struct gpu *gpu, struct error *error)
{
    static const struct program_desc descs[] = {
        { .file = "scene/image_light.frag" },
        { .file = "scene/image_resize.frag", .defines = "FOLD_BITS=" FOLD_BITS },
        { .file = "scene/image_resize.frag" },
    };
    programs->decode = program_cache_get(&gpu->programs, &descs[0], error);
    programs->strip = program_cache_get(&gpu->programs, &descs[1], error);
    programs->resize = program_cache_get(&gpu->programs, &descs[2], error);
    return programs->decode && programs->strip && programs->resize;
}

// ---- intermediate texture

// Returns the axis to resize first, so that the intermediate texture is small and within the GPU's
// limits. An image as wide as its place is resized along its rows, which is an exact copy.
static int first_axis(const struct picture_place *place, int most)
{
    const struct picture_span *x = &place->spans[0], *y = &place->spans[1];
    const double rows_first = (double) place->width * y->texels;
    const double columns_first = (double) x->texels * place->height;
    if (y->texels > most || x->texels > most)
        return y->texels > most;
    if (x->length == x->texels && place->width == x->texels)
        return 0;
    return rows_first > columns_first;
}

bool picture_light_begin(struct picture_light *light, const struct gpu *gpu,
                         const struct picture_place *place)
{
    picture_light_finish(light);
    light->place = *place;
    light->axis = first_axis(place, gpu->info.max_texture);
    const struct texture_desc desc = {
        .width = light->axis ? place->spans[0].texels : place->width,
        .height = light->axis ? place->height : place->spans[1].texels,
        .format = place->format,
        .label = "image light",
    };
    return texture_try_init(&light->texture, &desc);
}

void picture_light_finish(struct picture_light *light)
{
    texture_finish(&light->texture);
    *light = (struct picture_light){ 0 };
}

bool picture_light_is_of(const struct picture_light *light, const struct picture_place *place)
{
    const struct picture_place *is = &light->place;
    return is->width == place->width && is->height == place->height &&
           is->spans[0].length == place->spans[0].length &&
           is->spans[1].length == place->spans[1].length && is->format == place->format &&
           is->white == place->white;
}

size_t picture_light_left(const struct picture_light *light)
{
    const struct picture_span *along = &light->place.spans[light->axis];
    const struct picture_span *across = &light->place.spans[!light->axis];
    return (size_t) along->texels * (size_t) (across->texels - light->lines);
}

// ---- strips

struct strip {
    int axis, first, count; // lines of the picture: rows along axis 0, columns along axis 1
    int texels;
};

// Copies the columns of a strip to contiguous memory, which the caller frees. NULL for rows, which
// are contiguous in the image.
static char *gather(const struct image *image, const struct strip *strip)
{
    const size_t bytes = image_texel_bytes(image->type), row = (size_t) strip->count * bytes;
    const char *from = (const char *) image->texels + (size_t) strip->first * bytes;
    if (strip->axis == 0)
        return NULL;
    char *texels = memory_grow(NULL, row * (size_t) image->height, 1);
    for (int y = 0; y < image->height; y++)
        memcpy(texels + (size_t) y * row, from + (size_t) y * (size_t) image->width * bytes, row);
    return texels;
}

static void upload(struct texture *texture, const struct image *image, const struct strip *strip)
{
    char *gathered = gather(image, strip);
    const size_t row = (size_t) image->width * image_texel_bytes(image->type);
    texture_upload_run(texture, image->type,
                       gathered ? gathered
                                : (const char *) image->texels + (size_t) strip->first * row,
                       strip->texels);
    free(gathered);
}

static void decode(const struct picture_light *light, struct gpu *gpu,
                   const struct picture_programs *programs, bool is_light,
                   const struct texture *from, struct texture *to)
{
    const struct pass pass = {
        .program = programs->decode,
        .inputs = { { from, FILTER_NEAREST, EDGE_CLAMP } },
        .output = to,
        .uniforms = { U_INT("u_is_display", !is_light), U_FLOAT("u_white", light->place.white) },
    };
    pass_run(gpu, &pass);
}

static void resize(struct picture_light *light, struct gpu *gpu,
                   const struct picture_programs *programs, const struct texture *from,
                   const struct strip *strip)
{
    const struct picture_span *span = &light->place.spans[strip->axis];
    const struct texture *to = &light->texture;
    const struct pass pass = {
        .program = programs->strip,
        .inputs = { { from, FILTER_NEAREST, EDGE_CLAMP } },
        .output = &light->texture,
        .area = strip->axis ? (struct pass_area){ strip->first, 0, strip->count, to->height }
                            : (struct pass_area){ 0, strip->first, to->width, strip->count },
        .uniforms = { U_INT("u_axis", strip->axis), U_INT("u_begin", span->begin),
                      U_INT("u_length", span->length), U_INT("u_count", span->texels),
                      U_INT("u_first", strip->first),
                      U_INT("u_width", strip->axis ? strip->count : span->texels) },
    };
    pass_run(gpu, &pass);
}

static enum texture_format file_format(enum image_type type)
{
    static const enum texture_format formats[] = {
        [IMAGE_TYPE_F64] = FORMAT_RGBA32F,
        [IMAGE_TYPE_F32] = FORMAT_RGBA32F,
        [IMAGE_TYPE_U8] = FORMAT_RGBA8,
        [IMAGE_TYPE_U16] = FORMAT_RGBA16,
    };
    return formats[type];
}

static void make_strip(struct picture_light *light, struct gpu *gpu,
                       const struct picture_programs *programs, const struct image *image,
                       bool is_light, const struct strip *strip)
{
    const int width = strip->texels < FOLD ? strip->texels : FOLD;
    const int height = divide_up(strip->texels, FOLD);
    struct texture *file =
        texture_pool_acquire(&gpu->pool, width, height, file_format(image->type));
    struct texture *lit = texture_pool_acquire(&gpu->pool, width, height, light->place.format);
    upload(file, image, strip);
    decode(light, gpu, programs, is_light, file, lit);
    resize(light, gpu, programs, lit, strip);
    texture_pool_release(&gpu->pool, file);
    texture_pool_release(&gpu->pool, lit);
}

void picture_light_make(struct picture_light *light, struct gpu *gpu,
                        const struct picture_programs *programs, const struct image *image,
                        bool is_light, size_t texels)
{
    const size_t line = (size_t) light->place.spans[light->axis].texels;
    if (picture_light_left(light) == 0 || texels == 0)
        return;
    gpu_timer_push(&gpu->timer, "image light");
    size_t left = texels;
    do {
        const int lines = light->place.spans[!light->axis].texels - light->lines;
        const int fitting = (int) (left < MOST_OF_STRIP ? left : MOST_OF_STRIP) / (int) line;
        const int count = fitting < 1 ? 1 : fitting < lines ? fitting : lines;
        const struct strip strip = { light->axis, light->lines, count, count * (int) line };
        make_strip(light, gpu, programs, image, is_light, &strip);
        light->lines += strip.count;
        left -= (size_t) strip.texels < left ? (size_t) strip.texels : left;
    } while (picture_light_left(light) > 0 && left >= line);
    gpu_timer_pop(&gpu->timer);
}

void picture_light_draw(const struct picture_light *light, struct gpu *gpu,
                        const struct picture_programs *programs, struct texture *output)
{
    const struct picture_span *span = &light->place.spans[!light->axis];
    const struct pass pass = {
        .label = "image",
        .program = programs->resize,
        .inputs = { { &light->texture, FILTER_NEAREST, EDGE_CLAMP } },
        .output = output,
        .uniforms = { U_INT("u_axis", !light->axis), U_INT("u_begin", span->begin),
                      U_INT("u_length", span->length), U_INT("u_count", span->texels) },
    };
    pass_run(gpu, &pass);
}
