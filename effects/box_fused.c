// The box along columns and rows in one dispatch.

#include "effects/box_row.h"
#include "effects/dual.h"
#include "render/pass.h"

#include <stdio.h>
#include <string.h>

// Rows of a group, and what the shader is made of: the furthest that the threads beside a strip
// reach, rows of a turn, those that are read at once, neighbours in a row that a thread averages.
enum { SEGMENT = 136, MAX_REACH = 16, STEP = 8, READ_AT_ONCE = 4, CHUNK = 8 };

static int strip_of(const struct effect_call *call)
{
    return box_is_packed(call) ? 128 : 64;
}

void box_run_fused(const struct effect_call *call)
{
    const struct box box = box_of_call(call);
    if (box_reach(&box) == 0) {
        dual_copy(call, call->programs[BOX_COPY]);
        return;
    }
    const struct pass pass = {
        .label = "rows + columns",
        .program = call->programs[BOX_ROWS],
        .images = { { .texture = (struct texture *) call->input } }, // which is only read
        .output = call->output,
        .uniforms = { U_VEC2((float) call->width, (float) call->height), U_FLOAT((float) box.end),
                      U_FLOAT((float) (1 / box_total(&box))), U_INT(SEGMENT) },
        .groups = { box_groups_for(call->width, strip_of(call)),
                    box_groups_for(call->height, SEGMENT) },
    };
    pass_run(call->gpu, &pass);
}

bool box_fits_fused(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    const struct box box = box_of_call(call);
    if (!box_fits(call, why))
        return false;
    if (box.iterations > 1) {
        snprintf(why, EFFECT_WHY_SIZE, "one iteration is all it does, and iterations is %d",
                 box.iterations);
        return false;
    }
    if (box_reach(&box) > MAX_REACH) {
        snprintf(why, EFFECT_WHY_SIZE,
                 "the %d columns that it sums beside each strip are enough up to radius %d, and "
                 "this one is %.4g",
                 2 * MAX_REACH, MAX_REACH, box.radius + box.end);
        return false;
    }
    return true;
}

void box_cost_fused(const struct effect_call *call, struct cost *cost)
{
    const struct box box = box_of_call(call);
    if (box_cost_copy(call, cost))
        return;
    const double width = 2 * box.radius + 1, strip = strip_of(call);
    const double columns = 1 + 2 * box_reach(&box) / strip; // for each one of the strip
    cost->texels += box_texels(call) * columns * (2 + width / SEGMENT);
    cost->shared += box_texels(call) * (columns + width / CHUNK + 1 + 2);
    cost->held = STEP * (strip + 2 * MAX_REACH + 1) * (box_is_packed(call) ? 8 : 16);
    cost->stores += box_texels(call);
    if (!box_is_software(call))
        cost->waits += SEGMENT / READ_AT_ONCE;
    cost->passes++;
}

void box_vary_fused(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    const struct box box = box_of_call(call);
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d INPUT=%s PACKED=%d RADIUS=%d REACH=%d",
             box_edge(call), texture_format_name(call->format), box_is_packed(call), box.radius,
             box_reach(&box));
}
