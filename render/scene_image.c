#define LOG_MODULE "scene image"
#include "render/image.h"
#include "render/log.h"
#include "render/scene.h"

#include <assert.h>
#include <stdlib.h>

enum fit { FIT_FIT, FIT_FILL, FIT_STRETCH };

struct image_params {
    char file[PARAM_TEXT_SIZE];
    int fit;
};

static const char *const fit_names[] = { "fit", "fill", "stretch", NULL };

static const struct param rows[] = {
    PARAM_TEXT(struct image_params, file, .help = "The file: .png, .jpg, .hdr or .pfm"),
    PARAM_CHOICE(struct image_params, fit, .choices = fit_names,
                 .help = "Whole with black bars, cropped to fill, or stretched"),
    { 0 },
};

struct image_state {
    struct texture texture; // linear light, premultiplied, finite
    const struct program *resize;
};

// ---- from the file to light on the GPU, once

// Half floats hold 8-bit display values so that they come back as they were; more needs more.
static enum texture_format light_format(enum image_type type)
{
    return type == IMAGE_TYPE_U8 ? FORMAT_RGBA16F : FORMAT_RGBA32F;
}

static enum texture_format file_format(enum image_type type)
{
    static const enum texture_format formats[] = {
        [IMAGE_TYPE_F64] = FORMAT_RGBA32F,
        [IMAGE_TYPE_F32] = FORMAT_RGBA32F,
        [IMAGE_TYPE_U8] = FORMAT_RGBA8,
        [IMAGE_TYPE_U16] = FORMAT_RGBA16,
    };
    return formats[type];
}

static void import(struct gpu *gpu, const struct program *light, const struct image *image,
                   bool is_linear, struct texture *texture)
{
    struct texture upload;
    const struct texture_desc upload_desc = {
        .width = image->width,
        .height = image->height,
        .format = file_format(image->type),
        .label = "image file",
    };
    const struct texture_desc desc = {
        .width = image->width,
        .height = image->height,
        .format = light_format(image->type),
        .label = "image",
    };
    texture_init(&upload, &upload_desc);
    texture_init(texture, &desc);
    texture_upload(&upload, image);
    const struct pass pass = {
        .program = light,
        .inputs = { { &upload, FILTER_NEAREST, EDGE_CLAMP } },
        .output = texture,
        .uniforms = { U_INT(!is_linear) },
    };
    pass_run(gpu, &pass);
    texture_finish(&upload);
}

static bool check_size(const struct gpu *gpu, const struct image *image, const char *path,
                       struct error *error)
{
    const int most = gpu->info.max_texture;
    if (image->width <= most && image->height <= most)
        return true;
    return error_set(error, "%s is %dx%d; this GPU takes images up to %dx%d", path, image->width,
                     image->height, most, most);
}

static bool load(struct image_state *state, struct gpu *gpu, const char *path,
                 const struct program *light, struct error *error)
{
    struct image image;
    bool is_linear = false;
    if (path[0] == '\0')
        return error_set(error, "the scene image needs a file: image:file=photo.png");
    if (!image_read(&image, &is_linear, NULL, path, error))
        return false;
    const bool is_fine = check_size(gpu, &image, path, error);
    if (is_fine)
        import(gpu, light, &image, is_linear, &state->texture);
    image_finish(&image);
    return is_fine;
}

static void destroy(struct gpu *gpu, void *state)
{
    struct image_state *image = state;
    (void) gpu;
    texture_finish(&image->texture);
    free(image);
}

static const struct program *program(struct gpu *gpu, const char *file, struct error *error)
{
    const struct program_desc desc = { .file = file };
    return program_cache_get(&gpu->programs, &desc, error);
}

static void *create(struct gpu *gpu, const void *params, struct error *error)
{
    const struct image_params *p = params;
    struct image_state *state = calloc(1, sizeof(*state));
    if (!state)
        log_fatal("out of memory");
    const struct program *light = program(gpu, "scene/image_light.frag", error);
    state->resize = program(gpu, "scene/image_resize.frag", error);
    if (light && state->resize && load(state, gpu, p->file, light, error))
        return state;
    destroy(gpu, state);
    return NULL;
}

static bool size(const void *state, int *width, int *height)
{
    const struct image_state *image = state;
    *width = image->texture.width;
    *height = image->texture.height;
    return true;
}

// ---- drawing

// Where one axis of the image comes to lie.
struct span {
    int texels;        // of the image
    int begin, length; // in the output, texels; may reach past it
};

static int rounded_length(int texels, double scale)
{
    const double length = texels * scale + 0.5;
    return length < 1 ? 1 : (int) length;
}

static void place(const struct texture *image, const struct texture *output, int fit,
                  struct span spans[2])
{
    const int from[2] = { image->width, image->height }, to[2] = { output->width, output->height };
    const double x = (double) to[0] / from[0], y = (double) to[1] / from[1];
    const double scale = (x < y) == (fit == FIT_FIT) ? x : y;
    for (int axis = 0; axis < 2; axis++) {
        const int length = fit == FIT_STRETCH ? to[axis] : rounded_length(from[axis], scale);
        spans[axis] = (struct span){ from[axis], (to[axis] - length) / 2, length };
    }
}

static void resize(const struct scene_call *call, const char *label, int axis,
                   const struct span *span, const struct texture *from, struct texture *to)
{
    const struct image_state *state = call->state;
    const struct pass pass = {
        .label = label,
        .program = state->resize,
        .inputs = { { from, FILTER_NEAREST, EDGE_CLAMP } },
        .output = to,
        .uniforms = { U_INT(axis), U_INT(span->begin), U_INT(span->length) },
    };
    pass_run(call->gpu, &pass);
}

// Rows first, then columns; an image as wide as its place goes straight to the second.
static void draw(const struct scene_call *call)
{
    const struct image_params *params = call->params;
    const struct image_state *state = call->state;
    const struct texture *image = &state->texture, *from = image;
    struct texture *rows_done = NULL;
    struct span spans[2];
    place(image, call->output, params->fit, spans);
    if (spans[0].length != image->width || call->output->width != image->width) {
        rows_done = texture_pool_acquire(&call->gpu->pool, call->output->width, image->height,
                                         image->format);
        resize(call, "image rows", 0, &spans[0], image, rows_done);
        from = rows_done;
    }
    resize(call, "image", 1, &spans[1], from, call->output);
    if (rows_done)
        texture_pool_release(&call->gpu->pool, rows_done);
}

const struct scene scene_image = {
    .name = "image",
    .summary = "A picture from a file",
    .params = rows,
    .params_size = sizeof(struct image_params),
    .create = create,
    .destroy = destroy,
    .size = size,
    .draw = draw,
};
