// The box along columns and rows in one dispatch.

#include "effects/blur/kernel_walk.h"
#include "effects/blur/strip_walk.h"
#include "effects/box/box_site.h"
#include "effects/tuning.h"
#include "render/text/step_text.h"

// Programs: a box by running sums, and several in a row by the weights that they are together.
enum { BY_SUMS, BY_KERNEL };

static struct strip_walk walk_of(const struct effect_site *site)
{
    const struct box box = box_of_site(site);
    const bool packed = box_site_is_packed(site);
    const bool is_wide = box.radius > BOX_FUSED_WIDE_RADIUS || box.end > 0;
    const int columns = !packed   ? BOX_FUSED_COLUMNS_OF_FLOATS
                        : is_wide ? BOX_FUSED_COLUMNS_OF_WIDE
                                  : BOX_FUSED_COLUMNS;
    return (struct strip_walk){
        .reach = box_reach(&box),
        .columns = columns,
        .threads = columns + 2 * BOX_FUSED_REACH,
        .step = BOX_FUSED_STEP,
        .chunk = BOX_FUSED_CHUNK,
        .groups = BOX_FUSED_GROUPS,
        .packed = packed,
    };
}

// Returns the number of chunk sums in shared memory, in each row of an iteration.
static int count_sums(const struct strip_walk *walk)
{
    return walk->threads / walk->chunk + 1;
}

static void run_fused(const struct effect_call *call)
{
    const struct box box = box_of_site(&call->site);
    const struct strip_walk walk = walk_of(&call->site);
    if (box.iterations > 1) {
        kernel_walk_run(call, call->programs[BY_KERNEL]);
        return;
    }
    const double chunks = (2.0 * walk.reach + 1) / walk.chunk; // that a window is made of
    const struct pass own = {
        .program = call->programs[BY_SUMS],
        .uniforms = { U_FLOAT("u_end", (float) box.end),
                      U_FLOAT("u_scale", (float) (1 / box_total(&box))) },
        .work = { .shared = strip_walk_columns(&walk) + 1 + chunks / walk.chunk,
                  .shared_bytes = 16.0 * walk.step * count_sums(&walk) },
    };
    strip_walk_run(call, &walk, &own);
}

static bool fits_fused(const struct effect_site *site, struct error *why)
{
    const struct box box = box_of_site(site);
    if (!box_site_fits(site, why))
        return false;
    if (box.iterations > 1)
        return kernel_walk_fits(site, why);
    if (box_reach(&box) > BOX_FUSED_REACH)
        return error_set(
            why,
            "the %d columns that it sums beside each strip are enough up to radius %d, and "
            "this one is %.4g",
            2 * BOX_FUSED_REACH, BOX_FUSED_REACH, box.radius + box.end);
    return true;
}

static void write_fused_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct box box = box_of_site(site);
    const struct strip_walk walk = walk_of(site);
    if (box.iterations > 1) {
        kernel_walk_defines(site, defines);
        return;
    }
    strip_walk_defines(site, &walk, effect_edge(site), defines);
    step_writef(defines, " RADIUS=%d SUMS=%d", box.radius, count_sums(&walk));
}

static void needs(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS])
{
    const struct box box = box_of_site(site);
    needed[box.iterations > 1 ? BY_KERNEL : BY_SUMS] = true;
}

const struct effect_impl box_cs_fused = {
    .name = "cs_fused",
    .summary = "Rows and columns in one pass, up to 16 px to each side, through shared memory",
    .origin = "this program",
    .fastest_on = "NVIDIA H200, at sigma 2 (0.4.0)",
    .programs =
        EFFECT_PROGRAMS([BY_SUMS] = { .file = "box/box_fused.comp" }, [BY_KERNEL] = KERNEL_WALK),
    .needs = needs,
    .write_defines = write_fused_defines,
    .fits = fits_fused,
    .run = run_fused,
};
