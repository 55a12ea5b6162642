#include "app/measure/quality/drawing.h"

#include <math.h>
#include <string.h>

static void run_plan(struct gpu *gpu, const struct plan *plan, const struct image *source,
                     struct image *output)
{
    struct texture_pool *pool = &gpu->pool;
    const int width = source->width, height = source->height;
    struct texture *from = texture_pool_acquire(pool, width, height, plan->options.format);
    struct texture *to = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
    texture_upload(from, source);
    plan_run(plan, gpu, from, to, 0);
    texture_read(to, IMAGE_TYPE_F64, output);
    texture_pool_release(pool, from);
    texture_pool_release(pool, to);
    texture_pool_end_frame(pool);
}

bool drawing_run(const struct drawing *drawing, const struct chain *chain, bool linear,
                 const struct image *source, struct image *output, struct error *error)
{
    struct plan plan;
    struct lab *lab = drawing->lab;
    const struct plan_options options = {
        .width = source->width,
        .height = source->height,
        .format = drawing->format,
        .fuse = drawing->fuse,
        .linear = linear,
        .times = lab->plan_options.times,
    };
    if (!lab_build_plan(lab, &plan, chain, &options, error))
        return false;
    run_plan(&lab->gpu, &plan, source, output);
    return true;
}

static void splat(struct image *image, const struct drawing_place *place, int channel)
{
    const int left = (int) floor(place->x), top = (int) floor(place->y);
    const double right_share = place->x - left, bottom_share = place->y - top;
    for (int i = 0; i < 4; i++) {
        const double across = i % 2 ? right_share : 1 - right_share;
        const double down = i / 2 ? bottom_share : 1 - bottom_share;
        if (across * down > 0)
            image_at(image, left + i % 2, top + i / 2)[channel] += across * down;
    }
}

bool drawing_points(const struct drawing *drawing, const struct chain *chain, int side,
                    const struct drawing_place places[DRAWING_POINTS], struct image *output,
                    struct error *error)
{
    struct image source;
    image_init(&source, side, side, IMAGE_TYPE_F64);
    for (int i = 0; i < DRAWING_POINTS; i++)
        splat(&source, &places[i], i);
    const bool drawn = drawing_run(drawing, chain, true, &source, output, error);
    image_finish(&source);
    return drawn;
}

void drawing_scene(struct lab *lab, double time, int width, int height, struct image *image)
{
    struct texture_pool *pool = &lab->gpu.pool;
    struct texture *texture = texture_pool_acquire(pool, width, height, FORMAT_RGBA32F);
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, time, lab->samples, lab->scene_scale,
               texture);
    texture_read(texture, IMAGE_TYPE_F64, image);
    texture_pool_release(pool, texture);
    texture_pool_end_frame(pool);
}

void drawing_round(const struct drawing *drawing, const struct image *from, struct image *to)
{
    struct texture_pool *pool = &drawing->lab->gpu.pool;
    struct texture *texture =
        texture_pool_acquire(pool, from->width, from->height, drawing->format);
    texture_upload(texture, from);
    texture_read(texture, IMAGE_TYPE_F64, to);
    texture_pool_release(pool, texture);
}

void drawing_settle(struct chain *chain, int height)
{
    for (int i = 0; i < chain->count; i++)
        for (const struct param *row = chain->steps[i].effect->params; row && row->key; row++) {
            struct length *length = param_field(row, chain->steps[i].params);
            if (row->type == PARAM_TYPE_LENGTH)
                *length = (struct length){ length_pixels(*length, height), 0 };
            else if (strcmp(row->key, "edge") == 0)
                param_set(row, chain->steps[i].params, 0, EDGE_CLAMP);
        }
}
