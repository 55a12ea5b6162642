#include "render/kept_texture.h"

#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

static void finish_item(struct kept_texture *item)
{
    texture_finish(&item->texture);
    free(item->key);
    *item = (struct kept_texture){ 0 };
}

void kept_textures_finish(struct kept_textures *kept)
{
    for (int i = 0; i < KEPT_TEXTURE_MAX; i++)
        finish_item(&kept->items[i]);
}

void kept_textures_end_frame(struct kept_textures *kept)
{
    for (int i = 0; i < KEPT_TEXTURE_MAX; i++)
        if (kept->items[i].texture.id && kept->items[i].idle++ > KEPT_TEXTURE_FRAMES)
            finish_item(&kept->items[i]);
}

static bool has_desc(const struct texture *texture, const struct texture_desc *desc)
{
    return texture->width == desc->width && texture->height == desc->height &&
           texture->format == desc->format;
}

static bool has_key(const struct kept_texture *item, const void *key, size_t key_size)
{
    return item->key && item->key_size == key_size && memcmp(item->key, key, key_size) == 0;
}

// The one with the key; otherwise the one that was not asked for longest.
static struct kept_texture *find_item(struct kept_textures *kept, const void *key, size_t key_size)
{
    struct kept_texture *oldest = &kept->items[0];
    for (int i = 0; i < KEPT_TEXTURE_MAX; i++) {
        struct kept_texture *item = &kept->items[i];
        if (has_key(item, key, key_size))
            return item;
        if (item->used < oldest->used)
            oldest = item;
    }
    return oldest;
}

struct texture *kept_texture_get(struct kept_textures *kept, const void *key, size_t key_size,
                                 const struct texture_desc *desc, bool *is_new)
{
    struct kept_texture *item = find_item(kept, key, key_size);
    *is_new = false;
    if (kept->is_dry) {
        texture_init_dry(&item->texture, desc);
        return &item->texture;
    }
    if (!has_key(item, key, key_size) || !has_desc(&item->texture, desc)) {
        texture_fit(&item->texture, desc);
        item->key = memory_grow(item->key, key_size, 1);
        memcpy(item->key, key, key_size);
        item->key_size = key_size;
        item->stored = item->texture.stored;
    }
    *is_new = item->texture.stored == item->stored;
    item->used = ++kept->clock;
    item->idle = 0;
    return &item->texture;
}
