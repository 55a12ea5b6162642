#include "app/picture/capture.h"
#include "effects/palette/palette.h"
#include "effects/step_file.h"

// Returns the last step that has a palette, or NULL.
static const struct chain_step *find_step(const struct chain *chain)
{
    for (int i = chain->count - 1; i >= 0; i--) {
        const struct chain_step *step = &chain->steps[i];
        const struct param *row = param_find(step->effect->params, "palette");
        if (row && !step->off && step_file_is_given(param_const_field(row, step->params)))
            return step;
    }
    return NULL;
}

bool capture_palette_check(const struct chain *chain, bool is_linear, struct error *error)
{
    if (is_linear)
        return error_set(error, "--output: light has no palette; write a .gpl with a .png");
    return find_step(chain) || error_set(error, "--output: no step of the chain has a palette; say "
                                                "--chain tonemap,dither:palette=auto:colors=16");
}

const struct palette *capture_palette(const struct side *side)
{
    const struct chain_step *step = find_step(&side->chain);
    // The plan stores the palette with the step's node, fused or not.
    for (int i = 0; i < side->plan.count; i++) {
        const struct plan_node *node = &side->plan.nodes[i];
        const struct fused_steps *const runs[] = { &node->run, &node->after };
        for (int k = 0; k < 2; k++)
            if (fused_steps_have(runs[k], step))
                return runs[k]->file;
    }
    return NULL;
}
