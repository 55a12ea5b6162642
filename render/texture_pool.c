#define LOG_MODULE "pool"
#include "render/texture_pool.h"

#include "render/text/log.h"
#include "render/text/memory.h"

#include <stdlib.h>

// About a second: long enough for a parameter that changes back and forth, and short enough that
// resizing a window does not keep images of all sizes.
enum { MAX_IDLE_FRAMES = 60 };
static const size_t default_budget = (size_t) 256 << 20;

static size_t bytes_of(const struct pool_item *item)
{
    return item->buffer.id ? item->buffer.size : texture_bytes(&item->texture);
}

static void free_item(struct texture_pool *pool, int i)
{
    struct pool_item *item = pool->items[i];
    if (item->buffer.id)
        buffer_finish(&item->buffer);
    else
        texture_finish(&item->texture);
    free(item);
    pool->items[i] = pool->items[--pool->count];
}

// Returns the index of the item that has not been used for the longest time; -1: none. Items with
// idle_frames below 2 do not count, since the next frame will probably need them again.
static int find_idlest(const struct texture_pool *pool)
{
    int idlest = -1;
    for (int i = 0; i < pool->count; i++) {
        const struct pool_item *item = pool->items[i];
        if (!item->is_acquired && item->idle_frames > 1 &&
            (idlest < 0 || item->idle_frames > pool->items[idlest]->idle_frames))
            idlest = i;
    }
    return idlest;
}

static struct pool_item *add_item(struct texture_pool *pool)
{
    const int idlest = find_idlest(pool);
    if (pool->count == TEXTURE_POOL_MAX && idlest >= 0)
        free_item(pool, idlest);
    if (pool->count == TEXTURE_POOL_MAX)
        log_fatal("more than %d textures and buffers in one frame", TEXTURE_POOL_MAX);
    struct pool_item *item = memory_new(1, sizeof(*item));
    pool->items[pool->count++] = item;
    return item;
}

static void mark_acquired(struct texture_pool *pool, struct pool_item *item)
{
    item->is_acquired = true;
    item->texture.is_released = false;
    item->idle_frames = 0;
    item->texture.use_id = item->buffer.use_id = ++pool->uses;
    item->buffer.is_cleared = false;
    pool->acquired_bytes += bytes_of(item);
    if (pool->acquired_bytes > pool->peak_acquired_bytes)
        pool->peak_acquired_bytes = pool->acquired_bytes;
}

// Returns an idle texture of that size and format, or with `size` a buffer of that many bytes.
static struct pool_item *find_idle(const struct texture_pool *pool, const struct texture_desc *desc,
                                   size_t size)
{
    for (int i = 0; i < pool->count; i++) {
        struct pool_item *item = pool->items[i];
        const struct texture *texture = &item->texture;
        if (!item->is_acquired && item->buffer.size == size && texture->width == desc->width &&
            texture->height == desc->height && texture->format == desc->format)
            return item;
    }
    return NULL;
}

struct texture *texture_pool_acquire(struct texture_pool *pool, int width, int height,
                                     enum texture_format format)
{
    const struct texture_desc desc = {
        .width = width,
        .height = height,
        .format = format,
        .label = "pool",
    };
    struct pool_item *item = find_idle(pool, &desc, 0);
    if (!item) {
        item = add_item(pool);
        if (pool->is_dry)
            texture_init_dry(&item->texture, &desc);
        else
            texture_init(&item->texture, &desc);
    }
    mark_acquired(pool, item);
    return &item->texture;
}

// Takes back a texture or a buffer.
static void release(struct texture_pool *pool, const void *texture_or_buffer)
{
    int i = 0;
    while (i < pool->count && texture_or_buffer != &pool->items[i]->texture &&
           texture_or_buffer != &pool->items[i]->buffer)
        i++;
    if (i == pool->count)
        log_bug("a texture or buffer is released to a pool that it is not from");
    struct pool_item *item = pool->items[i];
    if (!item->is_acquired)
        log_bug("a texture or buffer is released twice");
    item->is_acquired = false;
    item->texture.is_released = true;
    pool->acquired_bytes -= bytes_of(item);
}

void texture_pool_release(struct texture_pool *pool, const struct texture *texture)
{
    release(pool, texture);
}

void texture_pool_release_buffer(struct texture_pool *pool, const struct buffer *buffer)
{
    release(pool, buffer);
}

struct buffer *texture_pool_acquire_buffer(struct texture_pool *pool, size_t size)
{
    // The size is rounded up by less than 2 % (or to 64 bytes), so that similar ones share a
    // buffer.
    const size_t requested_size = size;
    size_t power = 256;
    while (power < size)
        power *= 2;
    const size_t part = power > 8192 ? power / 128 : 64;
    size = (size + part - 1) / part * part;
    struct pool_item *item = find_idle(pool, &(struct texture_desc){ .width = 0 }, size);
    if (!item) {
        item = add_item(pool);
        if (pool->is_dry)
            item->buffer = (struct buffer){ .size = size };
        else
            buffer_init(&item->buffer, size, "pool");
    }
    mark_acquired(pool, item);
    item->buffer.requested_size = requested_size;
    return &item->buffer;
}

void texture_pool_end_frame(struct texture_pool *pool)
{
    if (pool->acquired_bytes > 0)
        log_bug("%zu bytes are not released at the end of a frame", pool->acquired_bytes);
    pool->peak_acquired_bytes = 0;
    for (int i = pool->count - 1; i >= 0; i--)
        if (++pool->items[i]->idle_frames > MAX_IDLE_FRAMES)
            free_item(pool, i);
    const size_t budget = pool->budget > 0 ? pool->budget : default_budget;
    size_t bytes = 0;
    for (int i = 0; i < pool->count; i++)
        bytes += bytes_of(pool->items[i]);
    for (int idlest; bytes > budget && (idlest = find_idlest(pool)) >= 0;) {
        bytes -= bytes_of(pool->items[idlest]);
        free_item(pool, idlest);
    }
}

void texture_pool_finish(struct texture_pool *pool)
{
    while (pool->count > 0)
        free_item(pool, pool->count - 1);
}
