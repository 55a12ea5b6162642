// The dual filter's steps for GPUs on which reading through the filter is what takes the time:
// groups hold their part of the image in shared memory.

#include "effects/dual/dual_parts.h"
#include "render/divide.h"

#include <math.h>
#include <stdio.h>

enum {
    TILE_DOWN = 32,
    TILE_UP_WIDTH = 64,
    TILE_UP_HEIGHT = 32,
    MIDDLE_WEIGHT = 9 // of a step up
};

struct uniform dual_sizes(const struct texture *from, const struct texture *to)
{
    return (struct uniform) U_VEC4((float) from->width, (float) from->height, (float) to->width,
                                   (float) to->height);
}

struct texture *dual_down_blocked(const struct effect_call *call, const struct program *program,
                                  enum edge edge, const struct texture *from)
{
    struct texture *to = texture_pool_acquire(&call->gpu->pool, dual_halved(from->width, 1),
                                              dual_halved(from->height, 1), call->site.format);
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "down %dx%d", to->width, to->height);
    struct pass pass = {
        .label = label,
        .program = program,
        .inputs = { { from, FILTER_LINEAR, edge } },
        .output = to,
        .groups = { divide_up(to->width, TILE_DOWN), divide_up(to->height, TILE_DOWN) },
    };
    if (from == call->input)
        effect_join(call->before, &pass);
    pass_run(call->gpu, &pass);
    return to;
}

// What a bilinear tap gives a texel so far away.
static double hat(double distance)
{
    return fmax(0, 1 - fabs(distance));
}

// The filter is made of products of weights along x and along y, so it is the same along both. The
// texels made lie a quarter of a coarse texel beside the centre of the one around which the weights
// are counted.
void dual_make_weights(double offset, const struct texture *to, float weights[DUAL_WEIGHTS])
{
    double sides[5], centre[5], corners[5], rest = 1;
    int count = 0;
    for (int i = 0; i < 5; i++) {
        const double at = i - 2 + 0.25;
        sides[i] = hat(at - offset) + hat(at + offset);
        centre[i] = hat(at);
        corners[i] = hat(at - offset / 2) + hat(at + offset / 2);
    }
    for (int y = 0; y < 5; y++)
        for (int x = y; x < 5; x++) {
            const double weight =
                (sides[x] * centre[y] + centre[x] * sides[y] + 2 * corners[x] * corners[y]) / 12;
            weights[count] = (float) weight;
            rest -= (double) weights[count++] * (x == y ? 1 : 2);
        }
    // A GPU that cuts off what a half float cannot hold would darken flat light, where the sum
    // falls just below what it should be.
    weights[MIDDLE_WEIGHT] += (float) (rest + (to->format == FORMAT_RGBA32F ? 0 : 0x1p-22));
}

void dual_up_blocked(const struct effect_call *call, const struct program *program, enum edge edge,
                     const struct texture *from, struct texture *to, double offset)
{
    float weights[DUAL_WEIGHTS];
    char label[GPU_SCOPE_NAME_SIZE];
    snprintf(label, sizeof(label), "up %dx%d", to->width, to->height);
    dual_make_weights(offset, to, weights);
    struct pass pass = {
        .label = label,
        .program = program,
        .inputs = { { from, FILTER_NEAREST, edge } },
        .output = to,
        .uniforms = { U_FLOAT_ARRAY(DUAL_WEIGHTS, weights) },
        .groups = { divide_up(to->width, TILE_UP_WIDTH), divide_up(to->height, TILE_UP_HEIGHT) },
    };
    pass.uniforms[DUAL_WEIGHTS] = dual_sizes(from, to);
    if (to == call->output)
        effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
}

void dual_cost_down_blocked(const struct effect_site *site, int level, struct cost *cost)
{
    const double texels = dual_texels(site, level);
    cost->bilinear += 2.06 * texels;
    cost->shared += 4 * texels;
    cost->held = fmax(cost->held, 16 * 33 * 33);
    cost->stores += texels;
    cost->passes++;
}

void dual_cost_up_blocked(const struct effect_site *site, int level, struct cost *cost)
{
    const double texels = dual_texels(site, level);
    cost->texels += 0.35 * texels; // 36x20 for 64x32
    cost->shared += 4.25 * texels;
    cost->held = fmax(cost->held, 36 * 20 * (site->format == FORMAT_RGBA32F ? 16 : 8));
    cost->stores += texels;
    cost->passes++;
}
