// All passes along x in one dispatch, then all along y in another: a group holds a part of a row
// in shared memory, long enough that what lies beside it, from which the passes reach in, is
// little.

#include "effects/dual/dual.h"
#include "effects/kawase/kawase.h"
#include "effects/kawase/kawase_parts.h"
#include "render/divide.h"

#include <math.h>
#include <stdio.h>

// Of shaders/kawase/kawase_separable.comp, where an invocation makes BLOCK neighbours: an odd
// number keeps them out of each other's banks, a low one leaves registers for many groups at a
// time. Parts of 585 texels hold 1080p at half resolution in one and two pieces.
enum { LANES = 117, BLOCK = 5, HELD = LANES * BLOCK, REACH = 10 };

static bool is_float(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F;
}

void kawase_vary_separable(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "LANES=%d BLOCK=%d EDGE=%d %s", LANES, BLOCK,
             (int) kawase_edge(site), is_float(site) ? "FLOATS" : "HALVES");
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
    const struct sigma_kawase kawase =
        kawase_solve(call->site.params, effect_picture_height(&call->site));
    const bool is_down = program == KAWASE_ROWS_DOWN;
    const struct cut cut = make_cut(&call->site, &kawase, width);
    float distances[SIGMA_KAWASE_PASSES] = { 0 };
    for (int i = 0; i < kawase.passes; i++)
        distances[i] = (float) kawase.distances[i];
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "%spasses, turned %dx%d", is_down ? "down, " : "", to->width,
             to->height);
    struct pass pass = {
        .label = label,
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
            dual_down_blocked(call, call->programs[KAWASE_DOWN], kawase_edge(&call->site), from);
        kawase_release(call, from);
        from = to;
    }
    const int width = dual_halved(call->site.width, halvings);
    const int height = dual_halved(call->site.height, halvings);
    struct texture *to = texture_pool_acquire(&call->gpu->pool, height, width, call->site.format);
    run_rows(call, halvings > 0 ? KAWASE_ROWS_DOWN : KAWASE_ROWS, from, width, height, to);
    kawase_release(call, from);
    return to;
}

void kawase_run_separable(const struct effect_call *call)
{
    const struct sigma_kawase kawase =
        kawase_solve(call->site.params, effect_picture_height(&call->site));
    if (kawase.halvings + kawase.passes == 0) {
        dual_copy(call, call->programs[KAWASE_COPY]);
        return;
    }
    const struct texture *from = run_x(call, kawase.halvings);
    for (int i = kawase.halvings; i >= 0; i--) {
        struct texture *to = i == 0 ? call->output : dual_level(call, i);
        if (i == kawase.halvings)
            run_rows(call, KAWASE_ROWS, from, from->width, from->height, to);
        else
            dual_up_blocked(call, call->programs[KAWASE_UP], kawase_edge(&call->site), from, to, 1);
        kawase_release(call, from);
        from = to;
    }
}

static void cost_rows(const struct effect_site *site, const struct sigma_kawase *kawase,
                      bool is_down, int length, struct cost *cost)
{
    const struct cut cut = make_cut(site, kawase, length);
    const double texels = dual_texels(site, kawase->halvings);
    const double held = texels / length * cut.parts * HELD;
    if (is_down)
        cost->bilinear += 3 * held;
    else
        cost->texels += held;
    // Of neighbours, each is read twice as they go along, and one more on each side.
    cost->shared += (kawase->passes * 2 * (1 + 1. / BLOCK) + is_down) * held + texels;
    cost->stores += texels;
    cost->passes++;
    cost->held = fmax(cost->held, (HELD + 2 * REACH) * (is_float(site) ? 16 : 8));
}

void kawase_cost_separable(const struct effect_site *site, struct cost *cost)
{
    const struct sigma_kawase kawase = kawase_solve(site->params, effect_picture_height(site));
    if (kawase.halvings + kawase.passes == 0) {
        dual_cost_copy(site, cost);
        return;
    }
    for (int i = 1; i < kawase.halvings; i++)
        dual_cost_down_blocked(site, i, cost);
    cost_rows(site, &kawase, kawase.halvings > 0, dual_halved(site->width, kawase.halvings), cost);
    cost_rows(site, &kawase, false, dual_halved(site->height, kawase.halvings), cost);
    for (int i = 0; i < kawase.halvings; i++)
        dual_cost_up_blocked(site, i, cost);
}
