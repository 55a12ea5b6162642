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
        void *bytes; // what was uploaded, to tell equal hashes apart
        size_t size;
    } items[TABLE_MAX];
};

void table_cache_finish(struct table_cache *cache);

// `texels` has width * height texels of R32F (1 float) or RGBA32F (4 floats), tightly packed. The
// texture stays valid until TABLE_MAX other tables have been asked for: for the pass that is about
// to run.
const struct texture *table_get(struct table_cache *cache, const float *texels, int width,
                                int height, enum texture_format format);
