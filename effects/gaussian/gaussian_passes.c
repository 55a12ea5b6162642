#include "effects/gaussian/gaussian_passes.h"

#include "effects/blur/levels.h"
#include "effects/gaussian/gaussian_site.h"
#include "render/gpu.h"

struct uniform gaussian_passes_weights(const struct kernel *kernel)
{
    return U_FLOAT_ARRAY("u_weights", kernel_class(kernel->radius) + 1, kernel->weights);
}

void gaussian_passes_run(const struct effect_call *call, int count, const struct pass *own)
{
    const struct effect_site *site = &call->site;
    struct texture *between = count > 1 ? levels_acquire(call, 0) : NULL;
    for (int i = 0; i < count; i++) {
        struct pass pass = *own;
        pass.label = !between ? "rows and columns" : i == GAUSSIAN_ROWS ? "rows" : "columns";
        pass.program = call->programs[i];
        pass.inputs[0].texture = i == GAUSSIAN_ROWS ? call->input : between;
        pass.inputs[0].edge = effect_edge(site);
        pass.output = i + 1 < count ? between : call->output;
        pass_add_uniform(&pass, U_SIZE(site->width, site->height));
        pass_run(call->gpu, &pass);
    }
    levels_release(call, between);
}
