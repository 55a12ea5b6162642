#include "effects/blur/fft_separable.h"

#include "effects/blur/fft.h"
#include "render/image/divide.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS, COLUMNS }; // programs

struct layout {
    const struct fft_blur *blur;
    struct fft_lines lines[2]; // ROWS, COLUMNS
};

// If the picture is black beyond its border, both sides share one part of the line for the light
// that crosses the border.
static bool lay_out(const struct effect_site *site, const struct fft_blur *blur,
                    struct layout *layout, char why[EFFECT_WHY_SIZE])
{
    const int sides = blur->edge == EDGE_ZERO ? 1 : 2;
    const int more = sides * blur->kernel.radius;
    layout->blur = blur;
    const bool rows_fit = fft_init(&layout->lines[ROWS], site->width + more, site->info, why);
    return fft_init(&layout->lines[COLUMNS], site->height + more, site->info, why) && rows_fit;
}

// ---- passes

struct key {
    int length;
    struct kernel kernel;
};

// Computes the sum of the weights' cosines, divided by the length, because the transform back
// multiplies by the length.
static void make_frequencies(const void *bytes, float *texels)
{
    const struct key *key = bytes;
    const int length = key->length;
    double *cosines = memory_new((size_t) length, sizeof(*cosines));
    for (int i = 0; i < length; i++)
        cosines[i] = cos(6.28318530717958647692 * i / length);
    for (int i = 0; i < length; i++) {
        double sum = (double) key->kernel.weights[0];
        for (int k = 1; k <= key->kernel.radius; k++)
            sum += 2 * (double) key->kernel.weights[k] * cosines[(int64_t) i * k % length];
        texels[i] = (float) (sum / length);
    }
    free(cosines);
}

static const struct texture *find_frequencies(const struct effect_call *call, int length,
                                              const struct kernel *kernel)
{
    const struct key key = { length, *kernel };
    const struct texture_recipe recipe = {
        .key = &key,
        .key_size = sizeof(key),
        .make = make_frequencies,
        .width = length,
        .height = 1,
        .format = FORMAT_R32F,
    };
    return texture_cache_get(&call->gpu->cache, &recipe);
}

static void run_lines(const struct effect_call *call, const struct layout *layout, int direction,
                      const struct texture *input, struct texture *output)
{
    const struct fft_lines *lines = &layout->lines[direction];
    const bool along_rows = direction == ROWS;
    const int width = call->site.width, height = call->site.height;
    struct pass pass = {
        .label = along_rows ? "rows" : "columns",
        .program = call->programs[direction],
        .inputs = { { fft_turns(call->gpu, lines) },
                    { input },
                    { find_frequencies(call, lines->length, &layout->blur->kernel) } },
        .output = output,
        .uniforms = { U_VEC2((float) width, (float) height),
                      U_INT((along_rows ? width : height) + layout->blur->kernel.radius) },
        .groups = { divide_up(along_rows ? height : width, lines->lines), 1 },
    };
    pass.made = (double) (along_rows ? height : width) * lines->length;
    pass.work = fft_work(lines, 2, call->site.info);
    pass.work.texels += 2; // of the image, and of the frequencies
    if (!along_rows)
        effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
}

void fft_separable_run(const struct effect_call *call, const struct fft_blur *blur)
{
    struct layout layout;
    char why[EFFECT_WHY_SIZE];
    lay_out(&call->site, blur, &layout, why);
    struct texture *between =
        texture_pool_acquire(&call->gpu->pool, call->site.width, call->site.height, blur->between);
    run_lines(call, &layout, ROWS, call->input, between);
    run_lines(call, &layout, COLUMNS, between, call->output);
    texture_pool_release(&call->gpu->pool, between);
}

// ---- programs

void fft_separable_vary(const struct effect_site *site, const struct fft_blur *blur,
                        char defines[EFFECT_DEFINES_SIZE])
{
    struct layout layout;
    char why[EFFECT_WHY_SIZE];
    lay_out(site, blur, &layout, why);
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d", blur->edge);
    fft_vary(&layout.lines[ROWS], "ROWS", defines);
    fft_vary(&layout.lines[COLUMNS], "COLUMNS", defines);
}

bool fft_separable_fits(const struct effect_site *site, const struct fft_blur *blur,
                        char why[EFFECT_WHY_SIZE])
{
    struct layout layout;
    return lay_out(site, blur, &layout, why);
}

int fft_separable_output_program(const struct effect_site *site)
{
    (void) site;
    return COLUMNS;
}

const struct program_desc fft_separable_programs[] = {
    [ROWS] = { .file = "blur/fft_separable.comp" },
    [COLUMNS] = { .file = "blur/fft_separable.comp", .defines = "COLUMNS" },
    { 0 },
};
