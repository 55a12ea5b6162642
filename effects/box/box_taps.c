// The box by its taps: every texel under it is read for every texel that is written.

#include "effects/box/box_parts.h"
#include "render/pass.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TAPS = BOX_MAX_WEIGHTS };

// Offset and weight of each tap of several iterations, as texels of a table; `linear` takes pairs.
static int make_taps(const struct box *box, bool linear, float taps[static 4 * MAX_TAPS])
{
    double weights[BOX_MAX_WEIGHTS + 1];
    const int texels = box_weights(box, weights), step = linear ? 2 : 1;
    int count = 0;
    weights[texels] = 0;
    for (int i = 0; i < texels; i += step, count++) {
        const double next = linear ? weights[i + 1] : 0, sum = weights[i] + next;
        const float tap[] = { (float) (i - box_reach(box) + next / sum), (float) sum, 0, 0 };
        memcpy(taps + 4 * count, tap, sizeof(tap));
    }
    return count;
}

static int count_taps(const struct box *box, bool linear)
{
    if (box->iterations > 1)
        return linear ? box_reach(box) + 1 : 2 * box_reach(box) + 1;
    return linear ? box->radius + 1 + (box->end > 0) : 2 * box_reach(box) + 1;
}

static void run_taps(const struct effect_call *call, const struct texture *from, struct texture *to,
                     bool down, bool linear)
{
    const struct box box = box_of_call(&call->site);
    float taps[4 * MAX_TAPS];
    struct pass pass = {
        .label = down ? "columns" : "rows",
        .program = call->programs[down ? BOX_COLUMNS : BOX_ROWS],
        .inputs = { { from, linear ? FILTER_LINEAR : FILTER_NEAREST, box_edge(&call->site) } },
        .output = to,
        .uniforms = { U_INT(count_taps(&box, linear)), U_INT(box.radius), U_FLOAT((float) box.end),
                      U_FLOAT(box.iterations > 1 ? 1 : (float) (1 / box_total(&box))) },
    };
    if (box.iterations > 1) {
        const int count = make_taps(&box, linear, taps);
        pass.inputs[1].texture = table_get(&call->gpu->tables, taps, count, 1, FORMAT_RGBA32F);
    }
    pass_run(call->gpu, &pass);
}

static void taps_nearest(const struct effect_call *call, const struct box *box,
                         const struct texture *from, struct texture *to, bool down)
{
    (void) box;
    run_taps(call, from, to, down, false);
}

static void taps_linear(const struct effect_call *call, const struct box *box,
                        const struct texture *from, struct texture *to, bool down)
{
    (void) box;
    run_taps(call, from, to, down, true);
}

void box_run_double(const struct effect_call *call)
{
    box_run_both(call, taps_nearest, taps_nearest);
}

void box_run_double_linear(const struct effect_call *call)
{
    box_run_both(call, taps_linear, taps_linear);
}

void box_run_single(const struct effect_call *call)
{
    run_taps(call, call->input, call->output, false, false);
}

void box_run_single_linear(const struct effect_call *call)
{
    run_taps(call, call->input, call->output, false, true);
}

static void cost_taps(const struct effect_site *site, bool linear, bool single, struct cost *cost)
{
    const struct box box = box_of_call(site);
    const double passes = single ? 1 : 2, taps = count_taps(&box, linear);
    // The arithmetic of a tap, most of it places, takes a CPU longer than reading the texel.
    const double slowness = box_is_software(site) ? 3 : 1;
    const double reads = slowness * box_texels(site) * (single ? taps * taps : 2 * taps);
    if (linear)
        cost->bilinear += reads;
    else
        cost->texels += reads;
    cost->texels += box.iterations > 1 ? reads : 0; // of the table
    cost->sums += 5 * reads / slowness;
    cost->stores += box_texels(site) * passes;
    cost->passes += passes;
    cost->turns = single ? pow(taps + 1, 2) : taps + 1; // one of each loop in which it ends
}

void box_cost_single(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, false, true, cost);
}

void box_cost_single_linear(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, true, true, cost);
}

void box_cost_double(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, false, false, cost);
}

void box_cost_double_linear(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, true, false, cost);
}

static bool reads_few(const struct effect_site *site, bool linear, char why[EFFECT_WHY_SIZE])
{
    const struct box box = box_of_call(site);
    return box_fits(site, why) && effect_fits_in_taps(site, pow(count_taps(&box, linear), 2), why);
}

bool box_fits_single(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    return reads_few(site, false, why);
}

bool box_fits_single_linear(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    return reads_few(site, true, why);
}

void box_vary_taps(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct box box = box_of_call(site);
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d ORDER=%d", box_edge(site), box.iterations);
}
