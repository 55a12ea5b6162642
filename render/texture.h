#pragma once

#include "render/image/image.h"

#include <stdint.h>

// A 2D texture with its framebuffer. Row 0 is the top row of the picture, everywhere in halation:
// shaders, files and regions agree without a flip; only the scene's projection and the window flip.

enum texture_format {
    FORMAT_RGBA16F, // the default of the images between steps
    FORMAT_R11F_G11F_B10F,
    FORMAT_RGBA8,
    FORMAT_RGBA32F,
    FORMAT_RGBA16, // 16-bit display values
    FORMAT_R32F,
    FORMAT_R32UI,
    FORMAT_DEPTH32F, // multisampled or not, for the scene
    FORMAT_COUNT,
};

struct DESIGNATED texture_desc {
    int width, height;
    enum texture_format format;
    int samples;       // 0: not multisampled
    const char *label; // shown by debuggers; NULL for none
    int levels;        // of its mip map; 0: 1
};

struct texture {
    unsigned id, framebuffer; // GL names; framebuffer 0 for depth
    int width, height;
    enum texture_format format;
    int samples; // what the driver gave, at least as many as asked for
    int levels;

    // When it was last used, in gpu.serial, kept by pass_run to issue the one barrier a use needs.
    uint64_t stored, sampled;
};

// Undefined contents. Ends the program with the size when the GPU has no memory for it.
void texture_init(struct texture *texture, const struct texture_desc *desc);
void texture_finish(struct texture *texture);

// "rgba16f"; also its GLSL image qualifier.
const char *texture_format_name(enum texture_format format);
int texture_format_texel_bytes(enum texture_format format);
unsigned texture_format_gl(enum texture_format format); // GL's internal format

// How many samples a texel of that format can have here; 0: it cannot be multisampled.
int texture_most_samples(enum texture_format format);

size_t texture_bytes(const struct texture *texture); // of its first level

// As many levels as a mip map of this size has, down to 1x1.
int texture_most_levels(int width, int height);

// `image` has the texture's size. F64 is uploaded as F32.
void texture_upload(struct texture *texture, const struct image *image);

// The same for bare floats: 1 a texel for R32F, 4 for RGBA32F.
void texture_upload_floats(struct texture *texture, const float *texels);

// Waits for the GPU. Makes a new image of the texture's size and the asked type.
void texture_read(const struct texture *texture, enum image_type type, struct image *image);
