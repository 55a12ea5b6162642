// The picture in coarse squares, as a machine with few pixels showed it. A square is the mean of
// what lies in it: of light where it stands before the tone curve, which is premultiplied; of
// display values after it, which are straight, so each counts by its alpha.

#include "effects/pixelate/pixelate.h"

#include "render/divide.h"

#include <stdio.h>

// ---- passes

enum { COLUMNS, ROWS, PAINT };

// Of the cells across the picture and down.
static int count_across(const struct effect_site *site)
{
    return divide_up(site->width, site->cell);
}

static int count_down(const struct effect_site *site)
{
    return divide_up(site->height, site->cell);
}

// Means are kept in single precision: they are few.
static struct texture *find_means(const struct effect_call *call, const struct texture *from,
                                  int program)
{
    const bool along_rows = program == ROWS;
    const int width = along_rows ? count_across(&call->site) : call->site.width;
    struct pass pass = {
        .label = along_rows ? "rows" : "columns",
        .program = call->programs[program],
        .inputs = { { from } },
        .output =
            texture_pool_acquire(&call->gpu->pool, width, count_down(&call->site), FORMAT_RGBA32F),
        .uniforms = { U_INT(call->site.cell),
                      U_INT(along_rows ? call->site.width : call->site.height) },
    };
    if (!along_rows)
        effect_join(call->before, &pass);
    pass_run(call->gpu, &pass);
    return pass.output;
}

static void paint(const struct effect_call *call, const struct texture *cells)
{
    struct pass pass = {
        .label = "paint",
        .program = call->programs[PAINT],
        .inputs = { { cells } },
        .output = call->output,
        .uniforms = { U_INT(call->site.cell) },
    };
    effect_join(call->after, &pass);
    pass_run(call->gpu, &pass);
}

static void run(const struct effect_call *call)
{
    if (call->site.cell == 1) {
        paint(call, call->input);
        return;
    }
    struct texture *columns = find_means(call, call->input, COLUMNS);
    struct texture *cells = find_means(call, columns, ROWS);
    texture_pool_release(&call->gpu->pool, columns);
    paint(call, cells);
    texture_pool_release(&call->gpu->pool, cells);
}

static int input_program(const struct effect_site *site)
{
    return site->cell > 1 ? COLUMNS : -1;
}

static int output_program(const struct effect_site *site)
{
    (void) site;
    return PAINT;
}

static void vary(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "STRAIGHT=%d", site->takes_display);
}

// ---- costs and tables

// An image in single precision is stored as two.
static void find_cost(const struct effect_site *site, struct cost *cost)
{
    const double pixels = (double) site->width * site->height;
    const double columns = (double) site->width * count_down(site);
    const double cells = (double) count_across(site) * count_down(site);
    cost->texels += pixels;
    cost->stores += pixels;
    cost->passes += 1;
    if (site->cell == 1)
        return;
    cost->texels += pixels + columns;
    cost->stores += 2 * (columns + cells);
    cost->passes += 2;
}

#define PROGRAMS(KIND) \
    (const struct program_desc[]) \
    { \
        [COLUMNS] = { .file = "pixelate/pixelate." KIND }, \
        [ROWS] = { .file = "pixelate/pixelate." KIND, .defines = "ALONG_ROWS" }, \
        [PAINT] = { .file = "pixelate/pixelate." KIND, .defines = "PAINT" }, { 0 }, \
    }

static const struct effect_impl *const impls[] = {
    &(const struct effect_impl){
        .name = "fragment",
        .summary = "Full-screen triangles: means down each column of a cell, then along it",
        .programs = PROGRAMS("frag"),
        .vary = vary,
        .cost = find_cost,
        .run = run,
        .input_program = input_program,
        .output_program = output_program,
    },
    &(const struct effect_impl){
        .name = "compute",
        .summary = "The same reads from groups of 16x16 texels",
        .programs = PROGRAMS("comp"),
        .compute = true,
        .vary = vary,
        .cost = find_cost,
        .run = run,
        .input_program = input_program,
        .output_program = output_program,
    },
    NULL,
};

static const struct param params[] = {
    PARAM_CELL(struct pixelate_params, .def = 8, .min = 1,
               .help = "Side of the squares, rounded to whole pixels, the first at the top left; "
                       "a dither or error_diffusion after it works on them"),
    PARAM_IMPL(struct pixelate_params, impls),
    { 0 },
};

static bool is_identity(const void *values, int height)
{
    return effect_cell(&effect_pixelate, values, height, 1) == 1;
}

const struct effect effect_pixelate = {
    .name = "pixelate",
    .summary = "The picture in coarse squares, each the mean of what lies in it",
    .params = params,
    .params_size = sizeof(struct pixelate_params),
    .colour = COLOUR_KEPT,
    .makes_cells = true,
    .is_identity = is_identity,
    .impls = impls,
};
