// The convolution by a read for each texel of the kernel that is not 0, from a list of these
// texels.

#include "effects/convolve/convolve_params.h"
#include "effects/convolve/convolve_site.h"
#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <stdlib.h>

enum { LIST_WIDTH = 1024 };

static int count_rows(const struct convolve_recipe *recipe)
{
    return divide_up((int) convolve_most_taps(recipe) + 1, LIST_WIDTH);
}

// The first texel of the list holds the number of taps; each of the others holds a position, in the
// shader's coordinates, and its weights of red, green and blue.
static void make_list(const void *key, float *list)
{
    const struct convolve_recipe *recipe = key;
    const int x0 = convolve_centre(recipe->width), y0 = convolve_centre(recipe->height);
    const size_t texels = (size_t) recipe->width * (size_t) recipe->height;
    float *weights = memory_new(4 * texels, sizeof(*weights)), *end = list + 4;
    convolve_kernel_make(recipe, weights);
    for (int y = recipe->height - 1; y >= 0; y--)
        for (int x = recipe->width - 1; x >= 0; x--) {
            const float *weight = weights + 4 * ((ptrdiff_t) y * recipe->width + x);
            if (weight[3] == 0)
                continue;
            *end++ = (float) (2 * CONVOLVE_MAX_SIZE * (y0 - y + CONVOLVE_MAX_SIZE) + x0 - x +
                              CONVOLVE_MAX_SIZE);
            for (int c = 0; c < 3; c++)
                *end++ = weight[c];
        }
    free(weights);
    list[0] = (float) ((end - list) / 4 - 1);
    list[1] = list[2] = list[3] = 0;
    for (const float *last = list + 4 * (size_t) count_rows(recipe) * LIST_WIDTH; end < last;)
        *end++ = 0;
}

static void run(const struct effect_call *call)
{
    const struct convolve_recipe recipe = convolve_site_recipe(&call->site);
    const struct texture_recipe list = {
        .key = &recipe,
        .key_size = sizeof(recipe),
        .make = make_list,
        .width = LIST_WIDTH,
        .height = count_rows(&recipe),
        .format = FORMAT_RGBA32F,
    };
    const double taps = convolve_most_taps(&recipe);
    struct pass pass = {
        .label = "taps",
        .program = call->programs[0],
        .inputs = { { call->input }, { texture_cache_get(&call->gpu->cache, &list) } },
        .output = call->output,
        .uniforms = { U_SIZE(call->site.width, call->site.height) },
        .work = { .texels = 2 * taps, // reads of the picture and of the list
                  .sums = CONVOLVE_TAP_SUMS * taps,
                  .iterations = taps + taps / 64 },
    };
    if (pass.program->compute) { // a texel of the list serves several of the picture
        pass.work.texels = taps * (1 + 1.0 / CONVOLVE_OUTPUTS);
        pass.groups[0] = divide_up(call->site.width, CONVOLVE_GROUP);
        pass.groups[1] = divide_up(call->site.height, CONVOLVE_GROUP * CONVOLVE_OUTPUTS);
    }
    pass_run(call->gpu, &pass);
}

static void write_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct convolve_params *p = site->params;
    step_writef(defines, " EDGE=%d LIST_WIDTH=%d REACH=%d GROUP=%d OUTPUTS=%d", p->edge, LIST_WIDTH,
                CONVOLVE_MAX_SIZE, CONVOLVE_GROUP, CONVOLVE_OUTPUTS);
}

static double most_taps(const struct effect_site *site)
{
    const struct convolve_recipe recipe = convolve_site_recipe(site);
    return convolve_most_taps(&recipe);
}

static bool fits_few(const struct effect_site *site, struct error *why)
{
    const double taps = most_taps(site);
    return taps <= CONVOLVE_FEW_TAPS ||
           error_set(why, "the kernel has up to %.0f taps, and it is for up to %d", taps,
                     CONVOLVE_FEW_TAPS);
}

static bool fits(const struct effect_site *site, struct error *why)
{
    return effect_fits_in_taps(site, most_taps(site), why);
}

const struct effect_impl convolve_fs_taps = {
    .name = "fs_taps",
    .summary = "A read for each texel of a small kernel",
    .programs = EFFECT_PROGRAMS({ "convolve/convolve_taps.frag" }),
    .write_defines = write_defines,
    .fits = fits_few,
    .run = run,
};

const struct effect_impl convolve_cs_taps = {
    .name = "cs_taps",
    .summary = "A read for each texel of the kernel; each serves four texels of the picture",
    .programs = EFFECT_PROGRAMS({ "convolve/convolve_taps.comp" }),
    .write_defines = write_defines,
    .fits = fits,
    .run = run,
};
