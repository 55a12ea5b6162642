#pragma once

#include "render/texture.h"

#include <stdbool.h>

// Textures that passes made of what seldom changes, kept from frame to frame and found by a key.
// Those that no frame asked for lately are freed.

enum { KEPT_TEXTURE_MAX = 4, KEPT_TEXTURE_FRAMES = 60 };

struct kept_textures {
    bool is_dry; // its textures have a size alone, and count as made
    uint64_t clock;
    struct kept_texture {
        struct texture texture; // id 0: none
        void *key;              // owned
        size_t key_size;        // bytes
        uint64_t stored;        // the texture's, before a pass made what the key says
        uint64_t used;          // by the clock
        int idle;               // frames
    } items[KEPT_TEXTURE_MAX];
};

void kept_textures_finish(struct kept_textures *kept);

// The texture of that key, size and format. Where `is_new`, its contents are undefined, until
// a pass has stored to it: the caller runs one before anything else is asked for. It is borrowed
// until as many others as there may be were asked for.
struct texture *kept_texture_get(struct kept_textures *kept, const void *key, size_t key_size,
                                 const struct texture_desc *desc, bool *is_new);

// Call it once a frame.
void kept_textures_end_frame(struct kept_textures *kept);
