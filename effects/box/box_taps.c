// The box by its taps: every texel in the box is read for every output texel, by rows and columns
// (double) or in one pass (single), a texel at a time or two neighbours with one bilinear read
// (linear).

#include "effects/box/box_passes.h"
#include "effects/box/box_site.h"
#include "effects/tuning.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TAPS = BOX_MAX_WEIGHTS };

// Writes the offset and weight of each tap of several iterations, as texels of a table; `linear`
// takes pairs.
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
    const struct box box = box_of_site(&call->site);
    float taps[4 * MAX_TAPS];
    struct pass pass = box_passes_describe(call, to, down);
    pass.inputs[0].texture = from;
    pass.inputs[0].filter = linear ? FILTER_LINEAR : FILTER_NEAREST;
    pass.inputs[0].edge = box_site_edge(&call->site);
    const struct uniform uniforms[] = {
        U_INT(count_taps(&box, linear)),
        U_INT(box.radius),
        U_FLOAT((float) box.end),
        U_FLOAT(box.iterations > 1 ? 1 : (float) (1 / box_total(&box))),
    };
    memcpy(pass.uniforms, uniforms, sizeof(uniforms));
    if (box.iterations > 1) {
        const int count = make_taps(&box, linear, taps);
        pass.inputs[1].texture = lut_get(&call->gpu->luts, taps, count, 1, FORMAT_RGBA32F);
    }
    pass_run(call->gpu, &pass);
}

static void run_pass_of_texels(const struct effect_call *call, const struct texture *from,
                               struct texture *to, bool down)
{
    run_taps(call, from, to, down, false);
}

static void run_pass_of_pairs(const struct effect_call *call, const struct texture *from,
                              struct texture *to, bool down)
{
    run_taps(call, from, to, down, true);
}

static void run_double(const struct effect_call *call)
{
    box_passes_run(call, run_pass_of_texels, run_pass_of_texels);
}

static void run_double_linear(const struct effect_call *call)
{
    box_passes_run(call, run_pass_of_pairs, run_pass_of_pairs);
}

static void run_single(const struct effect_call *call)
{
    run_taps(call, call->input, call->output, false, false);
}

static void run_single_linear(const struct effect_call *call)
{
    run_taps(call, call->input, call->output, false, true);
}

static void cost_taps(const struct effect_site *site, bool linear, bool single, struct cost *cost)
{
    const struct box box = box_of_site(site);
    const double passes = single ? 1 : 2, taps = count_taps(&box, linear);
    const double each = site->info->software ? BOX_TAP_READS_ON_CPUS : 1;
    const double count = box_site_texels(site) * (single ? taps * taps : 2 * taps);
    if (linear)
        cost->bilinear += each * count;
    else
        cost->texels += each * count;
    cost->texels += box.iterations > 1 ? each * count : 0; // of the table
    cost->sums += BOX_TAP_SUMS * count;
    cost->stores += box_site_texels(site) * passes;
    cost->passes += passes;
    // Each loop has one iteration more, in which it ends.
    cost->iterations = single ? pow(taps + 1, 2) : taps + 1;
}

static void cost_single(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, false, true, cost);
}

static void cost_single_linear(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, true, true, cost);
}

static void cost_double(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, false, false, cost);
}

static void cost_double_linear(const struct effect_site *site, struct cost *cost)
{
    cost_taps(site, true, false, cost);
}

static bool fits_in_one_pass(const struct effect_site *site, bool linear, char why[EFFECT_WHY_SIZE])
{
    const struct box box = box_of_site(site);
    return box_site_fits(site, why) &&
           effect_fits_in_taps(site, pow(count_taps(&box, linear), 2), why);
}

static bool fits_single(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    return fits_in_one_pass(site, false, why);
}

static bool fits_single_linear(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    return fits_in_one_pass(site, true, why);
}

static void vary_taps(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct box box = box_of_site(site);
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d ORDER=%d", box_site_edge(site), box.iterations);
}

#define SINGLE_PROGRAM(DEFINES) \
    (const struct program_desc[]) \
    { \
        { .file = "box/box.comp", .defines = DEFINES }, { 0 }, \
    }

#define DOUBLE_PROGRAMS(KIND, DEFINES) \
    (const struct program_desc[]) \
    { \
        [BOX_ROWS] = { .file = "box/box." KIND, .defines = DEFINES }, \
        [BOX_COLUMNS] = { .file = "box/box." KIND, .defines = DEFINES " DOWN" }, { 0 }, \
    }

// The error along both axes. With one iteration one texel of weight `end` is read by itself.
static double error_linear(const struct effect_site *site)
{
    const struct box box = box_of_site(site);
    const double alone = box.iterations > 1 ? 0 : box.end / box_total(&box);
    return 2 * EFFECT_FILTER_ERROR * (1 - alone);
}

const struct effect_impl box_cs_double = {
    .name = "cs_double",
    .summary = "Rows, then columns, 2r + 1 reads each",
    .programs = DOUBLE_PROGRAMS("comp", ""),
    .vary = vary_taps,
    .compute = true,
    .cost = cost_double,
    .fits = box_site_fits,
    .run = run_double,
};

const struct effect_impl box_fs_double = {
    .name = "fs_double",
    .summary = "As cs_double, from full-screen triangles",
    .programs = DOUBLE_PROGRAMS("frag", ""),
    .vary = vary_taps,
    .cost = cost_double,
    .fits = box_site_fits,
    .run = run_double,
};

const struct effect_impl box_cs_double_linear = {
    .name = "cs_double_linear",
    .summary = "Rows, then columns, r + 1 bilinear reads each",
    .programs = DOUBLE_PROGRAMS("comp", "LINEAR"),
    .vary = vary_taps,
    .compute = true,
    .error = error_linear,
    .cost = cost_double_linear,
    .fits = box_site_fits,
    .run = run_double_linear,
};

const struct effect_impl box_fs_double_linear = {
    .name = "fs_double_linear",
    .summary = "As cs_double_linear, from full-screen triangles",
    .programs = DOUBLE_PROGRAMS("frag", "LINEAR"),
    .vary = vary_taps,
    .error = error_linear,
    .cost = cost_double_linear,
    .fits = box_site_fits,
    .run = run_double_linear,
};

const struct effect_impl box_cs_single = {
    .name = "cs_single",
    .summary = "All (2r + 1)^2 texels at once",
    .programs = SINGLE_PROGRAM("BOTH"),
    .vary = vary_taps,
    .compute = true,
    .cost = cost_single,
    .fits = fits_single,
    .run = run_single,
};

const struct effect_impl box_cs_single_linear = {
    .name = "cs_single_linear",
    .summary = "All texels at once, four with each bilinear read",
    .programs = SINGLE_PROGRAM("BOTH LINEAR"),
    .vary = vary_taps,
    .compute = true,
    .error = error_linear,
    .cost = cost_single_linear,
    .fits = fits_single_linear,
    .run = run_single_linear,
};
