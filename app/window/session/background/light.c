#include "app/window/session/background/background.h"
#include "render/text/clock.h"

static const double seconds_between = 0.1;

static void finish_side(struct chain_light *light)
{
    texture_finish(&light->side.output);
    *light = (struct chain_light){ 0 };
}

void light_finish(struct light *light)
{
    for (int i = 0; i < 2; i++) {
        histogram_finish(&light->counters[i]);
        finish_side(&light->sides[i]);
    }
    *light = (struct light){ 0 };
}

// Draws the light of a chain once its programs are compiled, if it has one. `may_build`: no other
// program is being compiled.
static void draw_side(struct chain_light *light, struct renderer *renderer,
                      const struct chain *chain, bool may_build)
{
    struct error error;
    struct side *side = &light->side;
    struct plan_options options = renderer->plan_options;
    const struct texture *source = &renderer->source;
    options.linear = true;
    if (side->output.width != source->width || side->output.height != source->height)
        finish_side(light);
    texture_fit_plain(&side->output, source->width, source->height, FORMAT_RGBA32F, "light");
    if (!light->was_tried || plan_needs_rebuild(&side->chain, chain)) {
        if (!may_build || renderer_prepare_plan(renderer, chain, &options) > 0)
            return;
        side->chain = *chain;
        light->is_built = plan_build(&side->plan, &side->chain, &renderer->gpu, &options, &error);
        light->was_tried = true;
    }
    side->chain = *chain;
    light->is_valid = true;
    if (light->is_built)
        plan_run(&side->plan, NULL, &renderer->gpu, source, &side->output, renderer->frame - 1);
}

static bool is_counting(const struct light *light)
{
    return light->counters[0].snapshot.fence || light->counters[1].snapshot.fence;
}

void light_draw(struct light *light, struct renderer *renderer, const struct side *seen,
                const struct chain *other, bool changed, bool may_build)
{
    const struct chain *const chains[] = { &seen->chain, other };
    struct chain_light *own = &light->sides[0];
    light->is_known = histogram_read(&light->counters[0], false, &light->before) || light->is_known;
    histogram_read(&light->counters[1], false, &light->after);
    const bool counts = light->shows_histograms && !is_counting(light) &&
                        clock_seconds() >= light->next && histogram_is_ready(&renderer->gpu);
    for (int i = 0; i < 2; i++) {
        struct chain_light *side = &light->sides[i];
        if (!chains[i] || !(light->shows_loupe || (i == 0 && light->shows_histograms))) {
            finish_side(side);
            side->is_valid = true; // nothing is missing
            continue;
        }
        // A step that is viewed is another chain.
        if (changed || !side->was_tried || !chain_equal(&side->side.chain, chains[i]))
            side->is_valid = false;
        if (i == 0 && (!side->is_valid || light->seen != seen))
            light->is_due = true;
        if (!side->is_valid && (counts || light->shows_loupe))
            draw_side(side, renderer, chains[i], may_build);
    }
    light->seen = seen;
    light->is_due = light->is_due || !light->shows_histograms;
    if (!counts || !light->is_due || !own->is_valid)
        return;
    histogram_count(&light->counters[0], &renderer->gpu, &renderer->source, &seen->output);
    if (own->is_built)
        histogram_count(&light->counters[1], &renderer->gpu, &own->side.output, NULL);
    light->has_after = own->is_built;
    light->is_due = false;
    light->next = clock_seconds() + seconds_between;
}

const struct texture *light_of(const struct light *light, int side)
{
    const struct chain_light *from = &light->sides[side];
    return from->is_valid && from->is_built ? &from->side.output : NULL;
}

bool light_is_due(const struct light *light)
{
    return (light->shows_loupe && !(light->sides[0].is_valid && light->sides[1].is_valid)) ||
           (light->shows_histograms && (light->is_due || is_counting(light)));
}
