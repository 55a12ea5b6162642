// A blur by a smaller image (P. Burt, Fast filter transforms for image processing, 1981): the
// picture is made smaller by 2, 4 or 8, blurred along its rows and columns, and made large again.
// The last step down also blurs rows, and the way up columns.

#include "effects/blur/half_lift.h"
#include "effects/blur/kernel.h"
#include "effects/blur/multiresolution.h"
#include "effects/effect_impl.h"
#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

#include <assert.h>

// Steps down from the picture and from a level, each also with the blur along rows.
enum { FIRST, FIRST_ROWS, NEXT, NEXT_ROWS, UP };

enum { MAX_STEPS = 3 };

// A smaller image in a buffer of strips (shaders/gaussian/gaussian_strips.glsl). It is as large as
// what is made of it reads, so that only the first step needs the picture's edge.
struct level {
    int width, height; // texels
    int rows; // of a strip: the way up also reads those beside the image in its last groups
    struct buffer *buffer;
};

static struct gaussian_up up_of(const struct multiresolution *levels)
{
    return levels->factor == 2   ? gaussian_up_2
           : levels->factor == 4 ? gaussian_up_4
                                 : gaussian_up_8;
}

// Returns the invocations of a group of the way up, one for each part of each column that it blurs.
static int threads_of(const struct multiresolution *levels)
{
    const struct gaussian_up up = up_of(levels);
    return up.blocks * (up.columns + 2 * levels->beside);
}

// Returns the rows of the level that a group of the way up makes large.
static int rows_of(const struct multiresolution *levels)
{
    const struct gaussian_up up = up_of(levels);
    return up.blocks * up.rows - 2 * levels->beside;
}

// CPUs compute with floats, and would only convert them.
static bool has_floats(const struct effect_site *site)
{
    return site->format == FORMAT_RGBA32F || site->info->software;
}

// Returns the texels of a row that an invocation of a step down computes.
static int outputs_of(const struct effect_site *site)
{
    return site->info->software ? GAUSSIAN_DOWN_OUTPUTS_OF_CPUS : GAUSSIAN_DOWN_OUTPUTS;
}

static int texel_bytes(const struct effect_site *site)
{
    return has_floats(site) ? 16 : 8;
}

static size_t bytes_of(const struct effect_site *site, const struct level *level)
{
    const int columns = divide_up(level->width, GAUSSIAN_STRIP) * GAUSSIAN_STRIP;
    return (size_t) columns * (size_t) level->rows * (size_t) texel_bytes(site);
}

// Sets the sizes of all levels, the largest first, and returns their number.
static int lay_out(const struct effect_site *site, const struct multiresolution *levels,
                   struct level all[MAX_STEPS])
{
    const int steps = levels->factor == 2 ? 1 : levels->factor == 4 ? 2 : 3;
    const int rows = rows_of(levels);
    const int margin = 2 * (levels->beside + levels->radius);
    all[steps - 1] = (struct level){
        .width = divide_up(site->width, levels->factor) + 2 * levels->beside,
        .height = divide_up(site->height, levels->factor) + margin,
        .rows = rows * divide_up(site->height, levels->factor * rows) + margin,
    };
    for (int i = steps - 2, beside = 2 * levels->radius; i >= 0; i--, beside = 0) {
        all[i].width = 2 * (all[i + 1].width + beside) + levels->taps - 2;
        all[i].height = all[i].rows = 2 * all[i + 1].height + levels->taps - 2;
    }
    return steps;
}

static bool fits(const struct effect_site *site, struct error *why)
{
    const struct multiresolution levels = multiresolution_of(site);
    struct level all[MAX_STEPS];
    if (!multiresolution_fits(site, why))
        return false;
    lay_out(site, &levels, all);
    return effect_fits_storage(site, bytes_of(site, &all[0]), why);
}

// ---- passes

static struct uniform weights_of(const struct effect_site *site,
                                 const struct multiresolution *levels,
                                 float weights[MULTIRESOLUTION_RADIUS + 1])
{
    const struct kernel exact = kernel_of_site(site);
    double best[MULTIRESOLUTION_RADIUS + 1];
    multiresolution_weigh(levels, &exact, best);
    best[0] += has_floats(site) ? 0 : half_lift(FORMAT_RGBA16F);
    for (int i = 0; i <= levels->radius; i++)
        weights[i] = (float) best[i];
    return U_FLOAT_ARRAY("u_weights", levels->radius + 1, weights);
}

// The picture, without a buffer, begins `before` texels after what the first level reads.
static void go_down(const struct effect_call *call, const struct multiresolution *levels,
                    const struct uniform *weights, int before, const struct level *from,
                    const struct level *to)
{
    const bool is_last = weights != NULL, is_first = from->buffer == NULL;
    const bool is_alone = call->site.info->software && !is_last;
    const int radius = is_last ? levels->radius : 0;
    // Texels of a row that a group makes.
    const int small = GAUSSIAN_DOWN_LANES / 2 - levels->taps / 2 + 1;
    const int outputs = outputs_of(&call->site);
    const int columns =
        is_alone ? GAUSSIAN_DOWN_ALONE * outputs : (small / 4 * 4 - 2 * radius) / outputs * outputs;
    const int rows = GAUSSIAN_DOWN_ROWS;
    const int strips = divide_up(to->width, columns);
    // Columns of the smaller image that are read for each that it has.
    const double again =
        is_alone ? 1 + (levels->taps - 2) / (2.0 * outputs) : GAUSSIAN_DOWN_LANES / (2.0 * columns);
    const double reads = 2 * again * (2 + (levels->taps - 2.0) / rows);
    struct pass pass = {
        .label = is_last ? "down and rows" : "down",
        .program = call->programs[(is_first ? FIRST : NEXT) + is_last],
        .buffers = { from->buffer, to->buffer },
        .buffer_traffic = { is_first ? 0 : bytes_of(&call->site, from), bytes_of(&call->site, to) },
        .uniforms = { U_SIZE(to->width, to->height),
                      U_VEC2("u_walk", (float) to->rows, (float) rows),
                      U_VEC3("u_from", (float) from->width, (float) from->height,
                             (float) (is_first ? before : from->rows)) },
        .groups = { strips, divide_up(to->height, rows) },
        .made = (double) to->width * to->height,
        .work = { .texels = is_first ? reads : 0,
                  .shared = is_first ? 0 : reads,
                  .sums = 3 * levels->taps * again + 2 * radius,
                  .stores = 1 },
    };
    if (!is_alone) {
        pass.work.shared += levels->taps * again + 1 + 2.0 * radius / outputs;
        pass.work.shared_bytes =
            GAUSSIAN_DOWN_STEP * (1.5 * GAUSSIAN_DOWN_LANES + 32) * texel_bytes(&call->site);
        pass.work.waits = rows / GAUSSIAN_DOWN_STEP;
    }
    if (is_first)
        pass.images[0] = (struct pass_image){ .texture = call->input,
                                              .words = !has_floats(&call->site) &&
                                                       call->site.format == FORMAT_RGBA16F };
    if (is_last)
        pass_add_uniform(&pass, *weights);
    pass_run(call->gpu, &pass);
}

static void go_up(const struct effect_call *call, const struct multiresolution *levels,
                  const struct uniform *weights, const struct level *from)
{
    const struct gaussian_up up = up_of(levels);
    const int spread = 2 * levels->beside + 1, rows = rows_of(levels), factor = levels->factor;
    const int threads = threads_of(levels);
    const int parts = threads / (2 * factor * up.columns), walk = rows / parts;
    // Texels of the level that are blurred for each texel of the picture.
    const double blurred = (double) threads * up.rows / (factor * factor * up.columns * rows);
    const double across = 2.0 / factor * (walk + spread - 1) / walk;
    assert(walk * parts == rows);
    struct pass pass = {
        .label = "columns and up",
        .program = call->programs[UP],
        .buffers = { from->buffer },
        .buffer_traffic.read = bytes_of(&call->site, from),
        .output = call->output,
        .uniforms = { U_SIZE(call->site.width, call->site.height),
                      U_VEC2("u_walk", (float) from->rows, (float) walk), *weights },
        .groups = { divide_up(call->site.width, factor * up.columns),
                    divide_up(call->site.height, factor * rows) },
        .work = { .shared = blurred * (1 + 2.0 * levels->radius / up.rows) + spread * across,
                  .sums = blurred * 2 * levels->radius + spread * (across + 1),
                  .shared_bytes =
                      (double) threads * up.rows * (factor == 2 ? texel_bytes(&call->site) : 16) },
    };
    effect_join_after(call, &pass);
    pass_run(call->gpu, &pass);
}

static void run(const struct effect_call *call)
{
    const struct multiresolution levels = multiresolution_of(&call->site);
    struct texture_pool *pool = &call->gpu->pool;
    struct level from = { .width = call->site.width, .height = call->site.height }, all[MAX_STEPS];
    float values[MULTIRESOLUTION_RADIUS + 1];
    const struct uniform weights = weights_of(&call->site, &levels, values);
    const int steps = lay_out(&call->site, &levels, all);
    int before = levels.beside + levels.radius;
    for (int i = 0; i < steps; i++)
        before = 2 * before + levels.taps / 2 - 1;
    for (int i = 0; i < steps; i++) {
        all[i].buffer = texture_pool_acquire_buffer(pool, bytes_of(&call->site, &all[i]));
        go_down(call, &levels, i == steps - 1 ? &weights : NULL, before, &from, &all[i]);
        if (from.buffer)
            texture_pool_release_buffer(pool, from.buffer);
        from = all[i];
    }
    go_up(call, &levels, &weights, &from);
    texture_pool_release_buffer(pool, from.buffer);
}

// ---- programs

static void needs(const struct effect_site *site, bool needed[EFFECT_MAX_PROGRAMS])
{
    const int factor = multiresolution_of(site).factor;
    needed[FIRST] = factor > 2;
    needed[FIRST_ROWS] = factor == 2;
    needed[NEXT] = factor > 4;
    needed[NEXT_ROWS] = factor > 2;
    needed[UP] = true;
}

static void write_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct multiresolution levels = multiresolution_of(site);
    const struct multiresolution step = { .factor = 2, .taps = levels.taps };
    const struct multiresolution_filter half = multiresolution_filter(&step),
                                        whole = multiresolution_filter(&levels);
    const struct gaussian_up up = up_of(&levels);
    const bool floats = has_floats(site);
    step_writef(defines,
                " EDGE=%d FORMAT=%s %s WORDS=%d STRIP=%d MARGIN=0 RADIUS=%d TAPS=%d LANES=%d "
                "ALONE=%d STEP=%d DOWN_OUTPUTS=%d FACTOR=%d SPREAD=%d WIDE=%d THREADS=%d "
                "UP_ROWS=%d BINOMIAL",
                effect_edge(site), texture_format_name(site->format), floats ? "FLOATS" : "HALVES",
                !floats && site->format == FORMAT_RGBA16F, GAUSSIAN_STRIP, levels.radius,
                levels.taps, GAUSSIAN_DOWN_LANES, site->info->software ? GAUSSIAN_DOWN_ALONE : 0,
                GAUSSIAN_DOWN_STEP, outputs_of(site), levels.factor, 2 * levels.beside + 1,
                up.columns, threads_of(&levels), up.rows);
    for (int i = 0; i < levels.taps / 2; i++)
        step_writef(defines, "%c%.9g", i > 0 ? ',' : '=', half.weights[i]);
    step_writef(defines, " UP_WEIGHTS");
    for (int place = 0; place < levels.factor; place++)
        for (int k = -levels.beside; k <= levels.beside; k++)
            step_writef(defines, "%c%.9g", place > 0 || k > -levels.beside ? ',' : '=',
                        multiresolution_up(&levels, &whole, place, k));
}

#define DOWN_FILE "gaussian/gaussian_down.comp"
const struct effect_impl blur_cs_multiresolution = {
    .name = "cs_multiresolution",
    .summary = "A smaller image, by 2, 4 or 8, blurred with the weights that are best by least "
               "squares; from 2.9 px on, three boxes from 7.55 px on",
    .origin = "after P. Burt, Fast filter transforms for image processing, 1981",
    .fastest_on = "NVIDIA H200, where a step allows its error (0.4.0)",
    .programs = EFFECT_PROGRAMS([FIRST] = { .file = DOWN_FILE, .defines = "FROM_IMAGE" },
                                [FIRST_ROWS] = { .file = DOWN_FILE, .defines = "FROM_IMAGE ROWS" },
                                [NEXT] = { .file = DOWN_FILE },
                                [NEXT_ROWS] = { .file = DOWN_FILE, .defines = "ROWS" },
                                [UP] = { .file = "gaussian/gaussian_up.comp" }),
    .error = multiresolution_error,
    .needs = needs,
    .write_defines = write_defines,
    .fits = fits,
    .run = run,
};
