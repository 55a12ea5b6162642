#pragma once

#include "render/image/image.h"

// A 2D texture with its framebuffer, or a table of one or three dimensions without one. Row 0 is
// the top row of the picture in all of halation (shaders, files, regions); only scene projections
// and present.h flip it for GL.

// Filtering of a texture, and addressing outside of it.
enum filter { FILTER_NEAREST, FILTER_LINEAR, FILTER_COUNT };
// Effects offer the first EDGE_COUNT modes as a parameter; EDGE_REPEAT is for tables only.
enum edge { EDGE_CLAMP, EDGE_MIRROR, EDGE_ZERO, EDGE_COUNT, EDGE_REPEAT = EDGE_COUNT, EDGE_ALL };

enum texture_format {
    FORMAT_RGBA16F, // the default for intermediate images
    FORMAT_R11F_G11F_B10F,
    FORMAT_RGBA8,
    FORMAT_RGBA32F,
    FORMAT_RGBA16, // 16-bit display values
    FORMAT_R32F,
    FORMAT_R32UI,
    FORMAT_R32I, // this and the following: for images of user shader files
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

// struct DESIGNATED s { ... }: an initialiser of s without field names is a warning, so that a new
// field cannot shift values into wrong fields.
#define DESIGNATED
#ifdef __has_attribute
#if __has_attribute(designated_init)
#undef DESIGNATED
#define DESIGNATED __attribute__((designated_init))
#endif
#endif

struct DESIGNATED texture_desc {
    int width, height;
    enum texture_format format;
    int samples;       // 0: not multisampled
    const char *label; // shown by GL debuggers; NULL: none
    int dimensions;    // 0 means 2
    int depth;         // size of the third dimension, otherwise 0
};

struct texture {
    unsigned id, framebuffer; // GL names; no framebuffer (0) for depth formats and 1D or 3D tables
    int width, height;
    int dimensions, depth; // see texture_desc; 0 means 2
    enum texture_format format;
    int samples;      // samples that the driver uses, at least the requested ones
    unsigned use_id;  // number of its acquisition from the pool, from 1; 0: not of a pool
    bool is_released; // it was released to its pool, so no pass may use it

    // gpu.serial of the last pass that stored to it as an image, and of the last that read it, from
    // which pass_run derives barriers. last_store 0: none since it was written in another way.
    uint64_t last_store, last_read;
};

// Makes a texture with undefined contents. If GPU memory is short, it logs the size and exits; use
// texture_try_init if that must not happen.
void texture_init(struct texture *texture, const struct texture_desc *desc);

// Like texture_init, but returns false and a zeroed texture if GPU memory is short.
bool texture_try_init(struct texture *texture, const struct texture_desc *desc);

// Sets size and format without making a GL texture, for frames that are only recorded
// (frame_record.h).
void texture_init_dry(struct texture *texture, const struct texture_desc *desc);
void texture_finish(struct texture *texture); // does nothing for a zeroed struct

// Makes the texture, unless it has the size and the format of `desc` already; a texture of another
// size or format is freed. The struct may be zeroed. New contents are undefined.
void texture_fit(struct texture *texture, const struct texture_desc *desc);

// Like texture_fit, for a 2D texture without multisampling.
void texture_fit_plain(struct texture *texture, int width, int height, enum texture_format format,
                       const char *label);

// Returns the name of a format, which is its GLSL image qualifier: "rgba16f".
const char *texture_format_name(enum texture_format format);
enum texture_format texture_format_find(const char *name); // FORMAT_COUNT: there is none
int texture_format_texel_bytes(enum texture_format format);
unsigned texture_format_gl(enum texture_format format); // GL internal format, such as GL_RGBA16F

// Returns the largest number of samples of that format on this GPU; 0: no multisampling.
int texture_max_samples(enum texture_format format);

size_t texture_bytes(const struct texture *texture);
size_t texture_total_bytes(void); // bytes of all existing textures

unsigned texture_target(const struct texture *texture); // GL_TEXTURE_2D, GL_TEXTURE_3D, ...

// Uploads an image of the texture's size; F64 is converted to floats.
void texture_upload(struct texture *texture, const struct image *image);

// Uploads to the first `count` texels, in row order, RGBA values of `type` (not F64).
void texture_upload_texels(struct texture *texture, enum image_type type, const void *texels,
                           int count);

// Uploads all texels of a texture of any dimensions from floats: four per texel, one for R32F. For
// R32I and R32UI `texels` points to four 32-bit integers per texel, of which the first is used.
void texture_upload_floats(struct texture *texture, const float *texels);

// Reads all texels as floats in the layout of texture_upload_floats. Waits for the GPU.
void texture_read_floats(const struct texture *texture, float *texels);

// Copies all texels to a texture of the same size and format by a GL command.
void texture_copy(const struct texture *from, struct texture *to);

// Calls glGetTexImage for RGBA of `type` (not F64). It writes to memory, which waits for the GPU,
// or to the pixel pack buffer that is bound; `texels` is then a byte offset.
void texture_get_image(const struct texture *texture, enum image_type type, void *texels);

// Reads the texel in column x of row y. Waits for the GPU.
void texture_read_pixel(const struct texture *texture, int x, int y, float texel[4]);

// Initialises `image`, which the caller finishes, with the texels as `type`. Waits for
// the GPU.
void texture_read(const struct texture *texture, enum image_type type, struct image *image);
