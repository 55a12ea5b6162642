#include "tests/scene_fixture.h"

#include "app/metrics.h"

#include <math.h>
#include <string.h>

void shoot_choice(const struct scene_choice *choice, void *state, const struct scene_shot *shot,
                  struct image *image)
{
    struct gpu *gpu = gpu_fixture();
    struct texture target;
    const struct texture_desc desc = {
        .width = shot->width,
        .height = shot->height,
        .format = FORMAT_RGBA32F,
        .label = "shot",
    };
    texture_init(&target, &desc);
    gpu_begin_frame(gpu, "frame");
    scene_draw(choice, state, gpu, shot->time, shot->samples, shot->scale > 0 ? shot->scale : 1,
               &target);
    gpu_end_frame(gpu);
    while (gpu_timer_collect(&gpu->timer, true)) // so that the next frame is the caller's
        ;
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

double psnr_inside(const struct image *a, const struct image *b, int border)
{
    struct image parts[2];
    for (int i = 0; i < 2; i++) {
        const struct image *whole = i ? b : a;
        image_init(&parts[i], whole->width - 2 * border, whole->height - 2 * border,
                   IMAGE_TYPE_F64);
        for (int y = 0; y < parts[i].height; y++)
            for (int x = 0; x < parts[i].width; x++)
                memcpy(image_at(&parts[i], x, y), image_at(whole, x + border, y + border),
                       4 * sizeof(double));
    }
    const struct metrics_difference difference = metrics_difference(&parts[0], &parts[1]);
    image_finish(&parts[0]);
    image_finish(&parts[1]);
    return metrics_psnr(&difference, 1);
}
