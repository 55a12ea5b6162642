// Error diffusion on one core of the CPU: the values are read back, and the results are uploaded.

#include "effects/error_diffusion/error_diffusion_passes.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/memory.h"

#include <stdlib.h>

// A run transfers some rows at a time, a multiple of the rows of a group, so that their values need
// at most 16 MiB, which every GPU supports in a buffer.
enum { PIXELS_AT_ONCE = 1 << 21, GROUP_WIDTH = 32, GROUP_HEIGHT = 8 };

static const struct program_desc programs[] = {
    [DIFFUSION_VALUES] = { .file = "error_diffusion/error_diffusion_values.comp",
                           .defines = "FLAT=1" },
    [DIFFUSION_DIFFUSE] = { .file = "error_diffusion/error_diffusion_colors.comp",
                            .defines = "FLAT=1" },
    DIFFUSION_CELLS_PROGRAM,
    { 0 },
};

enum { COLOURS = DIFFUSION_DIFFUSE, COLUMNS }; // there is no program for the diffusion

static void write_cpu_defines(const struct effect_site *site, struct step_writer *defines)
{
    diffusion_defines(site, GROUP_WIDTH, 0, defines);
}

struct run {
    struct diffusion_passes passes;
    struct diffusion_serial *serial;
    struct buffer *values, *picks;
    uint32_t *words; // for each pixel two words of values and one of picks
    size_t pixels;   // number of pixels of the rows of one transfer
};

static struct pass prepare_pass(const struct run *run, int program, int rows)
{
    struct pass pass = diffusion_prepare_pass(&run->passes, program);
    pass.groups[0] = divide_up(run->passes.call.site.width, GROUP_WIDTH);
    pass.groups[1] = divide_up(rows, GROUP_HEIGHT);
    // The whole input is counted for the first rows.
    pass.inputs[0].is_optional = run->passes.top > 0;
    pass.work.shared_bytes = diffusion_colours_shared(&run->passes.diffusion);
    return pass;
}

// Returns the traffic of bytes that the GPU or the CPU stores and the other one reads.
static struct gpu_traffic both_ways(uint64_t bytes)
{
    return (struct gpu_traffic){ bytes, bytes };
}

static void run_rows(const struct run *run, int rows)
{
    enum { TEXELS_OF_A_PIXEL = 16, PIXELS_OF_A_WAIT = 6 };
    const struct effect_call *call = &run->passes.call;
    const bool is_software = call->site.info->software;
    const size_t pixels = (size_t) rows * (size_t) call->site.width;
    uint32_t *values = run->words, *picks = run->words + 2 * run->pixels;
    struct pass first = prepare_pass(run, DIFFUSION_VALUES, rows);
    struct pass last = prepare_pass(run, COLOURS, rows);
    first.buffers[0] = run->values;
    first.buffer_traffic = both_ways(DIFFUSION_VALUE_BYTES * pixels); // to the CPU
    last.buffers[0] = run->picks;
    last.buffer_traffic = both_ways(DIFFUSION_PICK_BYTES * pixels); // from the CPU
    last.output = call->output;
    const int top = run->passes.top * call->site.cell, below = top + rows * call->site.cell;
    const int bottom = below < call->output->height ? below : call->output->height;
    last.area = (struct pass_area){ 0, top, call->output->width, bottom - top };
    first.made = (double) pixels;
    first.work.texels += 1 + (is_software ? TEXELS_OF_A_PIXEL : 0);
    first.work.waits = is_software ? 0 : (double) pixels / PIXELS_OF_A_WAIT;
    last.work.texels += run->passes.columns == NULL;              // alpha
    last.work.stores = 0.5 / (call->site.cell * call->site.cell); // picks, which the CPU writes
    if (run->passes.columns)
        diffusion_cover_cells(&run->passes, rows, &last);
    pass_run(call->gpu, &first);
    if (!call->gpu->recorder) {
        buffer_read(run->values, values, 8 * pixels);
        diffusion_serial_run(run->serial, values, picks, rows);
        buffer_write(run->picks, picks, 4 * pixels);
    }
    pass_run(call->gpu, &last);
}

static void run_cpu(const struct effect_call *call)
{
    struct texture_pool *pool = &call->gpu->pool;
    const struct effect_site cells = diffusion_site_on_cells(&call->site);
    const int most = PIXELS_AT_ONCE / (GROUP_HEIGHT * cells.width);
    const int all = divide_up(cells.height, GROUP_HEIGHT);
    const int rows = GROUP_HEIGHT * (most < 1 ? 1 : most < all ? most : all);
    const size_t pixels = (size_t) rows * (size_t) cells.width;
    struct run run = { .pixels = pixels };
    gpu_timer_push(&call->gpu->timer, "read, diffuse, upload");
    if (!call->gpu->recorder)
        gpu_wait(); // earlier work must not count as time of the CPU
    run.values = texture_pool_acquire_buffer(pool, 8 * pixels);
    run.picks = texture_pool_acquire_buffer(pool, 4 * pixels);
    run.words = memory_grow(NULL, 12 * pixels, 1);
    diffusion_passes_begin(&run.passes, call, call->programs[COLUMNS]);
    run.serial = diffusion_serial_create(&run.passes.diffusion, cells.width);
    for (int y = 0; y < cells.height; y += rows) {
        run.passes.top = y;
        run_rows(&run, y + rows < cells.height ? rows : cells.height - y);
    }
    diffusion_passes_end(&run.passes);
    diffusion_serial_destroy(run.serial);
    texture_pool_release_buffer(pool, run.values);
    texture_pool_release_buffer(pool, run.picks);
    free(run.words);
    pass_copy_to_snapshot(call->gpu, call->output);
    gpu_timer_pop(&call->gpu->timer);
}

const struct effect_impl error_diffusion_cpu = {
    .name = "cpu",
    .summary = "Read back, one pixel after the other on one core, uploaded again: it waits",
    .programs = programs,
    .write_defines = write_cpu_defines,
    .run = run_cpu,
};
