#pragma once

#include "render/texture.h"

// Read-only textures of weights, palettes and noise. A table is found by its bytes, so an effect
// asks for it in each frame with the data in hand, and only data that was not seen lately is
// uploaded.

enum { TABLE_MAX = 64 };

struct table_cache {
    int count;
    uint64_t clock;
    struct table {
        struct texture texture;
        uint64_t hash, used;
        void *bytes; // what was uploaded, or its key, to tell equal hashes apart; owned
        size_t size;
        void (*make)(const void *key, float *texels);
    } items[TABLE_MAX];
};

void table_cache_finish(struct table_cache *cache);

// `texels` has width * height texels of R32F (1 float) or RGBA32F (4 floats), tightly packed. The
// texture is borrowed for the pass that is about to run: it stays until TABLE_MAX other tables were
// asked for.
const struct texture *table_get(struct table_cache *cache, const float *texels, int width,
                                int height, enum texture_format format);

// A table whose texels take long to make. It is found by what they are made from.
struct table_recipe {
    const void *key; // all that the texels depend on, without padding
    size_t key_size;
    void (*make)(const void *key, float *texels);
    int width, height;
    enum texture_format format; // R32F or RGBA32F
};

// As table_get, but the texels are made only where the table was not asked for lately.
const struct texture *table_make(struct table_cache *cache, const struct table_recipe *recipe);
