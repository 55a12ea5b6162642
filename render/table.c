#include "render/table.h"

#include "render/text/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// FNV-1a (Fowler, Noll, Vo, 1991).
static uint64_t hash_bytes(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

static bool is_same(const struct table *table, uint64_t hash, const struct table *wanted)
{
    return table->hash == hash && table->size == wanted->size && table->make == wanted->make &&
           table->texture.width == wanted->texture.width &&
           table->texture.format == wanted->texture.format &&
           memcmp(table->bytes, wanted->bytes, table->size) == 0;
}

static void finish_table(struct table *table)
{
    texture_finish(&table->texture);
    free(table->bytes);
    *table = (struct table){ 0 };
}

void table_cache_finish(struct table_cache *cache)
{
    for (int i = 0; i < cache->count; i++)
        finish_table(&cache->items[i]);
    cache->count = 0;
}

// Gives an unused item, or that of the table that was not asked for longest.
static struct table *take_slot(struct table_cache *cache)
{
    if (cache->count < TABLE_MAX)
        return &cache->items[cache->count++];
    struct table *oldest = &cache->items[0];
    for (int i = 1; i < TABLE_MAX; i++)
        if (cache->items[i].used < oldest->used)
            oldest = &cache->items[i];
    finish_table(oldest);
    return oldest;
}

static void upload_table(struct table *table, const float *texels)
{
    const struct texture_desc desc = {
        .width = table->texture.width,
        .height = table->texture.height,
        .format = table->texture.format,
        .label = "table",
    };
    texture_init(&table->texture, &desc);
    texture_upload_floats(&table->texture, texels);
}

// The table with the wanted bytes; NULL: there is none.
static struct table *find_table(struct table_cache *cache, const struct table *wanted)
{
    cache->clock++;
    for (int i = 0; i < cache->count; i++)
        if (is_same(&cache->items[i], wanted->hash, wanted)) {
            cache->items[i].used = cache->clock;
            return &cache->items[i];
        }
    return NULL;
}

static void *allocate_bytes(size_t size)
{
    void *bytes = memory_grow(NULL, size, 1);
    return bytes;
}

static const struct texture *add_table(struct table_cache *cache, const struct table *wanted,
                                       const float *texels)
{
    struct table *table = take_slot(cache);
    *table = *wanted;
    table->used = cache->clock;
    table->bytes = allocate_bytes(wanted->size);
    memcpy(table->bytes, wanted->bytes, wanted->size);
    upload_table(table, texels);
    return &table->texture;
}

static size_t texel_bytes(int width, int height, enum texture_format format)
{
    assert(format == FORMAT_R32F || format == FORMAT_RGBA32F);
    return (size_t) width * (size_t) height * (size_t) texture_format_texel_bytes(format);
}

const struct texture *table_get(struct table_cache *cache, const float *texels, int width,
                                int height, enum texture_format format)
{
    const size_t size = texel_bytes(width, height, format);
    const struct table wanted = {
        .texture = { .width = width, .height = height, .format = format },
        .bytes = (void *) texels,
        .size = size,
        .hash = hash_bytes((const void *) texels, size),
    };
    const struct table *table = find_table(cache, &wanted);
    return table ? &table->texture : add_table(cache, &wanted, texels);
}

const struct texture *table_make(struct table_cache *cache, const struct table_recipe *recipe)
{
    const struct table wanted = {
        .texture = { .width = recipe->width, .height = recipe->height, .format = recipe->format },
        .bytes = (void *) recipe->key,
        .size = recipe->key_size,
        .hash = hash_bytes(recipe->key, recipe->key_size),
        .make = recipe->make,
    };
    const struct table *table = find_table(cache, &wanted);
    if (table)
        return &table->texture;
    float *texels = allocate_bytes(texel_bytes(recipe->width, recipe->height, recipe->format));
    recipe->make(recipe->key, texels);
    const struct texture *texture = add_table(cache, &wanted, texels);
    free(texels);
    return texture;
}
