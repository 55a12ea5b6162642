#include "effects/blur/margin.h"

#include "effects/blur/levels.h"
#include "effects/effect.h"
#include "render/gpu.h"

#include <math.h>

static int margin_of_side(const struct effect_blur *blur, enum edge edge, int side, int longer)
{
    const double reach = 2 * fmin(blur->margin, longer);
    int texel = 1 << blur->levels;
    const bool is_whole = edge == EDGE_MIRROR && (side == 1 || side % texel == 0);
    if (edge == EDGE_CLAMP || reach == 0 || is_whole)
        return 0;
    while (texel > 1 && texel > 2 * reach)
        texel /= 2;
    return (int) ceil(reach / texel) * texel;
}

// Shortens a margin by whole texels of the smallest image, which are at most as long as the lowest
// set bit of the margin.
static int shorten(int margin, int side, int longest)
{
    const int step = margin & -margin;
    while (margin > 0 && side + 2 * margin > longest)
        margin -= step;
    return margin;
}

struct margin margin_of_step(const struct effect *effect, const void *params, int width, int height,
                             const struct context_info *info)
{
    if (!effect->on_levels)
        return (struct margin){ 0 };
    const struct effect_blur blur = effect->blur(params, height);
    const int longer = width > height ? width : height;
    struct margin margin = {
        .edge = effect_edge(&(struct effect_site){ .effect = effect, .params = params }),
    };
    margin.x = margin_of_side(&blur, margin.edge, width, longer);
    margin.y = margin_of_side(&blur, margin.edge, height, longer);
    if (info) {
        const int longest =
            info->max_texture < info->max_viewport ? info->max_texture : info->max_viewport;
        margin.x = shorten(margin.x, width, longest);
        margin.y = shorten(margin.y, height, longest);
    }
    return margin;
}

bool margin_is_needed(const struct effect_site *site)
{
    return site->margin.x > 0 || site->margin.y > 0;
}

bool margin_is_copied(const struct effect_impl *impl, const struct effect_site *site)
{
    return margin_is_needed(site) && !(impl->handles_margin && impl->handles_margin(site));
}

struct margin margin_around(const struct effect_call *call, const struct texture *texture)
{
    if (texture != call->input && texture != call->output)
        return (struct margin){ 0 };
    return (struct margin){ (call->site.width - texture->width) / 2,
                            (call->site.height - texture->height) / 2, call->site.margin.edge };
}

struct uniform margin_uniform(const struct effect_call *call, const struct texture *texture)
{
    const struct margin margin = margin_around(call, texture);
    return U_VEC2("u_margin", (float) margin.x, (float) margin.y);
}

// Copies the picture into the middle of a wider image, or out of it.
static void shift(const struct effect_call *call, const struct program *program, bool widens,
                  const struct texture *from, struct texture *to)
{
    const float sign = widens ? -1 : 1;
    const struct pass pass = {
        .label = widens ? "widen" : "cut",
        .program = program,
        .inputs = { { from, FILTER_NEAREST, call->site.margin.edge } },
        .output = to,
        .uniforms = { U_VEC2("u_offset", sign * (float) call->site.margin.x,
                             sign * (float) call->site.margin.y) },
        .work = { .texels = 1 },
    };
    pass_run(call->gpu, &pass);
}

void margin_run(const struct effect_impl *impl, const struct effect_call *call,
                const struct program *program)
{
    struct texture_pool *pool = &call->gpu->pool;
    struct effect_call wide = *call;
    struct texture *input =
        texture_pool_acquire(pool, call->site.width, call->site.height, call->input->format);
    shift(call, program, true, call->input, input);
    wide.input = input;
    wide.output = levels_acquire(call, 0);
    impl->run(&wide);
    shift(call, program, false, wide.output, call->output);
    texture_pool_release(pool, input);
    texture_pool_release(pool, wide.output);
}
