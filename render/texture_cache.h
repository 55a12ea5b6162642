#pragma once

#include "render/texture.h"

#include <stdbool.h>

// A cache of textures that are made once and then only read: tables of weights, palettes, noise,
// data of files, and results of passes whose inputs seldom change. An effect requests its texture
// in each frame by a key; it is made only if it is not in the cache.

enum {
    TEXTURE_CACHE_MAX = 64,
    TEXTURE_CACHE_DRAWN = 4,         // textures made by passes, at most
    TEXTURE_CACHE_BUDGET = 16 << 20, // bytes; beyond it unused tables are freed
    TEXTURE_CACHE_FRAMES = 60, // frames without a request after which a texture counts as unused
};

struct texture_recipe {
    const void *key; // everything that the texels depend on; no padding bytes, since it is compared
                     // by memcmp
    size_t key_size;
    // At most one of them is set: `make` computes the texels as floats (0 before), `draw` runs
    // passes. Both NULL: the key is the array of texels.
    void (*make)(const void *key, float *texels);
    void (*draw)(const void *context, struct texture *texture);
    const void *context; // argument of `draw`
    int width, height;
    enum texture_format format; // tables: R32F or RGBA32F only
    int dimensions, depth;      // see texture_desc
};

struct texture_cache {
    bool is_dry;        // textures have only a size and no GL object
    struct texture dry; // the last requested texture, if is_dry
    int count;
    uint64_t requests; // number of requests so far
    struct cached_texture {
        struct texture texture;
        struct texture_recipe recipe; // `key` is an owned copy
        uint64_t hash, last_request;  // last_request: `requests` at the last one
        int idle;                     // frames
    } * items[TEXTURE_CACHE_MAX];
};

void texture_cache_finish(struct texture_cache *cache);

// Frees the textures that passes made. frame_record calls it, so that these passes are recorded.
void texture_cache_drop_drawn(struct texture_cache *cache);

// Call it once a frame. Frees unused textures: those made by passes, and tables beyond the budget.
void texture_cache_end_frame(struct texture_cache *cache);

// Returns the texture of a recipe, made if necessary. It is borrowed for the next pass: it may be
// freed after TEXTURE_CACHE_MAX requests of other textures (TEXTURE_CACHE_DRAWN if passes made it).
const struct texture *texture_cache_get(struct texture_cache *cache,
                                        const struct texture_recipe *recipe);

// Like texture_cache_get, for a table of given texels without padding, which are also the key.
const struct texture *texture_cache_table(struct texture_cache *cache, const float *texels,
                                          int width, int height, enum texture_format format);

// Returns true if the texture is in the cache and was made by passes.
bool texture_cache_is_drawn(const struct texture_cache *cache, const struct texture *texture);
