// A blur along rows and then along columns by Fourier transforms, which turn each into a product:
// the work is the same for every width.

#include "effects/blur/fft.h"
#include "effects/blur/kernel.h"
#include "effects/effect.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/memory.h"
#include "render/text/step_text.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS, COLUMNS }; // programs

struct layout {
    struct kernel kernel;      // along each axis
    struct fft_lines lines[2]; // ROWS, COLUMNS
};

// If the picture is black beyond its border, both sides share one part of the line for the light
// that crosses the border.
static bool lay_out(const struct effect_site *site, struct layout *layout, struct error *why)
{
    const int sides = effect_edge(site) == EDGE_ZERO ? 1 : 2;
    layout->kernel = kernel_of_site(site);
    const int more = sides * layout->kernel.radius;
    const bool rows_fit =
        fft_init(&layout->lines[ROWS], site->width + more, FFT_WHOLE, site->info, why);
    return fft_init(&layout->lines[COLUMNS], site->height + more, FFT_IN_PARTS, site->info, why) &&
           rows_fit;
}

// ---- passes

struct key {
    struct fft_lines lines;
    struct kernel kernel;
};

// Computes the sum of the weights' cosines, divided by the length, because the transform back
// multiplies by the length.
static void make_frequencies(const void *bytes, float *texels)
{
    const struct key *key = bytes;
    const int length = key->lines.length;
    double *cosines = memory_new((size_t) length, sizeof(*cosines));
    for (int i = 0; i < length; i++)
        cosines[i] = cos(6.28318530717958647692 * i / length);
    for (int i = 0; i < length; i++) {
        const int frequency = fft_frequency(&key->lines, i);
        double sum = key->kernel.weights[0];
        for (int k = 1; k <= key->kernel.radius; k++)
            sum += 2 * (double) key->kernel.weights[k] * cosines[(int64_t) frequency * k % length];
        texels[i] = (float) (sum / length);
    }
    free(cosines);
}

static const struct texture *find_frequencies(const struct effect_call *call,
                                              const struct fft_lines *lines,
                                              const struct kernel *kernel)
{
    const struct key key = { *lines, *kernel };
    const struct texture_recipe recipe = {
        .key = &key,
        .key_size = sizeof(key),
        .make = make_frequencies,
        .width = lines->length,
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
    const int at_once = call->site.is_opaque ? 2 : 1;
    struct pass pass = {
        .label = along_rows ? "rows" : "columns",
        .program = call->programs[direction],
        .inputs = { { input }, { find_frequencies(call, lines, &layout->kernel) } },
        .output = output,
        .uniforms = { U_SIZE(width, height),
                      U_INT("u_end", (along_rows ? width : height) + layout->kernel.radius) },
    };
    effect_join_after(call, &pass);
    fft_run(call, lines, 1, divide_up(along_rows ? height : width, at_once), 3 + at_once,
            2 + 2 * at_once, &pass);
}

static void run(const struct effect_call *call)
{
    struct layout layout;
    struct error why;
    lay_out(&call->site, &layout, &why);
    struct texture *between = texture_pool_acquire(&call->gpu->pool, call->site.width,
                                                   call->site.height, effect_via(&call->site));
    run_lines(call, &layout, ROWS, call->input, between);
    run_lines(call, &layout, COLUMNS, between, call->output);
    texture_pool_release(&call->gpu->pool, between);
}

static void write_defines(const struct effect_site *site, struct step_writer *defines)
{
    struct layout layout;
    struct error why;
    lay_out(site, &layout, &why);
    step_writef(defines, " EDGE=%d%s", effect_edge(site), site->is_opaque ? " OPAQUE" : "");
    fft_defines(&layout.lines[ROWS], "ROWS", defines);
    fft_defines(&layout.lines[COLUMNS], "COLUMNS", defines);
}

static bool fits(const struct effect_site *site, struct error *why)
{
    struct layout layout;
    return lay_out(site, &layout, why);
}

const struct effect_impl blur_cs_fft = {
    .name = "cs_fft",
    .summary = "By way of the frequencies of rows and columns: the same work for every width",
    .origin = "T. Stockham, High-speed convolution and correlation, 1966",
    .programs =
        EFFECT_PROGRAMS([ROWS] = { .file = "blur/fft_separable.comp" },
                        [COLUMNS] = { .file = "blur/fft_separable.comp", .defines = "COLUMNS" }),
    .write_defines = write_defines,
    .fits = fits,
    .run = run,
};
