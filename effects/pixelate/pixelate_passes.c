// The means of cells and the squares painted with them, by fragment and by compute shaders.

#include "effects/effect_impl.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

enum { COLUMNS, ROWS, PAINT };

// Computes the means of the cells. They are few, so the image has single precision.
static struct texture *find_means(const struct effect_call *call, const struct texture *from,
                                  int program)
{
    const struct effect_site *site = &call->site;
    const bool along_rows = program == ROWS;
    const int across = divide_up(site->width, site->cell); // number of cells
    const int down = divide_up(site->height, site->cell);
    const int read = along_rows ? site->width : site->height;
    const int made = along_rows ? across : down;
    struct pass pass = {
        .label = along_rows ? "rows" : "columns",
        .program = call->programs[program],
        .inputs = { { from } },
        .output = texture_pool_acquire(&call->gpu->pool, along_rows ? across : site->width, down,
                                       FORMAT_RGBA32F),
        .uniforms = { U_INT("u_side", site->cell), U_INT("u_length", read) },
        .work = { .texels = (double) read / made },
    };
    effect_join_before(call, &pass);
    pass_run(call->gpu, &pass);
    return pass.output;
}

static void run_passes(const struct effect_call *call)
{
    struct texture *columns = find_means(call, call->input, COLUMNS);
    struct texture *cells = find_means(call, columns, ROWS);
    texture_pool_release(&call->gpu->pool, columns);
    struct pass pass = {
        .label = "paint",
        .program = call->programs[PAINT],
        .inputs = { { cells } },
        .output = call->output,
        .uniforms = { U_INT("u_side", call->site.cell) },
        .work = { .texels = 1 },
    };
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
    texture_pool_release(&call->gpu->pool, cells);
}

static void write_passes_defines(const struct effect_site *site, struct step_writer *defines)
{
    step_writef(defines, " STRAIGHT=%d", site->is_display_input);
}

#define PROGRAMS(KIND) \
    (const struct program_desc[]) \
    { \
        [COLUMNS] = { .file = "pixelate/pixelate." KIND }, \
        [ROWS] = { .file = "pixelate/pixelate." KIND, .defines = "ALONG_ROWS" }, \
        [PAINT] = { .file = "pixelate/pixelate." KIND, .defines = "PAINT" }, { 0 }, \
    }

const struct effect_impl pixelate_fs_passes = {
    .name = "fs_passes",
    .summary = "Full-screen triangles: means down each column of a cell, then along it",
    .programs = PROGRAMS("frag"),
    .write_defines = write_passes_defines,
    .run = run_passes,
};

const struct effect_impl pixelate_cs_passes = {
    .name = "cs_passes",
    .summary = "As fs_passes, from groups of 16x16 texels",
    .programs = PROGRAMS("comp"),
    .write_defines = write_passes_defines,
    .run = run_passes,
};
