#include "render/scene/scene.h"

#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/pass.h"
#include "render/text/memory.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

extern const struct scene scene_icosahedra, scene_harbour, scene_blocks, scene_firefly, scene_bars,
    scene_lights, scene_impulse, scene_zone_plate, scene_ramp, scene_checker, scene_image;

const struct scene *const scenes[] = {
    &scene_icosahedra, &scene_harbour, &scene_blocks,  &scene_firefly,
    &scene_bars,       &scene_lights,  &scene_impulse, &scene_zone_plate,
    &scene_ramp,       &scene_checker, &scene_image,   NULL,
};

bool scene_shares_state(const struct scene_choice *a, const struct scene_choice *b)
{
    if (a->scene != b->scene)
        return false;
    param_for_each(row, a->scene->params)
        if (row->type == PARAM_TYPE_TEXT && !param_equal(row, a->params, b->params))
            return false;
    return true;
}

// ---- states

// In texels. An image above MAX_AT_ONCE gets an overview; a smaller one is uploaded within a
// frame.
enum { MAX_AT_ONCE = 1 << 21, MAX_OF_OVERVIEW = 1 << 20 };

static void *free_images(void *data)
{
    struct scene_picture *picture = data;
    image_finish(&picture->image);
    image_finish(&picture->overview);
    free(picture);
    return NULL;
}

void scene_picture_finish(struct scene_picture *picture)
{
    pthread_t thread;
    struct scene_picture *taken = memory_grow(NULL, sizeof(*taken), 1);
    *taken = *picture;
    *picture = (struct scene_picture){ 0 };
    if (taken->overview.texels && pthread_create(&thread, NULL, free_images, taken) == 0)
        pthread_detach(thread);
    else
        free_images(taken);
}

void scene_picture_overview(struct scene_picture *picture)
{
    const struct image *image = &picture->image;
    if ((size_t) image->width * (size_t) image->height > MAX_AT_ONCE)
        image_overview(image, MAX_OF_OVERVIEW, &picture->overview);
}

bool scene_create(const struct scene_choice *choice, struct gpu *gpu, void **state,
                  struct error *error)
{
    const struct scene *scene = choice->scene;
    *state = NULL;
    if (!scene->create)
        return true;
    *state = scene->create(gpu, choice->params, error);
    if (!*state || !scene->read)
        return *state;
    struct scene_picture picture = { 0 };
    if (scene->read(choice->params, NULL, &picture, error)) {
        if (choice->may_be_coarse)
            scene_picture_overview(&picture);
        scene->receive(*state, &picture);
        return true;
    }
    scene_destroy(scene, gpu, *state);
    *state = NULL;
    return false;
}

void scene_destroy(const struct scene *scene, struct gpu *gpu, void *state)
{
    if (scene->destroy && state)
        scene->destroy(gpu, state);
}

// ---- drawing

static int scaled(const struct scene_choice *choice, int size, float scale)
{
    const int whole = divide_up(size, choice->enlarged > 0 ? choice->enlarged : 1);
    const int texels = (int) ceilf((float) whole * scale - 1e-3f); // so that 0.3f * 10 gives 3
    return texels > 1 ? texels : 1;
}

static struct scene_call make_call(const struct scene_choice *choice, void *state, struct gpu *gpu,
                                   struct texture *output)
{
    return (struct scene_call){
        .gpu = gpu,
        .params = choice->params,
        .state = state,
        .is_tone_mapped = choice->is_tone_mapped,
        .may_be_coarse = choice->may_be_coarse,
        .output = output,
    };
}

void scene_fit(const struct scene_choice *choice, const void *state, int size[2])
{
    if (choice->scene->fit && state)
        choice->scene->fit(choice->params, state, size);
}

size_t scene_refine(const struct scene_choice *choice, void *state, struct gpu *gpu, float scale,
                    struct texture *output, size_t texels)
{
    struct texture sized = *output; // nothing is drawn into it
    sized.width = scaled(choice, output->width, scale);
    sized.height = scaled(choice, output->height, scale);
    const struct scene_call call = make_call(choice, state, gpu, &sized);
    return choice->scene->refine ? choice->scene->refine(&call, texels) : 0;
}

void scene_draw(const struct scene_choice *choice, void *state, struct gpu *gpu, double time,
                int samples, float scale, struct texture *output)
{
    const int width = scaled(choice, output->width, scale);
    const int height = scaled(choice, output->height, scale);
    const bool is_direct = width == output->width && height == output->height;
    assert(scale > 0 && scale <= 1);
    assert(samples >= 0 && samples <= gpu->info.max_samples);

    gpu_timer_push(&gpu->timer, "scene");
    struct texture *target =
        is_direct ? output : texture_pool_acquire(&gpu->pool, width, height, output->format);
    struct scene_call call = make_call(choice, state, gpu, target);
    call.time = time;
    call.samples = samples;
    choice->scene->draw(&call);
    if (!is_direct) {
        const struct program_desc desc = { .file = "scene/upsample.frag" };
        const struct pass upsample = {
            .verb = "upsample",
            .program = program_cache_need(&gpu->programs, &desc),
            .inputs = { { target, FILTER_LINEAR, EDGE_CLAMP } },
            .output = output,
            // A texel becomes a square of u_side texels; 0: smooth interpolation.
            .uniforms = { U_VEC2("u_size", (float) output->width, (float) output->height),
                          U_INT("u_side", scale == 1 ? choice->enlarged : 0) },
        };
        pass_run(gpu, &upsample);
        texture_pool_release(&gpu->pool, target);
    }
    pass_copy_to_snapshot(gpu, output);
    gpu_timer_pop(&gpu->timer);
}
