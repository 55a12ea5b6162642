#pragma once

#include "render/image/image.h"

#include <stdint.h>

// A texture of two dimensions with its framebuffer; a table may have one or three, and has none.
// Row 0 is the top row of the picture everywhere in halation, so that shaders, files and regions
// agree; only a scene's projection and the window turn it over.

enum texture_format {
    FORMAT_RGBA16F, // the default of the images between steps
    FORMAT_R11F_G11F_B10F,
    FORMAT_RGBA8,
    FORMAT_RGBA32F,
    FORMAT_RGBA16, // 16-bit display values
    FORMAT_R32F,
    FORMAT_R32UI,
    FORMAT_R32I, // this and the following for images that shader files store to
    FORMAT_R8,
    FORMAT_RG8,
    FORMAT_R16,
    FORMAT_RG16,
    FORMAT_R16F,
    FORMAT_RG16F,
    FORMAT_RG32F,
    FORMAT_DEPTH32F, // for scenes, multisampled or not
    FORMAT_COUNT,
};

struct DESIGNATED texture_desc {
    int width, height;
    enum texture_format format;
    int samples;       // 0: not multisampled
    const char *label; // shown by debuggers; NULL for none
    int levels;        // of its mip map; 0 means 1
    int dimensions;    // 0 means 2
    int depth;         // of three; otherwise 0
};

struct texture {
    unsigned id, framebuffer; // GL names; framebuffer 0 for depth, and for a table
    int width, height;
    int dimensions, depth; // as of its desc; 0 means 2
    enum texture_format format;
    int samples; // as many as the driver gave, at least those asked for
    int levels;
    unsigned use_id;  // tells the loans of a pool's texture apart, from 1; 0: it is not a pool's
    bool is_returned; // to its pool, which may lend it to another: no pass may use it

    // gpu.serial of the last passes that stored to it and sampled it, by which pass_run knows the
    // one barrier that a use needs.
    uint64_t stored, sampled;
};

// Makes a texture with undefined contents. Ends the program, saying the size, when the GPU has no
// memory for it.
void texture_init(struct texture *texture, const struct texture_desc *desc);

// Like texture_init, but returns false, with an empty texture, if there is not enough memory.
bool texture_try_init(struct texture *texture, const struct texture_desc *desc);

// Like texture_init, without GL: the texture has a size and a format only, which is enough for a
// frame that is recorded.
void texture_init_dry(struct texture *texture, const struct texture_desc *desc);
void texture_finish(struct texture *texture); // also of a zeroed one, for which it does nothing

// Makes the texture again unless it has this size and format. A zeroed texture has none.
void texture_fit(struct texture *texture, const struct texture_desc *desc);

// Like texture_fit, for a texture of two dimensions, one sample and one level.
void texture_fit_plain(struct texture *texture, int width, int height, enum texture_format format,
                       const char *label);

// The format's name, which is also its GLSL image qualifier: "rgba16f".
const char *texture_format_name(enum texture_format format);
int texture_format_texel_bytes(enum texture_format format);
unsigned texture_format_gl(enum texture_format format); // GL's internal format, as GL_RGBA16F

// The most samples that a texel of that format can have on this GPU; 0: none.
int texture_most_samples(enum texture_format format);

size_t texture_bytes(const struct texture *texture); // of its first level
size_t texture_all_bytes(void);                      // of all textures that there are

unsigned texture_target(const struct texture *texture); // what GL binds it to

// The number of levels of a whole mip map of this size, down to 1x1.
int texture_most_levels(int width, int height);

// Replaces the contents by those of an image of the texture's size. Doubles become floats.
void texture_upload(struct texture *texture, const struct image *image);

// Replaces the first `count` texels, row after row, by values of that type, any but F64.
void texture_upload_run(struct texture *texture, enum image_type type, const void *texels,
                        int count);

// Replaces the contents by plain floats, four per texel, or one for R32F, of any dimensions. R32I
// and R32UI take four words, of which the first counts.
void texture_upload_floats(struct texture *texture, const float *texels);

// Reads the floats that texture_upload_floats takes. Waits for the GPU.
void texture_read_floats(const struct texture *texture, float *texels);

// Copies the first level to one of the same size and format, in the order of the GPU's commands.
void texture_copy(const struct texture *from, struct texture *to);

// Writes the texels as an image of that type, any but F64, holds them: to `texels`, and waits for
// the GPU, or to the pixel pack buffer that is bound, from the offset that `texels` stands for.
void texture_pack(const struct texture *texture, enum image_type type, void *texels);

// Reads the texel in column x of row y. Waits for the GPU.
void texture_read_pixel(const struct texture *texture, int x, int y, float texel[4]);

// Makes an image of the texture's size and the type asked for. Waits for the GPU.
void texture_read(const struct texture *texture, enum image_type type, struct image *image);
