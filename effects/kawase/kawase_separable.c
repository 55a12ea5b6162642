// All passes along x in one dispatch, then all along y in another: a group holds a part of a row in
// shared memory, long enough that the texels beside it that the passes also read are few.

#include "effects/blur/half_twice.h"
#include "effects/kawase/kawase.h"
#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

enum {
    STEP_DOWN,
    STEP_UP,
    STEP_UP_MIX,
    DOWN_TWICE,
    UP_TWICE,
    UP_TWICE_MIX,
    ROWS,
    ROWS_DOWN,
}; // programs

// Texels of a part of a row: an invocation blurs BLOCK of them. REACH is that of the widest pass.
enum { LANES = KAWASE_LANES, BLOCK = KAWASE_BLOCK, HELD = LANES * BLOCK, REACH = 10 };

static void write_separable_defines(const struct effect_site *site, struct step_writer *defines)
{
    half_twice_defines(site, defines);
    step_writef(defines, " LANES=%d BLOCK=%d PASS_REACH=%d PASSES=%d EDGE=%d", LANES, BLOCK, REACH,
                SIGMA_KAWASE_PASSES, (int) effect_edge(site));
}

// The division of rows into parts, one for each group.
struct cut {
    int reach;  // texels that the passes read on each side
    int parts;  // of a row, each as long as a group holds
    int stride; // from the start of a part to the start of the next
};

// Beyond a mirrored border the row continues as far as the passes reach.
static struct cut make_cut(const struct effect_site *site, const struct sigma_kawase_passes *passes,
                           int length)
{
    struct cut cut = { .parts = 1 };
    for (int i = 0; i < passes->count; i++)
        cut.reach += (int) passes->distances[i] + 1;
    const int needed = length + (effect_edge(site) == EDGE_MIRROR ? 2 * cut.reach : 0);
    const int longest_stride = HELD - 2 * cut.reach;
    if (needed > HELD) {
        const int more = divide_up(needed - HELD, longest_stride);
        cut.parts = more + 1;
        cut.stride = divide_up(needed - HELD, more);
    }
    return cut;
}

// Blurs rows of that many texels and writes them as columns.
static void run_rows(const struct effect_call *call, int program,
                     const struct sigma_kawase_passes *passes, const struct texture *from,
                     int width, int height, struct texture *to)
{
    const bool is_down = program == ROWS_DOWN;
    const struct cut cut = make_cut(&call->site, passes, width);
    const double held = (double) cut.parts * HELD / width; // for each texel that is made
    float distances[SIGMA_KAWASE_PASSES] = { 0 };
    for (int i = 0; i < passes->count; i++)
        distances[i] = (float) passes->distances[i];
    struct pass pass = {
        .verb = is_down ? "down, passes, turned" : "passes, turned",
        .program = call->programs[program],
        .inputs = { { from, is_down ? FILTER_LINEAR : FILTER_NEAREST, effect_edge(&call->site) } },
        .output = to,
        .uniforms = { U_VEC2("u_input_size", (float) from->width, (float) from->height),
                      U_INT("u_length", width), U_INT("u_stride", cut.stride),
                      U_INT("u_reach", cut.reach), U_INT("u_passes", passes->count),
                      U_FLOAT_ARRAY("u_distances", SIGMA_KAWASE_PASSES, distances) },
        .groups = { cut.parts, height },
        // Each neighbour is read twice on the way along the line, and one more on each side.
        .work = { .texels = is_down ? 0 : held,
                  .bilinear = is_down ? 3 * held : 0,
                  .shared = (passes->count * 2 * (1 + 1. / BLOCK) + is_down) * held + 1 },
    };
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
}

// Runs all passes at a level, from an image of the size of the level or of twice that size; at full
// resolution into the output.
static const struct texture *run_level(const struct effect_call *call, int level, int program,
                                       const struct sigma_kawase_passes *passes,
                                       const struct texture *from)
{
    const int width = levels_halved(call->site.width, level);
    const int height = levels_halved(call->site.height, level);
    struct texture *turned =
        texture_pool_acquire(&call->gpu->pool, height, width, call->site.format);
    run_rows(call, program, passes, from, width, height, turned);
    struct texture *to = level == 0 ? call->output : levels_acquire(call, level);
    run_rows(call, ROWS, passes, turned, height, width, to);
    levels_release(call, turned);
    return to;
}

// ---- to the level above the passes and back: one step, or two in one dispatch

enum { TWICE = 2 }; // the level that two steps lead to

// Makes one step up, mixed with `finer` unless that is NULL.
static struct texture *step_up(const struct effect_call *call, const struct texture *from,
                               const struct texture *finer, struct texture *to)
{
    const struct half_step_up step = {
        .program = call->programs[finer ? STEP_UP_MIX : STEP_UP],
        .from = from,
        .offset = 1,
        .finer = finer,
        .share = kawase_solve_site(&call->site).share,
        .to = to,
    };
    if (finer)
        half_step_up(call, &step);
    else
        half_step_up_blocked(call, &step);
    return to;
}

// Makes two steps up, mixed with `finer`, an image of the level between, unless that is NULL.
static void step_up_twice(const struct effect_call *call, const struct texture *from,
                          const struct texture *finer)
{
    const struct half_up_twice step = {
        .program = call->programs[finer ? UP_TWICE_MIX : UP_TWICE],
        .from = from,
        .offset = 1,
        .between_offset = 1,
        .between = finer,
        .share = kawase_solve_site(&call->site).share,
        .to = call->output,
    };
    half_up_twice(call, &step);
}

static void run_separable(const struct effect_call *call)
{
    const struct sigma_kawase kawase = kawase_solve_site(&call->site);
    const int halvings = kawase.halvings, level = halvings - 1;
    const struct texture *from = call->input, *finer = NULL;
    if (level == TWICE)
        from = half_down_twice(call, call->programs[DOWN_TWICE], from, level, NULL);
    else if (level >= 1)
        from = half_step_down_blocked(call, call->programs[STEP_DOWN], from);
    if (sigma_kawase_fades(&kawase))
        finer = run_level(call, level, ROWS, &kawase.finer, from);
    const struct texture *blurred =
        run_level(call, halvings, halvings > 0 ? ROWS_DOWN : ROWS, &kawase.passes, from);
    levels_release(call, from);
    if (halvings == 1) {
        step_up(call, blurred, finer, call->output);
    } else if (halvings == TWICE) {
        step_up_twice(call, blurred, finer);
    } else if (halvings > TWICE) {
        const struct texture *between = step_up(call, blurred, finer, levels_acquire(call, TWICE));
        step_up_twice(call, between, NULL);
        levels_release(call, between);
    }
    levels_release(call, halvings > 0 ? blurred : NULL);
    levels_release(call, finer);
}

static int shared_bytes(const struct effect_site *site)
{
    const int steps = half_twice_shared(site);
    const int rows = (HELD + 2 * REACH) * (site->format == FORMAT_RGBA32F ? 16 : 8);
    return steps > rows ? steps : rows;
}

// Returns true with two or more halvings: with one the passes read the picture themselves.
static bool handles_margin(const struct effect_site *site)
{
    return kawase_solve_site(site).halvings >= TWICE;
}

const struct effect_impl kawase_cs_separable = {
    .name = "cs_separable",
    .summary =
        "All passes along x in one dispatch, all along y in one, in shared memory; two steps "
        "between levels in one",
    .origin = "this program",
    .fastest_on = "NVIDIA H200 (0.4.0)",
    .programs =
        EFFECT_PROGRAMS([STEP_DOWN] = HALF_STEP_DOWN_BLOCKED, [STEP_UP] = HALF_STEP_UP_BLOCKED,
                        [STEP_UP_MIX] = HALF_STEP_UP_MIX("comp"), [DOWN_TWICE] = HALF_DOWN_TWICE,
                        [UP_TWICE] = HALF_UP_TWICE, [UP_TWICE_MIX] = HALF_UP_TWICE_MIX,
                        [ROWS] = { .file = "kawase/kawase_separable.comp" },
                        [ROWS_DOWN] = { .file = "kawase/kawase_separable.comp",
                                        .defines = "DOWN" }),
    .write_defines = write_separable_defines,
    .shared_bytes = shared_bytes,
    .run = run_separable,
    .handles_margin = handles_margin,
};
