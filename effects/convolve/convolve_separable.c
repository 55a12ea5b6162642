// The Gaussian and the box by Fourier transforms of rows and columns, which turn each into a
// product: the work is the same for every width.

#include "effects/box/box_site.h"
#include "effects/convolve/convolve_lines.h"
#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/tuning.h"
#include "render/image/divide.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct layout {
    struct kernel kernel;
    enum edge edge;
    enum texture_format between;    // rows and columns
    struct convolve_lines lines[2]; // GAUSSIAN_ROWS, GAUSSIAN_COLUMNS
};

_Static_assert((int) BOX_MAX_REACH <= (int) KERNEL_MAX_RADIUS, "a kernel holds every box");

static struct kernel make_box(const struct effect_site *site)
{
    const struct box box = box_of_site(site);
    struct kernel kernel = { .radius = box_reach(&box) };
    double weights[BOX_MAX_WEIGHTS];
    box_weights(&box, weights);
    for (int i = 0; i <= kernel.radius; i++)
        kernel.weights[i] = (float) weights[kernel.radius + i];
    return kernel;
}

// If the picture is black beyond its border, both sides share one part of the line for the light
// that crosses the border.
static bool lay_out(const struct effect_site *site, struct layout *layout,
                    char why[EFFECT_WHY_SIZE])
{
    const bool is_box = site->effect == &effect_box;
    layout->kernel = is_box ? make_box(site) : gaussian_site_kernel(site);
    layout->edge = is_box ? box_site_edge(site) : gaussian_site_edge(site);
    layout->between = is_box ? box_site_via(site) : site->format;
    const int sides = layout->edge == EDGE_ZERO ? 1 : 2;
    const int more = sides * layout->kernel.radius;
    const bool rows_fit =
        convolve_lines_init(&layout->lines[GAUSSIAN_ROWS], site->width + more, site->info, why);
    return convolve_lines_init(&layout->lines[GAUSSIAN_COLUMNS], site->height + more, site->info,
                               why) &&
           rows_fit;
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
    const struct lut_recipe recipe = {
        .key = &key,
        .key_size = sizeof(key),
        .make = make_frequencies,
        .width = length,
        .height = 1,
        .format = FORMAT_R32F,
    };
    return lut_make(&call->gpu->luts, &recipe);
}

static void run_lines(const struct effect_call *call, const struct layout *layout, int direction,
                      const struct texture *input, struct texture *output)
{
    const struct convolve_lines *lines = &layout->lines[direction];
    const bool along_rows = direction == GAUSSIAN_ROWS;
    const int width = call->site.width, height = call->site.height;
    struct pass pass = {
        .label = along_rows ? "rows" : "columns",
        .program = call->programs[direction],
        .inputs = { { convolve_lines_turns(call->gpu, lines) },
                    { input },
                    { find_frequencies(call, lines->length, &layout->kernel) } },
        .output = output,
        .uniforms = { U_VEC2((float) width, (float) height),
                      U_INT((along_rows ? width : height) + layout->kernel.radius) },
        .groups = { divide_up(along_rows ? height : width, lines->lines), 1 },
    };
    if (!along_rows)
        effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
}

static void run(const struct effect_call *call)
{
    struct layout layout;
    char why[EFFECT_WHY_SIZE];
    lay_out(&call->site, &layout, why);
    struct texture *between =
        texture_pool_acquire(&call->gpu->pool, call->site.width, call->site.height, layout.between);
    run_lines(call, &layout, GAUSSIAN_ROWS, call->input, between);
    run_lines(call, &layout, GAUSSIAN_COLUMNS, between, call->output);
    texture_pool_release(&call->gpu->pool, between);
}

// ---- costs

static void vary(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    struct layout layout;
    char why[EFFECT_WHY_SIZE];
    lay_out(site, &layout, why);
    snprintf(defines, EFFECT_DEFINES_SIZE, "EDGE=%d", layout.edge);
    convolve_lines_vary(&layout.lines[GAUSSIAN_ROWS], "ROWS", defines);
    convolve_lines_vary(&layout.lines[GAUSSIAN_COLUMNS], "COLUMNS", defines);
}

static bool fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    struct layout layout;
    return lay_out(site, &layout, why);
}

static void count_cost(const struct effect_site *site, struct cost *cost)
{
    struct layout layout;
    char why[EFFECT_WHY_SIZE];
    lay_out(site, &layout, why);
    gaussian_site_count_passes(site, 2, 0, cost);
    for (int i = 0; i < 2; i++) {
        const double count = i == GAUSSIAN_ROWS ? site->height : site->width;
        cost->texels += 2 * count * layout.lines[i].length; // of image and table
        convolve_lines_cost(&layout.lines[i], count, 2, site->info, cost);
    }
}

static int output_program(const struct effect_site *site)
{
    (void) site;
    return GAUSSIAN_COLUMNS;
}

static const struct program_desc programs[] = {
    [GAUSSIAN_ROWS] = { .file = "convolve/convolve_lines.comp" },
    [GAUSSIAN_COLUMNS] = { .file = "convolve/convolve_lines.comp", .defines = "COLUMNS" },
    { 0 },
};

#define IMPL_OF(EFFECT) \
    const struct effect_impl EFFECT##_cs_fft = { \
        .name = "cs_fft", \
        .summary = "By way of the frequencies of rows and columns: the same work for every width", \
        .origin = "T. Stockham, High-speed convolution and correlation, 1966", \
        .programs = programs, \
        .compute = true, \
        .vary = vary, \
        .cost = count_cost, \
        .fits = fits, \
        .run = run, \
        .output_program = output_program, \
    };

IMPL_OF(gaussian)
IMPL_OF(box)
