#include "effects/error_diffusion/error_diffusion_groups.h"

#include "effects/error_diffusion/error_diffusion_cells.h"
#include "render/divide.h"

#include <inttypes.h>
#include <stdio.h>

// A strip is 32 rows, which run in step; a band is the strips of one group. See
// shaders/error_diffusion/error_diffusion.comp for how they hand errors down.
enum { STRIP = 32, CHUNK = 8 };

// As many rows in one group as shared memory of 32 KiB, which GL promises, holds errors for; where
// rows hand errors down by shuffles, as many as a group of 1024 has beside the strip that serves.
enum { MOST_ROWS = 704, MOST_SHUFFLED_ROWS = 992, BAND_ROWS = 64 };

// Of a large palette so many colours are compared in one turn.
enum { COLOURS_AT_ONCE = 16 };

// How far a kernel reaches to the right in the row above, whether it uses the row above that, and
// to how many pixels it hands errors.
static const struct shape {
    int reach;
    bool two_above;
    int weights;
} shapes[DIFFUSION_KERNEL_COUNT] = {
    [DIFFUSION_FLOYD_STEINBERG] = { 1, false, 4 }, [DIFFUSION_FALSE_FS] = { 0, false, 3 },
    [DIFFUSION_JARVIS] = { 2, true, 12 },          [DIFFUSION_STUCKI] = { 2, true, 12 },
    [DIFFUSION_BURKES] = { 2, false, 7 },          [DIFFUSION_SIERRA] = { 2, true, 10 },
    [DIFFUSION_SIERRA2] = { 2, false, 7 },         [DIFFUSION_SIERRA_LITE] = { 1, false, 3 },
    [DIFFUSION_ATKINSON] = { 1, true, 6 },
};

static const struct shape *shape_of(const struct effect_site *site)
{
    const struct error_diffusion_params *params = site->params;
    return &shapes[params->kernel];
}

// ---- groups and bands

static int lines_of(const struct effect_site *site)
{
    return shape_of(site)->two_above ? 2 : 1;
}

static bool has_shuffles(const struct effect_site *site)
{
    return site->info->shuffles == STRIP;
}

// As few turns as can be, and no more rows than they need.
static int wavefront_rows(const struct effect_site *site)
{
    const int most = has_shuffles(site) ? MOST_SHUFFLED_ROWS : MOST_ROWS / lines_of(site);
    const int turns = divide_up(site->height, most);
    return divide_up(divide_up(site->height, turns), STRIP) * STRIP;
}

// Invocations beside those of the rows, that fetch and store what goes from band to band.
static int serving_of(const struct effect_site *site)
{
    return has_shuffles(site) ? STRIP : 0;
}

static int lag_of(const struct effect_site *site)
{
    return shape_of(site)->reach + 1;
}

// Of steps by which a strip is behind the one above.
static int delay_of(const struct effect_site *site)
{
    return lag_of(site) * STRIP + (has_shuffles(site) ? CHUNK : 0);
}

// Steps of a strip in the buffers: until its last row is done, the last of them all outside of the
// picture.
static int stride_of(const struct effect_site *site)
{
    const int steps = site->width + 2 + 2 * shape_of(site)->reach + lag_of(site) * (STRIP - 1);
    return (divide_up(steps, STRIP) + 1) * STRIP;
}

static int strips_of(const struct effect_site *site, int rows)
{
    return divide_up(site->height, rows) * (rows / STRIP);
}

static int64_t pixels_in_strips(const struct effect_site *site, int rows)
{
    return (int64_t) strips_of(site, rows) * STRIP * stride_of(site);
}

static int64_t border_bytes(const struct effect_site *site, int rows)
{
    const int64_t borders = divide_up(site->height, rows) - 1;
    return 8 + borders * (site->width + 4) * lines_of(site) * 8;
}

static int shared_bytes(const struct effect_site *site, int rows)
{
    enum { LARGE_PALETTE = PALETTE_MAX_COLOURS * 24, LITTLE = 16 };
    const int lines = 2 * CHUNK * (has_shuffles(site) ? rows / STRIP + 1 : 2);
    const int errors = has_shuffles(site) ? 0 : 2 * rows;
    return lines_of(site) * (lines + errors) * 16 + LARGE_PALETTE + LITTLE;
}

// Of one pixel a row, from the first row's first to the last row's last, in one group.
static int64_t bands_steps(const struct effect_site *site)
{
    return stride_of(site) + (int64_t) (BAND_ROWS / STRIP - 1) * delay_of(site);
}

static int64_t wavefront_steps(const struct effect_site *site)
{
    const int rows = wavefront_rows(site), strips = rows / STRIP;
    const int turns = divide_up(site->height, rows);
    const int busy = stride_of(site), behind = strips * delay_of(site) + 7 * CHUNK;
    return (int64_t) (turns - 1) * (busy > behind ? busy : behind) + behind + busy;
}

static int count_colours(const struct effect_site *site)
{
    struct diffusion diffusion;
    diffusion_init(&diffusion, site->params, site->depth);
    return diffusion.count;
}

// Of all loops of an invocation.
static double count_turns(const struct effect_site *site, int64_t steps)
{
    enum { SOME_MORE = 300 };
    const int colours = count_colours(site);
    const int a_step =
        colours > DIFFUSION_COLOURS_IN_REGISTERS ? divide_up(colours, COLOURS_AT_ONCE) : 0;
    const int64_t of_steps = site->info->software ? steps + steps / 4 : 0; // ROLLED
    return (double) (steps / CHUNK + of_steps + steps * a_step + SOME_MORE);
}

static int64_t largest_buffer(const struct effect_site *site, int rows)
{
    const int64_t values = 8 * pixels_in_strips(site, rows), borders = border_bytes(site, rows);
    return values > borders ? values : borders;
}

static bool group_fits(const struct effect_site *site, int rows, char why[EFFECT_WHY_SIZE])
{
    const struct context_info *info = site->info;
    const int64_t bytes = largest_buffer(site, rows);
    const int invocations = rows + serving_of(site);
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

// Cells are the pixels of all that follows and stands above.

bool diffusion_bands_fit(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    return group_fits(&cells, BAND_ROWS, why);
}

bool diffusion_wavefront_fits(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    return group_fits(&cells, wavefront_rows(&cells), why);
}

// ---- programs

const struct program_desc diffusion_bands_programs[] = {
    { .file = "error_diffusion/error_diffusion_values.comp", .defines = "FLAT=0" },
    { .file = "error_diffusion/error_diffusion.comp", .defines = "TICKETS" },
    { .file = "error_diffusion/error_diffusion_colors.comp", .defines = "FLAT=0" },
    DIFFUSION_CELLS_PROGRAM,
    { 0 },
};

const struct program_desc diffusion_wavefront_programs[] = {
    { .file = "error_diffusion/error_diffusion_values.comp", .defines = "FLAT=0" },
    { .file = "error_diffusion/error_diffusion.comp" },
    { .file = "error_diffusion/error_diffusion_colors.comp", .defines = "FLAT=0" },
    DIFFUSION_CELLS_PROGRAM,
    { 0 },
};

void diffusion_vary_bands(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    diffusion_vary(&cells, BAND_ROWS, serving_of(&cells), defines);
}

void diffusion_vary_wavefront(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE])
{
    const struct effect_site cells = diffusion_site_on_cells(site);
    diffusion_vary(&cells, wavefront_rows(&cells), serving_of(&cells), defines);
}

// ---- running

// How often a group looks for what another must do first before it gives up: about a second.
enum { PATIENCE = 1 << 21 };

struct run {
    struct diffusion_passes passes;
    int rows;
    struct buffer *values, *picks, *borders;
    struct buffer *solid; // of each tile of 32 rows by 32 steps: whether it is opaque
};

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
    pass.output = output;
    if (run->passes.columns && program == DIFFUSION_COLOURS)
        diffusion_cover_cells(&run->passes, run->passes.call->site.height, &pass);
    pass_run(run->passes.call->gpu, &pass);
}

static void diffuse(const struct run *run, int groups, int at_once)
{
    struct gpu *gpu = run->passes.call->gpu;
    struct buffer *const buffers[] = { run->borders, &gpu->fault.buffer, run->values, run->picks };
    struct pass pass = diffusion_prepare_pass(&run->passes, DIFFUSION_DIFFUSE);
    for (int i = 0; i < PASS_MAX_BUFFERS; i++)
        pass.buffers[i] = buffers[i];
    pass.inputs[0].texture = NULL;
    pass.groups[0] = at_once;
    buffer_clear(run->borders);
    gpu_timer_push(&gpu->timer, "diffuse");
    for (int i = 0; i < groups; i += at_once)
        pass_run(gpu, &pass);
    gpu_timer_pop(&gpu->timer);
}

static void run_groups(const struct effect_call *call, int rows, int groups, int at_once)
{
    struct texture_pool *pool = &call->gpu->pool;
    const size_t pixels = (size_t) pixels_in_strips(&call->site, rows);
    struct run run = {
        .passes = { .call = call, .patience = PATIENCE, .stride = stride_of(&call->site) },
        .rows = rows,
        .values = texture_pool_acquire_buffer(pool, 8 * pixels),
        .picks = texture_pool_acquire_buffer(pool, 4 * pixels),
        .borders = texture_pool_acquire_buffer(pool, (size_t) border_bytes(&call->site, rows)),
        .solid = texture_pool_acquire_buffer(pool, 4 * pixels / (STRIP * STRIP)),
    };
    diffusion_init(&run.passes.diffusion, call->site.params, call->site.depth);
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

// A CPU has few groups at work, and may let one of them rest for long: there each begins when the
// one before has finished.
void diffusion_run_bands(const struct effect_call *call)
{
    const struct effect_call cells = diffusion_call_on_cells(call);
    const int rows = BAND_ROWS, groups = divide_up(cells.site.height, rows);
    run_groups(&cells, rows, groups, call->gpu->info.software ? 1 : groups);
}

void diffusion_run_bands_at_once(const struct effect_call *call)
{
    const struct effect_call cells = diffusion_call_on_cells(call);
    const int rows = BAND_ROWS, groups = divide_up(cells.site.height, rows);
    run_groups(&cells, rows, groups, groups);
}

void diffusion_run_wavefront(const struct effect_call *call)
{
    const struct effect_call cells = diffusion_call_on_cells(call);
    run_groups(&cells, wavefront_rows(&cells.site), 1, 1);
}

// ---- costs

// Of the programs before and after; a CPU with one core does the work of all rows in turn.
static void add_passes(const struct effect_site *site, int texels_of_a_step, struct cost *cost)
{
    const double pixels = (double) site->width * site->height;
    cost->texels += 2 * pixels;
    cost->stores += 2 * pixels;
    cost->passes += 3;
    if (site->info->software)
        cost->texels += pixels * texels_of_a_step;
}

// Rows of a group share what runs them: with 96 a step takes twice as long as one alone. In seven
// steps of a small kernel a read comes back. Both seen on an H200, as is what more weights take.
static void add_steps(const struct effect_site *site, double steps, int rows, struct cost *cost)
{
    enum { STEPS_OF_A_WAIT = 7, ROWS_SIDE_BY_SIDE = 96, WEIGHTS = 4, OTHER_WORK = 8 };
    const double work = (double) (shape_of(site)->weights + OTHER_WORK) / (WEIGHTS + OTHER_WORK);
    if (!site->info->software)
        cost->waits += steps * work * (1 + (double) rows / ROWS_SIDE_BY_SIDE) / STEPS_OF_A_WAIT;
}

void diffusion_bands_cost(const struct effect_site *site, struct cost *cost)
{
    enum { TEXELS_OF_A_STEP = 20 };
    const struct effect_site cells = diffusion_site_on_cells(site);
    const int rows = BAND_ROWS, bands = divide_up(cells.height, rows);
    const double lag = (double) (bands_steps(&cells) - cells.width + 4 * CHUNK);
    add_passes(&cells, TEXELS_OF_A_STEP, cost);
    add_steps(&cells, (double) bands_steps(&cells) + (bands - 1) * lag, rows, cost);
    diffusion_cells_cost(site, cost);
    cost->held = shared_bytes(&cells, rows);
    cost->turns = count_turns(&cells, bands_steps(&cells));
    cost->passes += site->info->software ? bands - 1 : 0;
}

void diffusion_wavefront_cost(const struct effect_site *site, struct cost *cost)
{
    enum { TEXELS_OF_A_STEP = 36 };
    const struct effect_site cells = diffusion_site_on_cells(site);
    const int rows = wavefront_rows(&cells);
    add_passes(&cells, TEXELS_OF_A_STEP, cost);
    add_steps(&cells, (double) wavefront_steps(&cells), rows, cost);
    diffusion_cells_cost(site, cost);
    cost->held = shared_bytes(&cells, rows);
    cost->turns = count_turns(&cells, wavefront_steps(&cells));
}
