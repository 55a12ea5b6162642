#include "effects/plan/plan_sequence.h"

#include "effects/effect_impl.h"
#include "effects/plan/plan_layout.h"
#include "effects/plan/plan_site.h"

// Inserted before display values are needed if the chain itself does not encode.
static const struct chain_step encode_step = {
    .effect = &effect_encode,
    .roi = { 0, 0, 1, 1 },
};

static void append(struct plan_sequence *sequence, const struct chain_step *step, int index)
{
    const struct effect *effect = step->effect;
    const int cell = effect_cell(effect, step->params, sequence->height, sequence->cell);
    const bool was_display = sequence->is_display;
    sequence->is_display |= effect_makes_display(effect, step->params);
    if (effect->file.path || param_value(effect->params, "edge", step->params) == EDGE_ZERO)
        sequence->is_opaque = false;
    if (effect_makes_cells(effect))
        sequence->cell = cell;
    sequence->items[sequence->count++] = (struct plan_sequence_item){
        .step = step,
        .is_identity = effect_is_identity(effect, step->params, sequence->height),
        .index = index,
        .cell = cell,
        .is_opaque = sequence->is_opaque,
        .is_display_input = was_display,
        .is_display_output = sequence->is_display,
    };
}

// Sets the error, which names the step of the chain that made display values.
static bool reject_linear_step(const struct plan_sequence *sequence, const struct chain *chain,
                               int index, struct error *error)
{
    int i = 0;
    while (sequence->items[i].index < 0 || !sequence->items[i].is_display_output)
        i++;
    const int first = sequence->items[i].index;
    return error_set(error,
                     "step %d: %s works on linear light, but step %d, %s, has made display values "
                     "of it; move it before step %d",
                     index + 1, chain->steps[index].effect->name, first + 1,
                     chain->steps[first].effect->name, first + 1);
}

bool plan_sequence_make(struct plan_sequence *sequence, const struct chain *chain,
                        const struct plan_options *options, struct error *error)
{
    const bool linear = options->linear;
    *sequence = (struct plan_sequence){
        .height = options->height,
        .cell = 1,
        .is_opaque = options->is_opaque,
    };
    for (int i = 0; i < chain->count; i++) {
        const struct chain_step *step = &chain->steps[i];
        const enum colour_state colour = effect_colour(step->effect, step->params);
        if (step->off)
            continue;
        if (linear && effect_makes_display(step->effect, step->params))
            return true;
        if (sequence->is_display && (colour == COLOUR_LINEAR || colour == COLOUR_ENCODES))
            return reject_linear_step(sequence, chain, i, error);
        if (!sequence->is_display && colour == COLOUR_DISPLAY)
            append(sequence, &encode_step, -1);
        append(sequence, step, i);
    }
    if (!linear && !sequence->is_display)
        append(sequence, &encode_step, -1);
    return true;
}

// A length in per cent can exceed the range in pixels if the picture is high.
static bool check_lengths(const struct chain_step *step, int height, struct error *error)
{
    param_for_each(row, step->effect->params) {
        const struct length *length = (const void *) (step->params + row->offset);
        if (row->type == PARAM_TYPE_LENGTH && length_pixels(*length, height) > row->max)
            return error_set(error, "%s is %.0f px at this height, and goes up to %g px", row->key,
                             length_pixels(*length, height), row->max);
    }
    return true;
}

bool plan_sequence_check(struct plan_sequence *sequence, const struct plan_options *options,
                         struct error *error)
{
    for (int i = 0; i < sequence->count; i++) {
        struct plan_sequence_item *item = &sequence->items[i];
        const struct effect *effect = item->step->effect;
        if (!check_lengths(item->step, sequence->height, error) ||
            !effect_check(effect, item->step->params, plan_depth(options), &item->file, error))
            return error_name(error, effect->name);
        if (options->palettes && chain_step_palette_size(item->step) > 0)
            item->file = options->palettes[item->index];
    }
    return true;
}

struct effect_site plan_sequence_site(const struct plan_sequence_item *item,
                                      const struct plan_options *options,
                                      const struct context_info *info)
{
    struct effect_site site =
        plan_step_site(options, info, item->step, item->cell, item->is_display_input);
    site.file = item->file;
    site.is_opaque = item->is_opaque;
    return site;
}
