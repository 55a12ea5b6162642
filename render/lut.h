#pragma once

#include "render/texture.h"

// Read-only textures of weights, palettes and noise. A table is found by its bytes, so an effect
// asks for it in each frame with the data in hand, and only data that was not seen lately is
// uploaded.

// Bytes beyond which tables are freed that no frame of the last second asked for.
enum { LUT_MAX = 64, LUT_BUDGET = 16 << 20, LUT_FRAMES = 60 };

struct lut_cache {
    bool is_dry; // its tables have a size alone, and no GL name
    int count;
    uint64_t clock;
    struct lut {
        struct texture texture;
        uint64_t hash, used;
        int idle;    // frames
        void *bytes; // what was uploaded, or its key, to tell equal hashes apart; owned
        size_t size;
        void (*make)(const void *key, float *texels);
    } items[LUT_MAX];
};

void lut_cache_finish(struct lut_cache *cache);
void lut_cache_end_frame(struct lut_cache *cache);

// `texels` has width * height texels of R32F (1 float) or RGBA32F (4 floats), tightly packed. The
// texture is borrowed for the pass that is about to run: it stays until LUT_MAX other tables were
// asked for.
const struct texture *lut_get(struct lut_cache *cache, const float *texels, int width, int height,
                              enum texture_format format);

// A table whose texels take long to make. It is found by what they are made from.
struct lut_recipe {
    const void *key; // all that the texels depend on, without padding
    size_t key_size;
    void (*make)(const void *key, float *texels); // they are 0 before
    int width, height;
    enum texture_format format; // R32F or RGBA32F
    int dimensions, depth;      // as of texture_desc
};

// Like lut_get, but the texels are computed only if the table was not requested recently.
const struct texture *lut_make(struct lut_cache *cache, const struct lut_recipe *recipe);
