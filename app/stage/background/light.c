#include "app/stage/background/light.h"

#include "app/text/clock.h"

static const double seconds_between = 0.1;

static void finish_side(struct light *light)
{
    if (light->side.output.id)
        texture_finish(&light->side.output);
    light->is_asked = light->is_built = false;
}

void light_finish(struct light *light)
{
    for (int i = 0; i < 2; i++)
        histogram_finish(&light->counters[i]);
    finish_side(light);
    *light = (struct light){ 0 };
}

// ---- the light that the chain keeps

static void fit_output(struct light *light, const struct texture *source)
{
    const struct texture_desc desc = {
        .width = source->width,
        .height = source->height,
        .format = FORMAT_RGBA32F,
        .label = "light",
    };
    struct texture *output = &light->side.output;
    if (output->id && output->width == desc.width && output->height == desc.height)
        return;
    finish_side(light);
    texture_init(output, &desc);
}

// Makes the plan ready once its programs are compiled. Returns false while they are not.
static bool follow_chain(struct light *light, struct lab *lab, bool may_build)
{
    struct error error;
    struct plan_options options = lab->plan_options;
    const struct chain *chain = &lab->side.chain;
    options.linear = true;
    fit_output(light, &lab->source);
    if (!light->is_asked || plan_needs_rebuild(&light->side.chain, chain)) {
        if (!may_build || lab_prepare_plan(lab, chain, &options) > 0)
            return false;
        light->side.chain = *chain;
        light->is_built =
            plan_build(&light->side.plan, &light->side.chain, &lab->gpu, &options, &error);
        light->is_asked = true;
    }
    light->side.chain = *chain;
    return true;
}

// ---- counting

static void take_counts(struct light *light)
{
    const bool has_before = histogram_read(&light->counters[0], false, &light->before);
    histogram_read(&light->counters[1], false, &light->after);
    light->is_known = light->is_known || has_before;
}

static bool is_counting(const struct light *light)
{
    return light->counters[0].fence || light->counters[1].fence;
}

static void count(struct light *light, struct lab *lab, const struct texture *seen)
{
    struct gpu *gpu = &lab->gpu;
    struct side *side = &light->side;
    histogram_count(&light->counters[0], gpu, &lab->source, seen);
    light->has_after = light->is_built;
    if (light->is_built) {
        plan_run(&side->plan, gpu, &lab->source, &side->output, lab->frame - 1);
        histogram_count(&light->counters[1], gpu, &side->output, NULL);
    }
    light->is_due = false;
    light->next = clock_seconds() + seconds_between;
}

// A step that is looked at is another chain in the same place.
static bool is_other(const struct light *light, const struct side *seen)
{
    return light->seen != seen || !chain_equal(&light->seen_chain, &seen->chain);
}

void light_draw(struct light *light, struct lab *lab, const struct side *seen, bool changed,
                bool may_build)
{
    light->is_due = light->is_due || changed || is_other(light, seen);
    light->seen = seen;
    light->seen_chain = seen->chain;
    if (!light->wanted) {
        light->is_due = true;
        finish_side(light);
        return;
    }
    take_counts(light);
    if (light->is_due && !is_counting(light) && clock_seconds() >= light->next &&
        follow_chain(light, lab, may_build))
        count(light, lab, &seen->output);
}

bool light_is_due(const struct light *light)
{
    return light->wanted && (light->is_due || is_counting(light));
}
