#include "tests/scene_fixture.h"

#include <math.h>

void shoot_choice(const struct scene_choice *choice, void *state, const struct scene_shot *shot,
                  struct image *image)
{
    struct gpu *gpu = gpu_fixture();
    struct texture target;
    const struct texture_desc desc = { shot->width, shot->height, FORMAT_RGBA32F, 0, "shot" };
    texture_init(&target, &desc);
    gpu_begin_frame(gpu, "frame");
    scene_draw(choice, state, gpu, shot->time, shot->samples, shot->scale > 0 ? shot->scale : 1,
               &target);
    gpu_end_frame(gpu);
    texture_read(&target, IMAGE_TYPE_F64, image);
    texture_finish(&target);
}

void shoot_scene(const struct scene_shot *shot, struct image *image)
{
    struct gpu *gpu = gpu_fixture();
    struct scene_choice choice;
    struct error error;
    void *state = NULL;
    if (!scene_parse(&choice, shot->scene, &error))
        fail_msg("%s: %s", shot->scene, error.text);
    if (choice.scene->create && !(state = choice.scene->create(gpu, choice.params, &error)))
        fail_msg("%s: %s", shot->scene, error.text);
    shoot_choice(&choice, state, shot, image);
    if (choice.scene->destroy)
        choice.scene->destroy(gpu, state);
}

void assert_is_light(const struct image *image)
{
    const double *values = image->texels;
    const size_t count = (size_t) image->width * (size_t) image->height * 4;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]) || values[i] < 0)
            fail_msg("value %zu of %dx%d is %g", i, image->width, image->height, values[i]);
}
