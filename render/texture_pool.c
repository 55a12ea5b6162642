#define LOG_MODULE "pool"
#include "render/texture_pool.h"

#include "render/log.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_IDLE_FRAMES = 600 };
static const size_t default_budget = (size_t) 256 << 20;

static void *allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        log_fatal("out of memory");
    return memory;
}

static void count_loan(struct texture_pool *pool, size_t bytes)
{
    pool->loaned += bytes;
    if (pool->loaned > pool->peak_loaned)
        pool->peak_loaned = pool->loaned;
}

static void free_texture(struct texture_pool *pool, int i)
{
    texture_finish(&pool->textures[i]->texture);
    free(pool->textures[i]);
    pool->textures[i] = pool->textures[--pool->texture_count];
}

static void free_buffer(struct texture_pool *pool, int i)
{
    buffer_finish(&pool->buffers[i]->buffer);
    free(pool->buffers[i]);
    pool->buffers[i] = pool->buffers[--pool->buffer_count];
}

// The place of the texture on nobody's loan that was idle longest, and longer than one frame:
// freeing what was used just now would only make it anew. -1 when there is none.
static int find_idlest(const struct texture_pool *pool)
{
    int idlest = -1;
    for (int i = 0; i < pool->texture_count; i++) {
        const struct pooled_texture *item = pool->textures[i];
        if (!item->on_loan && item->idle_frames > 1 &&
            (idlest < 0 || item->idle_frames > pool->textures[idlest]->idle_frames))
            idlest = i;
    }
    return idlest;
}

static struct pooled_texture *find_idle_texture(struct texture_pool *pool, int width, int height,
                                                enum texture_format format)
{
    for (int i = 0; i < pool->texture_count; i++) {
        struct pooled_texture *item = pool->textures[i];
        if (!item->on_loan && item->texture.width == width && item->texture.height == height &&
            item->texture.format == format)
            return item;
    }
    return NULL;
}

static struct pooled_texture *add_texture(struct texture_pool *pool, int width, int height,
                                          enum texture_format format)
{
    const int idlest = find_idlest(pool);
    if (pool->texture_count == TEXTURE_POOL_MAX && idlest >= 0)
        free_texture(pool, idlest);
    assert(pool->texture_count < TEXTURE_POOL_MAX);
    struct pooled_texture *item = allocate(sizeof(*item));
    const struct texture_desc desc = { width, height, format, .label = "on loan" };
    texture_init(&item->texture, &desc);
    pool->textures[pool->texture_count++] = item;
    return item;
}

struct texture *texture_pool_acquire(struct texture_pool *pool, int width, int height,
                                     enum texture_format format)
{
    struct pooled_texture *item = find_idle_texture(pool, width, height, format);
    if (!item)
        item = add_texture(pool, width, height, format);
    item->on_loan = true;
    item->idle_frames = 0;
    count_loan(pool, texture_bytes(&item->texture));
    return &item->texture;
}

void texture_pool_release(struct texture_pool *pool, const struct texture *texture)
{
    for (int i = 0; i < pool->texture_count; i++)
        if (&pool->textures[i]->texture == texture) {
            assert(pool->textures[i]->on_loan);
            pool->textures[i]->on_loan = false;
            pool->loaned -= texture_bytes(texture);
            return;
        }
    assert(false && "a texture that is not the pool's came back");
}

// Sizes that are nearly the same share a buffer, and little of it lies idle.
static size_t round_up(size_t size)
{
    size_t power = 256;
    while (power < size)
        power *= 2;
    const size_t part = power > 8192 ? power / 128 : 64;
    return (size + part - 1) / part * part;
}

static struct pooled_buffer *find_idle_buffer(struct texture_pool *pool, size_t size)
{
    for (int i = 0; i < pool->buffer_count; i++)
        if (!pool->buffers[i]->on_loan && pool->buffers[i]->buffer.size == size)
            return pool->buffers[i];
    return NULL;
}

static struct pooled_buffer *add_buffer(struct texture_pool *pool, size_t size)
{
    assert(pool->buffer_count < TEXTURE_POOL_MAX);
    struct pooled_buffer *item = allocate(sizeof(*item));
    buffer_init(&item->buffer, size, "on loan");
    pool->buffers[pool->buffer_count++] = item;
    return item;
}

struct buffer *texture_pool_acquire_buffer(struct texture_pool *pool, size_t size)
{
    size = round_up(size);
    struct pooled_buffer *item = find_idle_buffer(pool, size);
    if (!item)
        item = add_buffer(pool, size);
    item->on_loan = true;
    item->idle_frames = 0;
    count_loan(pool, size);
    return &item->buffer;
}

void texture_pool_release_buffer(struct texture_pool *pool, const struct buffer *buffer)
{
    for (int i = 0; i < pool->buffer_count; i++)
        if (&pool->buffers[i]->buffer == buffer) {
            assert(pool->buffers[i]->on_loan);
            pool->buffers[i]->on_loan = false;
            pool->loaned -= buffer->size;
            return;
        }
    assert(false && "a buffer that is not the pool's came back");
}

static size_t total_bytes(const struct texture_pool *pool)
{
    size_t bytes = 0;
    for (int i = 0; i < pool->texture_count; i++)
        bytes += texture_bytes(&pool->textures[i]->texture);
    for (int i = 0; i < pool->buffer_count; i++)
        bytes += pool->buffers[i]->buffer.size;
    return bytes;
}

static void free_over_budget(struct texture_pool *pool)
{
    const size_t budget = pool->budget > 0 ? pool->budget : default_budget;
    int idlest;
    while (total_bytes(pool) > budget && (idlest = find_idlest(pool)) >= 0)
        free_texture(pool, idlest);
}

void texture_pool_end_frame(struct texture_pool *pool)
{
    assert(pool->loaned == 0);
    pool->peak_loaned = 0;
    for (int i = pool->texture_count - 1; i >= 0; i--)
        if (++pool->textures[i]->idle_frames > MAX_IDLE_FRAMES)
            free_texture(pool, i);
    for (int i = pool->buffer_count - 1; i >= 0; i--)
        if (++pool->buffers[i]->idle_frames > MAX_IDLE_FRAMES)
            free_buffer(pool, i);
    free_over_budget(pool);
}

void texture_pool_finish(struct texture_pool *pool)
{
    while (pool->texture_count > 0)
        free_texture(pool, pool->texture_count - 1);
    while (pool->buffer_count > 0)
        free_buffer(pool, pool->buffer_count - 1);
}
