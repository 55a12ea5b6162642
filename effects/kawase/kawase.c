// Kawase's blur: a few passes of four bilinear taps, each reaching further than the one before, so
// that each fills the gaps that the next would leave. The cost grows with the passes and not with
// the area of the kernel; wide blurs run at a lower resolution, which the dual filter's steps lead
// down to and up from.

#include "effects/kawase/kawase.h"

#include "effects/blur/margin.h"
#include "effects/dual/dual.h"
#include "effects/kawase/kawase_parts.h"

#include <stdio.h>

enum { MAX_SIGMA = 128 };

struct sigma_kawase kawase_solve(const struct kawase_params *p, int height)
{
    const struct sigma_kawase_knobs knobs = {
        .sigma = (double) length_pixels(p->sigma, height),
        .passes = p->passes,
        .scale = p->scale,
        .factor = (double) p->factor,
    };
    return sigma_kawase_solve(&knobs);
}

static void remark(const void *params, int height, char text[EFFECT_WHY_SIZE])
{
    const struct kawase_params *p = params;
    const struct sigma_kawase kawase = kawase_solve(p, height);
    const struct effect_width width = {
        .asked = (double) length_pixels(p->sigma, height),
        .in_effect = sigma_kawase_width(&kawase),
        .by_hand = p->passes > 0 || p->scale > 0 || p->factor > 0,
    };
    effect_remark_width(&width, text);
}

static struct margin margin(const void *params, int width, int height)
{
    const struct kawase_params *p = params;
    const struct sigma_kawase kawase = kawase_solve(p, height);
    const struct margin_need need = {
        .edge = (enum edge) p->edge,
        .halvings = kawase.halvings,
        .sigma = sigma_kawase_width(&kawase),
    };
    return margin_of_levels(&need, width, height);
}

enum edge kawase_edge(const struct effect_site *site)
{
    const struct kawase_params *p = site->params;
    return (enum edge) p->edge;
}

void kawase_release(const struct effect_call *call, const struct texture *texture)
{
    if (texture != call->input)
        texture_pool_release(&call->gpu->pool, texture);
}

static void run_pass(const struct effect_call *call, int number, double distance,
                     const struct texture *from, struct texture *to)
{
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "pass %d %dx%d", number, to->width, to->height);
    const struct pass pass = {
        .label = label,
        .program = call->programs[KAWASE_PASS],
        .inputs = { { from, FILTER_LINEAR, kawase_edge(&call->site) } },
        .output = to,
        .uniforms = { U_FLOAT((float) distance), U_VEC2((float) to->width, (float) to->height) },
    };
    pass_run(call->gpu, &pass);
}

// The step from `from` to half its size, by the plain programs or the blocked ones.
static struct texture *go_down(const struct effect_call *call, const struct texture *from,
                               bool is_blocked)
{
    return is_blocked
               ? dual_down_blocked(call, call->programs[KAWASE_DOWN], kawase_edge(&call->site),
                                   from)
               : dual_down(call, call->programs[KAWASE_DOWN], kawase_edge(&call->site), from, 1);
}

static void go_up(const struct effect_call *call, const struct texture *from, struct texture *to,
                  bool is_blocked)
{
    if (is_blocked)
        dual_up_blocked(call, call->programs[KAWASE_UP], kawase_edge(&call->site), from, to, 1);
    else
        dual_up(call, call->programs[KAWASE_UP], kawase_edge(&call->site), from, to, 1);
}

static void run_passes(const struct effect_call *call, bool is_blocked)
{
    const struct sigma_kawase kawase =
        kawase_solve(call->site.params, effect_picture_height(&call->site));
    if (kawase.halvings + kawase.passes == 0) {
        dual_copy(call, call->programs[KAWASE_COPY]);
        return;
    }

    const struct texture *from = call->input;
    for (int i = 0; i < kawase.halvings; i++) {
        const struct texture *to = go_down(call, from, is_blocked);
        kawase_release(call, from);
        from = to;
    }
    for (int i = 0; i < kawase.passes; i++) {
        const bool is_last = kawase.halvings == 0 && i == kawase.passes - 1;
        struct texture *to = is_last ? call->output : dual_level(call, kawase.halvings);
        run_pass(call, i + 1, kawase.distances[i], from, to);
        kawase_release(call, from);
        from = to;
    }
    for (int i = kawase.halvings - 1; i >= 0; i--) {
        struct texture *to = i == 0 ? call->output : dual_level(call, i);
        go_up(call, from, to, is_blocked);
        kawase_release(call, from);
        from = to;
    }
}

static void run(const struct effect_call *call)
{
    run_passes(call, false);
}

static void run_blocked(const struct effect_call *call)
{
    run_passes(call, true);
}

static void cost_passes(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_kawase kawase = kawase_solve(site->params, effect_picture_height(site));
    const double texels = dual_texels(site, kawase.halvings);
    if (kawase.halvings + kawase.passes == 0)
        dual_cost_copy(site, cost);
    cost->bilinear += 4 * kawase.passes * texels;
    cost->stores += kawase.passes * texels;
    cost->passes += kawase.passes;
}

static void cost_steps(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_kawase kawase = kawase_solve(site->params, effect_picture_height(site));
    cost_passes(site, cost);
    dual_cost_down(site, kawase.halvings, cost);
    dual_cost_up(site, kawase.halvings, cost);
}

static void cost_blocked(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_kawase kawase = kawase_solve(site->params, effect_picture_height(site));
    cost_passes(site, cost);
    for (int i = 0; i < kawase.halvings; i++) {
        dual_cost_down_blocked(site, i + 1, cost);
        dual_cost_up_blocked(site, i, cost);
    }
}

// The last step up to the picture; the passes along y at full resolution.
static int separable_output_program(const struct effect_site *site)
{
    const struct sigma_kawase kawase = kawase_solve(site->params, effect_picture_height(site));
    if (kawase.halvings > 0)
        return KAWASE_UP;
    return kawase.passes > 0 ? KAWASE_ROWS : -1;
}

static int blocked_output_program(const struct effect_site *site)
{
    return kawase_solve(site->params, effect_picture_height(site)).halvings > 0 ? KAWASE_UP : -1;
}

// What the step up holds in shared memory: no more bits than the images have.
static void vary_blocked(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "%s",
             site->format == FORMAT_RGBA32F ? "FLOATS" : "HALVES");
}

#define PROGRAMS(KIND) \
    (const struct program_desc[]) \
    { \
        [KAWASE_DOWN] = { .file = "dual/dual." KIND, .defines = "DOWN" }, \
        [KAWASE_UP] = { .file = "dual/dual." KIND, .defines = "UP" }, \
        [KAWASE_COPY] = { .file = "dual/dual." KIND, .defines = "COPY" }, \
        [KAWASE_PASS] = { .file = "kawase/kawase." KIND }, { 0 }, \
    }

static const struct effect_impl *const impls[] = {
    &(const struct effect_impl){
        .name = "fragment",
        .summary = "Full-screen triangles, 4 bilinear reads a texel and pass",
        .wins = "llvmpipe",
        .programs = PROGRAMS("frag"),
        .cost = cost_steps,
        .run = run,
    },
    &(const struct effect_impl){
        .name = "compute",
        .summary = "The same reads from groups of 16x16 texels",
        .programs = PROGRAMS("comp"),
        .compute = true,
        .cost = cost_steps,
        .run = run,
    },
    &(const struct effect_impl){
        .name = "blocked",
        .summary = "The same passes; the steps to the working resolution from shared memory",
        .origin = "this program",
        .programs =
            (const struct program_desc[]){
                [KAWASE_DOWN] = { .file = "dual/dual_blocked_down.comp" },
                [KAWASE_UP] = { .file = "dual/dual_blocked_up.comp" },
                [KAWASE_COPY] = { .file = "dual/dual.comp", .defines = "COPY" },
                [KAWASE_PASS] = { .file = "kawase/kawase.comp" },
                { 0 },
            },
        .compute = true,
        .vary = vary_blocked,
        .cost = cost_blocked,
        .run = run_blocked,
        .output_program = blocked_output_program,
    },
    &(const struct effect_impl){
        .name = "separable",
        .summary = "All passes along x in one dispatch, all along y in one, in shared memory",
        .origin = "this program",
        .wins = "NVIDIA H200",
        .programs =
            (const struct program_desc[]){
                [KAWASE_DOWN] = { .file = "dual/dual_blocked_down.comp" },
                [KAWASE_UP] = { .file = "dual/dual_blocked_up.comp" },
                [KAWASE_COPY] = { .file = "dual/dual.comp", .defines = "COPY" },
                [KAWASE_ROWS] = { .file = "kawase/kawase_separable.comp" },
                [KAWASE_ROWS_DOWN] = { .file = "kawase/kawase_separable.comp", .defines = "DOWN" },
                { 0 },
            },
        .compute = true,
        .vary = kawase_vary_separable,
        .cost = kawase_cost_separable,
        .run = kawase_run_separable,
        .output_program = separable_output_program,
    },
    NULL,
};

static const char *const scales[] = { "full", "half", "quarter", "eighth", NULL };

static const struct param params[] = {
    PARAM_LENGTH(struct kawase_params, sigma, .def = 16, .max = MAX_SIGMA, .slider_min = 1,
                 .slider_max = 64, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help =
                     "Width of the blur, its standard deviation; 0 leaves the picture as it is"),
    PARAM_INT(struct kawase_params, passes, .zero = "auto", .min = 1, .max = SIGMA_KAWASE_PASSES,
              .help =
                  "How many of the schedule's passes; if given, as near to sigma as they come; of "
                  "fewer than 6 the picture jumps where auto changes the scale"),
    PARAM_CHOICE(struct kawase_params, scale, .zero = "auto", .choices = scales,
                 .help = "Resolution of the passes; if given, as near to sigma as it comes"),
    PARAM_FLOAT(
        struct kawase_params, factor, .zero = "auto", .min = 0.8f, .max = 1.25f, .step = 0.01f,
        .help =
            "Of all distances, 1 as published; if given, the picture jumps where auto changes the "
            "scale; with passes and scale too, sigma is ignored"),
    PARAM_EDGE_OF_LEVELS(struct kawase_params),
    PARAM_IMPL(struct kawase_params, impls),
    { 0 },
};

static bool matters(const void *values, const struct param *row)
{
    const struct kawase_params *p = values;
    const bool is_fixed = p->passes > 0 && p->scale > 0 && p->factor > 0;
    return !is_fixed || !PARAM_IS(row, struct kawase_params, sigma);
}

static bool is_identity(const void *values, int height)
{
    const struct sigma_kawase kawase = kawase_solve(values, height);
    return kawase.halvings + kawase.passes == 0;
}

const struct effect effect_kawase = {
    .name = "kawase",
    .summary = "Blur by a few passes of four diagonal taps with a growing reach",
    .origin = "M. Kawase, Frame Buffer Postprocessing Effects in DOUBLE-S.T.E.A.L, GDC 2003",
    .params = params,
    .params_size = sizeof(struct kawase_params),
    .blurs = true,
    .is_identity = is_identity,
    .remark = remark,
    .margin = margin,
    .impls = impls,
    .matters = matters,
};
