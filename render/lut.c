#include "render/lut.h"

#include "render/text/hash.h"
#include "render/text/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool is_same(const struct lut *lut, uint64_t hash, const struct lut *wanted)
{
    return lut->hash == hash && lut->size == wanted->size && lut->make == wanted->make &&
           lut->texture.width == wanted->texture.width &&
           lut->texture.format == wanted->texture.format &&
           memcmp(lut->bytes, wanted->bytes, lut->size) == 0;
}

static void finish_lut(struct lut *lut)
{
    texture_finish(&lut->texture);
    free(lut->bytes);
    *lut = (struct lut){ 0 };
}

void lut_cache_finish(struct lut_cache *cache)
{
    for (int i = 0; i < cache->count; i++)
        finish_lut(&cache->items[i]);
    cache->count = 0;
}

void lut_cache_end_frame(struct lut_cache *cache)
{
    size_t bytes = 0;
    for (int i = 0; i < cache->count; i++) {
        bytes += texture_bytes(&cache->items[i].texture);
        cache->items[i].idle++;
    }
    for (int i = cache->count - 1; i >= 0 && bytes > LUT_BUDGET; i--) {
        struct lut *lut = &cache->items[i];
        if (lut->idle <= LUT_FRAMES)
            continue;
        bytes -= texture_bytes(&lut->texture);
        finish_lut(lut);
        *lut = cache->items[--cache->count];
    }
}

// Gives an unused item, or that of the table that was not asked for longest.
static struct lut *take_slot(struct lut_cache *cache)
{
    if (cache->count < LUT_MAX)
        return &cache->items[cache->count++];
    struct lut *oldest = &cache->items[0];
    for (int i = 1; i < LUT_MAX; i++)
        if (cache->items[i].used < oldest->used)
            oldest = &cache->items[i];
    finish_lut(oldest);
    return oldest;
}

static void upload_lut(struct lut *lut, const float *texels)
{
    const struct texture_desc desc = {
        .width = lut->texture.width,
        .height = lut->texture.height,
        .format = lut->texture.format,
        .label = "table",
        .dimensions = lut->texture.dimensions,
        .depth = lut->texture.depth,
    };
    texture_init(&lut->texture, &desc);
    texture_upload_floats(&lut->texture, texels);
}

// The table with the wanted bytes; NULL: there is none.
static struct lut *find_lut(struct lut_cache *cache, const struct lut *wanted)
{
    cache->clock++;
    if (cache->is_dry) {
        cache->items[0].texture = wanted->texture;
        return &cache->items[0];
    }
    for (int i = 0; i < cache->count; i++)
        if (is_same(&cache->items[i], wanted->hash, wanted)) {
            cache->items[i].used = cache->clock;
            cache->items[i].idle = 0;
            return &cache->items[i];
        }
    return NULL;
}

static const struct texture *add_lut(struct lut_cache *cache, const struct lut *wanted,
                                     const float *texels)
{
    struct lut *lut = take_slot(cache);
    *lut = *wanted;
    lut->used = cache->clock;
    lut->bytes = memory_new(wanted->size, 1);
    memcpy(lut->bytes, wanted->bytes, wanted->size);
    upload_lut(lut, texels);
    return &lut->texture;
}

static size_t texel_bytes(int width, int height, enum texture_format format)
{
    assert(format == FORMAT_R32F || format == FORMAT_RGBA32F);
    return (size_t) width * (size_t) height * (size_t) texture_format_texel_bytes(format);
}

const struct texture *lut_get(struct lut_cache *cache, const float *texels, int width, int height,
                              enum texture_format format)
{
    const size_t size = texel_bytes(width, height, format);
    const struct lut wanted = {
        .texture = { .width = width, .height = height, .format = format },
        .bytes = (void *) texels,
        .size = size,
        .hash = cache->is_dry ? 0 : hash_bytes(HASH_BEGIN, texels, size),
    };
    const struct lut *lut = find_lut(cache, &wanted);
    return lut ? &lut->texture : add_lut(cache, &wanted, texels);
}

const struct texture *lut_make(struct lut_cache *cache, const struct lut_recipe *recipe)
{
    const struct lut wanted = {
        .texture = { .width = recipe->width,
                     .height = recipe->height,
                     .format = recipe->format,
                     .dimensions = recipe->dimensions,
                     .depth = recipe->depth },
        .bytes = (void *) recipe->key,
        .size = recipe->key_size,
        .hash = cache->is_dry ? 0 : hash_bytes(HASH_BEGIN, recipe->key, recipe->key_size),
        .make = recipe->make,
    };
    const struct lut *lut = find_lut(cache, &wanted);
    if (lut)
        return &lut->texture;
    const size_t layers = recipe->depth > 0 ? (size_t) recipe->depth : 1;
    float *texels = memory_new(layers, texel_bytes(recipe->width, recipe->height, recipe->format));
    recipe->make(recipe->key, texels);
    const struct texture *texture = add_lut(cache, &wanted, texels);
    free(texels);
    return texture;
}
