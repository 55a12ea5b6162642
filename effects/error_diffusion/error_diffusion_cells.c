#include "effects/error_diffusion/error_diffusion_cells.h"

#include "render/gpu.h"
#include "render/image/divide.h"

struct effect_site diffusion_site_on_cells(const struct effect_site *site)
{
    struct effect_site cells = *site;
    cells.width = divide_up(site->width, site->cell);
    cells.height = divide_up(site->height, site->cell);
    return cells;
}

struct effect_call diffusion_call_on_cells(const struct effect_call *call)
{
    struct effect_call cells = *call;
    cells.site = diffusion_site_on_cells(&call->site);
    return cells;
}

// The means of columns are integers that floats represent exactly.
void diffusion_gather_cells(struct diffusion_passes *passes, const struct program *program)
{
    const struct effect_call *call = passes->call;
    if (call->site.cell == 1)
        return;
    const struct texture *input = call->input;
    struct texture *columns =
        texture_pool_acquire(&call->gpu->pool, input->width, call->site.height, FORMAT_RGBA32F);
    struct pass pass = diffusion_prepare_pass(passes, DIFFUSION_VALUES);
    pass.label = "columns";
    pass.program = program;
    pass.inputs[0].texture = input;
    pass.output = columns;
    pass.work = (struct cost){ .texels = call->site.cell };
    pass.made = 0;
    pass_run(call->gpu, &pass);
    passes->columns = columns;
}

void diffusion_release_cells(struct diffusion_passes *passes)
{
    if (passes->columns)
        texture_pool_release(&passes->call->gpu->pool, passes->columns);
    passes->columns = NULL;
}

void diffusion_cover_cells(const struct diffusion_passes *passes, int rows, struct pass *pass)
{
    const struct effect_call *call = passes->call;
    enum { WIDTH = 32, HEIGHT = 8 };
    pass->groups[0] = divide_up(call->input->width, WIDTH);
    pass->groups[1] = divide_up(rows * call->site.cell, HEIGHT);
}
