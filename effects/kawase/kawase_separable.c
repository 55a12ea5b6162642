// All passes along x in one dispatch, then all along y in another: a group holds a part of a row
// in shared memory, long enough that what lies beside it, from which the passes reach in, is
// little.

#include "effects/blur/half_steps.h"
#include "effects/kawase/kawase.h"
#include "effects/tuning.h"
#include "render/image/divide.h"

#include <math.h>
#include <stdio.h>

enum { STEP_DOWN, STEP_UP, ROWS, ROWS_DOWN }; // programs

// Texels of a part of a row: an invocation blurs BLOCK of them. REACH is that of the widest pass.
enum { LANES = KAWASE_LANES, BLOCK = KAWASE_BLOCK, HELD = LANES * BLOCK, REACH = 10 };

static bool is_float(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F;
}

static void vary_separable(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const int length = half_steps_vary(site, defines, EFFECT_DEFINES_SIZE);
    snprintf(defines + length, (size_t) (EFFECT_DEFINES_SIZE - length),
             " LANES=%d BLOCK=%d PASS_REACH=%d PASSES=%d EDGE=%d", LANES, BLOCK, REACH,
             SIGMA_KAWASE_PASSES, (int) kawase_edge(site));
}

// How rows are cut into parts.
struct cut {
    int reach;  // of all passes
    int parts;  // of a row, each as long as a group holds
    int stride; // from one to the next
};

// Beyond a mirrored border the row goes on as far as the passes reach.
static struct cut make_cut(const struct effect_site *site, const struct sigma_kawase *kawase,
                           int length)
{
    struct cut cut = { .parts = 1 };
    for (int i = 0; i < kawase->passes; i++)
        cut.reach += (int) kawase->distances[i] + 1;
    const int needed = length + (kawase_edge(site) == EDGE_MIRROR ? 2 * cut.reach : 0);
    const int longest_stride = HELD - 2 * cut.reach;
    if (needed > HELD) {
        const int more = divide_up(needed - HELD, longest_stride);
        cut.parts = more + 1;
        cut.stride = divide_up(needed - HELD, more);
    }
    return cut;
}

// Blurs rows of that many texels and puts them out as columns.
static void run_rows(const struct effect_call *call, int program, const struct texture *from,
                     int width, int height, struct texture *to)
{
    const struct sigma_kawase kawase = kawase_solve_site(&call->site);
    const bool is_down = program == ROWS_DOWN;
    const struct cut cut = make_cut(&call->site, &kawase, width);
    float distances[SIGMA_KAWASE_PASSES] = { 0 };
    for (int i = 0; i < kawase.passes; i++)
        distances[i] = (float) kawase.distances[i];
    struct pass pass = {
        .verb = is_down ? "down, passes, turned" : "passes, turned",
        .program = call->programs[program],
        .inputs = { { from, is_down ? FILTER_LINEAR : FILTER_NEAREST, kawase_edge(&call->site) } },
        .output = to,
        .uniforms = { U_VEC2((float) from->width, (float) from->height), U_INT(width),
                      U_INT(cut.stride), U_INT(cut.reach), U_INT(kawase.passes),
                      U_FLOAT_ARRAY(SIGMA_KAWASE_PASSES, distances) },
        .groups = { cut.parts, height },
    };
    if (to == call->output)
        effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
}

// Down to the working resolution, and the passes along x there.
static const struct texture *run_x(const struct effect_call *call, int halvings)
{
    const struct texture *from = call->input;
    for (int i = 1; i < halvings; i++) {
        const struct texture *to =
            half_step_down_blocked(call, call->programs[STEP_DOWN], kawase_edge(&call->site), from);
        levels_release(call, from);
        from = to;
    }
    const int width = levels_halved(call->site.width, halvings);
    const int height = levels_halved(call->site.height, halvings);
    struct texture *to = texture_pool_acquire(&call->gpu->pool, height, width, call->site.format);
    run_rows(call, halvings > 0 ? ROWS_DOWN : ROWS, from, width, height, to);
    levels_release(call, from);
    return to;
}

static void step_up(const struct effect_call *call, const struct texture *from, struct texture *to)
{
    const struct half_step_up step = {
        .program = call->programs[STEP_UP],
        .edge = kawase_edge(&call->site),
        .from = from,
        .offset = 1,
        .to = to,
    };
    half_step_up_blocked(call, &step);
}

static void run_separable(const struct effect_call *call)
{
    const struct sigma_kawase kawase = kawase_solve_site(&call->site);
    const struct texture *from = run_x(call, kawase.halvings);
    for (int i = kawase.halvings; i >= 0; i--) {
        struct texture *to = i == 0 ? call->output : levels_acquire(call, i);
        if (i == kawase.halvings)
            run_rows(call, ROWS, from, from->width, from->height, to);
        else
            step_up(call, from, to);
        levels_release(call, from);
        from = to;
    }
}

static void cost_rows(const struct effect_site *site, const struct sigma_kawase *kawase,
                      bool is_down, int length, struct cost *cost)
{
    const struct cut cut = make_cut(site, kawase, length);
    const double texels = levels_texels(site, kawase->halvings);
    const double held = texels / length * cut.parts * HELD;
    if (is_down)
        cost->bilinear += 3 * held;
    else
        cost->texels += held;
    // Of neighbours, each is read twice as they go along, and one more on each side.
    cost->shared += (kawase->passes * 2 * (1 + 1. / BLOCK) + is_down) * held + texels;
    cost->stores += texels;
    cost->passes++;
}

static void cost_separable(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_kawase kawase = kawase_solve_site(site);
    const int halvings = kawase.halvings;
    for (int i = 1; i < halvings; i++)
        half_step_cost_down_blocked(site, i, cost);
    cost_rows(site, &kawase, halvings > 0, levels_halved(site->width, halvings), cost);
    cost_rows(site, &kawase, false, levels_halved(site->height, halvings), cost);
    for (int i = 0; i < halvings; i++)
        half_step_cost_up_blocked(site, i, cost);
    cost->shared_bytes =
        fmax(half_steps_shared(site), (HELD + 2 * REACH) * (is_float(site) ? 16 : 8));
}

// The last step up to the picture; the passes along y at full resolution.
static int output_program(const struct effect_site *site)
{
    return kawase_solve_site(site).halvings > 0 ? STEP_UP : ROWS;
}

const struct effect_impl kawase_cs_separable = {
    .name = "cs_separable",
    .formerly = "separable",
    .summary = "All passes along x in one dispatch, all along y in one, in shared memory",
    .origin = "this program",
    .wins = "NVIDIA H200",
    .programs =
        (const struct program_desc[]){
            [STEP_DOWN] = HALF_STEP_DOWN_BLOCKED,
            [STEP_UP] = HALF_STEP_UP_BLOCKED,
            [ROWS] = { .file = "kawase/kawase_separable.comp" },
            [ROWS_DOWN] = { .file = "kawase/kawase_separable.comp", .defines = "DOWN" },
            { 0 },
        },
    .compute = true,
    .vary = vary_separable,
    .cost = cost_separable,
    .run = run_separable,
    .output_program = output_program,
};
