#include "app/stage/background/chain_light.h"

void chain_light_finish(struct chain_light *light)
{
    if (light->side.output.id)
        texture_finish(&light->side.output);
    *light = (struct chain_light){ 0 };
}

static void fit_output(struct chain_light *light, const struct texture *source)
{
    const struct texture_desc desc = {
        .width = source->width,
        .height = source->height,
        .format = FORMAT_RGBA32F,
        .label = "light",
    };
    const struct texture *output = &light->side.output;
    if (output->id && output->width == desc.width && output->height == desc.height)
        return;
    chain_light_finish(light);
    texture_init(&light->side.output, &desc);
}

bool chain_light_follow(struct chain_light *light, struct lab *lab, const struct chain *chain,
                        bool may_build)
{
    struct error error;
    struct plan_options options = lab->plan_options;
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

void chain_light_draw(struct chain_light *light, struct lab *lab)
{
    if (light->is_built)
        plan_run(&light->side.plan, &lab->gpu, &lab->source, &light->side.output, lab->frame - 1);
}
