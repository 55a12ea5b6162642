// Every pixel takes the nearest colour and hands what it is off to neighbours that are not done
// yet. Finer than ordered dither, and a chain of work through the whole picture: a pixel waits for
// the one to its left and those above. So rows run side by side, each a few pixels behind the row
// above.

#include "effects/error_diffusion.h"

#include "effects/pointwise.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// As many rows in one group as shared memory of 32 KiB, which GL promises, holds errors for.
enum { MOST_ROWS = 768, BAND_ROWS = 64, CHUNK = 16 };

// Small palettes stay in registers; of large ones so many colours are compared in one turn.
enum { COLOURS_IN_REGISTERS = 8, COLOURS_AT_ONCE = 16 };

// How far a kernel reaches to the right in the row above, and whether it uses the row above that.
static const struct shape {
    int reach;
    bool two_above;
} shapes[DIFFUSION_KERNEL_COUNT] = {
    [DIFFUSION_FLOYD_STEINBERG] = { 1, false }, [DIFFUSION_FALSE_FS] = { 0, false },
    [DIFFUSION_JARVIS] = { 2, true },           [DIFFUSION_STUCKI] = { 2, true },
    [DIFFUSION_BURKES] = { 2, false },          [DIFFUSION_SIERRA] = { 2, true },
    [DIFFUSION_SIERRA2] = { 2, false },         [DIFFUSION_SIERRA_LITE] = { 1, false },
    [DIFFUSION_ATKINSON] = { 1, true },
};

static const struct shape *shape_of(const struct effect_call *call)
{
    const struct error_diffusion_params *params = call->params;
    return &shapes[params->kernel];
}

static int divide_up(int n, int by)
{
    return (n + by - 1) / by;
}

// ---- groups and bands

static int lines_of(const struct effect_call *call)
{
    return shape_of(call)->two_above ? 2 : 1;
}

static int band_rows(const struct effect_call *call)
{
    (void) call;
    return BAND_ROWS;
}

// As few turns as can be, and no more rows than they need.
static int wavefront_rows(const struct effect_call *call)
{
    const int most = MOST_ROWS / lines_of(call);
    const int turns = divide_up(call->height, most);
    return divide_up(divide_up(call->height, turns), 32) * 32;
}

static int64_t border_bytes(const struct effect_call *call, int rows)
{
    const int64_t borders = divide_up(call->height, rows) - 1;
    return 4 + borders * (call->width + 4) * lines_of(call) * 8;
}

static int shared_bytes(const struct effect_call *call, int rows)
{
    enum { LARGE_PALETTE = PALETTE_MAX_COLOURS * (16 + 8) };
    return lines_of(call) * (2 * rows + CHUNK) * 16 + LARGE_PALETTE + 16;
}

// Of one pixel a row, from the first row's first to the last row's last, in one group.
static int64_t bands_steps(const struct effect_call *call)
{
    const struct shape *shape = shape_of(call);
    return call->width + 2 * shape->reach + (int64_t) (shape->reach + 1) * band_rows(call);
}

static int64_t wavefront_steps(const struct effect_call *call)
{
    const int rows = wavefront_rows(call), lag = (shape_of(call)->reach + 1) * rows;
    const int period = call->width > lag ? call->width : lag;
    return (int64_t) divide_up(call->height, rows) * (period + 3 * CHUNK) + lag;
}

static int count_colours(const struct effect_call *call)
{
    struct diffusion diffusion;
    diffusion_init(&diffusion, call->params, call->depth);
    return diffusion.count;
}

// Mesa's llvmpipe ends the loops of an invocation after so many turns of all of them together.
static bool loops_fit(const struct effect_call *call, int64_t steps, char why[EFFECT_WHY_SIZE])
{
    enum { MOST_TURNS = 65535, STEPS_A_TURN = 4, SOME_MORE = 300 };
    const int colours = count_colours(call);
    const int a_step = colours > COLOURS_IN_REGISTERS ? divide_up(colours, COLOURS_AT_ONCE) : 0;
    const int64_t turns = steps / STEPS_A_TURN + steps * a_step + SOME_MORE;
    if (!call->gpu->info.software || turns <= MOST_TURNS)
        return true;
    snprintf(why, EFFECT_WHY_SIZE,
             "it needs loops of %" PRId64 " turns, and this software renderer ends them after %d",
             turns, MOST_TURNS);
    return false;
}

static bool group_fits(const struct effect_call *call, int rows, char why[EFFECT_WHY_SIZE])
{
    const struct context_info *info = &call->gpu->info;
    const int shared = shared_bytes(call, rows);
    const int64_t bytes = border_bytes(call, rows);
    if (rows > info->max_group)
        snprintf(why, EFFECT_WHY_SIZE, "it needs groups of %d invocations, and this GPU has %d",
                 rows, info->max_group);
    else if (shared > info->shared_bytes)
        snprintf(why, EFFECT_WHY_SIZE,
                 "it needs %d bytes of shared memory, and this GPU has %d bytes", shared,
                 info->shared_bytes);
    else if (bytes > info->max_storage)
        snprintf(why, EFFECT_WHY_SIZE,
                 "it needs a buffer of %" PRId64 " bytes, and this GPU has at most %" PRId64, bytes,
                 info->max_storage);
    else
        return true;
    return false;
}

static bool bands_fit(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    return group_fits(call, band_rows(call), why) && loops_fit(call, bands_steps(call), why);
}

static bool wavefront_fits(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    return group_fits(call, wavefront_rows(call), why) &&
           loops_fit(call, wavefront_steps(call), why);
}

// ---- programs

static void vary(const struct effect_call *call, int rows, char defines[EFFECT_DEFINES_SIZE])
{
    struct diffusion diffusion;
    diffusion_init(&diffusion, call->params, call->depth);
    snprintf(defines, EFFECT_DEFINES_SIZE,
             "ROWS=%d KERNEL=%d BITS=%d COLORS=%d METRIC=%d LINEAR=%d COVER=%d WEAK=%d", rows,
             diffusion.kernel, diffusion.bits,
             diffusion.count <= COLOURS_IN_REGISTERS ? diffusion.count : 0, diffusion.distance,
             diffusion.is_linear, diffusion.covers, diffusion.strength < DIFFUSION_STRENGTH);
}

static void vary_bands(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    vary(call, band_rows(call), defines);
}

static void vary_wavefront(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    vary(call, wavefront_rows(call), defines);
}

// ---- tables

static void write_texel(float *texel, const int values[3], int last)
{
    for (int i = 0; i < 3; i++)
        texel[i] = (float) values[i];
    texel[3] = (float) last;
}

// Numbers of more than 24 bits, which floats do not hold, are split.
static const struct texture *get_palette(struct gpu *gpu, const struct diffusion *diffusion)
{
    float texels[3 * PALETTE_MAX_COLOURS * 4] = { 0 };
    const int count = diffusion->count;
    if (count == 0)
        return table_get(&gpu->tables, texels, 1, 1, FORMAT_RGBA32F);
    for (int i = 0; i < count; i++) {
        const struct diffusion_colour *colour = &diffusion->colours[i];
        float *texel = texels + 4 * i;
        write_texel(texel, colour->keys, colour->own % 65536);
        write_texel(texel + 4 * count, colour->value, colour->own / 65536);
        write_texel(texel + 8 * count, colour->display, 0);
    }
    return table_get(&gpu->tables, texels, count, 3, FORMAT_RGBA32F);
}

static const struct texture *get_curves(struct gpu *gpu, const struct diffusion *diffusion)
{
    static const float nothing[4];
    if (!diffusion_has_curves(diffusion))
        return table_get(&gpu->tables, nothing, 1, 1, FORMAT_R32F);
    return table_get(&gpu->tables, diffusion_curves(), DIFFUSION_CURVE_SIZE, DIFFUSION_CURVE_COUNT,
                     FORMAT_R32F);
}

// ---- running

// How often a group looks for what another must do first before it gives up: about a second.
enum { PATIENCE = 1 << 21 };

static void run_groups(const struct effect_call *call, int rows, int groups, int at_once)
{
    struct gpu *gpu = call->gpu;
    struct diffusion diffusion;
    diffusion_init(&diffusion, call->params, call->depth);
    struct buffer *borders =
        texture_pool_acquire_buffer(&gpu->pool, (size_t) border_bytes(call, rows));
    buffer_clear(borders);
    const struct pass pass = {
        .program = call->programs[0],
        .inputs = { { call->input },
                    { get_palette(gpu, &diffusion) },
                    { get_curves(gpu, &diffusion) } },
        .output = call->output,
        .buffers = { borders, &gpu->fault.buffer },
        .uniforms = { U_INT(PATIENCE), U_INT(diffusion.strength) },
        .groups = { at_once, 1, 1 },
    };
    gpu_timer_push(&gpu->timer, "diffuse");
    for (int i = 0; i < groups; i += at_once)
        pass_run(gpu, &pass);
    pass_watch(gpu, call->output);
    gpu_timer_pop(&gpu->timer);
    texture_pool_release_buffer(&gpu->pool, borders);
}

// A CPU has few groups at work, and may let one of them rest for long: there each begins when the
// one before has finished.
static void run_bands(const struct effect_call *call)
{
    const int rows = band_rows(call), groups = divide_up(call->height, rows);
    run_groups(call, rows, groups, call->gpu->info.software ? 1 : groups);
}

void diffusion_run_bands_at_once(const struct effect_call *call)
{
    const int rows = band_rows(call), groups = divide_up(call->height, rows);
    run_groups(call, rows, groups, groups);
}

static void run_wavefront(const struct effect_call *call)
{
    run_groups(call, wavefront_rows(call), 1, 1);
}

static void run_cpu(const struct effect_call *call)
{
    struct diffusion diffusion;
    struct image from, to;
    gpu_timer_push(&call->gpu->timer, "read, diffuse, upload");
    gpu_wait(); // so that the time begins now
    texture_read(call->input, IMAGE_TYPE_F32, &from);
    diffusion_init(&diffusion, call->params, call->depth);
    image_init(&to, from.width, from.height, IMAGE_TYPE_F32);
    diffusion_run(&diffusion, from.texels, to.texels, from.width, from.height);
    texture_upload(call->output, &to);
    gpu_timer_count_work(&call->gpu->timer,
                         texture_bytes(call->input) + texture_bytes(call->output));
    pass_watch(call->gpu, call->output);
    gpu_timer_pop(&call->gpu->timer);
    image_finish(&from);
    image_finish(&to);
}

// ---- costs

static double pixels_of(const struct effect_call *call)
{
    return (double) call->width * call->height;
}

static void add_groups(const struct effect_call *call, double steps, struct cost *cost)
{
    // A step waits for its neighbour, about a quarter of the time of a read. A CPU does the work
    // of all rows in turn.
    enum { STEPS_OF_A_WAIT = 4, TEXELS_OF_A_STEP = 60 };
    if (call->gpu->info.software)
        cost->texels += pixels_of(call) * TEXELS_OF_A_STEP;
    else
        cost->waits += steps / STEPS_OF_A_WAIT;
    cost->texels += pixels_of(call);
    cost->stores += pixels_of(call);
}

static void bands_cost(const struct effect_call *call, struct cost *cost)
{
    const int bands = divide_up(call->height, band_rows(call));
    add_groups(call,
               (double) bands_steps(call) +
                   (bands - 1) * (double) (bands_steps(call) - call->width + 2 * CHUNK),
               cost);
    cost->passes += call->gpu->info.software ? bands : 1;
}

static void wavefront_cost(const struct effect_call *call, struct cost *cost)
{
    add_groups(call, (double) wavefront_steps(call), cost);
    cost->passes++;
}

static void cpu_cost(const struct effect_call *call, struct cost *cost)
{
    enum { TEXELS_OF_A_PIXEL = 30, PIXELS_OF_A_WAIT = 40 };
    cost->texels += pixels_of(call);
    if (call->gpu->info.software)
        cost->texels += TEXELS_OF_A_PIXEL * pixels_of(call);
    else
        cost->waits += pixels_of(call) / PIXELS_OF_A_WAIT;
    cost->stores += pixels_of(call);
    cost->passes += 2; // a read back and an upload
}

// ---- table

static const struct effect_impl impls[] = {
    {
        .name = "bands",
        .summary = "Groups of 64 rows, each waiting for the group above, all at once",
        .programs =
            (const struct program_desc[]){ { .file = "error_diffusion.comp", .defines = "TICKETS" },
                                           { 0 } },
        .vary = vary_bands,
        .compute = true,
        .cost = bands_cost,
        .fits = bands_fit,
        .run = run_bands,
    },
    {
        .name = "wavefront",
        .summary = "One group of up to 768 rows, which takes the picture in turns",
        .programs = (const struct program_desc[]){ { .file = "error_diffusion.comp" }, { 0 } },
        .vary = vary_wavefront,
        .compute = true,
        .cost = wavefront_cost,
        .fits = wavefront_fits,
        .run = run_wavefront,
    },
    {
        .name = "cpu",
        .summary = "Read back, one pixel after the other on one core, uploaded again: it waits",
        .programs = (const struct program_desc[]){ { 0 } },
        .cost = cpu_cost,
        .run = run_cpu,
    },
    { 0 },
};

static const char *const kernels[] = { "floyd_steinberg", "false_fs", "jarvis",  "stucki",
                                       "burkes",          "sierra",   "sierra2", "sierra_lite",
                                       "atkinson",        NULL };
static const char *const distances[] = { "rgb", "luma", "lab", "oklab", NULL };
static const char *const spaces[] = { "encoded", "linear", NULL };

static const struct param params[] = {
    PARAM_CHOICE(struct error_diffusion_params, kernel, .choices = kernels,
                 .help = "Which neighbours get how much of a pixel's error"),
    PARAM_INT(struct error_diffusion_params, bits, .min = 1, .max = 10, .zero = "auto",
              .unit = "bits",
              .help = "Bits a channel to reduce to; auto takes those of the picture's target"),
    PARAM_TEXT(struct error_diffusion_params, palette, .def_text = "none",
               .help = "Colours to reduce to: none, a name, or a file .gpl, .hex, .pal, .txt; "
                       "goes before bits"),
    PARAM_CHOICE(struct error_diffusion_params, distance, .choices = distances,
                 .help = "How the nearest colour of a palette is found"),
    PARAM_CHOICE(struct error_diffusion_params, space, .choices = spaces,
                 .help = "Whether areas keep the mean of display values or of light"),
    PARAM_FLOAT(struct error_diffusion_params, strength, .def = 1, .max = 1, .step = 0.05f,
                .help = "How much of the error is handed on; 0 only rounds"),
    PARAM_IMPL(struct error_diffusion_params, impls),
    { 0 },
};

static bool check(const void *values, struct error *error)
{
    const struct error_diffusion_params *p = values;
    struct palette palette;
    if (p->palette[0] == '\0' || strcmp(p->palette, "none") == 0)
        return true;
    palette_forget(p->palette);
    return palette_load(&palette, p->palette, error);
}

const struct effect effect_error_diffusion = {
    .name = "error_diffusion",
    .summary = "Reduces display values to few levels or colours, handing errors on to neighbours",
    .origin = "R. W. Floyd and L. Steinberg, An adaptive algorithm for spatial greyscale, 1976",
    .params = params,
    .params_size = sizeof(struct error_diffusion_params),
    .colour = COLOUR_DISPLAY,
    .impls = impls,
    .check = check,
};
