// The Gaussian by a smaller image (cs_multiresolution; P. Burt, Fast filter transforms for image
// processing, 1981). The picture is decimated by 2, 4 or 8, blurred there by the exact Gaussian,
// and brought back between the texels by a B-spline. All three widen, and variances add: what
// decimating and interpolating give, the Gaussian in the middle need not.

#include "effects/gaussian_parts.h"

#include <math.h>
#include <stdio.h>

enum { DOWN = 2, UP = 3 }; // of the programs, after ROWS and COLUMNS
enum { UP_OUTPUTS = 16 };  // of an invocation

// Below the least, decimating leaves of a narrow blur no Gaussian in between. From the others on
// the kernel in between is wide enough for the coarser level: its sigma is from 1 to 8 texels.
static const double least_sigma = 4, sigma_for_4 = 5, sigma_for_8 = 24;

static int factor_for(double sigma)
{
    if (sigma < least_sigma)
        return 0;
    return sigma < sigma_for_4 ? 2 : sigma < sigma_for_8 ? 4 : 8;
}

// In squared px. Steps of (1 3 3 1) / 8, of variance 3/4 in the texels that they read; a quadratic
// B-spline, 1/4 in the texels that it goes through.
static double decimating_variance(int factor)
{
    return (factor * factor - 1) / 4.0;
}

static double interpolating_variance(int factor)
{
    return factor * factor / 4.0;
}

struct gaussian_levels gaussian_levels_of(const struct effect_call *call)
{
    const struct gaussian_params *p = call->params;
    const double sigma = (double) length_pixels(p->sigma, call->height);
    const int factor = factor_for(sigma);
    struct gaussian_levels levels = { .factor = factor };
    if (factor == 0)
        return levels;
    const double variance =
        sigma * sigma - decimating_variance(factor) - interpolating_variance(factor);
    const struct kernel_knobs knobs = { .sigma = sqrt(variance) / factor };
    kernel_init(&levels.kernel, &knobs);
    levels.beyond = levels.kernel.radius + 1; // the B-spline's reach
    levels.width = gaussian_covering(call->width, factor) + 2 * levels.beyond;
    levels.height = gaussian_covering(call->height, factor) + 2 * levels.beyond;
    return levels;
}

static struct gaussian_strips strips_of(const struct effect_call *call,
                                        const struct gaussian_levels *levels)
{
    struct gaussian_strips strips = {
        .width = levels->width,
        .height = levels->height,
        .radius = kernel_class(levels->kernel.radius),
        .is_long = kernel_class(levels->kernel.radius) > LONG_RADIUS,
    };
    gaussian_strips_lay_out(call->format == FORMAT_RGBA32F ? FORMAT_RGBA32F : FORMAT_RGBA16F,
                            &strips);
    return strips;
}

bool gaussian_fits_multiresolution(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    const struct gaussian_params *p = call->params;
    const double sigma = (double) length_pixels(p->sigma, call->height);
    if (sigma >= least_sigma && p->radius <= 0) {
        const struct gaussian_levels levels = gaussian_levels_of(call);
        const struct gaussian_strips strips = strips_of(call, &levels);
        return gaussian_strips_fit(call, &strips, why);
    }
    snprintf(why, EFFECT_WHY_SIZE,
             p->radius > 0 ? "it has no cut: it needs radius=auto"
                           : "a smaller image is too coarse below sigma=%g, and it is %.3g",
             least_sigma, sigma);
    return false;
}

// What down and up are told in common.
static struct pass make_pass(const struct effect_call *call, const struct gaussian_levels *levels,
                             const struct gaussian_strips *strips)
{
    return (struct pass){
        .buffers = { strips->buffer },
        .buffer_bytes = strips->bytes,
        .uniforms = { U_VEC2((float) call->width, (float) call->height),
                      U_VEC2((float) strips->rows, 0), U_INT(levels->beyond) },
    };
}

static void run_down(const struct effect_call *call, const struct gaussian_levels *levels,
                     const struct gaussian_strips *to)
{
    const int reach = levels->factor - 1; // of the filter, beyond the texels that one covers
    struct pass pass = make_pass(call, levels, to);
    pass.label = "down";
    pass.program = call->programs[DOWN];
    pass.images[0].texture = (struct texture *) call->input;
    pass.uniforms[3] = (struct uniform) U_VEC2((float) levels->width, (float) levels->height);
    pass.groups[0] = gaussian_covering(levels->width, (128 - 2 * reach) / levels->factor);
    pass.groups[1] = gaussian_covering(levels->height, levels->factor == 2 ? 8 : 4);
    pass_run(call->gpu, &pass);
}

static void run_up(const struct effect_call *call, const struct gaussian_levels *levels,
                   const struct gaussian_strips *from)
{
    struct pass pass = make_pass(call, levels, from);
    const int *group = call->programs[UP]->group_size;
    pass.label = "up";
    pass.program = call->programs[UP];
    pass.output = call->output;
    pass.groups[0] = gaussian_covering(call->width, group[0]);
    pass.groups[1] = gaussian_covering(call->height, group[1] * UP_OUTPUTS);
    pass_run(call->gpu, &pass);
}

void gaussian_run_multiresolution(const struct effect_call *call)
{
    const struct gaussian_levels levels = gaussian_levels_of(call);
    struct gaussian_strips a = strips_of(call, &levels), b = a;
    gaussian_strips_acquire(call, &a);
    gaussian_strips_acquire(call, &b);
    run_down(call, &levels, &a);
    gaussian_blocked_pass(call, ROWS, &levels.kernel, &a, &b);
    gaussian_blocked_pass(call, COLUMNS, &levels.kernel, &b, &a);
    run_up(call, &levels, &a);
    gaussian_strips_release(call, &a);
    gaussian_strips_release(call, &b);
}

void gaussian_cost_multiresolution(const struct effect_call *call, struct cost *cost)
{
    const struct gaussian_levels levels = gaussian_levels_of(call);
    const double full = (double) call->width * call->height;
    const double small = (double) levels.width * levels.height;
    const double reach = 2 * kernel_class(levels.kernel.radius);
    cost->passes += 4;
    cost->stores += full + 3 * small;
    cost->texels += 1.4 * full;
    // Buffers are read as fast as shared memory is.
    cost->shared += 3.0 / 2 * full;
    const double down = 16 * 136 * (levels.factor == 2 ? 8 : 4);
    cost->held = fmax(down, gaussian_blocked_held(call->format, kernel_class(levels.kernel.radius),
                                                  call->format == FORMAT_RGBA32F ? 16 : 8));
    cost->shared += (22 + 4 + reach / ROW_OUTPUTS + reach / COLUMN_OUTPUTS) * small;
}
