// The box by its taps: every texel in the box is read for every output texel, by rows and columns
// or in one pass (single), a texel at a time or two neighbours with one bilinear read
// (linear).

#include "effects/box/box_passes.h"
#include "effects/box/box_site.h"
#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/text/step_text.h"

#include <math.h>

// The key of a table of taps; it has no padding.
struct tap_key {
    double end;
    int radius, iterations, linear, width;
};

// Writes the offset and the weight of each tap of several iterations, as texels of a table. With
// `linear`, taps are pairs of texels.
static void make_taps(const void *bytes, float *taps)
{
    const struct tap_key *key = bytes;
    const struct box box = { key->radius, key->end, key->iterations };
    double weights[BOX_MAX_WEIGHTS + 1];
    const int texels = box_weights(&box, weights), step = key->linear ? 2 : 1;
    weights[texels] = 0;
    for (int i = 0; i < texels; i += step) {
        const double next = key->linear ? weights[i + 1] : 0, sum = weights[i] + next;
        *taps++ = (float) (i - box_reach(&box) + next / sum);
        *taps++ = (float) sum;
        *taps++ = 0;
        *taps++ = 0;
    }
}

static int count_taps(const struct box *box, bool linear)
{
    if (box->iterations > 1)
        return linear ? box_reach(box) + 1 : 2 * box_reach(box) + 1;
    return linear ? box->radius + 1 + (box->end > 0) : 2 * box_reach(box) + 1;
}

static void run_taps(const struct effect_call *call, const struct texture *from, struct texture *to,
                     bool down, bool linear, bool single)
{
    const struct effect_site *site = &call->site;
    const struct box box = box_of_site(site);
    const double count = count_taps(&box, linear), read = single ? count * count : count;
    const double each = site->info->software ? BOX_TAP_READS_ON_CPUS : 1;
    const bool has_table = box.iterations > 1;
    struct pass pass = {
        .label = down ? "columns" : "rows",
        .program = call->programs[down ? BOX_COLUMNS : BOX_ROWS],
        .inputs = { { from, linear ? FILTER_LINEAR : FILTER_NEAREST, effect_edge(site) } },
        .output = to,
        .uniforms = { U_INT("u_count", (int) count), U_INT("u_radius", box.radius),
                      U_FLOAT("u_end", (float) box.end),
                      U_FLOAT("u_scale", has_table ? 1 : (float) (1 / box_total(&box))) },
        .work = { .texels = each * read * (!linear + has_table),
                  .bilinear = linear ? each * read : 0,
                  .sums = BOX_TAP_SUMS * read,
                  // Each loop has one iteration more, in which it ends.
                  .iterations = single ? pow(count + 1, 2) : count + 1 },
    };
    if (has_table) {
        const struct tap_key key = { box.end, box.radius, box.iterations, linear, (int) count };
        const struct texture_recipe recipe = {
            .key = &key,
            .key_size = sizeof(key),
            .make = make_taps,
            .width = key.width,
            .height = 1,
            .format = FORMAT_RGBA32F,
        };
        pass.inputs[1].texture = texture_cache_get(&call->gpu->cache, &recipe);
    }
    pass_run(call->gpu, &pass);
}

static void run_pass_of_texels(const struct effect_call *call, const struct texture *from,
                               struct texture *to, bool down)
{
    run_taps(call, from, to, down, false, false);
}

static void run_pass_of_pairs(const struct effect_call *call, const struct texture *from,
                              struct texture *to, bool down)
{
    run_taps(call, from, to, down, true, false);
}

static void run_double(const struct effect_call *call)
{
    box_passes_run(call, run_pass_of_texels);
}

static void run_double_linear(const struct effect_call *call)
{
    box_passes_run(call, run_pass_of_pairs);
}

static void run_single(const struct effect_call *call)
{
    run_taps(call, call->input, call->output, false, false, true);
}

static void run_single_linear(const struct effect_call *call)
{
    run_taps(call, call->input, call->output, false, true, true);
}

static bool fits_in_one_pass(const struct effect_site *site, bool linear, struct error *why)
{
    const struct box box = box_of_site(site);
    return box_site_fits(site, why) &&
           effect_fits_in_taps(site, pow(count_taps(&box, linear), 2), why);
}

static bool fits_single(const struct effect_site *site, struct error *why)
{
    return fits_in_one_pass(site, false, why);
}

static bool fits_single_linear(const struct effect_site *site, struct error *why)
{
    return fits_in_one_pass(site, true, why);
}

static void write_taps_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct box box = box_of_site(site);
    step_writef(defines, " EDGE=%d ORDER=%d", effect_edge(site), box.iterations);
}

#define SINGLE_PROGRAM(DEFINES) EFFECT_PROGRAMS({ .file = "box/box.comp", .defines = DEFINES })

#define DOUBLE_PROGRAMS(KIND, DEFINES) \
    EFFECT_PROGRAMS([BOX_ROWS] = { .file = "box/box." KIND, .defines = DEFINES }, \
                    [BOX_COLUMNS] = { .file = "box/box." KIND, .defines = DEFINES " DOWN" })

// Returns the error along both axes. With one iteration, one texel of weight `end` is read on its
// own.
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
    .write_defines = write_taps_defines,
    .fits = box_site_fits,
    .run = run_double,
};

const struct effect_impl box_fs_double = {
    .name = "fs_double",
    .summary = "As cs_double, from full-screen triangles",
    .programs = DOUBLE_PROGRAMS("frag", ""),
    .write_defines = write_taps_defines,
    .fits = box_site_fits,
    .run = run_double,
};

const struct effect_impl box_cs_double_linear = {
    .name = "cs_double_linear",
    .summary = "Rows, then columns, r + 1 bilinear reads each",
    .programs = DOUBLE_PROGRAMS("comp", "LINEAR"),
    .write_defines = write_taps_defines,
    .error = error_linear,
    .fits = box_site_fits,
    .run = run_double_linear,
};

const struct effect_impl box_fs_double_linear = {
    .name = "fs_double_linear",
    .summary = "As cs_double_linear, from full-screen triangles",
    .programs = DOUBLE_PROGRAMS("frag", "LINEAR"),
    .write_defines = write_taps_defines,
    .error = error_linear,
    .fits = box_site_fits,
    .run = run_double_linear,
};

const struct effect_impl box_cs_single = {
    .name = "cs_single",
    .summary = "All (2r + 1)^2 texels at once",
    .programs = SINGLE_PROGRAM("BOTH"),
    .write_defines = write_taps_defines,
    .fits = fits_single,
    .run = run_single,
};

const struct effect_impl box_cs_single_linear = {
    .name = "cs_single_linear",
    .summary = "All texels at once, four with each bilinear read",
    .programs = SINGLE_PROGRAM("BOTH LINEAR"),
    .write_defines = write_taps_defines,
    .error = error_linear,
    .fits = fits_single_linear,
    .run = run_single_linear,
};
