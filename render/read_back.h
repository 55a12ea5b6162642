#pragma once

#include "render/gpu_fault.h"
#include "render/texture.h"

// Reads textures while the GPU goes on drawing: each goes into one of a few pixel pack buffers, and
// is taken out of it some frames later, in the order in which they were started. The texels are
// those of texture_read.

enum { READ_BACK_SLOTS = 3 };

struct read_back { // zeroed: nothing was started
    uint64_t started, taken;
    struct read_back_slot {
        unsigned buffer;    // GL's name; 0: none yet
        size_t size;        // of it, in bytes
        void *fence;        // behind the copy into it
        struct image image; // without texels: what the buffer holds
    } slots[READ_BACK_SLOTS];
};

void read_back_finish(struct read_back *reader);

// read_back_is_full returns true if one image must be taken before another is started;
// read_back_is_empty, if there is no image to take.
bool read_back_is_full(const struct read_back *reader);
bool read_back_is_empty(const struct read_back *reader);

// Returns true if the oldest image that was started is ready, so that read_back_take would not
// wait.
bool read_back_is_ready(const struct read_back *reader);

// Begins to read a texture as values of a type, any but F64, as it is after all that was drawn so
// far; it may be drawn to again at once. The word of `fault` is read with it. Ends the program,
// saying the size, when the GPU has no memory for that.
void read_back_start(struct read_back *reader, const struct texture *texture, enum image_type type,
                     const struct gpu_fault *fault);

// Makes an image of the oldest that was started. Waits until the GPU has drawn it, and for nothing
// later. `is_faulty`: a shader had reported a fault by then, so the image is wrong.
void read_back_take(struct read_back *reader, struct image *image, bool *is_faulty);
