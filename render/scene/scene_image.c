#define LOG_MODULE "scene image"
#include "render/image/image.h"
#include "render/pass.h"
#include "render/scene/scene.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>

enum fit { FIT_FIT, FIT_FILL, FIT_STRETCH };

struct image_params {
    char file[PARAM_TEXT_SIZE];
    int fit;
    float light;
};

static const char *const fit_names[] = { "fit", "fill", "stretch", NULL };

static const struct param rows[] = {
    PARAM_TEXT(struct image_params, file, .help = "The file: .png, .jpg, .exr, .hdr or .pfm"),
    PARAM_CHOICE(struct image_params, fit, .choices = fit_names,
                 .help = "Whole with black bars, cropped to fill, or stretched"),
    PARAM_FLOAT(struct image_params, light, .min = 1, .max = 1000, .slider_max = 64,
                .curve = PARAM_CURVE_LOG, .step = 1.1f, .zero = "auto",
                .help = "Luminance of white in a PNG or JPEG, with its highlights in proportion; "
                        "auto is 4 before a tone curve, else 1, which leaves them as they are"),
    { 0 },
};

// The luminance of light=auto with a tone curve, which makes a picture without highlights dull.
static const float expanded_white = 4;

struct image_state {
    struct texture file;  // its values, unconverted
    int rows;             // of it that are there
    bool is_light;        // whether these are light; otherwise display values
    struct texture light; // made of `file` last: linear, premultiplied, finite
    float white;          // luminance of white with which `light` was made; 0: not yet
    char path[PARAM_TEXT_SIZE];
    const struct program *decode, *resize;
};

// ---- making light of the file on the GPU, when something changes

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

// Half floats hold 8-bit display values so that they come back as they were; more needs more.
static enum texture_format light_format(const struct image_state *state, enum texture_format output)
{
    const bool is_narrow = state->file.format == FORMAT_RGBA8;
    return is_narrow && output != FORMAT_RGBA32F ? FORMAT_RGBA16F : FORMAT_RGBA32F;
}

static struct texture_desc light_desc(const struct image_state *state, enum texture_format format)
{
    return (struct texture_desc){
        .width = state->file.width,
        .height = state->file.height,
        .format = format,
        .label = "image",
    };
}

static float find_white(const struct scene_call *call)
{
    const struct image_params *params = call->params;
    if (params->light > 0)
        return params->light;
    return call->is_tone_mapped ? expanded_white : 1;
}

static void make_light(const struct scene_call *call, enum texture_format format, float white)
{
    struct image_state *state = call->state;
    const struct texture_desc desc = light_desc(state, format);
    if (state->light.id && state->light.format != format)
        texture_finish(&state->light);
    if (!state->light.id)
        texture_init(&state->light, &desc);
    const struct pass pass = {
        .label = "image light",
        .program = state->decode,
        .inputs = { { &state->file, FILTER_NEAREST, EDGE_CLAMP } },
        .output = &state->light,
        .uniforms = { U_INT(!state->is_light), U_FLOAT(white) },
    };
    pass_run(call->gpu, &pass);
    state->white = white;
}

static bool read(const void *params, const atomic_bool *stop, struct scene_picture *picture,
                 struct error *error)
{
    const struct image_params *p = params;
    if (p->file[0] == '\0')
        return error_set(error, "the scene image needs a file: image:file=photo.png");
    return image_read_until(&picture->image, &picture->is_light, p->file, stop, error);
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

// Asks for all memory at once, so that a picture that is too large is refused before it is shown:
// for the light, too, in the format that it mostly has.
static bool begin(struct gpu *gpu, struct image_state *state, const struct scene_picture *picture,
                  struct error *error)
{
    const struct image *image = &picture->image;
    const struct texture_desc file = {
        .width = image->width,
        .height = image->height,
        .format = file_format(image->type),
        .label = "image file",
    };
    state->is_light = picture->is_light;
    if (!check_size(gpu, image, state->path, error))
        return false;
    const bool has_file = texture_try_init(&state->file, &file);
    const struct texture_desc light = light_desc(state, light_format(state, FORMAT_RGBA16F));
    return (has_file && texture_try_init(&state->light, &light)) ||
           error_set(error, "%s is %dx%d; the GPU has no memory for it", state->path, image->width,
                     image->height);
}

static bool receive(struct gpu *gpu, void *data, const struct scene_picture *picture, size_t bytes,
                    bool *is_whole, struct error *error)
{
    struct image_state *state = data;
    const struct image *image = &picture->image;
    const int left = image->height - state->rows;
    const size_t fitting = bytes / (image_bytes(image) / (size_t) image->height);
    const int count = fitting < 1 ? 1 : fitting < (size_t) left ? (int) fitting : left;
    if (!state->file.id && !begin(gpu, state, picture, error))
        return false;
    texture_upload_rows(&state->file, image, state->rows, count);
    state->rows += count;
    *is_whole = count == left;
    return true;
}

static void destroy(struct gpu *gpu, void *state)
{
    struct image_state *image = state;
    (void) gpu;
    texture_finish(&image->file);
    texture_finish(&image->light);
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
    state->decode = program(gpu, "scene/image_light.frag", error);
    state->resize = program(gpu, "scene/image_resize.frag", error);
    snprintf(state->path, sizeof(state->path), "%s", p->file);
    if (state->decode && state->resize)
        return state;
    destroy(gpu, state);
    return NULL;
}

static bool size(const void *state, int *width, int *height)
{
    const struct image_state *image = state;
    *width = image->file.width;
    *height = image->file.height;
    return true;
}

// ---- drawing

// Where one axis of the image lies in the output.
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

// Goes through an image with one side of the light's and the other of the output's size.
static void resize_both(const struct scene_call *call, const struct span spans[2])
{
    const struct image_state *state = call->state;
    const struct texture *light = &state->light, *output = call->output;
    const double rows_first = (double) output->width * light->height;
    const double columns_first = (double) light->width * output->height;
    // A column of texels that is shown as a row must not become a square in between.
    const int first = rows_first > columns_first;
    struct texture *between =
        texture_pool_acquire(&call->gpu->pool, first ? light->width : output->width,
                             first ? output->height : light->height, light->format);
    resize(call, first ? "image columns" : "image rows", first, &spans[first], light, between);
    resize(call, "image", !first, &spans[!first], between, call->output);
    texture_pool_release(&call->gpu->pool, between);
}

// An image as wide as its place is only resized along its columns.
static void draw(const struct scene_call *call)
{
    const struct image_params *params = call->params;
    const struct image_state *state = call->state;
    const struct texture *light = &state->light;
    const enum texture_format format = light_format(state, call->output->format);
    const float white = find_white(call);
    struct span spans[2];
    if (!light->id || light->format != format || state->white != white)
        make_light(call, format, white);
    place(light, call->output, params->fit, spans);
    if (spans[0].length == light->width && call->output->width == light->width)
        resize(call, "image", 1, &spans[1], light, call->output);
    else
        resize_both(call, spans);
}

const struct scene scene_image = {
    .name = "image",
    .summary = "A picture from a file",
    .params = rows,
    .params_size = sizeof(struct image_params),
    .read = read,
    .create = create,
    .receive = receive,
    .destroy = destroy,
    .size = size,
    .draw = draw,
};
