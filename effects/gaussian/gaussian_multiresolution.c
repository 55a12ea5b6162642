// The Gaussian by a smaller image (P. Burt, Fast filter transforms for image processing, 1981): the
// picture is decimated by 2, 4 or 8, blurred by the exact Gaussian, and interpolated by a B-spline
// to its full size.

#include "effects/gaussian/gaussian_levels.h"
#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/gaussian/gaussian_strips.h"
#include "effects/tuning.h"
#include "render/image/divide.h"

#include <stdio.h>

enum { DOWN = GAUSSIAN_COLUMNS + 1, UP }; // programs beside those of rows and columns

static struct gaussian_strips strips_of(const struct effect_site *site,
                                        const struct gaussian_levels *levels)
{
    struct gaussian_strips strips = {
        .width = levels->width,
        .height = levels->height,
        .radius = kernel_class(levels->kernel.radius),
        .outputs = levels->factor == 2 ? GAUSSIAN_OUTPUTS : GAUSSIAN_FEW_OUTPUTS,
        .format = gaussian_levels_format(site),
    };
    gaussian_strips_lay_out(&strips);
    return strips;
}

// Returns true if the way up reads a texture, which GPUs interpolate.
static bool is_filtered(const struct gaussian_levels *levels)
{
    return levels->factor == 2;
}

static struct gaussian_up up_of(const struct gaussian_levels *levels)
{
    return is_filtered(levels) ? gaussian_up_filtered : gaussian_up_spline;
}

static bool fits_multiresolution(const struct effect_site *site, struct error *why)
{
    const struct gaussian_params *p = site->params;
    const double sigma = (double) length_pixels(p->sigma, site->height);
    if (sigma >= gaussian_levels_least_sigma && sigma <= gaussian_levels_most_sigma &&
        p->radius <= 0) {
        const struct gaussian_levels levels = gaussian_levels_of(site);
        const struct gaussian_strips strips = strips_of(site, &levels);
        return gaussian_strips_fit(site, &strips, why);
    }
    if (p->radius > 0)
        return error_set(why, "it has no cut: it needs radius=auto");
    if (sigma > gaussian_levels_most_sigma)
        return error_set(why, "its levels are for up to sigma=%g, and it is %.3g",
                         gaussian_levels_most_sigma, sigma);
    return error_set(why, "a smaller image is too coarse below sigma=%g, and it is %.3g",
                     gaussian_levels_least_sigma, sigma);
}

// A texture that holds a level, or an image between it and the picture. It extends beyond the
// picture by the texels that the next smaller one needs.
struct level {
    const struct texture *texture;
    int beyond;
};

static struct pass_input read_level(const struct effect_site *site, const struct level *level)
{
    return (struct pass_input){ level->texture, FILTER_LINEAR, effect_edge(site) };
}

// Returns the value of u_from in the shaders, for a level that extends `beyond` texels past the
// picture.
static struct uniform place_level(const struct level *from, int beyond)
{
    return U_VEC3("u_from", 1 / (float) from->texture->width, 1 / (float) from->texture->height,
                  (float) (from->beyond - 2 * beyond + 1));
}

// Makes an image that is `factor` times smaller than the picture from one of twice its size.
static struct level go_down(const struct effect_call *call, const struct gaussian_levels *levels,
                            const struct level *from, int factor)
{
    const int rest = levels->factor / factor; // for the steps to come
    const int beyond = rest * levels->beyond + rest - 1;
    struct texture *to = texture_pool_acquire(
        &call->gpu->pool, rest * (levels->width - 2 * levels->beyond) + 2 * beyond,
        rest * (levels->height - 2 * levels->beyond) + 2 * beyond,
        gaussian_levels_format(&call->site));
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[DOWN],
        .inputs = { read_level(&call->site, from) },
        .output = to,
        .uniforms = { place_level(from, beyond) },
        .work = { .bilinear = 4 },
    };
    pass_run(call->gpu, &pass);
    return (struct level){ to, beyond };
}

static struct pass make_up(const struct effect_call *call, const struct gaussian_levels *levels,
                           const struct gaussian_strips *strips)
{
    const struct gaussian_up up = up_of(levels);
    struct pass pass = {
        .label = "up",
        .program = call->programs[UP],
        .output = call->output,
        .uniforms = { U_VEC2("u_size", (float) call->site.width, (float) call->site.height),
                      U_VEC2("u_walk", (float) strips->rows, (float) levels->kernel.radius) },
        .groups = { divide_up(call->site.width, up.width),
                    divide_up(call->site.height, up.height * up.texels) },
    };
    effect_join(call->after, &pass);
    return pass;
}

static void run_multiresolution(const struct effect_call *call)
{
    const struct gaussian_levels levels = gaussian_levels_of(&call->site);
    struct gaussian_strips strips = strips_of(&call->site, &levels);
    gaussian_strips_acquire(call, &strips);
    // The last step down is part of the pass along rows.
    struct level from = { call->input, 0 };
    for (int factor = 2; factor < levels.factor; factor *= 2) {
        const struct level next = go_down(call, &levels, &from, factor);
        if (from.texture != call->input)
            texture_pool_release(&call->gpu->pool, from.texture);
        from = next;
    }
    const struct pass rows = { .inputs = { read_level(&call->site, &from) },
                               .uniforms = { place_level(&from, levels.beyond) },
                               .work = { .bilinear =
                                             4 * gaussian_strips_span(&levels.kernel, &strips) } };
    gaussian_strips_pass(call, GAUSSIAN_ROWS, &levels.kernel, NULL, &strips, &rows);
    if (from.texture != call->input)
        texture_pool_release(&call->gpu->pool, from.texture);
    if (is_filtered(&levels)) {
        struct texture *level = texture_pool_acquire(&call->gpu->pool, levels.width, levels.height,
                                                     gaussian_levels_format(&call->site));
        const struct pass columns = { .output = level, .work = { .shared = 1 } };
        gaussian_strips_pass(call, GAUSSIAN_COLUMNS, &levels.kernel, &strips, NULL, &columns);
        struct pass pass = make_up(call, &levels, &strips);
        pass.inputs[0] = (struct pass_input){ level, FILTER_LINEAR, EDGE_CLAMP };
        pass.work.bilinear = 1;
        pass_add_uniform(&pass,
                         U_VEC2("u_scale", 1 / (float) levels.width, 1 / (float) levels.height));
        pass_run(call->gpu, &pass);
        texture_pool_release(&call->gpu->pool, level);
    } else {
        struct gaussian_strips level = strips;
        const struct pass columns = { .work = { .shared = 1 } };
        gaussian_strips_acquire(call, &level);
        gaussian_strips_pass(call, GAUSSIAN_COLUMNS, &levels.kernel, &strips, &level, &columns);
        struct pass pass = make_up(call, &levels, &level);
        pass.buffers[0] = level.buffer;
        pass.buffer_traffic.read = level.bytes;
        pass.work.shared = 2; // buffers are read as fast as shared memory is
        pass.work.sums = 5;
        pass_run(call->gpu, &pass);
        gaussian_strips_release(call, &level);
    }
    gaussian_strips_release(call, &strips);
}

static void write_multiresolution_defines(const struct effect_site *site,
                                          struct step_writer *defines)
{
    const struct gaussian_levels levels = gaussian_levels_of(site);
    const struct gaussian_strips strips = strips_of(site, &levels);
    const struct gaussian_up up = up_of(&levels);
    gaussian_strips_defines(site, &strips, defines);
    step_writef(defines, " FACTOR=%d%s UP_WIDTH=%d UP_HEIGHT=%d UP_TEXELS=%d", levels.factor,
                is_filtered(&levels) ? "" : " TO_BUFFER", up.width, up.height, up.texels);
}

static int output_program(const struct effect_site *site)
{
    (void) site;
    return UP;
}

static const struct program_desc programs[] = {
    [GAUSSIAN_ROWS] = { .file = "gaussian/gaussian_blocked.comp" },
    [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian_blocked.comp", .defines = "COLUMNS" },
    [DOWN] = { .file = "gaussian/gaussian_down.comp" },
    [UP] = { .file = "gaussian/gaussian_up.comp" },
    { 0 },
};

const struct effect_impl gaussian_cs_multiresolution = {
    .name = "cs_multiresolution",
    .summary = "A smaller image blurred as by cs_blocked: by 2, 4 or 8, by its sigma; from 4 px on",
    .origin = "after P. Burt, Fast filter transforms for image processing, 1981",
    .fastest_on = "NVIDIA H200, where a step allows its error (0.2.0)",
    .programs = programs,
    .compute = true,
    .error = gaussian_levels_error,
    .write_defines = write_multiresolution_defines,
    .fits = fits_multiresolution,
    .run = run_multiresolution,
    .output_program = output_program,
};
