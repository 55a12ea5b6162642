#include "app/window/session/background/light.h"

#include "render/text/clock.h"

static const double seconds_between = 0.1;

// ---- the light of a chain

static void chain_light_finish(struct chain_light *light)
{
    texture_finish(&light->side.output);
    *light = (struct chain_light){ 0 };
}

// Updates the light to the chain once its programs are compiled. Returns false while they are not.
// `may_build`: no other program is being compiled.
static bool chain_light_update(struct chain_light *light, struct renderer *renderer,
                               const struct chain *chain, bool may_build)
{
    struct error error;
    struct plan_options options = renderer->plan_options;
    const struct texture *source = &renderer->source;
    struct texture *output = &light->side.output;
    options.linear = true;
    if (output->width != source->width || output->height != source->height)
        chain_light_finish(light);
    texture_fit_plain(output, source->width, source->height, FORMAT_RGBA32F, "light");
    if (!light->was_tried || plan_needs_rebuild(&light->side.chain, chain)) {
        if (!may_build || renderer_prepare_plan(renderer, chain, &options) > 0)
            return false;
        light->side.chain = *chain;
        light->is_built =
            plan_build(&light->side.plan, &light->side.chain, &renderer->gpu, &options, &error);
        light->was_tried = true;
    }
    light->side.chain = *chain;
    return true;
}

// Draws the image, outside a GPU frame, if the chain has one.
static void chain_light_draw(struct chain_light *light, struct renderer *renderer)
{
    if (light->is_built)
        plan_run(&light->side.plan, &renderer->gpu, &renderer->source, &light->side.output,
                 renderer->frame - 1);
}

// ---- how it is spread

void light_finish(struct light *light)
{
    for (int i = 0; i < 2; i++)
        histogram_finish(&light->counters[i]);
    chain_light_finish(&light->chain_light);
    *light = (struct light){ 0 };
}

static bool is_counting(const struct light *light)
{
    return light->counters[0].snapshot.fence || light->counters[1].snapshot.fence;
}

void light_draw(struct light *light, struct renderer *renderer, const struct side *seen,
                bool changed, bool may_build)
{
    struct chain_light *chain_light = &light->chain_light;
    // A step that is viewed is another chain with the same texture.
    light->is_due = light->is_due || changed || light->seen != seen ||
                    !chain_equal(&light->seen_chain, &seen->chain);
    light->seen = seen;
    light->seen_chain = seen->chain;
    if (!light->requested) {
        light->is_due = true;
        chain_light_finish(chain_light);
        return;
    }
    light->is_known = histogram_read(&light->counters[0], false, &light->before) || light->is_known;
    histogram_read(&light->counters[1], false, &light->after);
    if (!light->is_due || is_counting(light) || clock_seconds() < light->next ||
        !histogram_is_ready(&renderer->gpu) ||
        !chain_light_update(chain_light, renderer, &renderer->side.chain, may_build))
        return;
    histogram_count(&light->counters[0], &renderer->gpu, &renderer->source, &seen->output);
    light->has_after = chain_light->is_built;
    chain_light_draw(chain_light, renderer);
    if (chain_light->is_built)
        histogram_count(&light->counters[1], &renderer->gpu, &chain_light->side.output, NULL);
    light->is_due = false;
    light->next = clock_seconds() + seconds_between;
}

bool light_is_due(const struct light *light)
{
    return light->requested && (light->is_due || is_counting(light));
}

// ---- the loupe

static void finish_side(struct loupe *loupe, int side)
{
    if (loupe->lights[side].side.output.id)
        chain_light_finish(&loupe->lights[side]);
    loupe->is_valid[side] = true; // nothing is missing
}

void loupe_finish(struct loupe *loupe)
{
    for (int side = 0; side < 2; side++)
        finish_side(loupe, side);
}

void loupe_draw(struct loupe *loupe, struct renderer *renderer, const struct chain *seen,
                const struct chain *other, bool changed, bool may_build)
{
    const struct chain *const chains[] = { seen, other };
    for (int side = 0; side < 2; side++) {
        struct chain_light *light = &loupe->lights[side];
        if (!loupe->requested || !chains[side]) {
            finish_side(loupe, side);
            continue;
        }
        if (changed || !light->was_tried || !chain_equal(&light->side.chain, chains[side]))
            loupe->is_valid[side] = false;
        if (loupe->is_valid[side] || !chain_light_update(light, renderer, chains[side], may_build))
            continue;
        chain_light_draw(light, renderer);
        loupe->is_valid[side] = true;
    }
}

const struct texture *loupe_light(const struct loupe *loupe, int side)
{
    const struct chain_light *light = &loupe->lights[side];
    return loupe->is_valid[side] && light->is_built ? &light->side.output : NULL;
}

bool loupe_is_due(const struct loupe *loupe)
{
    return loupe->requested && !(loupe->is_valid[0] && loupe->is_valid[1]);
}
