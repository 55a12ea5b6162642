#include "effects/error_diffusion/error_diffusion_passes.h"

#include <stdio.h>

static void write_texel(float *texel, const int values[3], int last)
{
    for (int i = 0; i < 3; i++)
        texel[i] = (float) values[i];
    texel[3] = (float) last;
}

// Numbers of more than 24 bits, which floats do not hold, are split.
static const struct texture *get_palette(struct gpu *gpu, const struct diffusion *diffusion)
{
    float texels[3 * PALETTE_MAX_COLOURS * 4] = { 0 };
    const int count = diffusion->count;
    if (count == 0)
        return table_get(&gpu->tables, texels, 1, 1, FORMAT_RGBA32F);
    for (int i = 0; i < count; i++) {
        const struct diffusion_colour *colour = &diffusion->colours[i];
        float *texel = texels + 4 * i;
        write_texel(texel, colour->keys, colour->own % 65536);
        write_texel(texel + 4 * count, colour->value, colour->own / 65536);
        write_texel(texel + 8 * count, colour->display, 0);
    }
    return table_get(&gpu->tables, texels, count, 3, FORMAT_RGBA32F);
}

static const struct texture *get_curves(struct gpu *gpu, const struct diffusion *diffusion)
{
    static const float nothing[4];
    if (!diffusion_has_curves(diffusion))
        return table_get(&gpu->tables, nothing, 1, 1, FORMAT_R32F);
    return table_get(&gpu->tables, diffusion_curves(), DIFFUSION_CURVE_SIZE, DIFFUSION_CURVE_COUNT,
                     FORMAT_R32F);
}

struct pass diffusion_prepare_pass(const struct diffusion_passes *passes, int program)
{
    const struct effect_call *call = passes->call;
    const struct diffusion *diffusion = &passes->diffusion;
    return (struct pass){
        .program = call->programs[program],
        .inputs = { { passes->columns && program == DIFFUSION_VALUES ? passes->columns
                                                                     : call->input },
                    { get_palette(call->gpu, diffusion) },
                    { get_curves(call->gpu, diffusion) } },
        .uniforms = { U_INT(passes->patience), U_INT(diffusion->strength), U_INT(call->site.width),
                      U_INT(call->site.height), U_INT(passes->stride), U_INT(passes->top),
                      U_INT(call->site.cell) },
    };
}

void diffusion_vary(const struct effect_site *site, int rows, int serving,
                    char defines[EFFECT_DEFINES_SIZE])
{
    struct diffusion diffusion;
    diffusion_init(&diffusion, site->params, site->depth);
    snprintf(defines, EFFECT_DEFINES_SIZE,
             "ROWS=%d KERNEL=%d BITS=%d COLORS=%d METRIC=%d LINEAR=%d WEAK=%d WARPS=%d "
             "THREADS=%d CELLS=%d ROLLED=%d",
             rows, diffusion.kernel, diffusion.bits,
             diffusion.count <= DIFFUSION_COLOURS_IN_REGISTERS ? diffusion.count : 0,
             diffusion.distance, diffusion.is_linear,
             diffusion.strength<DIFFUSION_STRENGTH, serving> 0, rows + serving, site->cell > 1,
             site->info->software);
}
