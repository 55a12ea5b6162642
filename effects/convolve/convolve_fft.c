// The convolution by Fourier transforms, which turn it into a product: rows forward, columns
// forward, times the kernel, columns back, rows back. A line is longer than the picture by the part
// of the kernel that crosses both borders, since a transform treats a line as periodic. A texel is
// two complex numbers of two channels each, which do not mix if both have the same kernel; with a
// coloured kernel, channels are transformed one by one, two at a time.

#include "effects/blur/fft.h"
#include "effects/convolve/convolve_params.h"
#include "effects/convolve/convolve_site.h"
#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/text/step_text.h"

#include <stdio.h>
#include <string.h>

enum { ROWS, COLUMNS, BACK, KERNEL_ROWS, KERNEL_COLUMNS, ROWS_APART, BACK_APART };

// Unused texels at the end of each row of frequencies, so that the texels of a column are in
// different sets of a cache.
enum { BESIDE = 4 };

struct layout {
    struct convolve_recipe recipe;
    struct fft_lines rows, columns;
};

// Returns the length of a line: the picture and the reach of the kernel on both sides, or on the
// wider side only if the picture is 0 outside.
static int needed_for(const struct effect_site *site, int picture, int kernel)
{
    const struct convolve_params *p = site->params;
    return picture + (p->edge == EDGE_ZERO ? kernel / 2 : kernel - 1);
}

static bool lay_out(const struct effect_site *site, struct layout *layout, struct error *why)
{
    layout->recipe = convolve_site_recipe(site);
    const int width = needed_for(site, site->width, layout->recipe.width);
    const int height = needed_for(site, site->height, layout->recipe.height);
    const bool rows_fit = fft_init(&layout->rows, width, site->info, why);
    return fft_init(&layout->columns, height, site->info, why) && rows_fit;
}

// ---- passes

// Returns the uniform u_place: the position on a line at which texels before the first begin (they
// wrap to the end), and the image's texel at position 0.
static struct uniform place_of(int texels, int first)
{
    return U_VEC2("u_place", (float) (texels - first), (float) first);
}

// The arguments of make_kernel.
struct kernel_call {
    const struct effect_call *call;
    const struct layout *layout;
    int blue;
};

static void make_kernel(const void *context, struct texture *output)
{
    const struct kernel_call *kernel = context;
    const struct effect_call *call = kernel->call;
    const struct layout *layout = kernel->layout;
    const struct convolve_recipe *recipe = &layout->recipe;
    const int length = layout->rows.length;
    struct texture *rows =
        texture_pool_acquire(&call->gpu->pool, length + BESIDE, recipe->height, FORMAT_RGBA32F);
    const struct texture_recipe table = {
        .key = recipe,
        .key_size = sizeof(*recipe),
        .make = convolve_kernel_make,
        .width = recipe->width,
        .height = recipe->height,
        .format = FORMAT_RGBA32F,
    };
    // The middle texel of the kernel is at position 0; the part before it wraps to the end of the
    // line.
    struct pass pass_of_rows = {
        .label = "kernel rows",
        .program = call->programs[KERNEL_ROWS],
        .inputs[1].texture = texture_cache_get(&call->gpu->cache, &table),
        .output = rows,
        .uniforms = { U_SIZE(recipe->width, recipe->height),
                      place_of(recipe->width, convolve_centre(recipe->width)),
                      U_INT("u_blue", kernel->blue) },
    };
    fft_run(call, &layout->rows, recipe->height, 1, 1, &pass_of_rows);
    struct pass pass = {
        .label = "kernel columns",
        .program = call->programs[KERNEL_COLUMNS],
        .inputs[1].texture = rows,
        .output = output,
        .uniforms = { U_SIZE(output->width, recipe->height),
                      place_of(recipe->height, convolve_centre(recipe->height)),
                      U_FLOAT("u_scale", 1 / ((float) length * (float) layout->columns.length)) },
    };
    fft_run(call, &layout->columns, output->width, 1, 1, &pass);
    texture_pool_release(&call->gpu->pool, rows);
}

// Returns the frequencies of the kernel. They are computed again only if the kernel, the lines or
// the shaders have changed.
static const struct texture *find_kernel(const struct effect_call *call,
                                         const struct layout *layout, int blue)
{
    const struct kernel_call kernel = { call, layout, blue };
    struct {
        struct convolve_recipe recipe;
        int rows, columns, blue;
        unsigned reloads;
    } key;
    memset(&key, 0, sizeof(key));
    key.recipe = layout->recipe;
    key.rows = layout->rows.length;
    key.columns = layout->columns.length;
    key.blue = blue;
    key.reloads = call->gpu->programs.reloads;
    const struct texture_recipe recipe = {
        .key = &key,
        .key_size = sizeof(key),
        .draw = make_kernel,
        .context = &kernel,
        .width = layout->rows.length / 2 + 1,
        .height = layout->columns.length,
        .format = FORMAT_RGBA32F,
    };
    return texture_cache_get(&call->gpu->cache, &recipe);
}

static void run_back(const struct effect_call *call, const struct layout *layout,
                     const struct texture *frequencies, const struct texture *before,
                     struct texture *output)
{
    const bool is_grey = convolve_is_grey(&layout->recipe);
    struct pass pass = {
        .label = "back",
        .program = call->programs[is_grey ? BACK : BACK_APART],
        .images = { { frequencies }, { before } },
        .output = output,
        .uniforms = { U_SIZE(call->site.width, call->site.height),
                      U_INT("u_blue", before != NULL) },
    };
    // A coloured kernel runs the program twice; the second run writes the output.
    if (is_grey)
        effect_join_after(call, &pass);
    fft_run(call, &layout->rows, call->site.height, 1, 1, &pass);
}

// Convolves all channels, or two of them if the kernel is coloured: blue and alpha if `before` has
// the result for red and green, otherwise red and green.
static void run_channels(const struct effect_call *call, const struct layout *layout,
                         const struct texture *before, struct texture *output)
{
    const int blue = before != NULL;
    const struct texture *kernel = find_kernel(call, layout, blue);
    struct texture *frequencies = texture_pool_acquire(
        &call->gpu->pool, layout->rows.length + BESIDE, call->site.height, FORMAT_RGBA32F);
    const float width = (float) call->site.width, height = (float) call->site.height;
    struct pass rows = {
        .label = "rows",
        .program = call->programs[convolve_is_grey(&layout->recipe) ? ROWS : ROWS_APART],
        .inputs[1].texture = call->input,
        .output = frequencies,
        .uniforms = { U_VEC2("u_size", width, height),
                      U_VEC2("u_place", width + (float) convolve_centre(layout->recipe.width), 0),
                      U_INT("u_blue", blue) },
    };
    fft_run(call, &layout->rows, call->site.height, 1, 1, &rows);
    struct pass columns = {
        .label = "columns",
        .program = call->programs[COLUMNS],
        .inputs[1].texture = kernel,
        .images = { { .target = frequencies } },
        .uniforms = { U_VEC2("u_size", (float) layout->rows.length, height),
                      U_VEC2("u_place", height + (float) convolve_centre(layout->recipe.height),
                             0) },
    };
    // The part of each line outside the picture is only read from the kernel.
    const double reads = 1 + (double) call->site.height / layout->columns.length;
    fft_run(call, &layout->columns, layout->rows.length, reads, 2, &columns);
    run_back(call, layout, frequencies, before, output);
    texture_pool_release(&call->gpu->pool, frequencies);
}

static void run(const struct effect_call *call)
{
    struct layout layout;
    struct error why;
    lay_out(&call->site, &layout, &why);
    if (convolve_is_grey(&layout.recipe)) {
        run_channels(call, &layout, NULL, call->output);
        return;
    }
    struct texture *before =
        texture_pool_acquire(&call->gpu->pool, call->site.width, call->site.height, FORMAT_RGBA32F);
    run_channels(call, &layout, NULL, before);
    run_channels(call, &layout, before, call->output);
    texture_pool_release(&call->gpu->pool, before);
}

// ---- programs

static void find_needed(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS])
{
    const struct convolve_recipe recipe = convolve_site_recipe(site);
    const bool is_grey = convolve_is_grey(&recipe);
    needed[COLUMNS] = needed[KERNEL_ROWS] = needed[KERNEL_COLUMNS] = true;
    needed[ROWS] = needed[BACK] = is_grey;
    needed[ROWS_APART] = needed[BACK_APART] = !is_grey;
}

static void write_defines(const struct effect_site *site, struct step_writer *defines)
{
    struct layout layout;
    struct error why;
    const struct convolve_params *p = site->params;
    lay_out(site, &layout, &why);
    step_writef(defines, " EDGE=%d", p->edge);
    fft_defines(&layout.rows, "ROWS", defines);
    fft_defines(&layout.columns, "COLUMNS", defines);
}

static bool fits(const struct effect_site *site, struct error *why)
{
    struct layout layout;
    return lay_out(site, &layout, why);
}

const struct effect_impl convolve_cs_fft = {
    .name = "cs_fft",
    .summary = "By way of the frequencies: rows, columns and rows again, for a kernel of any size",
    .origin = "T. Stockham, High-speed convolution and correlation, 1966",
    .programs = EFFECT_PROGRAMS([ROWS] = { .file = "convolve/convolve_rows.comp" },
                                [COLUMNS] = { .file = "convolve/convolve_columns.comp" },
                                [BACK] = { .file = "convolve/convolve_back.comp" },
                                [KERNEL_ROWS] = { .file = "convolve/convolve_rows.comp",
                                                  .defines = "KERNEL APART" },
                                [KERNEL_COLUMNS] = { .file = "convolve/convolve_columns.comp",
                                                     .defines = "KERNEL" },
                                [ROWS_APART] = { .file = "convolve/convolve_rows.comp",
                                                 .defines = "APART" },
                                [BACK_APART] = { .file = "convolve/convolve_back.comp",
                                                 .defines = "APART" }),
    .write_defines = write_defines,
    .needs = find_needed,
    .fits = fits,
    .run = run,
};
