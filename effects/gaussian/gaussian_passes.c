#include "effects/gaussian/gaussian_passes.h"

#include "effects/gaussian/gaussian_site.h"
#include "render/gpu.h"

struct uniform gaussian_passes_weights(const struct kernel *kernel)
{
    return U_FLOAT_ARRAY("u_weights", kernel_class(kernel->radius) + 1, kernel->weights);
}

struct ends {
    const char *label;
    const struct texture *from;
    struct texture *to;
};

static void run_pass(const struct effect_call *call, int program, const struct ends *ends,
                     const struct pass *own)
{
    struct pass pass = *own;
    pass.label = ends->label;
    pass.program = call->programs[program];
    pass.inputs[0].texture = ends->from;
    pass.inputs[0].edge = effect_edge(&call->site);
    pass.output = ends->to;
    pass_add_uniform(&pass, U_VEC2("u_size", (float) call->site.width, (float) call->site.height));
    pass_run(call->gpu, &pass);
}

void gaussian_passes_run_both(const struct effect_call *call, const struct pass *own)
{
    struct texture *between = texture_pool_acquire(&call->gpu->pool, call->site.width,
                                                   call->site.height, call->site.format);
    const struct ends rows = { "rows", call->input, between };
    const struct ends columns = { "columns", between, call->output };
    run_pass(call, GAUSSIAN_ROWS, &rows, own);
    run_pass(call, GAUSSIAN_COLUMNS, &columns, own);
    texture_pool_release(&call->gpu->pool, between);
}

void gaussian_passes_run_one(const struct effect_call *call, const struct pass *own)
{
    const struct ends ends = { "rows and columns", call->input, call->output };
    run_pass(call, 0, &ends, own);
}

void gaussian_passes_run_rows_and_columns(const struct effect_call *call, const struct cost *work)
{
    const struct kernel kernel = gaussian_site_kernel(&call->site);
    const struct pass own = { .uniforms = { gaussian_passes_weights(&kernel) }, .work = *work };
    gaussian_passes_run_both(call, &own);
}
