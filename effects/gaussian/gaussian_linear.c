// The Gaussian by bilinear reads between neighbours, which read two texels at once.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

// Returns the number of bilinear reads on each side.
static int reads_of(const struct effect_site *site)
{
    return divide_up(gaussian_site_class(site), 2);
}

static void run_linear(const struct effect_call *call)
{
    struct kernel_pairs pairs;
    const struct kernel kernel = kernel_of_site(&call->site);
    kernel_pair(&kernel, &pairs);
    const struct pass own = {
        .inputs = { { .filter = FILTER_LINEAR } },
        .uniforms = { U_FLOAT("u_centre", pairs.centre),
                      U_FLOAT_ARRAY("u_pairs", 2 * reads_of(&call->site), &pairs.reads[0][0]) },
        .work = { .texels = kernel.radius % 2 == 0, .bilinear = 2 * reads_of(&call->site) },
    };
    gaussian_passes_run(call, 2, &own);
}

static void write_linear_defines(const struct effect_site *site, struct step_writer *defines)
{
    gaussian_site_defines(site, defines);
    step_writef(defines, " READS=%d", reads_of(site));
}

// The error of all reads between texels, along both axes.
static double error_linear(const struct effect_site *site)
{
    struct kernel_pairs pairs;
    const struct kernel kernel = kernel_of_site(site);
    kernel_pair(&kernel, &pairs);
    return 2 * EFFECT_FILTER_ERROR * (1 - (double) pairs.centre);
}

const struct effect_impl gaussian_fs_linear = {
    .name = "fs_linear",
    .summary = "Neighbours share a bilinear read between them: r + 1 a texel and direction",
    .origin = "D. Rákos, Efficient Gaussian blur with linear sampling, 2010",
    .fastest_on = "a GTX 1060 (N. Lisitsa, 33 taps, rgba8, 1080p)",
    .programs =
        EFFECT_PROGRAMS([GAUSSIAN_ROWS] = { .file = "gaussian/gaussian.frag", .defines = "LINEAR" },
                        [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian.frag",
                                               .defines = "LINEAR COLUMNS" }),
    .error = error_linear,
    .write_defines = write_linear_defines,
    .fits = gaussian_site_fits,
    .run = run_linear,
};
