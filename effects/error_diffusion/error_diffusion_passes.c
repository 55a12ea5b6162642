#include "effects/error_diffusion/error_diffusion_passes.h"

#include "effects/error_diffusion/error_diffusion_kernel.h"
#include "effects/pointwise/pointwise.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

static void write_texel(float *texel, const int values[3], int last)
{
    for (int i = 0; i < 3; i++)
        texel[i] = (float) values[i];
    texel[3] = (float) last;
}

// Returns the palette as a table. Integers of more than 24 bits, which floats do not represent, are
// split.
static const struct texture *get_palette(struct gpu *gpu, const struct diffusion *diffusion)
{
    float texels[3 * PALETTE_MAX_COLOURS * 4] = { 0 };
    const int count = diffusion->count;
    if (count == 0)
        return texture_cache_table(&gpu->cache, texels, 1, 1, FORMAT_RGBA32F);
    for (int i = 0; i < count; i++) {
        const struct diffusion_colour *colour = &diffusion->colours[i];
        float *texel = texels + 4 * i;
        write_texel(texel, colour->keys, colour->own % 65536);
        write_texel(texel + 4 * count, colour->value, colour->own / 65536);
        write_texel(texel + 8 * count, colour->display, 0);
    }
    return texture_cache_table(&gpu->cache, texels, count, 3, FORMAT_RGBA32F);
}

struct pass diffusion_prepare_pass(const struct diffusion_passes *passes, int program)
{
    const struct effect_call *call = &passes->call;
    const struct effect_site *cells = &call->site;
    const struct diffusion *diffusion = &passes->diffusion;
    const bool is_first = program == DIFFUSION_VALUES;
    const bool is_on_cells = passes->columns != NULL;
    // The first pass reads a texel per pixel, or the means of the columns of a cell. The last pass
    // reads picks of 4 bytes, which count as half a texel, and with cells alpha.
    const double reads = !is_first     ? 0.5 / (cells->cell * cells->cell) + is_on_cells
                         : is_on_cells ? cells->cell
                                       : 1;
    static const float nothing[4];
    const struct texture *curves =
        diffusion->is_linear || diffusion->distance >= DITHER_LAB
            ? texture_cache_table(&call->gpu->cache, diffusion_curves(), DIFFUSION_CURVE_SIZE,
                                  DIFFUSION_CURVE_COUNT, FORMAT_R32F)
            : texture_cache_table(&call->gpu->cache, nothing, 1, 1, FORMAT_R32F);
    return (struct pass){
        .program = call->programs[program],
        .inputs = { { is_on_cells && is_first ? passes->columns : call->input },
                    { get_palette(call->gpu, diffusion) },
                    { curves } },
        .work = { .texels = reads, .stores = is_first },
        .made = is_first ? (double) cells->width * cells->height : 0,
        .uniforms = { U_INT("u_patience", passes->patience),
                      U_INT("u_strength", diffusion->strength), U_INT("u_width", cells->width),
                      U_INT("u_height", cells->height), U_INT("u_stride", passes->stride),
                      U_INT("u_top", passes->top), U_INT("u_cell", cells->cell) },
    };
}

void diffusion_defines(const struct effect_site *site, int rows, int serving,
                       struct step_writer *defines)
{
    struct diffusion diffusion;
    diffusion_init(&diffusion, site->params, site->file, site->depth);
    const bool is_small = diffusion.count <= DIFFUSION_COLOURS_IN_REGISTERS;
    const bool is_weak = diffusion.strength < DIFFUSION_STRENGTH;
    step_writef(defines,
                " STRIP=%d CHUNK=%d ROWS=%d THREADS=%d WARPS=%d BITS=%d COLORS=%d COLORS_MAX=%d "
                "COLORS_AT_ONCE=%d METRIC=%d LINEAR=%d WEAK=%d CELLS=%d ROLLED=%d",
                DIFFUSION_STRIP, serving > 0 ? DIFFUSION_CHUNK_SHUFFLED : DIFFUSION_CHUNK, rows,
                rows + serving, serving > 0, diffusion.bits, is_small ? diffusion.count : 0,
                PALETTE_MAX_COLOURS, DIFFUSION_COLOURS_AT_ONCE, diffusion.distance,
                diffusion.is_linear, is_weak, site->cell > 1, site->info->software);
    diffusion_kernel_defines(diffusion_kernel(diffusion.kernel), defines);
}

// A colour has three integers, which need the space of four.
int diffusion_colours_shared(const struct diffusion *diffusion)
{
    return diffusion->bits > 0 ? 0 : 16 * PALETTE_MAX_COLOURS;
}

// ---- cells

struct effect_site diffusion_site_on_cells(const struct effect_site *site)
{
    struct effect_site cells = *site;
    cells.width = divide_up(site->width, site->cell);
    cells.height = divide_up(site->height, site->cell);
    return cells;
}

// The means of columns are integers that floats represent exactly.
void diffusion_passes_begin(struct diffusion_passes *passes, const struct effect_call *call,
                            const struct program *columns)
{
    const struct effect_site *site = &call->site;
    passes->call = *call;
    passes->call.site = diffusion_site_on_cells(site);
    diffusion_init(&passes->diffusion, site->params, site->file, site->depth);
    if (site->cell == 1)
        return;
    struct pass pass = diffusion_prepare_pass(passes, DIFFUSION_VALUES);
    pass.label = "columns";
    pass.program = columns;
    pass.output = texture_pool_acquire(&call->gpu->pool, call->input->width,
                                       passes->call.site.height, FORMAT_RGBA32F);
    pass.work = (struct cost){ .texels = site->cell };
    pass.made = 0;
    pass_run(call->gpu, &pass);
    passes->columns = pass.output;
}

void diffusion_passes_end(struct diffusion_passes *passes)
{
    if (passes->columns)
        texture_pool_release(&passes->call.gpu->pool, passes->columns);
}

void diffusion_cover_cells(const struct diffusion_passes *passes, int rows, struct pass *pass)
{
    const struct effect_call *call = &passes->call;
    enum { WIDTH = 32, HEIGHT = 8 };
    pass->groups[0] = divide_up(call->input->width, WIDTH);
    pass->groups[1] = divide_up(rows * call->site.cell, HEIGHT);
}
