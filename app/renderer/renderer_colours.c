#include "app/renderer/renderer.h"
#include "effects/palette/palette.h"
#include "render/frame_work.h"
#include "render/text/hash.h"

#include <string.h>

// Returns a hash of the effects and choices that a palette depends on. Numeric values are not part
// of it: the palette stays while they change.
static uint64_t hash_place(const struct chain *chain, int step)
{
    const int requested = chain_step_palette_size(&chain->steps[step]);
    uint64_t hash = hash_bytes(HASH_BEGIN, &requested, sizeof(requested));
    for (int i = 0; i < step; i++) {
        const struct effect *effect = chain->steps[i].effect;
        if (chain->steps[i].off)
            continue;
        hash = hash_bytes(hash, effect->name, strlen(effect->name) + 1);
        param_for_each(row, effect->params)
            if (row->type == PARAM_TYPE_CHOICE && strcmp(row->key, "impl") != 0) {
                const float choice = param_get(row, chain->steps[i].params, 0);
                hash = hash_bytes(hash, &choice, sizeof(choice));
            }
    }
    return hash;
}

static const struct palette *find_palette(struct renderer *renderer, const struct chain *chain,
                                          int step, const struct plan_options *options,
                                          struct error *error)
{
    struct gpu *gpu = &renderer->gpu;
    const struct gpu_timer timer = gpu->timer;
    const struct gpu_snapshot snapshot = gpu->snapshot;
    struct chain before = *chain;
    struct plan_options shown = *options;
    struct plan plan;
    struct image picture;
    struct palette palette;
    before.count = step;
    shown.depth = 8;
    if (!plan_build(&plan, &before, gpu, &shown, error))
        return NULL;
    gpu_timer_init(&gpu->timer); // this frame is not timed
    gpu->snapshot = (struct gpu_snapshot){ 0 };
    gpu_begin_frame(gpu, "colours");
    struct texture *source = texture_pool_acquire(&gpu->pool, plan.options.width,
                                                  plan.options.height, plan.options.format);
    struct texture *output =
        texture_pool_acquire(&gpu->pool, plan.options.width, plan.options.height, FORMAT_RGBA8);
    scene_draw(&renderer->scene, renderer->scene_state, gpu, renderer->drawn.time,
               renderer->samples, renderer->scene_scale, source);
    plan_run(&plan, NULL, gpu, source, output, renderer->frame);
    texture_read(output, IMAGE_TYPE_U8, &picture);
    texture_pool_release(&gpu->pool, source);
    texture_pool_release(&gpu->pool, output);
    gpu_end_frame(gpu);
    gpu_timer_finish(&gpu->timer);
    gpu->timer = timer;
    gpu->snapshot = snapshot;
    palette_find(&palette, &picture, chain_step_palette_size(&chain->steps[step]));
    image_finish(&picture);
    return palette_keep(&palette);
}

bool renderer_find_colours(struct renderer *renderer, const struct chain *chain,
                           struct plan_options *options,
                           const struct palette *found[CHAIN_MAX_STEPS], struct error *error)
{
    struct renderer_colours *colours = &renderer->colours;
    memset(found, 0, sizeof(*found) * CHAIN_MAX_STEPS);
    options->palettes = found;
    for (int i = 0; i < chain->count && !options->linear; i++) {
        if (chain->steps[i].off || chain_step_palette_size(&chain->steps[i]) == 0)
            continue;
        const uint64_t place = hash_place(chain, i);
        for (int k = 0; k < RENDERER_MAX_COLOURS && !found[i]; k++)
            if (colours->known[k].palette && colours->known[k].place == place)
                found[i] = colours->known[k].palette;
        if (found[i])
            continue;
        frame_work_begin(FRAME_WORK_PALETTE);
        found[i] = find_palette(renderer, chain, i, options, error);
        frame_work_end();
        if (!found[i])
            return false;
        colours->known[colours->next % RENDERER_MAX_COLOURS].place = place;
        colours->known[colours->next++ % RENDERER_MAX_COLOURS].palette = found[i];
    }
    return true;
}
