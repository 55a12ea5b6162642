#pragma once

#include "render/texture.h"

// Read-only data that shaders fetch: weights, palettes, noise. A table is found by its bytes, so an
// effect asks for it each frame with the data in hand, and only data not seen lately is uploaded.

enum { TABLE_MAX = 64 };

struct table_cache {
    int count;
    uint64_t clock;
    struct table {
        struct texture texture;
        uint64_t hash, used;
        void *bytes; // what was uploaded or its key, to tell equal hashes apart
        size_t size;
        void (*make)(const void *key, float *texels);
    } items[TABLE_MAX];
};

void table_cache_finish(struct table_cache *cache);

// `texels` has width * height texels of R32F (1 float) or RGBA32F (4 floats), tightly packed. The
// texture stays valid until TABLE_MAX other tables have been asked for: for the pass that is about
// to run.
const struct texture *table_get(struct table_cache *cache, const float *texels, int width,
                                int height, enum texture_format format);

// Texels that take long to make, found by what they are made from.
struct table_recipe {
    const void *key; // all that the texels depend on, without padding
    size_t key_size;
    void (*make)(const void *key, float *texels);
    int width, height;
    enum texture_format format; // R32F or RGBA32F
};

// As table_get; made and uploaded only when it has not been asked for lately.
const struct texture *table_make(struct table_cache *cache, const struct table_recipe *recipe);
