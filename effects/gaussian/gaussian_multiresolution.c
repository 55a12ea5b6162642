// The Gaussian by a smaller image (cs_multiresolution; P. Burt, Fast filter transforms for image
// processing, 1981). The picture is decimated by 2, 4 or 8, blurred there by the exact Gaussian,
// and brought back between the texels by a B-spline. All three widen, and variances add: what
// decimating and interpolating give, the Gaussian in the middle need not.

#include "effects/gaussian/gaussian_parts.h"
#include "render/divide.h"

#include <math.h>
#include <stdio.h>

enum { FROM = 60 }; // location of u_from in the shaders

// Below the least, decimating leaves of a narrow blur no Gaussian in between. From the others on
// the kernel in between is wide enough for the coarser level: its sigma is from 1 to 8 texels.
static const double least_sigma = 4, sigma_for_4 = 5, sigma_for_8 = 24;

static int factor_for(double sigma)
{
    if (sigma < least_sigma)
        return 0;
    return sigma < sigma_for_4 ? 2 : sigma < sigma_for_8 ? 4 : 8;
}

// In squared px. Steps of (1 3 3 1) / 8, of variance 3/4 in the texels that they read. Half-way
// places between texels have 3/16 from their neighbours, a quadratic B-spline has 1/4 everywhere.
static double decimating_variance(int factor)
{
    return (factor * factor - 1) / 4.0;
}

static double interpolating_variance(int factor)
{
    return factor == 2 ? 0.75 : factor * factor / 4.0;
}

struct gaussian_levels gaussian_levels_of(const struct effect_site *site)
{
    const struct gaussian_params *p = site->params;
    const double sigma = (double) length_pixels(p->sigma, site->height);
    const int factor = factor_for(sigma);
    struct gaussian_levels levels = { .factor = factor };
    if (factor == 0)
        return levels;
    const double variance =
        sigma * sigma - decimating_variance(factor) - interpolating_variance(factor);
    const struct kernel_knobs knobs = { .sigma = sqrt(variance) / factor };
    kernel_init(&levels.kernel, &knobs);
    // A GPU that cuts off what a half float cannot hold would darken flat light.
    levels.kernel.weights[0] += site->format == FORMAT_RGBA32F ? 0 : 0x1p-22f;
    levels.beyond = levels.kernel.radius + 1; // the B-spline's reach
    levels.width = divide_up(site->width, factor) + 2 * levels.beyond;
    levels.height = divide_up(site->height, factor) + 2 * levels.beyond;
    return levels;
}

static enum texture_format format_of_levels(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F ? FORMAT_RGBA32F : FORMAT_RGBA16F;
}

struct gaussian_strips gaussian_level_strips(const struct effect_site *site,
                                             const struct gaussian_levels *levels)
{
    struct gaussian_strips strips = {
        .width = levels->width,
        .height = levels->height,
        .radius = kernel_class(levels->kernel.radius),
        .outputs = levels->factor == 2 ? MANY_OUTPUTS : FEW_OUTPUTS,
    };
    gaussian_strips_lay_out(format_of_levels(site), &strips);
    return strips;
}

bool gaussian_fits_multiresolution(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct gaussian_params *p = site->params;
    const double sigma = (double) length_pixels(p->sigma, site->height);
    if (sigma >= least_sigma && p->radius <= 0) {
        const struct gaussian_levels levels = gaussian_levels_of(site);
        const struct gaussian_strips strips = gaussian_level_strips(site, &levels);
        return gaussian_strips_fit(site, &strips, why);
    }
    snprintf(why, EFFECT_WHY_SIZE,
             p->radius > 0 ? "it has no cut: it needs radius=auto"
                           : "a smaller image is too coarse below sigma=%g, and it is %.3g",
             least_sigma, sigma);
    return false;
}

// A texture that holds a level, or one between it and the picture. Those nearer to the picture go
// on beyond it by what those further away see of them.
struct level {
    const struct texture *texture;
    int beyond;
};

static struct pass_input read_level(const struct effect_site *site, const struct level *level)
{
    const struct gaussian_params *p = site->params;
    return (struct pass_input){ level->texture, FILTER_LINEAR, (enum edge) p->edge };
}

// u_from of the shaders, for a level that goes on beyond the picture by so much.
static struct uniform place_level(const struct level *from, int beyond)
{
    return (struct uniform) U_VEC3(1 / (float) from->texture->width,
                                   1 / (float) from->texture->height,
                                   (float) (from->beyond - 2 * beyond + 1));
}

// To an image smaller by `factor` than the picture, from one of twice that size.
static struct level go_down(const struct effect_call *call, const struct gaussian_levels *levels,
                            const struct level *from, int factor)
{
    const int rest = levels->factor / factor; // for the steps to come
    const int beyond = rest * levels->beyond + rest - 1;
    struct texture *to = texture_pool_acquire(
        &call->gpu->pool, rest * (levels->width - 2 * levels->beyond) + 2 * beyond,
        rest * (levels->height - 2 * levels->beyond) + 2 * beyond, format_of_levels(&call->site));
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = call->programs[DOWN],
        .inputs = { read_level(&call->site, from) },
        .output = to,
    };
    pass.uniforms[FROM] = place_level(from, beyond);
    pass_run(call->gpu, &pass);
    return (struct level){ to, beyond };
}

static void blur_rows(const struct effect_call *call, const struct gaussian_levels *levels,
                      const struct level *from, const struct gaussian_strips *to)
{
    struct pass rows = { .inputs = { read_level(&call->site, from) } };
    rows.uniforms[FROM] = place_level(from, levels->beyond);
    gaussian_blocked_pass(call, ROWS, &levels->kernel, NULL, to, &rows);
}

// The last step down is part of the rows.
static void make_smaller(const struct effect_call *call, const struct gaussian_levels *levels,
                         const struct gaussian_strips *to)
{
    struct level from = { call->input, 0 };
    for (int factor = 2; factor < levels->factor; factor *= 2) {
        const struct level next = go_down(call, levels, &from, factor);
        if (from.texture != call->input)
            texture_pool_release(&call->gpu->pool, from.texture);
        from = next;
    }
    blur_rows(call, levels, &from, to);
    if (from.texture != call->input)
        texture_pool_release(&call->gpu->pool, from.texture);
}

static struct pass make_up(const struct effect_call *call, const struct gaussian_levels *levels,
                           const struct gaussian_strips *strips, int group_width, int group_height)
{
    return (struct pass){
        .label = "up",
        .program = call->programs[UP],
        .output = call->output,
        .uniforms = { U_VEC2((float) call->site.width, (float) call->site.height),
                      U_VEC2((float) strips->rows, (float) levels->kernel.radius) },
        .groups = { divide_up(call->site.width, group_width),
                    divide_up(call->site.height, group_height) },
    };
}

// From a texture, which GPUs interpolate.
static void go_up_filtered(const struct effect_call *call, const struct gaussian_levels *levels,
                           const struct gaussian_strips *strips)
{
    struct texture *level = texture_pool_acquire(&call->gpu->pool, levels->width, levels->height,
                                                 format_of_levels(&call->site));
    const struct pass columns = { .output = level };
    gaussian_blocked_pass(call, COLUMNS, &levels->kernel, strips, NULL, &columns);
    struct pass pass = make_up(call, levels, strips, 16, 64);
    pass.inputs[0] = (struct pass_input){ level, FILTER_LINEAR, EDGE_CLAMP };
    pass.uniforms[2] =
        (struct uniform) U_VEC2(1 / (float) levels->width, 1 / (float) levels->height);
    pass_run(call->gpu, &pass);
    texture_pool_release(&call->gpu->pool, level);
}

static void go_up(const struct effect_call *call, const struct gaussian_levels *levels,
                  const struct gaussian_strips *strips)
{
    struct gaussian_strips level = *strips;
    const struct pass columns = { 0 };
    gaussian_strips_acquire(call, &level);
    gaussian_blocked_pass(call, COLUMNS, &levels->kernel, strips, &level, &columns);
    struct pass pass = make_up(call, levels, &level, 16, 128);
    pass.buffers[0] = level.buffer;
    pass.buffer_bytes = level.bytes;
    pass_run(call->gpu, &pass);
    gaussian_strips_release(call, &level);
}

void gaussian_run_multiresolution(const struct effect_call *call)
{
    const struct gaussian_levels levels = gaussian_levels_of(&call->site);
    struct gaussian_strips strips = gaussian_level_strips(&call->site, &levels);
    gaussian_strips_acquire(call, &strips);
    make_smaller(call, &levels, &strips);
    if (levels.factor == 2)
        go_up_filtered(call, &levels, &strips);
    else
        go_up(call, &levels, &strips);
    gaussian_strips_release(call, &strips);
}

void gaussian_cost_multiresolution(const struct effect_site *site, struct cost *cost)
{
    const struct gaussian_levels levels = gaussian_levels_of(site);
    const double full = (double) site->width * site->height;
    const double small = (double) levels.width * levels.height;
    const struct gaussian_strips strips = gaussian_level_strips(site, &levels);
    const double reach = 2 * strips.radius;
    const bool is_filtered = levels.factor == 2;
    for (int rest = levels.factor / 2; rest > 1; rest /= 2) {
        cost->bilinear += 4 * rest * rest * small;
        cost->stores += rest * rest * small;
        cost->passes++;
    }
    cost->passes += 3;
    cost->stores += full + 2 * small;
    cost->bilinear += 4 * (1 + reach / (ROW_WIDTH * strips.outputs)) * small;
    // Buffers are read as fast as shared memory is.
    cost->shared += (4 + 2 * reach / strips.outputs) * small;
    cost->bilinear += is_filtered ? full : 0;
    cost->shared += is_filtered ? 0 : 2 * full;
    cost->sums += 2 * (reach + 1) * small + (is_filtered ? 0 : 5 * full);
    cost->held =
        gaussian_blocked_held(site->format, &strips, site->format == FORMAT_RGBA32F ? 16 : 8);
}
