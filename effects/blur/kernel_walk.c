#include "effects/blur/kernel_walk.h"

#include "effects/blur/kernel.h"
#include "effects/blur/strip_walk.h"
#include "effects/tuning.h"
#include "render/context/context.h"
#include "render/text/error.h"

static struct strip_walk walk_of(const struct effect_site *site)
{
    const int reach = kernel_class(kernel_of_site(site).radius), align = GAUSSIAN_FUSED_ALIGN;
    const bool narrow = reach <= GAUSSIAN_FUSED_NARROW;
    const int threads = narrow ? GAUSSIAN_FUSED_SMALL : GAUSSIAN_FUSED_LARGE;
    const int left = threads - 2 * reach;
    return (struct strip_walk){
        .reach = reach,
        .columns = left > align ? left / align * align : align,
        .threads = threads,
        .step = GAUSSIAN_FUSED_OUTPUTS,
        .chunk = GAUSSIAN_FUSED_OUTPUTS,
        .groups = narrow ? GAUSSIAN_FUSED_SMALL_GROUPS : GAUSSIAN_FUSED_LARGE_GROUPS,
        .packed = strip_walk_is_half(site->format),
        .whole = true,
    };
}

void kernel_walk_run(const struct effect_call *call, const struct program *program)
{
    const struct kernel kernel = kernel_of_site(&call->site);
    const struct strip_walk walk = walk_of(&call->site);
    const double reach = 2 * walk.reach;
    // Cost of a read of floats, by their size.
    const double floats = call->site.info->software ? 1 : 2;
    const struct pass own = {
        .program = program,
        .uniforms = { U_FLOAT_ARRAY("u_weights", walk.reach + 1, kernel.weights) },
        .work = { .shared = 1 + floats * (1 + reach / walk.chunk),
                  .sums = (reach + 1) * (strip_walk_columns(&walk) + 1) },
    };
    strip_walk_run(call, &walk, &own);
}

bool kernel_walk_fits(const struct effect_site *site, struct error *why)
{
    const int radius = kernel_of_site(site).radius;
    return radius <= GAUSSIAN_FUSED_RADIUS ||
           error_set(
               why,
               "what it holds of a column fits into registers up to radius %d, and this one is %d",
               GAUSSIAN_FUSED_RADIUS, radius);
}

void kernel_walk_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct strip_walk walk = walk_of(site);
    strip_walk_defines(site, &walk, effect_edge(site), defines);
}
