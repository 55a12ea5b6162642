#define LOG_MODULE "texture"
#include "render/texture.h"

#include "render/context/gl_debug.h"
#include "render/frame_work.h"
#include "render/text/log.h"

#include <assert.h>
#include <epoxy/gl.h>
#include <string.h>

static const struct format {
    const char *name;
    GLenum gl;
    int texel_bytes;
} formats[FORMAT_COUNT] = {
    [FORMAT_RGBA16F] = { "rgba16f", GL_RGBA16F, 8 },
    [FORMAT_R11F_G11F_B10F] = { "r11f_g11f_b10f", GL_R11F_G11F_B10F, 4 },
    [FORMAT_RGBA8] = { "rgba8", GL_RGBA8, 4 },
    [FORMAT_RGBA32F] = { "rgba32f", GL_RGBA32F, 16 },
    [FORMAT_RGBA16] = { "rgba16", GL_RGBA16, 8 },
    [FORMAT_R32F] = { "r32f", GL_R32F, 4 },
    [FORMAT_R32UI] = { "r32ui", GL_R32UI, 4 },
    [FORMAT_R32I] = { "r32i", GL_R32I, 4 },
    [FORMAT_R8] = { "r8", GL_R8, 1 },
    [FORMAT_RG8] = { "rg8", GL_RG8, 2 },
    [FORMAT_R16] = { "r16", GL_R16, 2 },
    [FORMAT_RG16] = { "rg16", GL_RG16, 4 },
    [FORMAT_R16F] = { "r16f", GL_R16F, 2 },
    [FORMAT_RG16F] = { "rg16f", GL_RG16F, 4 },
    [FORMAT_RG32F] = { "rg32f", GL_RG32F, 8 },
    [FORMAT_DEPTH32F] = { "depth32f", GL_DEPTH_COMPONENT32F, 4 },
};

const char *texture_format_name(enum texture_format format)
{
    return formats[format].name;
}

enum texture_format texture_format_find(const char *name)
{
    int i = 0;
    while (i < FORMAT_COUNT && strcmp(formats[i].name, name) != 0)
        i++;
    return (enum texture_format) i;
}

int texture_format_texel_bytes(enum texture_format format)
{
    return formats[format].texel_bytes;
}

unsigned texture_format_gl(enum texture_format format)
{
    return formats[format].gl;
}

int texture_max_samples(enum texture_format format)
{
    GLint most = 0; // the driver's list is in descending order
    glGetInternalformativ(GL_TEXTURE_2D_MULTISAMPLE, formats[format].gl, GL_SAMPLES, 1, &most);
    return most;
}

static size_t all_bytes;

size_t texture_total_bytes(void)
{
    return all_bytes;
}

size_t texture_bytes(const struct texture *texture)
{
    const int samples = texture->samples > 0 ? texture->samples : 1;
    const int depth = texture->depth > 0 ? texture->depth : 1;
    return (size_t) texture->width * (size_t) texture->height * (size_t) depth * (size_t) samples *
           (size_t) formats[texture->format].texel_bytes;
}

unsigned texture_target(const struct texture *texture)
{
    return texture->samples > 0       ? GL_TEXTURE_2D_MULTISAMPLE
           : texture->dimensions == 1 ? GL_TEXTURE_1D
           : texture->dimensions == 3 ? GL_TEXTURE_3D
                                      : GL_TEXTURE_2D;
}

void texture_init(struct texture *texture, const struct texture_desc *desc)
{
    if (texture_try_init(texture, desc))
        return;
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (desc->width > most || desc->height > most)
        log_fatal("an image of %dx%d is wanted, and this GPU's have up to %d texels a side; a "
                  "smaller --size or blur helps",
                  desc->width, desc->height, most);
    texture_init_dry(texture, desc);
    log_fatal("the GPU has no memory for an image of %dx%d %s (%zu MiB); a smaller --size helps",
              desc->width, desc->height, formats[desc->format].name, texture_bytes(texture) >> 20);
}

void texture_init_dry(struct texture *texture, const struct texture_desc *desc)
{
    *texture = (struct texture){
        .width = desc->width,
        .height = desc->height,
        .format = desc->format,
        .samples = desc->samples,
        .dimensions = desc->dimensions,
        .depth = desc->depth,
    };
}

bool texture_try_init(struct texture *texture, const struct texture_desc *desc)
{
    assert(desc->width > 0 && desc->height > 0);
    texture_init_dry(texture, desc);
    const GLenum gl = formats[desc->format].gl, target = texture_target(texture);
    frame_work_begin(FRAME_WORK_TEXTURE);
    glGenTextures(1, &texture->id);
    gl_debug_expect_errors(true);
    glBindTexture(target, texture->id);
    switch (target) {
    case GL_TEXTURE_2D_MULTISAMPLE: // the driver may use more samples
        glTexStorage2DMultisample(target, desc->samples, gl, desc->width, desc->height, GL_TRUE);
        glGetTexLevelParameteriv(target, 0, GL_TEXTURE_SAMPLES, &texture->samples);
        break;
    case GL_TEXTURE_1D:
        glTexStorage1D(target, 1, gl, desc->width);
        break;
    case GL_TEXTURE_3D:
        glTexStorage3D(target, 1, gl, desc->width, desc->height, desc->depth);
        break;
    default:
        glTexStorage2D(target, 1, gl, desc->width, desc->height);
    }
    const bool is_done = glGetError() == GL_NO_ERROR;
    gl_debug_expect_errors(false);
    all_bytes += texture_bytes(texture);
    frame_work_end();
    if (!is_done) {
        texture_finish(texture);
        return false;
    }
    gl_debug_label(GL_TEXTURE, texture->id, desc->label);
    if (desc->format != FORMAT_DEPTH32F && desc->dimensions % 2 == 0) {
        glGenFramebuffers(1, &texture->framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, texture->framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture->id, 0);
        assert(glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE);
    }
    return true;
}

void texture_fit(struct texture *texture, const struct texture_desc *desc)
{
    if (texture->id && texture->width == desc->width && texture->height == desc->height &&
        texture->format == desc->format)
        return;
    texture_finish(texture);
    texture_init(texture, desc);
}

void texture_fit_plain(struct texture *texture, int width, int height, enum texture_format format,
                       const char *label)
{
    const struct texture_desc desc = {
        .width = width, .height = height, .format = format, .label = label
    };
    texture_fit(texture, &desc);
}

void texture_finish(struct texture *texture)
{
    if (!texture->id)
        return;
    glDeleteFramebuffers(1, &texture->framebuffer);
    glDeleteTextures(1, &texture->id);
    all_bytes -= texture_bytes(texture);
    *texture = (struct texture){ 0 };
}

// GL format and type of the texels of an image, by enum image_type.
static const struct transfer {
    GLenum format, type;
} transfers[] = {
    [IMAGE_TYPE_F64] = { GL_RGBA, GL_FLOAT },
    [IMAGE_TYPE_F32] = { GL_RGBA, GL_FLOAT },
    [IMAGE_TYPE_U8] = { GL_RGBA, GL_UNSIGNED_BYTE },
    [IMAGE_TYPE_U16] = { GL_RGBA, GL_UNSIGNED_SHORT },
};

static void upload_rows(enum image_type type, const void *texels, int row, int width, int height)
{
    if (width > 0 && height > 0)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, row, width, height, transfers[type].format,
                        transfers[type].type, texels);
}

void texture_upload_texels(struct texture *texture, enum image_type type, const void *texels,
                           int count)
{
    assert(type != IMAGE_TYPE_F64);
    assert(count >= 0 && count <= texture->width * texture->height);
    const int rows = count / texture->width;
    frame_work_begin(FRAME_WORK_UPLOAD);
    glBindTexture(GL_TEXTURE_2D, texture->id);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    upload_rows(type, texels, 0, texture->width, rows);
    upload_rows(type,
                (const char *) texels +
                    (size_t) rows * (size_t) texture->width * image_texel_bytes(type),
                rows, count % texture->width, 1);
    texture->last_store = 0;
    frame_work_end();
}

void texture_upload(struct texture *texture, const struct image *image)
{
    struct image floats = { 0 };
    assert(image->width == texture->width && image->height == texture->height);
    if (image->type == IMAGE_TYPE_F64)
        image_convert(image, IMAGE_TYPE_F32, &floats);
    const struct image *from = floats.texels ? &floats : image;
    texture_upload_texels(texture, from->type, from->texels, image->width * image->height);
    image_finish(&floats);
}

void texture_upload_floats(struct texture *texture, const float *texels)
{
    const enum texture_format has = texture->format;
    const bool is_whole = has == FORMAT_R32I || has == FORMAT_R32UI;
    const GLenum format = is_whole ? GL_RGBA_INTEGER : has == FORMAT_R32F ? GL_RED : GL_RGBA;
    const GLenum type = has == FORMAT_R32I ? GL_INT : is_whole ? GL_UNSIGNED_INT : GL_FLOAT;
    frame_work_begin(FRAME_WORK_UPLOAD);
    glBindTexture(texture_target(texture), texture->id);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    if (texture->dimensions == 1)
        glTexSubImage1D(GL_TEXTURE_1D, 0, 0, texture->width, format, type, texels);
    else if (texture->dimensions == 3)
        glTexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, texture->width, texture->height, texture->depth,
                        format, type, texels);
    else
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, texture->width, texture->height, format, type,
                        texels);
    frame_work_end();
}

void texture_read_floats(const struct texture *texture, float *texels)
{
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    glBindTexture(texture_target(texture), texture->id);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(texture_target(texture), 0, texture->format == FORMAT_R32F ? GL_RED : GL_RGBA,
                  GL_FLOAT, texels);
}

void texture_copy(const struct texture *from, struct texture *to)
{
    const int depth = from->dimensions == 3 ? from->depth : 1;
    assert(from->width == to->width && from->height == to->height && from->format == to->format);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT);
    glCopyImageSubData(from->id, texture_target(from), 0, 0, 0, 0, to->id, texture_target(to), 0, 0,
                       0, 0, from->width, from->height, depth);
}

void texture_get_image(const struct texture *texture, enum image_type type, void *texels)
{
    assert(type != IMAGE_TYPE_F64);
    frame_work_begin(FRAME_WORK_READ_BACK);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT | GL_PIXEL_BUFFER_BARRIER_BIT);
    glBindTexture(GL_TEXTURE_2D, texture->id);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glGetTexImage(GL_TEXTURE_2D, 0, transfers[type].format, transfers[type].type, texels);
    frame_work_end();
}

void texture_read_pixel(const struct texture *texture, int x, int y, float texel[4])
{
    assert(x >= 0 && x < texture->width && y >= 0 && y < texture->height);
    glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT);
    glBindFramebuffer(GL_FRAMEBUFFER, texture->framebuffer);
    glReadPixels(x, y, 1, 1, GL_RGBA, GL_FLOAT, texel);
}

void texture_read(const struct texture *texture, enum image_type type, struct image *image)
{
    const enum image_type read = type == IMAGE_TYPE_F64 ? IMAGE_TYPE_F32 : type;
    struct image texels;
    image_init(&texels, texture->width, texture->height, read);
    texture_get_image(texture, read, texels.texels);
    if (read == type) {
        *image = texels;
        return;
    }
    image_convert(&texels, type, image);
    image_finish(&texels);
}
