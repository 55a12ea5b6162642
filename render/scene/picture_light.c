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
enum { MAX_OF_STRIP = 1 << 18 };
static_assert(MAX_OF_STRIP >= (int) IMAGE_MAX_SIDE, "a strip holds a line");

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

bool picture_light_begin(struct picture_light *light, const struct gpu *gpu,
                         const struct picture_source *source, const struct picture_place *place)
{
    picture_light_finish(light);
    light->source = *source;
    light->place = *place;
    // The axis that is resized first is that for which the intermediate texture is small and within
    // the GPU's limits. An image as wide as its place is resized along its rows: an exact copy.
    const struct picture_span *x = &place->spans[0], *y = &place->spans[1];
    const double rows_first = (double) place->width * y->texels;
    const double columns_first = (double) x->texels * place->height;
    const bool is_copy = x->length == x->texels && place->width == x->texels;
    light->axis = y->texels > gpu->info.max_texture   ? 1
                  : x->texels > gpu->info.max_texture ? 0
                                                      : !is_copy && rows_first > columns_first;
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
    return light->texture.id && is->width == place->width && is->height == place->height &&
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

// Uploads a strip. Rows are contiguous in the image; columns are copied to contiguous memory first.
static void upload(struct texture *texture, const struct image *image, const struct strip *strip)
{
    const size_t bytes = image_texel_bytes(image->type), width = (size_t) image->width * bytes;
    const char *from = image->texels;
    if (strip->axis == 0) {
        texture_upload_texels(texture, image->type, from + (size_t) strip->first * width,
                              strip->texels);
        return;
    }
    const size_t row = (size_t) strip->count * bytes;
    char *texels = memory_grow(NULL, row * (size_t) image->height, 1);
    from += (size_t) strip->first * bytes;
    for (int y = 0; y < image->height; y++)
        memcpy(texels + (size_t) y * row, from + (size_t) y * width, row);
    texture_upload_texels(texture, image->type, texels, strip->texels);
    free(texels);
}

static void make_strip(struct picture_light *light, struct gpu *gpu, const struct strip *strip)
{
    static const enum texture_format formats[] = {
        [IMAGE_TYPE_F64] = FORMAT_RGBA32F,
        [IMAGE_TYPE_F32] = FORMAT_RGBA32F,
        [IMAGE_TYPE_U8] = FORMAT_RGBA8,
        [IMAGE_TYPE_U16] = FORMAT_RGBA16,
    };
    const struct picture_source *source = &light->source;
    const struct picture_span *span = &light->place.spans[strip->axis];
    const struct texture *to = &light->texture;
    const int width = strip->texels < FOLD ? strip->texels : FOLD;
    const int height = divide_up(strip->texels, FOLD);
    struct texture *file =
        texture_pool_acquire(&gpu->pool, width, height, formats[source->image->type]);
    struct texture *lit = texture_pool_acquire(&gpu->pool, width, height, light->place.format);
    upload(file, source->image, strip);
    const struct pass decode = {
        .program = source->programs->decode,
        .inputs = { { file, FILTER_NEAREST, EDGE_CLAMP } },
        .output = lit,
        .uniforms = { U_INT("u_is_display", !source->is_light),
                      U_FLOAT("u_white", light->place.white) },
    };
    pass_run(gpu, &decode);
    const struct pass resize = {
        .program = source->programs->strip,
        .inputs = { { lit, FILTER_NEAREST, EDGE_CLAMP } },
        .output = &light->texture,
        .area = strip->axis ? (struct pass_area){ strip->first, 0, strip->count, to->height }
                            : (struct pass_area){ 0, strip->first, to->width, strip->count },
        .uniforms = { U_INT("u_axis", strip->axis), U_INT("u_begin", span->begin),
                      U_INT("u_length", span->length), U_INT("u_count", span->texels),
                      U_INT("u_first", strip->first),
                      U_INT("u_width", strip->axis ? strip->count : span->texels) },
    };
    pass_run(gpu, &resize);
    texture_pool_release(&gpu->pool, file);
    texture_pool_release(&gpu->pool, lit);
}

void picture_light_make(struct picture_light *light, struct gpu *gpu, size_t texels)
{
    const size_t line = (size_t) light->place.spans[light->axis].texels;
    if (picture_light_left(light) == 0 || texels == 0)
        return;
    gpu_timer_push(&gpu->timer, "image light");
    size_t left = texels;
    do {
        const int lines = light->place.spans[!light->axis].texels - light->lines;
        const int fitting = (int) (left < MAX_OF_STRIP ? left : MAX_OF_STRIP) / (int) line;
        const int count = fitting < 1 ? 1 : fitting < lines ? fitting : lines;
        const struct strip strip = { light->axis, light->lines, count, count * (int) line };
        make_strip(light, gpu, &strip);
        light->lines += strip.count;
        left -= (size_t) strip.texels < left ? (size_t) strip.texels : left;
    } while (picture_light_left(light) > 0 && left >= line);
    gpu_timer_pop(&gpu->timer);
}

void picture_light_draw(const struct picture_light *light, struct gpu *gpu, struct texture *output)
{
    const struct picture_span *span = &light->place.spans[!light->axis];
    const struct pass pass = {
        .label = "image",
        .program = light->source.programs->resize,
        .inputs = { { &light->texture, FILTER_NEAREST, EDGE_CLAMP } },
        .output = output,
        .uniforms = { U_INT("u_axis", !light->axis), U_INT("u_begin", span->begin),
                      U_INT("u_length", span->length), U_INT("u_count", span->texels) },
    };
    pass_run(gpu, &pass);
}
