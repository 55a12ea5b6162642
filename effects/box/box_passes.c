#include "effects/box/box_passes.h"

#include "render/gpu.h"

void box_passes_run(const struct effect_call *call, box_passes_direction *direction)
{
    struct texture *via = texture_pool_acquire(&call->gpu->pool, call->site.width,
                                               call->site.height, effect_via(&call->site));
    direction(call, call->input, via, false);
    direction(call, via, call->output, true);
    texture_pool_release(&call->gpu->pool, via);
}
