#pragma once

#include "render/buffer.h"
#include "render/texture.h"

#include <stdbool.h>

// Lends textures and buffers for part of a frame. A released one is lent again when the same size
// and format is asked for, so nothing is made after the first frame. One that was not asked for in
// a while, or exceeds the budget, is freed, so a resize leaves nothing behind.

enum { TEXTURE_POOL_MAX = 128 };

struct texture_pool {
    bool is_dry;   // what it lends has a size alone, and no GL name
    size_t budget; // bytes beyond which idle items are freed; 0: 256 MiB
    int count;
    struct pooled {
        bool is_borrowed;
        int idle_frames;
        struct texture texture; // one of these two has an id
        struct buffer buffer;
    } * items[TEXTURE_POOL_MAX];
    unsigned uses;                  // counts them
    size_t borrowed, peak_borrowed; // bytes on loan now, and the most since the frame began
};

void texture_pool_finish(struct texture_pool *pool);

// Lends a texture with undefined contents, never NULL. Give it back before the frame ends.
struct texture *texture_pool_acquire(struct texture_pool *pool, int width, int height,
                                     enum texture_format format);
void texture_pool_release(struct texture_pool *pool, const struct texture *texture);

// Like texture_pool_acquire, for a texture with `levels` levels of a mip map.
struct texture *texture_pool_acquire_levels(struct texture_pool *pool, int width, int height,
                                            enum texture_format format, int levels);

// Lends a buffer of at least `size` bytes, and hardly more, with undefined contents.
struct buffer *texture_pool_acquire_buffer(struct texture_pool *pool, size_t size);
void texture_pool_release_buffer(struct texture_pool *pool, const struct buffer *buffer);

// Call it once a frame, when everything has come back.
void texture_pool_end_frame(struct texture_pool *pool);
