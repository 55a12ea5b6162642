#pragma once

#include "render/image/image.h"

struct gpu_fault;
struct texture;

// Asynchronous read-back of textures by a queue of pixel pack buffers: read_back_start copies a
// texture on the GPU, and read_back_take returns the images in the same order some frames later.
// Texels are as of texture_read.

enum { READ_BACK_SLOTS = 3 };

struct read_back { // zeroed: empty
    uint64_t started, taken;
    struct read_back_slot {
        unsigned buffer;    // GL name; 0: none yet
        size_t size;        // of the buffer, bytes
        void *fence;        // GLsync after the copy
        struct image image; // size and type of the copy, no texels
    } slots[READ_BACK_SLOTS];
};

void read_back_finish(struct read_back *reader);

// read_back_is_full: an image must be taken before another is started. read_back_is_empty: there is
// no image to take.
bool read_back_is_full(const struct read_back *reader);
bool read_back_is_empty(const struct read_back *reader);

// Returns true if read_back_take would not block.
bool read_back_is_ready(const struct read_back *reader);

// Starts to read a texture as `type` (not F64) after all commands so far; the texture may be drawn
// to immediately afterwards. The word of `fault` is copied with it. If GPU memory is short, it logs
// the size and exits.
void read_back_start(struct read_back *reader, const struct texture *texture, enum image_type type,
                     const struct gpu_fault *fault);

// Returns the oldest image, which the caller finishes. Waits until the GPU has copied it, but not
// for later commands. `is_faulty`: a shader had reported a fault (gpu_fault.h), so the image is
// wrong.
void read_back_take(struct read_back *reader, struct image *image, bool *is_faulty);
