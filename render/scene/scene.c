#include "render/scene/scene.h"

#include "render/pass.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

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
    for (const struct param *row = a->scene->params; row && row->key; row++)
        if (row->type == PARAM_TYPE_TEXT && !param_equal(row, a->params, b->params))
            return false;
    return true;
}

// ---- states

static bool read_all(const struct scene_choice *choice, struct gpu *gpu, void *state,
                     struct error *error)
{
    const struct scene *scene = choice->scene;
    struct scene_picture picture = { 0 };
    bool is_whole = false;
    const bool is_fine = scene->read(choice->params, NULL, &picture, error) &&
                         scene->receive(gpu, state, &picture, SIZE_MAX, &is_whole, error);
    image_finish(&picture.image);
    assert(is_whole || !is_fine);
    return is_fine;
}

bool scene_create(const struct scene_choice *choice, struct gpu *gpu, void **state,
                  struct error *error)
{
    const struct scene *scene = choice->scene;
    *state = NULL;
    if (!scene->create)
        return true;
    *state = scene->create(gpu, choice->params, error);
    if (!*state || !scene->read || read_all(choice, gpu, *state, error))
        return *state;
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

static int scaled(int size, float scale)
{
    const int texels = (int) ceilf((float) size * scale - 1e-3f); // so that 0.3f * 10 gives 3
    return texels > 1 ? texels : 1;
}

// Scales a smaller picture up to the output's size.
static void upsample(struct gpu *gpu, const struct texture *from, struct texture *output)
{
    const struct program_desc desc = { .file = "scene/upsample.frag" };
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "upsample %dx%d", output->width, output->height);
    const struct pass pass = {
        .label = label,
        .program = program_cache_need(&gpu->programs, &desc),
        .inputs = { { from, FILTER_LINEAR, EDGE_CLAMP } },
        .output = output,
        .uniforms = { U_VEC2((float) output->width, (float) output->height) },
    };
    pass_run(gpu, &pass);
}

void scene_draw(const struct scene_choice *choice, void *state, struct gpu *gpu, double time,
                int samples, float scale, struct texture *output)
{
    const int width = scaled(output->width, scale), height = scaled(output->height, scale);
    const bool is_direct = width == output->width && height == output->height;
    assert(scale > 0 && scale <= 1);
    assert(samples >= 0 && samples <= gpu->info.max_samples);

    gpu_timer_push(&gpu->timer, "scene");
    struct texture *target =
        is_direct ? output : texture_pool_acquire(&gpu->pool, width, height, output->format);
    const struct scene_call call = {
        .gpu = gpu,
        .params = choice->params,
        .state = state,
        .time = time,
        .samples = samples,
        .is_tone_mapped = choice->is_tone_mapped,
        .output = target,
    };
    choice->scene->draw(&call);
    if (!is_direct) {
        upsample(gpu, target, output);
        texture_pool_release(&gpu->pool, target);
    }
    pass_watch(gpu, output);
    gpu_timer_pop(&gpu->timer);
}
