// Error diffusion with one group for each band of the picture, all bands in parallel. A strip is
// DIFFUSION_STRIP rows, one for each invocation of a subgroup; a band is the strips of one group.
// shaders/error_diffusion/error_diffusion.comp describes how errors are passed between them. If the
// effect works on cells, sites and calls here are those of error_diffusion_passes.h, in which a
// cell is a pixel.

#include "effects/error_diffusion/error_diffusion_kernel.h"
#include "effects/error_diffusion/error_diffusion_passes.h"
#include "render/gpu.h"
#include "render/image/divide.h"

#include <inttypes.h>
#include <string.h>

enum {
    ROWS = DIFFUSION_BAND_ROWS,
    STRIP = DIFFUSION_STRIP,
    VALUE_BYTES = DIFFUSION_VALUE_BYTES,
    PICK_BYTES = DIFFUSION_PICK_BYTES
};

// The division of a picture into bands. In the buffers a strip has `stride` steps, until its last
// row is done; in the last steps all rows are outside the picture.
struct bands {
    const struct diffusion_kernel *kernel;
    bool has_shuffles;
    int lines; // rows of errors that a row passes down: its own, and with some kernels one more
    int chunk; // steps after which strips wait for each other
    int lag;   // steps by which a row is behind the one above
    int count, strips, stride;
    int64_t pixels;               // in all strips, over all steps
    int64_t border, border_bytes; // bytes of one border between bands, and of all
};

// Returns true if a subgroup has as many invocations as a strip has rows, so that rows pass errors
// down by shuffles.
static bool has_shuffles(const struct effect_site *site)
{
    return site->info->shuffles == STRIP;
}

static struct bands bands_of(const struct effect_site *cells)
{
    const struct error_diffusion_params *params = cells->params;
    const struct diffusion_kernel *kernel = diffusion_kernel(params->kernel);
    const int reach = diffusion_kernel_reach(kernel->rows[1], 1),
              count = divide_up(cells->height, ROWS);
    const bool shuffles = has_shuffles(cells);
    struct bands bands = {
        .kernel = kernel,
        .has_shuffles = shuffles,
        .lines = diffusion_kernel_reach(kernel->rows[2], 1) < 0 ? 1 : 2,
        .chunk = shuffles ? DIFFUSION_CHUNK_SHUFFLED : DIFFUSION_CHUNK,
        .lag = reach + 1,
        .count = count,
        .strips = count * (ROWS / STRIP),
    };
    const int steps = cells->width + 2 + 2 * reach + bands.lag * (STRIP - 1);
    bands.stride = (divide_up(steps, STRIP) + 1) * STRIP;
    bands.pixels = (int64_t) bands.strips * STRIP * bands.stride;
    bands.border = (int64_t) (cells->width + 4) * bands.lines * 8;
    bands.border_bytes = 8 + (count - 1) * bands.border;
    return bands;
}

// Returns the number of further invocations of a group, which load and store the errors at its
// borders.
static int serving(const struct effect_site *site)
{
    return has_shuffles(site) ? STRIP : 0;
}

static bool fits_bands(const struct effect_site *site, struct error *why)
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    const struct bands bands = bands_of(&cells);
    const struct context_info *info = site->info;
    const int64_t values = VALUE_BYTES * bands.pixels;
    const int64_t bytes = values > bands.border_bytes ? values : bands.border_bytes;
    const int invocations = ROWS + serving(site);
    if (invocations > info->max_group)
        return error_set(why, "it needs groups of %d invocations, and this GPU has %d", invocations,
                         info->max_group);
    return bytes <= info->max_storage ||
           error_set(why,
                     "it needs a buffer of %" PRId64 " bytes, and this GPU has at most %" PRId64,
                     bytes, info->max_storage);
}

static void write_bands_defines(const struct effect_site *site, struct step_writer *defines)
{
    diffusion_defines(site, ROWS, serving(site), defines);
}

// ---- running

// Number of times that a group polls for the errors of the band above before it gives up: about a
// second.
enum { PATIENCE = 1 << 21 };

struct run {
    struct diffusion_passes passes;
    struct bands bands;
    struct buffer *values, *picks, *borders;
    struct buffer *opaque_tiles; // a flag for each tile of 32 rows by 32 steps: it is opaque
    size_t opaque_bytes;
};

// Returns the work of a dispatch of groups that each run `steps` steps.
static struct cost work_of(const struct run *run, int64_t steps)
{
    enum { SOME_MORE = 300, WEIGHTS = 4, OTHER_WORK = 8, CHUNKS_AHEAD = 4 };
    const struct bands *bands = &run->bands;
    const struct effect_site *cells = &run->passes.call.site;
    const bool is_software = cells->info->software;
    int sum;
    const int colours = run->passes.diffusion.count;
    const bool is_large = colours > DIFFUSION_COLOURS_IN_REGISTERS;
    // Shared memory has the errors that rows and strips pass down, for odd and even steps and
    // chunks; the number of the band; and the colours of a large palette.
    const int strips = bands->has_shuffles ? ROWS / STRIP + 1 : 2;
    const int line = 2 * bands->chunk * strips + (bands->has_shuffles ? 0 : 2 * ROWS);
    // The iterations of all loops of an invocation. On a CPU they are not unrolled (ROLLED).
    const int of_colours = is_large ? divide_up(colours, DIFFUSION_COLOURS_AT_ONCE) : 0;
    const int64_t rolled = is_software ? steps + steps / 4 : 0;
    // A band begins when the one above is ahead by the reach of the kernel and some chunks. A step
    // takes longer with more weights (H200).
    const double lag = (double) (steps - cells->width + CHUNKS_AHEAD * DIFFUSION_CHUNK_SHUFFLED);
    const double waiting = (double) steps + (bands->count - 1) * lag;
    const double step = (double) (diffusion_kernel_count(bands->kernel, &sum) + OTHER_WORK) /
                        (WEIGHTS + OTHER_WORK);
    const double beside = 1 + (double) ROWS / DIFFUSION_ROWS_SIDE_BY_SIDE;
    return (struct cost){
        .texels = 1 + (is_software ? DIFFUSION_BANDS_STEP_READS : 0),
        .stores = (double) PICK_BYTES / VALUE_BYTES,
        .shared_bytes = bands->lines * line * 16 + 4 + (is_large ? PALETTE_MAX_COLOURS * 24 : 0),
        .iterations = (double) (steps / bands->chunk + rolled + steps * of_colours + SOME_MORE),
        .waits = is_software ? 0 : waiting * step * beside / DIFFUSION_STEPS_OF_A_WAIT,
    };
}

// Returns the largest number of bytes of shared memory of the programs before and after the
// diffusion: a tile of the values of a strip, with two words each and one more value in each row,
// and a flag for opaque; or a tile with one word each, and the colours.
static int shared_bytes(const struct diffusion *diffusion)
{
    enum { TILE = STRIP * (STRIP + 1) };
    const int values = 8 * TILE + 4, picks = 4 * TILE + diffusion_colours_shared(diffusion);
    return values > picks ? values : picks;
}

// Runs the pass before the diffusion, which converts the input to integers, or the one after it,
// which converts the picks to the output. Each has one invocation per pixel.
static void convert(const struct run *run, int program, const char *label, struct buffer *buffer,
                    struct texture *output)
{
    const struct effect_site *cells = &run->passes.call.site;
    struct pass pass = diffusion_prepare_pass(&run->passes, program);
    pass.label = label;
    pass.groups[0] = run->bands.stride / STRIP;
    pass.groups[1] = run->bands.strips;
    pass.buffers[0] = buffer;
    pass.buffers[1] = run->opaque_tiles;
    // Steps outside the picture move no bytes. With cells, no flags of opaque tiles are read.
    const uint64_t pixels = (uint64_t) cells->width * (uint64_t) cells->height;
    if (program == DIFFUSION_VALUES)
        pass.buffer_traffic.written = VALUE_BYTES * pixels + run->opaque_bytes;
    else
        pass.buffer_traffic.read =
            PICK_BYTES * pixels + (run->passes.columns ? 0 : run->opaque_bytes);
    pass.output = output;
    pass.work.shared_bytes = shared_bytes(&run->passes.diffusion);
    if (run->passes.columns && program == DIFFUSION_COLOURS)
        diffusion_cover_cells(&run->passes, cells->height, &pass);
    else if (program == DIFFUSION_COLOURS)
        pass.inputs[0].is_optional = true; // alpha, which is only read if a tile is not opaque
    pass_run(run->passes.call.gpu, &pass);
}

// Runs the diffusion. On a CPU few groups run at a time, and one of them may be suspended for long,
// so each band is a dispatch of its own.
static void diffuse(const struct run *run)
{
    struct gpu *gpu = run->passes.call.gpu;
    const struct effect_site *cells = &run->passes.call.site;
    const struct bands *bands = &run->bands;
    const int at_once = cells->info->software ? 1 : bands->count;
    struct buffer *const buffers[] = { run->borders, &gpu->fault.buffer, run->values, run->picks };
    // Steps by which a strip is behind the one above, and steps of a group.
    const int delay = bands->lag * STRIP + (bands->has_shuffles ? bands->chunk : 0);
    const int64_t steps = bands->stride + (int64_t) (ROWS / STRIP - 1) * delay;
    struct pass pass = diffusion_prepare_pass(&run->passes, DIFFUSION_DIFFUSE);
    memcpy(pass.buffers, buffers, sizeof(buffers));
    pass.inputs[0].texture = NULL;
    pass.groups[0] = at_once;
    pass.made = (double) cells->width * cells->height * at_once / bands->count;
    pass.work = work_of(run, steps);
    buffer_clear(run->borders);
    gpu_timer_push(&gpu->timer, "diffuse");
    for (int i = 0; i < bands->count; i += at_once) {
        // Each band but the first reads a border that the band above it stored.
        const int below = (i + at_once) * ROWS;
        const int rows = (below < cells->height ? below : cells->height) - i * ROWS;
        const uint64_t pixels = (uint64_t) cells->width * (uint64_t) rows;
        const uint64_t border = (uint64_t) bands->border;
        pass.buffer_traffic = (struct gpu_traffic){
            .read = VALUE_BYTES * pixels + (uint64_t) (at_once - (i == 0)) * border,
            .written =
                PICK_BYTES * pixels + (uint64_t) (at_once - (below >= cells->height)) * border,
        };
        pass_run(gpu, &pass);
    }
    gpu_timer_pop(&gpu->timer);
}

static void run_bands(const struct effect_call *call)
{
    struct texture_pool *pool = &call->gpu->pool;
    const struct effect_site cells = diffusion_site_on_cells(&call->site);
    const struct bands bands = bands_of(&cells);
    const size_t pixels = (size_t) bands.pixels;
    const size_t opaque_bytes = 4 * pixels / (STRIP * STRIP);
    struct run run = {
        .passes = { .patience = PATIENCE, .stride = bands.stride },
        .bands = bands,
        .values = texture_pool_acquire_buffer(pool, VALUE_BYTES * pixels),
        .picks = texture_pool_acquire_buffer(pool, PICK_BYTES * pixels),
        .borders = texture_pool_acquire_buffer(pool, (size_t) bands.border_bytes),
        .opaque_tiles = texture_pool_acquire_buffer(pool, opaque_bytes),
        .opaque_bytes = opaque_bytes,
    };
    diffusion_passes_begin(&run.passes, call, call->programs[DIFFUSION_COLOURS + 1]);
    convert(&run, DIFFUSION_VALUES, "values", run.values, NULL);
    diffuse(&run);
    convert(&run, DIFFUSION_COLOURS, "colors", run.picks, call->output);
    diffusion_passes_end(&run.passes);
    texture_pool_release_buffer(pool, run.values);
    texture_pool_release_buffer(pool, run.picks);
    texture_pool_release_buffer(pool, run.borders);
    texture_pool_release_buffer(pool, run.opaque_tiles);
}

const struct effect_impl error_diffusion_cs_bands = {
    .name = "cs_bands",
    .summary = "A group for every 64 rows, each waiting for the one above, all at once",
    .fastest_on = "NVIDIA H200 (0.4.0)",
    .programs =
        (const struct program_desc[]){
            { .file = "error_diffusion/error_diffusion_values.comp", .defines = "FLAT=0" },
            { .file = "error_diffusion/error_diffusion.comp" },
            { .file = "error_diffusion/error_diffusion_colors.comp", .defines = "FLAT=0" },
            DIFFUSION_CELLS_PROGRAM,
            { 0 },
        },
    .write_defines = write_bands_defines,
    .fits = fits_bands,
    .run = run_bands,
};
