#include "effects/blur/levels.h"

#include "effects/effect_impl.h"
#include "render/gpu.h"

int levels_halved(int size, int times)
{
    return (size + (1 << times) - 1) >> times;
}

double levels_texels(const struct effect_site *site, int level)
{
    return (double) levels_halved(site->width, level) * levels_halved(site->height, level);
}

static struct texture *acquire(const struct effect_call *call, int width, int height)
{
    return texture_pool_acquire(&call->gpu->pool, width, height, call->site.format);
}

struct texture *levels_acquire(const struct effect_call *call, int level)
{
    return acquire(call, levels_halved(call->site.width, level),
                   levels_halved(call->site.height, level));
}

struct texture *levels_acquire_half(const struct effect_call *call, const struct texture *from)
{
    if (from == call->input)
        return levels_acquire(call, 1);
    return acquire(call, levels_halved(from->width, 1), levels_halved(from->height, 1));
}

void levels_release(const struct effect_call *call, const struct texture *texture)
{
    if (texture && texture != call->input)
        texture_pool_release(&call->gpu->pool, texture);
}

struct uniform levels_sizes(const struct texture *from, const struct texture *to)
{
    return U_VEC4("u_sizes", (float) from->width, (float) from->height, (float) to->width,
                  (float) to->height);
}
