#pragma once

#include "render/buffer.h"
#include "render/texture.h"

#include <stdbool.h>

// A pool of textures and buffers for the images between passes. An item that was released is
// returned again for the same size and format, so after the first frame no GL objects are made.
// From acquire to release an item belongs to one caller; a violation is a bug that ends the program
// (log_bug). Items that are unused for 60 frames, or exceed the budget, are freed.

enum { TEXTURE_POOL_MAX = 128 };

struct texture_pool {
    bool is_dry;   // items have only a size and no GL object (frame_record.h)
    size_t budget; // bytes beyond which idle items are freed; 0: 256 MiB
    int count;
    struct pool_item {
        bool is_acquired;
        int idle_frames;        // ends of GPU frames since it was acquired last
        struct texture texture; // unused if the item is a buffer
        struct buffer buffer;   // unused if the item is a texture
    } * items[TEXTURE_POOL_MAX];
    unsigned uses;                              // number of acquires so far, for use_id
    size_t acquired_bytes, peak_acquired_bytes; // now, and the maximum in this GPU frame
};

void texture_pool_finish(struct texture_pool *pool);

// Returns a texture of exactly that size and format, with undefined contents, never NULL. Release
// it before the GPU frame ends. Exits if GPU memory is short.
struct texture *texture_pool_acquire(struct texture_pool *pool, int width, int height,
                                     enum texture_format format);
void texture_pool_release(struct texture_pool *pool, const struct texture *texture);

// Returns a buffer of at least `size` bytes, with undefined contents. Release it before the GPU
// frame ends.
struct buffer *texture_pool_acquire_buffer(struct texture_pool *pool, size_t size);
void texture_pool_release_buffer(struct texture_pool *pool, const struct buffer *buffer);

// Ends a GPU frame, when everything is released.
void texture_pool_end_frame(struct texture_pool *pool);
