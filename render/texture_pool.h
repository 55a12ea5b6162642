#pragma once

#include "render/buffer.h"
#include "render/texture.h"

#include <stdbool.h>

// A pool of textures and buffers for intermediate images. A released item is reused by the next
// request for the same size and format, so after the first frame no GL objects are made. Items that
// are unused for 60 frames, or exceed the budget, are freed.

enum { TEXTURE_POOL_MAX = 128 };

struct texture_pool {
    bool is_dry;   // items have only a size and no GL object (frame_record.h)
    size_t budget; // bytes beyond which idle items are freed; 0: 256 MiB
    int count;
    struct pool_item {
        bool is_borrowed;
        int idle_frames; // ends of frames since the last request: 1 after the frame of its last use
        struct texture texture; // either the texture or the buffer is in use
        struct buffer buffer;
    } * items[TEXTURE_POOL_MAX];
    unsigned uses;                  // number of requests so far, for use_id
    size_t borrowed, peak_borrowed; // bytes in use now, and their maximum in this frame
};

void texture_pool_finish(struct texture_pool *pool);

// Returns a texture with undefined contents, never NULL. Release it before the frame ends. Exits if
// GPU memory is short.
struct texture *texture_pool_acquire(struct texture_pool *pool, int width, int height,
                                     enum texture_format format);
void texture_pool_release(struct texture_pool *pool, const struct texture *texture);

// Returns a buffer of at least `size` bytes, with undefined contents. Release it before the frame
// ends.
struct buffer *texture_pool_acquire_buffer(struct texture_pool *pool, size_t size);
void texture_pool_release_buffer(struct texture_pool *pool, const struct buffer *buffer);

// Call it once a frame, when everything is released.
void texture_pool_end_frame(struct texture_pool *pool);
