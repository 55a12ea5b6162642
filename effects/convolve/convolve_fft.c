// The convolution by Fourier transforms, which turn it into a product: rows forward, columns
// forward, times the kernel, columns back, rows back. A line is longer than the picture by the part
// of the kernel that crosses both borders, since a transform treats a line as periodic. A complex
// number is two channels, which do not mix if both have the same kernel; with a coloured kernel, it
// is one channel and 0 on the way forward.

#include "effects/blur/fft.h"
#include "effects/convolve/convolve_params.h"
#include "effects/convolve/convolve_site.h"
#include "render/gpu.h"
#include "render/text/step_text.h"

#include <string.h>

enum { ROWS, COLUMNS, BACK, KERNEL_ROWS, KERNEL_COLUMNS, ROWS_APART, BACK_APART };

// Unused texels at the end of each row of frequencies, so that the texels of a column are in
// different sets of a cache.
enum { BESIDE = 4 };

struct layout {
    struct convolve_recipe recipe;
    struct fft_lines rows, back, columns; // `back` are `rows` in other groups
    int across;                           // planes beside each other: 2 with a coloured kernel
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
    layout->across = convolve_is_grey(&layout->recipe) ? 1 : 2;
    const int width = needed_for(site, site->width, layout->recipe.width);
    const int height = needed_for(site, site->height, layout->recipe.height);
    const bool rows_fit = fft_init(&layout->rows, width, FFT_WHOLE, site->info, why);
    fft_init(&layout->back, width, FFT_IN_PARTS, site->info, why);
    return fft_init(&layout->columns, height, FFT_IN_PAIRS, site->info, why) && rows_fit;
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
};

static void make_kernel(const void *context, struct texture *output)
{
    const struct kernel_call *kernel = context;
    const struct effect_call *call = kernel->call;
    const struct layout *layout = kernel->layout;
    const struct convolve_recipe *recipe = &layout->recipe;
    const int below = layout->across;
    struct texture *rows =
        texture_pool_acquire(&call->gpu->pool, output->width, below * recipe->height, FORMAT_RG32F);
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
        .inputs[0].texture = texture_cache_get(&call->gpu->cache, &table),
        .output = rows,
        .uniforms = { U_SIZE(recipe->width, recipe->height),
                      place_of(recipe->width, convolve_centre(recipe->width)) },
    };
    fft_run(call, &layout->rows, layout->across, recipe->height, 1, 2, &pass_of_rows);
    const float texels = (float) layout->rows.length * (float) layout->columns.length;
    struct pass pass = {
        .label = "kernel columns",
        .program = call->programs[KERNEL_COLUMNS],
        .inputs[0].texture = rows,
        .output = output,
        .uniforms = { U_SIZE(output->width, recipe->height),
                      place_of(recipe->height, convolve_centre(recipe->height)),
                      U_FLOAT("u_scale", 1 / texels) },
    };
    fft_run(call, &layout->columns, below, output->width, 1, 1, &pass);
    texture_pool_release(&call->gpu->pool, rows);
}

// Returns the frequencies of the kernel. They are computed again only if the kernel, the lines or
// the shaders have changed.
static const struct texture *find_kernel(const struct effect_call *call,
                                         const struct layout *layout)
{
    const struct kernel_call kernel = { call, layout };
    struct {
        struct convolve_recipe recipe;
        int rows, columns;
        unsigned reloads, unused;
    } key;
    memset(&key, 0, sizeof(key));
    key.recipe = layout->recipe;
    key.rows = layout->rows.length;
    key.columns = layout->columns.length;
    key.reloads = call->gpu->programs.reloads;
    const struct texture_recipe recipe = {
        .key = &key,
        .key_size = sizeof(key),
        .draw = make_kernel,
        .context = &kernel,
        .width = layout->across * layout->rows.length,
        .height = layout->across * layout->columns.length,
        .format = FORMAT_RG32F,
    };
    return texture_cache_get(&call->gpu->cache, &recipe);
}

static void run(const struct effect_call *call)
{
    struct layout layout;
    struct error why;
    lay_out(&call->site, &layout, &why);
    const struct texture *kernel = find_kernel(call, &layout);
    const bool is_grey = layout.across == 1;
    const int length = layout.rows.length;
    const float width = (float) call->site.width, height = (float) call->site.height;
    struct texture *frequencies = texture_pool_acquire(
        &call->gpu->pool, layout.across * length + (length < FFT_MAX_LENGTH ? BESIDE : 0),
        2 * call->site.height, FORMAT_RG32F);
    struct pass rows = {
        .label = "rows",
        .program = call->programs[is_grey ? ROWS : ROWS_APART],
        .inputs[0].texture = call->input,
        .output = frequencies,
        .uniforms = { U_VEC2("u_size", width, height),
                      U_VEC2("u_place", width + (float) convolve_centre(layout.recipe.width), 0) },
    };
    fft_run(call, &layout.rows, layout.across, call->site.height, 1, 2, &rows);
    struct pass columns = {
        .label = "columns",
        .program = call->programs[COLUMNS],
        .inputs[0].texture = kernel,
        .images = { { .target = frequencies } },
        .uniforms = { U_VEC2("u_size", (float) (layout.across * length), height),
                      U_VEC2("u_place", height + (float) convolve_centre(layout.recipe.height), 0),
                      U_INT("u_apart", is_grey ? 0 : layout.columns.length) },
    };
    // The part of each line outside the picture is only read from the kernel.
    const double reads = 1 + (double) call->site.height / layout.columns.length;
    fft_run(call, &layout.columns, 2, layout.across * length, reads, 2, &columns);
    struct pass back = {
        .label = "back",
        .program = call->programs[is_grey ? BACK : BACK_APART],
        .images = { { frequencies } },
        .output = call->output,
        .uniforms = { U_SIZE(call->site.width, call->site.height) },
    };
    effect_join_after(call, &back);
    fft_run(call, &layout.back, 1, call->site.height, 2 * layout.across, 2, &back);
    texture_pool_release(&call->gpu->pool, frequencies);
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
    fft_defines(&layout.back, "BACKWARD", defines);
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
