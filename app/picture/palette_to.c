#define LOG_MODULE "palette"
#include "app/picture/capture.h"
#include "effects/palette/palette.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <stdlib.h>
#include <string.h>

// Returns the last step that has a palette, or NULL.
static const struct chain_step *find_step(const struct chain *chain)
{
    for (int i = chain->count - 1; i >= 0; i--) {
        const struct chain_step *step = &chain->steps[i];
        const struct param *row = param_find(step->effect->params, "palette");
        if (row && !step->off && palette_is_given(param_const_field(row, step->params)))
            return step;
    }
    return NULL;
}

// The plan stores the palette with the step's node, fused or not.
static const struct palette *find_palette(const struct plan *plan, const struct chain_step *step)
{
    for (int i = 0; i < plan->count; i++) {
        const struct plan_node *node = &plan->nodes[i];
        const struct fused_steps *const runs[] = { &node->run, &node->after };
        for (int k = 0; k < 2; k++)
            if (fused_steps_have(runs[k], step))
                return runs[k]->file;
    }
    return NULL;
}

int palette_to_run(const struct draw_options *draw, const struct picture_options *options)
{
    struct headless headless;
    struct error error;
    if (!find_step(&draw->chain)) {
        error_set(&error, "--palette-to: no step of the chain has a palette; say --chain "
                          "tonemap,dither:palette=auto:colors=16");
        return report_error(EXIT_USAGE, &error);
    }
    int status = headless_open(&headless, draw, false);
    if (status == EXIT_SUCCESS) {
        const struct side *side = &headless.renderer.side;
        const struct palette *palette = find_palette(&side->plan, find_step(&side->chain));
        char colours[32];
        snprintf(colours, sizeof(colours), ", %d colour%s", palette->count,
                 text_plural(palette->count));
        if (palette_write(palette, options->path, &error))
            report_written(options->path, colours);
        else
            status = report_error(EXIT_MACHINE, &error);
    }
    headless_close(&headless);
    return status;
}
