#pragma once

#include "render/buffer.h"
#include "render/texture.h"

#include <stdbool.h>

// Textures and buffers on loan for part of a frame. After the first frame nothing is made: what was
// released is handed out again to whoever asks for the same size and format. What nobody asked for
// in a while, or what exceeds the budget, is freed, so that a resize leaves nothing behind.

enum { TEXTURE_POOL_MAX = 128 };

struct texture_pool {
    size_t budget; // bytes beyond which idle items are freed; 0: 256 MiB
    int count;
    struct pooled {
        bool on_loan;
        int idle_frames;
        struct texture texture; // one of the two has an id
        struct buffer buffer;
    } * items[TEXTURE_POOL_MAX];
    size_t loaned, peak_loaned; // bytes on loan now, and the most since the frame began
};

void texture_pool_finish(struct texture_pool *pool);

// Undefined contents. Never NULL.
struct texture *texture_pool_acquire(struct texture_pool *pool, int width, int height,
                                     enum texture_format format);
void texture_pool_release(struct texture_pool *pool, const struct texture *texture);

// The same with `levels` of a mip map.
struct texture *texture_pool_acquire_levels(struct texture_pool *pool, int width, int height,
                                            enum texture_format format, int levels);

// At least `size` bytes (and hardly more), undefined contents.
struct buffer *texture_pool_acquire_buffer(struct texture_pool *pool, size_t size);
void texture_pool_release_buffer(struct texture_pool *pool, const struct buffer *buffer);

// Once a frame. Everything must have come back.
void texture_pool_end_frame(struct texture_pool *pool);
