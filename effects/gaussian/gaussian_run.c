// How the rows of the Gaussian's table run.

#include "effects/gaussian/gaussian_parts.h"

struct blur {
    struct kernel kernel;
    struct kernel_pairs pairs;
    int size; // of the weights in the programs
};

static struct blur make_blur(const struct effect_site *site)
{
    struct blur blur = { .kernel = gaussian_kernel(site->params, site->height) };
    kernel_pair(&blur.kernel, &blur.pairs);
    blur.size = kernel_class(blur.kernel.radius);
    return blur;
}

// Says what a way needs besides input, output and weights.
typedef void fill_pass(const struct effect_call *call, const struct blur *blur, int direction,
                       struct pass *pass);

static void run_pass(const struct effect_call *call, const struct blur *blur, int direction,
                     const struct pass *wanted, fill_pass *fill)
{
    const struct gaussian_params *p = call->site.params;
    struct pass pass = *wanted;
    pass.program = call->programs[direction];
    pass.inputs[0].edge = (enum edge) p->edge;
    pass.uniforms[0] = (struct uniform) U_VEC2((float) call->site.width, (float) call->site.height);
    pass.uniforms[2] = (struct uniform) U_FLOAT_ARRAY(blur->size + 1, blur->kernel.weights);
    if (fill)
        fill(call, blur, direction, &pass);
    pass_run(call->gpu, &pass);
}

static void run_both(const struct effect_call *call, fill_pass *fill)
{
    const struct blur blur = make_blur(&call->site);
    struct texture *between = texture_pool_acquire(&call->gpu->pool, call->site.width,
                                                   call->site.height, call->site.format);
    const struct pass rows = {
        .label = "rows",
        .inputs = { { .texture = call->input } },
        .output = between,
    };
    const struct pass columns = {
        .label = "columns",
        .inputs = { { .texture = between } },
        .output = call->output,
    };
    run_pass(call, &blur, ROWS, &rows, fill);
    run_pass(call, &blur, COLUMNS, &columns, fill);
    texture_pool_release(&call->gpu->pool, between);
}

static void run_one(const struct effect_call *call, fill_pass *fill)
{
    const struct blur blur = make_blur(&call->site);
    const struct pass pass = {
        .label = "rows and columns",
        .inputs = { { .texture = call->input } },
        .output = call->output,
    };
    run_pass(call, &blur, 0, &pass, fill);
}

void gaussian_run_separable(const struct effect_call *call)
{
    run_both(call, NULL);
}

void gaussian_run_shared_2d(const struct effect_call *call)
{
    run_one(call, NULL);
}

static void fill_radius(const struct effect_call *call, const struct blur *blur, int direction,
                        struct pass *pass)
{
    (void) call, (void) direction;
    pass->uniforms[1] = (struct uniform) U_INT(blur->kernel.radius);
}

void gaussian_run_naive(const struct effect_call *call)
{
    run_one(call, fill_radius);
}

static void fill_pairs(const struct effect_call *call, const struct blur *blur, int direction,
                       struct pass *pass)
{
    (void) call, (void) direction;
    pass->inputs[0].filter = FILTER_LINEAR;
    pass->uniforms[1] = (struct uniform) U_FLOAT(blur->pairs.centre);
    const int reads = (blur->size + 1) / 2; // on each side, as in the shader
    pass->uniforms[2] = (struct uniform) U_FLOAT_ARRAY(2 * reads, &blur->pairs.reads[0][0]);
}

void gaussian_run_linear(const struct effect_call *call)
{
    run_both(call, fill_pairs);
}

static void fill_table(const struct effect_call *call, const struct blur *blur, int direction,
                       struct pass *pass)
{
    (void) direction;
    pass->inputs[1].texture = table_get(&call->gpu->tables, blur->kernel.weights,
                                        blur->kernel.radius + 1, 1, FORMAT_R32F);
    pass->uniforms[2] = (struct uniform){ UNIFORM_NONE };
}

void gaussian_run_lut(const struct effect_call *call)
{
    run_both(call, fill_table);
}
