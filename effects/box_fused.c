// The box along columns and rows in one dispatch.

#include "effects/box_parts.h"
#include "effects/dual.h"
#include "render/divide.h"
#include "render/pass.h"

#include <stdio.h>
#include <string.h>

// What the shader is made of: the furthest that the threads beside a strip reach, rows of a turn,
// neighbours in a row that a thread averages.
enum { MAX_REACH = 16, STEP = 8, CHUNK = 8 };

// An NVIDIA H200 runs so many groups at a time, three on each of its parts. If there are more, most
// of it waits for a few at the end.
enum { GROUPS = 396, MIN_SEGMENT = 64 };

// A wide box keeps so many texels in registers that only smaller groups run three at a time.
static int strip_of(const struct effect_call *call)
{
    const struct box box = box_of_call(call);
    if (!box_is_packed(call))
        return 64;
    return box.radius > 8 || box.end > 0 ? 96 : 128;
}

// Rows of a group, whole turns.
static int segment_of(const struct effect_call *call)
{
    const int strips = divide_up(call->width, strip_of(call));
    const int segments = strips < GROUPS ? GROUPS / strips : 1;
    const int rows = divide_up(divide_up(call->height, segments), STEP) * STEP;
    return rows > MIN_SEGMENT ? rows : MIN_SEGMENT;
}

void box_run_fused(const struct effect_call *call)
{
    const struct box box = box_of_call(call);
    if (box_reach(&box) == 0) {
        dual_copy(call, call->programs[BOX_COPY]);
        return;
    }
    const int segment = segment_of(call);
    const struct pass pass = {
        .label = "rows + columns",
        .program = call->programs[BOX_ROWS],
        .images = { { .texture = (struct texture *) call->input, // which is only read
                      .words = box_reads_words(call) } },
        .output = call->output,
        .uniforms = { U_VEC2((float) call->width, (float) call->height), U_FLOAT((float) box.end),
                      U_FLOAT((float) (1 / box_total(&box))), U_INT(segment) },
        .groups = { divide_up(call->width, strip_of(call)), divide_up(call->height, segment) },
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
    const double reach = 2 * box_reach(&box), strip = strip_of(call);
    const double columns = 1 + reach / strip; // for each one of the strip
    const double threads = strip + 2 * MAX_REACH;
    cost->texels += box_texels(call) * columns * (1 + reach / segment_of(call));
    cost->shared += box_texels(call) * (2 * columns + 3 + (reach + 1) / CHUNK / CHUNK);
    cost->held =
        STEP * ((threads + 1) * (box_is_packed(call) ? 8 : 16) + (threads / CHUNK + 1) * 16);
    cost->stores += box_texels(call);
    if (!box_is_software(call))
        cost->waits += segment_of(call) / STEP;
    cost->passes++;
}

void box_vary_fused(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    const struct box box = box_of_call(call);
    const int strip = strip_of(call);
    snprintf(defines, EFFECT_DEFINES_SIZE,
             "EDGE=%d INPUT=%s WORDS=%d PACKED=%d RADIUS=%d REACH=%d WIDTH=%d THREADS=%d",
             box_edge(call), texture_format_name(call->format), box_reads_words(call),
             box_is_packed(call), box.radius, box_reach(&box), strip, strip + 2 * MAX_REACH);
}
