#include "effects/error_diffusion/error_diffusion_groups.h"

#include "effects/error_diffusion/error_diffusion_kernel.h"
#include "render/image/divide.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    STRIP = DIFFUSION_STRIP,
    VALUE_BYTES = DIFFUSION_VALUE_BYTES,
    PICK_BYTES = DIFFUSION_PICK_BYTES
};

// ---- groups and bands

static const struct diffusion_kernel *kernel_of(const struct effect_site *cells)
{
    const struct error_diffusion_params *params = cells->params;
    return diffusion_kernel(params->kernel);
}

// That a row hands down: its own errors, and those of the row above.
static int lines_of(const struct effect_site *cells)
{
    return diffusion_kernel_has_two_above(kernel_of(cells)) ? 2 : 1;
}

static int chunk_of(const struct effect_site *cells)
{
    return diffusion_has_shuffles(cells) ? DIFFUSION_CHUNK_SHUFFLED : DIFFUSION_CHUNK;
}

int diffusion_groups_serving(const struct effect_site *cells)
{
    return diffusion_has_shuffles(cells) ? STRIP : 0;
}

static int lag_of(const struct effect_site *cells)
{
    return diffusion_kernel_reach(kernel_of(cells)) + 1;
}

int diffusion_groups_delay(const struct effect_site *cells)
{
    return lag_of(cells) * STRIP + (diffusion_has_shuffles(cells) ? chunk_of(cells) : 0);
}

// Until a strip's last row is done, the last of them all outside of the picture.
int diffusion_groups_stride(const struct effect_site *cells)
{
    const int reach = diffusion_kernel_reach(kernel_of(cells));
    const int steps = cells->width + 2 + 2 * reach + lag_of(cells) * (STRIP - 1);
    return (divide_up(steps, STRIP) + 1) * STRIP;
}

static int strips_of(const struct effect_site *cells, int rows)
{
    return divide_up(cells->height, rows) * (rows / STRIP);
}

static int64_t pixels_in_strips(const struct effect_site *cells, int rows)
{
    return (int64_t) strips_of(cells, rows) * STRIP * diffusion_groups_stride(cells);
}

static int64_t bytes_of_a_border(const struct effect_site *cells)
{
    return (int64_t) (cells->width + 4) * lines_of(cells) * 8;
}

static int64_t border_bytes(const struct effect_site *cells, int rows)
{
    return 8 + (divide_up(cells->height, rows) - 1) * bytes_of_a_border(cells);
}

// What goes from row to row and from strip to strip, for odd and even steps and chunks; the number
// of the band; the colours of a large palette.
static int shared_bytes(const struct effect_site *cells, int rows)
{
    struct diffusion diffusion;
    diffusion_init(&diffusion, cells->params, cells->file, cells->depth);
    const bool has_shuffles = diffusion_has_shuffles(cells);
    const int strips = has_shuffles ? rows / STRIP + 1 : 2;
    const int line = 2 * chunk_of(cells) * strips + (has_shuffles ? 0 : 2 * rows);
    const bool is_large = diffusion.count > DIFFUSION_COLOURS_IN_REGISTERS;
    return lines_of(cells) * line * 16 + 4 + (is_large ? PALETTE_MAX_COLOURS * 24 : 0);
}

static int count_colours(const struct effect_site *cells)
{
    struct diffusion diffusion;
    diffusion_init(&diffusion, cells->params, cells->file, cells->depth);
    return diffusion.count;
}

// Iterations of all loops of an invocation.
static double count_loops(const struct effect_site *cells, int64_t steps)
{
    enum { SOME_MORE = 300 };
    const int colours = count_colours(cells);
    const int a_step = colours > DIFFUSION_COLOURS_IN_REGISTERS
                           ? divide_up(colours, DIFFUSION_COLOURS_AT_ONCE)
                           : 0;
    const int64_t of_steps = cells->info->software ? steps + steps / 4 : 0; // ROLLED
    return (double) (steps / chunk_of(cells) + of_steps + steps * a_step + SOME_MORE);
}

static int64_t largest_buffer(const struct effect_site *cells, int rows)
{
    const int64_t values = VALUE_BYTES * pixels_in_strips(cells, rows),
                  borders = border_bytes(cells, rows);
    return values > borders ? values : borders;
}

bool diffusion_groups_fit(const struct effect_site *cells, int rows, char why[EFFECT_WHY_SIZE])
{
    const struct context_info *info = cells->info;
    const int64_t bytes = largest_buffer(cells, rows);
    const int invocations = rows + diffusion_groups_serving(cells);
    if (invocations > info->max_group)
        snprintf(why, EFFECT_WHY_SIZE, "it needs groups of %d invocations, and this GPU has %d",
                 invocations, info->max_group);
    else if (bytes > info->max_storage)
        snprintf(why, EFFECT_WHY_SIZE,
                 "it needs a buffer of %" PRId64 " bytes, and this GPU has at most %" PRId64, bytes,
                 info->max_storage);
    else
        return true;
    return false;
}

// ---- running

// How often a group looks for what another must do first before it gives up: about a second.
enum { PATIENCE = 1 << 21 };

struct run {
    struct diffusion_passes passes;
    int rows;
    struct buffer *values, *picks, *borders;
    struct buffer *solid; // of each tile of 32 rows by 32 steps: whether it is opaque
    size_t solid_bytes;
};

// What the pixels of the picture need: the strips' steps outside of it are no more than that. Cells
// do not know which tiles are opaque.
static struct gpu_traffic convert_traffic(const struct run *run, int program)
{
    const struct effect_site *cells = &run->passes.call->site;
    const uint64_t pixels = (uint64_t) cells->width * (uint64_t) cells->height;
    if (program == DIFFUSION_VALUES)
        return (struct gpu_traffic){ .written = VALUE_BYTES * pixels + run->solid_bytes };
    return (struct gpu_traffic){ .read = PICK_BYTES * pixels +
                                         (run->passes.columns ? 0 : run->solid_bytes) };
}

// The same for `bands` bands from number `first` on. Each but the first begins with a border that
// the one above it stored.
static struct gpu_traffic diffuse_traffic(const struct run *run, int first, int bands)
{
    const struct effect_site *cells = &run->passes.call->site;
    const int top = first * run->rows, below = (first + bands) * run->rows;
    const int rows = (below < cells->height ? below : cells->height) - top;
    const uint64_t pixels = (uint64_t) cells->width * (uint64_t) rows;
    const uint64_t border = (uint64_t) bytes_of_a_border(cells);
    return (struct gpu_traffic){
        .read = VALUE_BYTES * pixels + (uint64_t) (bands - (first == 0)) * border,
        .written = PICK_BYTES * pixels + (uint64_t) (bands - (below >= cells->height)) * border,
    };
}

// Between the picture and the diffusing, one invocation a pixel: to whole numbers, or from colours.
static void convert(const struct run *run, int program, const char *label, struct buffer *buffer,
                    struct texture *output)
{
    struct pass pass = diffusion_prepare_pass(&run->passes, program);
    pass.label = label;
    pass.groups[0] = run->passes.stride / STRIP;
    pass.groups[1] = strips_of(&run->passes.call->site, run->rows);
    pass.buffers[0] = buffer;
    pass.buffers[1] = run->solid;
    pass.buffer_traffic = convert_traffic(run, program);
    pass.output = output;
    if (run->passes.columns && program == DIFFUSION_COLOURS)
        diffusion_cover_cells(&run->passes, run->passes.call->site.height, &pass);
    else if (program == DIFFUSION_COLOURS)
        pass.inputs[0].is_optional = true; // alpha, where a tile is not opaque
    pass_run(run->passes.call->gpu, &pass);
}

static void diffuse(const struct run *run, int groups, int at_once)
{
    struct gpu *gpu = run->passes.call->gpu;
    struct buffer *const buffers[] = { run->borders, &gpu->fault.buffer, run->values, run->picks };
    struct pass pass = diffusion_prepare_pass(&run->passes, DIFFUSION_DIFFUSE);
    const int bands = divide_up(run->passes.call->site.height, run->rows) / groups; // of a group
    memcpy(pass.buffers, buffers, sizeof(buffers));
    pass.inputs[0].texture = NULL;
    pass.groups[0] = at_once;
    buffer_clear(run->borders);
    gpu_timer_push(&gpu->timer, "diffuse");
    for (int i = 0; i < groups; i += at_once) {
        pass.buffer_traffic = diffuse_traffic(run, i * bands, at_once * bands);
        pass_run(gpu, &pass);
    }
    gpu_timer_pop(&gpu->timer);
}

void diffusion_groups_run(const struct effect_call *call, int rows, int groups, int at_once)
{
    struct texture_pool *pool = &call->gpu->pool;
    const size_t pixels = (size_t) pixels_in_strips(&call->site, rows);
    const size_t solid_bytes = 4 * pixels / (STRIP * STRIP);
    struct run run = {
        .passes = { .call = call,
                    .patience = PATIENCE,
                    .stride = diffusion_groups_stride(&call->site) },
        .rows = rows,
        .values = texture_pool_acquire_buffer(pool, VALUE_BYTES * pixels),
        .picks = texture_pool_acquire_buffer(pool, PICK_BYTES * pixels),
        .borders = texture_pool_acquire_buffer(pool, (size_t) border_bytes(&call->site, rows)),
        .solid = texture_pool_acquire_buffer(pool, solid_bytes),
        .solid_bytes = solid_bytes,
    };
    diffusion_init(&run.passes.diffusion, call->site.params, call->site.file, call->site.depth);
    diffusion_gather_cells(&run.passes, call->programs[DIFFUSION_COLOURS + 1]);
    convert(&run, DIFFUSION_VALUES, "values", run.values, NULL);
    diffuse(&run, groups, at_once);
    convert(&run, DIFFUSION_COLOURS, "colors", run.picks, call->output);
    diffusion_release_cells(&run.passes);
    texture_pool_release_buffer(pool, run.values);
    texture_pool_release_buffer(pool, run.picks);
    texture_pool_release_buffer(pool, run.borders);
    texture_pool_release_buffer(pool, run.solid);
}

// ---- costs

// More weights take more of a step, as seen on an H200.
static double count_waits(const struct effect_site *cells, const struct diffusion_groups_work *work)
{
    enum { WEIGHTS = 4, OTHER_WORK = 8 };
    const int weights = diffusion_kernel_count(kernel_of(cells));
    const double step = (double) (weights + OTHER_WORK) / (WEIGHTS + OTHER_WORK);
    const double beside = 1 + (double) work->rows / DIFFUSION_ROWS_SIDE_BY_SIDE;
    return work->waiting * step * beside / DIFFUSION_STEPS_OF_A_WAIT;
}

void diffusion_groups_cost(const struct effect_site *site, const struct diffusion_groups_work *work,
                           struct cost *cost)
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    diffusion_passes_cost(&cells, cost);
    cost->passes += 3;
    if (cells.info->software)
        cost->texels += (double) cells.width * cells.height * work->texels;
    else
        cost->waits += count_waits(&cells, work);
    cost->shared_bytes = fmax(shared_bytes(&cells, work->rows), diffusion_passes_shared(&cells));
    cost->iterations = count_loops(&cells, work->steps);
    diffusion_cells_cost(site, cost);
}
