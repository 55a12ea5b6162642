#define LOG_MODULE "scene image"
#include "render/image/image.h"
#include "render/scene/picture_light.h"
#include "render/scene/scene.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
                 .help = "Whole, as large as the size allows; cropped to fill it; or stretched"),
    PARAM_FLOAT(struct image_params, light, .min = 1, .max = 1000, .slider_max = 64,
                .curve = PARAM_CURVE_LOG, .step = 1.1f, .zero = "auto",
                .help = "Luminance of white in a PNG or JPEG, with its highlights in proportion; "
                        "auto is 4 before a tone curve, else 1, which leaves them as they are"),
    { 0 },
};

// White of light=auto with a tone curve, since a tone curve makes a picture without highlights
// dull.
static const float expanded_white = 4;

// Sizes of the image that stay on the GPU, because quality studies draw it in several sizes in
// turn.
enum { MAX_LIGHTS = 4 };
static const size_t most_bytes = (size_t) 256 << 20;

struct image_state {
    struct scene_picture picture;
    struct picture_programs programs;
    struct picture_light lights[MAX_LIGHTS]; // most recently used first
    struct picture_light overview;           // light of the overview
    bool is_too_large;                       // the warning was logged
};

static bool read(const void *params, const atomic_bool *stop, struct scene_picture *picture,
                 struct error *error)
{
    const struct image_params *p = params;
    if (p->file[0] == '\0')
        return error_set(error, "the scene image needs a file: image:file=photo.png");
    if (!image_read_until(&picture->image, &picture->is_light, p->file, stop, error))
        return false;
    picture->is_opaque = image_is_opaque(&picture->image);
    return true;
}

static void receive(void *data, struct scene_picture *picture)
{
    struct image_state *state = data;
    state->picture = *picture;
    *picture = (struct scene_picture){ 0 };
}

static bool is_opaque(const void *state)
{
    return ((const struct image_state *) state)->picture.is_opaque;
}

static void destroy(struct gpu *gpu, void *data)
{
    struct image_state *state = data;
    (void) gpu;
    for (int i = 0; i < MAX_LIGHTS; i++)
        picture_light_finish(&state->lights[i]);
    picture_light_finish(&state->overview);
    scene_picture_finish(&state->picture);
    free(state);
}

static void *create(struct gpu *gpu, const void *params, struct error *error)
{
    struct image_state *state = memory_new(1, sizeof(*state));
    (void) params;
    if (picture_programs_init(&state->programs, gpu, error))
        return state;
    destroy(gpu, state);
    return NULL;
}

static bool size(const void *state, int *width, int *height)
{
    const struct image_state *image = state;
    *width = image->picture.image.width;
    *height = image->picture.image.height;
    return true;
}

// ---- place in the output

static int rounded_length(int texels, double scale)
{
    const double length = texels * scale + 0.5;
    return length < 1 ? 1 : (int) length;
}

static void fit(const void *params, const void *state, int size[2])
{
    const struct image *image = &((const struct image_state *) state)->picture.image;
    const int width = rounded_length(image->width, (double) size[1] / image->height);
    const int height = rounded_length(image->height, (double) size[0] / image->width);
    if (((const struct image_params *) params)->fit != FIT_FIT)
        return;
    if (height > size[1])
        size[0] = width;
    else if (width > size[0])
        size[1] = height;
}

// Returns the place of an image (the full one or its overview) in the output; it is the same for
// both. With fit=fit an image is cropped only if the output has another aspect ratio (scene_fit was
// not applied).
static struct picture_place find_place(const struct scene_call *call, const struct image *image)
{
    const struct image_params *params = call->params;
    const struct image_state *state = call->state;
    const struct image *whole = &state->picture.image;
    const int from[2] = { whole->width, whole->height }, own[2] = { image->width, image->height };
    const int to[2] = { call->output->width, call->output->height };
    const double scale = fmax((double) to[0] / from[0], (double) to[1] / from[1]);
    // Half floats are exact enough to restore 8-bit display values; other types need 32 bits.
    const bool is_narrow = image->type == IMAGE_TYPE_U8 && call->output->format != FORMAT_RGBA32F;
    const float white = state->picture.is_light ? 1
                        : params->light > 0     ? params->light
                        : call->is_tone_mapped  ? expanded_white
                                                : 1;
    int fitted[2] = { to[0], to[1] };
    fit(params, state, fitted);
    const bool has_shape = to[0] - fitted[0] <= 1 && to[1] - fitted[1] <= 1;
    const bool is_stretched = params->fit == FIT_STRETCH || (params->fit == FIT_FIT && has_shape);
    struct picture_place place = { .width = to[0],
                                   .height = to[1],
                                   .format = is_narrow ? FORMAT_RGBA16F : FORMAT_RGBA32F,
                                   .white = white };
    for (int axis = 0; axis < 2; axis++) {
        const int length = is_stretched ? to[axis] : rounded_length(from[axis], scale);
        place.spans[axis] = (struct picture_span){ own[axis], (to[axis] - length) / 2, length };
    }
    return place;
}

// ---- cache of lights

static void move_to_front(struct image_state *state, int i)
{
    const struct picture_light light = state->lights[i];
    memmove(&state->lights[1], &state->lights[0], (size_t) i * sizeof(light));
    state->lights[0] = light;
}

static bool begin_light(struct image_state *state, const struct gpu *gpu, const struct image *image,
                        const struct picture_place *place, struct picture_light *light)
{
    const struct picture_source source = { &state->programs, image, state->picture.is_light };
    return picture_light_begin(light, gpu, &source, place);
}

// Returns the light for that place, which it begins if necessary. NULL: too little GPU memory.
static struct picture_light *light_of(struct image_state *state, const struct gpu *gpu,
                                      const struct picture_place *place)
{
    for (int i = 0; i < MAX_LIGHTS; i++)
        if (picture_light_is_of(&state->lights[i], place)) {
            move_to_front(state, i);
            return &state->lights[0];
        }
    // Unfinished lights, the last one, and those beyond the limit of bytes are freed.
    size_t bytes = 0;
    for (int i = 0; i < MAX_LIGHTS; i++) {
        struct picture_light *light = &state->lights[i];
        bytes += light->texture.id ? texture_bytes(&light->texture) : 0;
        if (i == MAX_LIGHTS - 1 || bytes > most_bytes || picture_light_left(light) > 0)
            picture_light_finish(light);
    }
    move_to_front(state, MAX_LIGHTS - 1);
    return begin_light(state, gpu, &state->picture.image, place, &state->lights[0])
               ? &state->lights[0]
               : NULL;
}

// ---- drawing

static size_t refine(const struct scene_call *call, size_t texels)
{
    struct image_state *state = call->state;
    const struct image *image = &state->picture.image;
    const struct picture_place place = find_place(call, image);
    if (!state->picture.overview.texels)
        return 0;                                      // draw uploads it
    static const size_t most_bytes_at_once = 16 << 20; // bytes, since copying takes time too
    const size_t most = most_bytes_at_once / image_texel_bytes(image->type);
    struct picture_light *light = light_of(state, call->gpu, &place);
    if (light) {
        picture_light_make(light, call->gpu, texels < most ? texels : most);
        return picture_light_left(light);
    }
    if (!state->is_too_large)
        log_warning("the GPU has no memory for the light of a picture of %dx%d; an overview of it "
                    "is shown",
                    image->width, image->height);
    state->is_too_large = true;
    return 0;
}

static void draw(const struct scene_call *call)
{
    struct image_state *state = call->state;
    const struct image *image = &state->picture.image, *overview = &state->picture.overview;
    struct picture_place place = find_place(call, image);
    bool is_ready = !call->may_be_coarse || !overview->texels;
    for (int i = 0; i < MAX_LIGHTS && !is_ready; i++)
        is_ready = picture_light_is_of(&state->lights[i], &place) &&
                   picture_light_left(&state->lights[i]) == 0;
    struct picture_light *light = is_ready ? light_of(state, call->gpu, &place) : &state->overview;
    if (!is_ready) {
        image = overview;
        place = find_place(call, overview);
        if (!picture_light_is_of(light, &place) &&
            !begin_light(state, call->gpu, overview, &place, light))
            light = NULL;
    }
    if (!light)
        log_fatal("the GPU has no memory for the light of a picture of %dx%d; a smaller --size "
                  "helps",
                  image->width, image->height);
    picture_light_make(light, call->gpu, SIZE_MAX);
    picture_light_draw(light, call->gpu, call->output);
}

const struct scene scene_image = {
    .name = "image",
    .summary = "A picture from a file",
    .params = rows,
    .read = read,
    .create = create,
    .receive = receive,
    .is_opaque = is_opaque,
    .refine = refine,
    .destroy = destroy,
    .size = size,
    .fit = fit,
    .draw = draw,
};
