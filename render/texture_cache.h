#pragma once

#include "render/texture.h"

#include <stdbool.h>

// Textures that are made once and only read: tables of weights, palettes, noise and of files, and
// what passes make of things that seldom change. One is found by its key, so an effect asks for it
// in each frame, and it is made only if nobody asked lately.

enum {
    TEXTURE_CACHE_MAX = 64,
    TEXTURE_CACHE_DRAWN = 4,         // most of them that passes made
    TEXTURE_CACHE_BUDGET = 16 << 20, // bytes beyond which tables are freed that nobody asks for
    TEXTURE_CACHE_FRAMES = 60,       // in which nobody asked
};

struct texture_recipe {
    const void *key; // all that the texels depend on, without padding
    size_t key_size;
    // One of two makes the texels: `make` computes them, which are 0 before, as floats; `draw` runs
    // passes. Both NULL: the key is the texels.
    void (*make)(const void *key, float *texels);
    void (*draw)(const void *context, struct texture *texture);
    const void *context; // of `draw`
    int width, height;
    enum texture_format format; // of a table R32F (1 float) or RGBA32F (4 floats)
    int dimensions, depth;      // as of texture_desc
};

struct texture_cache {
    bool is_dry;        // makes nothing: its textures have a size alone, and no GL name
    struct texture dry; // the one that was asked for last
    int count;
    uint64_t clock;
    struct cached_texture {
        struct texture texture;
        struct texture_recipe recipe; // its key is owned
        uint64_t hash, used;          // by the clock
        int idle;                     // frames
    } * items[TEXTURE_CACHE_MAX];
};

void texture_cache_finish(struct texture_cache *cache);

// Frees those that passes made, before passes are recorded that must make them, and after.
void texture_cache_drop_drawn(struct texture_cache *cache);

// Call it once a frame. Frees what nobody asked for lately: what passes made, and tables beyond the
// budget.
void texture_cache_end_frame(struct texture_cache *cache);

// Returns the texture of a recipe, borrowed for the pass that is about to run: it stays until as
// many others as there may be were asked for.
const struct texture *texture_cache_get(struct texture_cache *cache,
                                        const struct texture_recipe *recipe);

// Returns a table, like texture_cache_get, whose texels are in hand, tightly packed.
const struct texture *texture_cache_table(struct texture_cache *cache, const float *texels,
                                          int width, int height, enum texture_format format);

// Returns true if passes made the texture.
bool texture_cache_is_drawn(const struct texture_cache *cache, const struct texture *texture);
