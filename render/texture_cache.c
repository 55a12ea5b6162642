#include "render/texture_cache.h"

#include "render/text/hash.h"
#include "render/text/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void drop(struct texture_cache *cache, int i)
{
    struct cached_texture *item = cache->items[i];
    texture_finish(&item->texture);
    free((void *) item->recipe.key);
    free(item);
    cache->items[i] = cache->items[--cache->count];
}

void texture_cache_finish(struct texture_cache *cache)
{
    while (cache->count > 0)
        drop(cache, cache->count - 1);
}

void texture_cache_drop_drawn(struct texture_cache *cache)
{
    for (int i = cache->count - 1; i >= 0; i--)
        if (cache->items[i]->recipe.draw)
            drop(cache, i);
}

void texture_cache_end_frame(struct texture_cache *cache)
{
    size_t bytes = 0;
    for (int i = 0; i < cache->count; i++)
        bytes += cache->items[i]->recipe.draw ? 0 : texture_bytes(&cache->items[i]->texture);
    for (int i = cache->count - 1; i >= 0; i--) {
        const struct cached_texture *item = cache->items[i];
        const bool is_drawn = item->recipe.draw != NULL;
        if (cache->items[i]->idle++ < TEXTURE_CACHE_FRAMES ||
            (!is_drawn && bytes <= TEXTURE_CACHE_BUDGET))
            continue;
        bytes -= is_drawn ? 0 : texture_bytes(&item->texture);
        drop(cache, i);
    }
}

bool texture_cache_is_drawn(const struct texture_cache *cache, const struct texture *texture)
{
    for (int i = 0; i < cache->count; i++)
        if (texture == &cache->items[i]->texture)
            return cache->items[i]->recipe.draw != NULL;
    return false;
}

// Frees the least recently requested texture if the cache is full (with `of_drawn`: full of
// textures made by passes).
static void drop_oldest(struct texture_cache *cache, bool of_drawn)
{
    const int most = of_drawn ? TEXTURE_CACHE_DRAWN : TEXTURE_CACHE_MAX;
    int count = 0, oldest = -1;
    for (int i = 0; i < cache->count; i++) {
        if (of_drawn && !cache->items[i]->recipe.draw)
            continue;
        count++;
        if (oldest < 0 || cache->items[i]->last_request < cache->items[oldest]->last_request)
            oldest = i;
    }
    if (count == most)
        drop(cache, oldest);
}

const struct texture *texture_cache_get(struct texture_cache *cache,
                                        const struct texture_recipe *recipe)
{
    const struct texture_desc desc = {
        .width = recipe->width,
        .height = recipe->height,
        .format = recipe->format,
        .label = recipe->draw ? "made by passes" : "table",
        .dimensions = recipe->dimensions,
        .depth = recipe->depth,
    };
    if (cache->is_dry) {
        texture_init_dry(&cache->dry, &desc);
        return &cache->dry;
    }
    const uint64_t hash = hash_bytes(HASH_BEGIN, recipe->key, recipe->key_size);
    struct cached_texture *item = NULL;
    for (int i = 0; i < cache->count && !item; i++) {
        const struct texture_recipe *has = &cache->items[i]->recipe;
        if (cache->items[i]->hash == hash && has->key_size == recipe->key_size &&
            has->make == recipe->make && has->draw == recipe->draw && has->width == recipe->width &&
            has->height == recipe->height && has->format == recipe->format &&
            memcmp(has->key, recipe->key, has->key_size) == 0)
            item = cache->items[i];
    }
    const bool is_new = !item;
    if (is_new) {
        if (recipe->draw)
            drop_oldest(cache, true);
        drop_oldest(cache, false);
        item = cache->items[cache->count++] = memory_new(1, sizeof(*item));
        item->hash = hash;
        item->recipe = *recipe;
        item->recipe.key = memcpy(memory_new(recipe->key_size, 1), recipe->key, recipe->key_size);
        texture_init(&item->texture, &desc);
    }
    item->last_request = ++cache->requests;
    item->idle = 0;
    if (!is_new)
        return &item->texture;
    if (recipe->draw) {
        recipe->draw(recipe->context, &item->texture);
        return &item->texture;
    }
    assert(recipe->format == FORMAT_R32F || recipe->format == FORMAT_RGBA32F);
    float *made = recipe->make ? memory_new(1, texture_bytes(&item->texture)) : NULL;
    if (made)
        recipe->make(recipe->key, made);
    texture_upload_floats(&item->texture, made ? made : recipe->key);
    free(made);
    return &item->texture;
}

const struct texture *texture_cache_table(struct texture_cache *cache, const float *texels,
                                          int width, int height, enum texture_format format)
{
    const size_t texel_bytes = (size_t) texture_format_texel_bytes(format);
    const struct texture_recipe recipe = {
        .key = texels,
        .key_size = (size_t) width * (size_t) height * texel_bytes,
        .width = width,
        .height = height,
        .format = format,
    };
    return texture_cache_get(cache, &recipe);
}
