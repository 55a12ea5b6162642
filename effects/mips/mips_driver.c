// The blur by the mip map that the driver makes.

#include "effects/blur/levels.h"
#include "effects/mips/mips.h"

static void run_generated(const struct effect_call *call)
{
    const struct effect_site *site = &call->site;
    const struct sigma_mips mips = mips_solve_site(site);
    const int most = texture_most_levels(site->width, site->height);
    const int levels = mips_levels(site) + 1;
    struct texture *map =
        texture_pool_acquire_levels(&call->gpu->pool, site->width, site->height,
                                    call->input->format, levels < most ? levels : most);
    const struct pass pass = {
        .label = "sample",
        .program = call->programs[0],
        .inputs = { { map, FILTER_TRILINEAR, effect_edge(site) } },
        .output = call->output,
        .uniforms = { U_FLOAT("u_level", (float) (mips.level + mips.share)) },
        .work = { .bilinear = 2 },
    };
    pass_make_mips(call->gpu, call->input, map);
    pass_run(call->gpu, &pass);
    texture_pool_release(&call->gpu->pool, map);
}

// Returns 1 (no bound), since drivers differ in how they treat odd sizes.
static double error_generated(const struct effect_site *site)
{
    (void) site;
    return 1;
}

const struct effect_impl mips_cs_generate_mipmap = {
    .name = "cs_generate_mipmap",
    .summary = "The mip map that the driver makes, read through its trilinear filter: only to "
               "be timed beside the others, since drivers differ where a side is odd",
    .origin = "glGenerateMipmap",
    .programs =
        (const struct program_desc[]){ { .file = "mips/mips.comp", .defines = "LEVELS" }, { 0 } },
    .error = error_generated,
    .run = run_generated,
};
