#include "render/gpu.h"
#include "render/pass.h"
#include "render/scene/scene.h"

#include <math.h>

// Test charts, drawn by variants of scene/charts.frag. The state of a chart is its program, which
// the cache owns.

static const char *const axes[] = { "x", "y", NULL };

// Draws a chart by its program. `own` has the label and the uniforms.
static void chart_run(const struct scene_call *call, struct pass own)
{
    own.program = call->state;
    own.output = call->output;
    pass_run(call->gpu, &own);
}

// Defines scene_NAME, with parameters NAME_rows and the callback NAME_draw.
#define CHART(NAME, DEFINE, ...) \
    static void *NAME##_create(struct gpu *gpu, const void *params, struct error *error) \
    { \
        const struct program_desc desc = { .file = "scene/charts.frag", .defines = DEFINE }; \
        (void) params; \
        return (void *) program_cache_get(&gpu->programs, &desc, error); \
    } \
    const struct scene scene_##NAME = { \
        .name = #NAME, \
        .params = NAME##_rows, \
        .create = NAME##_create, \
        .draw = NAME##_draw, \
        __VA_ARGS__, \
    }

#define BJORGE "M. Bjorge, Bandwidth-Efficient Rendering, SIGGRAPH 2015"

#define LEVEL_ROW(S, DEF, HELP) \
    PARAM_FLOAT(S, level, .def = (DEF), .max = 65504, .slider_min = 0.1f, .slider_max = 10000, \
                .curve = PARAM_CURVE_LOG, .help = HELP)

static float at_least_a_texel(struct length length, const struct texture *output)
{
    return fmaxf(1, length_pixels(length, output->height));
}

static int whole_texels(struct length length, const struct texture *output)
{
    return (int) lroundf(at_least_a_texel(length, output));
}

// ---- blocks, and the same with a firefly

struct blocks_params {
    struct length block;
    float speed, dark, bright;
    float level; // firefly
};

#define BLOCKS_ROWS \
    PARAM_LENGTH(struct blocks_params, block, .def = 16, .min = 1, .max = 1024, .slider_min = 1, \
                 .slider_max = 128, .curve = PARAM_CURVE_LOG, .unit = "px", \
                 .help = "Side of the small blocks"), \
        PARAM_FLOAT(struct blocks_params, speed, .def = 4, .min = -1000, .max = 1000, \
                    .slider_min = -32, .slider_max = 32, .unit = "px/s", \
                    .help = "How fast the picture moves, to the right and as fast down"), \
        PARAM_FLOAT(struct blocks_params, dark, .def = 0.02f, .max = 1, \
                    .help = "The darkest grey"), \
        PARAM_FLOAT(struct blocks_params, bright, .def = 0.8f, .max = 64, .slider_max = 4, \
                    .help = "The brightest grey")

static const struct param blocks_rows[] = { BLOCKS_ROWS, { 0 } };

static double blocks_moved(const struct scene_call *call)
{
    const struct blocks_params *params = call->params;
    return params->speed * call->time;
}

// Passes the movement as whole blocks and a remainder, so that it stays exact after a long time.
static struct pass blocks_pass(const struct scene_call *call, const char *label)
{
    const struct blocks_params *params = call->params;
    const double block = at_least_a_texel(params->block, call->output);
    const double cells = floor(blocks_moved(call) / block);
    return (struct pass){
        .label = label,
        .uniforms = { U_FLOAT("u_block", (float) block),
                      U_FLOAT("u_shift", (float) (blocks_moved(call) - cells * block)),
                      U_INT("u_cells", (int) fmod(cells, 1 << 24)),
                      U_VEC2("u_greys", params->dark, params->bright) },
    };
}

static void blocks_draw(const struct scene_call *call)
{
    chart_run(call, blocks_pass(call, "blocks"));
}

CHART(blocks, "BLOCKS",
      .summary = "Grey blocks that move by fractions of a pixel: does a blur shimmer?",
      .origin = BJORGE, .animated = true);

static const struct param firefly_rows[] = {
    BLOCKS_ROWS,
    LEVEL_ROW(struct blocks_params, 500, "Light of the bright pixel"),
    { 0 },
};

// Returns a coordinate that starts in the middle and wraps around at the border.
static float wrapped(double moved, int size)
{
    const double place = fmod(size / 2 + moved, size);
    return (float) (place < 0 ? place + size : place);
}

static void firefly_draw(const struct scene_call *call)
{
    const struct blocks_params *params = call->params;
    const struct texture *output = call->output;
    const double moved = blocks_moved(call);
    struct pass pass = blocks_pass(call, "firefly");
    pass_add_uniform(
        &pass, U_VEC2("u_place", wrapped(moved, output->width), wrapped(moved, output->height)));
    pass_add_uniform(&pass, U_VEC2("u_size", (float) output->width, (float) output->height));
    pass_add_uniform(&pass, U_FLOAT("u_level", params->level));
    chart_run(call, pass);
}

CHART(firefly, "FIREFLY", .summary = "The blocks with one very bright pixel that moves with them",
      .origin = BJORGE, .animated = true);

// ---- bars

struct bars_params {
    float square, speed, level, grey;
    struct length bar, gap;
};

static const struct param bars_rows[] = {
    PARAM_FLOAT(struct bars_params, square, .def = 0.4f, .max = 2, .slider_max = 1,
                .help = "Side of the square, as a share of the height"),
    PARAM_FLOAT(struct bars_params, speed, .def = 20, .min = -3600, .max = 3600, .slider_min = -90,
                .slider_max = 90, .unit = "deg/s", .help = "How fast the square turns"),
    LEVEL_ROW(struct bars_params, 8, "Light of the square"),
    PARAM_FLOAT(struct bars_params, grey, .def = 0.18f, .max = 1, .help = "Light of the bars"),
    PARAM_LENGTH(struct bars_params, bar, .def = 24, .min = 1, .max = 4096, .slider_min = 1,
                 .slider_max = 256, .unit = "px", .help = "Width of a bar"),
    PARAM_LENGTH(struct bars_params, gap, .def = 40, .min = 1, .max = 4096, .slider_min = 1,
                 .slider_max = 256, .unit = "px", .help = "Distance between two bars"),
    { 0 },
};

static void bars_draw(const struct scene_call *call)
{
    const struct bars_params *params = call->params;
    const struct texture *output = call->output;
    const double pi = 3.14159265358979323846;
    const double angle = fmod(params->speed * call->time, 360) * pi / 180;
    const double half = 0.5 * params->square * output->height;
    const int width = whole_texels(params->bar, output);
    const int period = width + whole_texels(params->gap, output);
    const int first = (output->width - width) / 2 % period; // one bar stands in the middle
    const struct pass pass = {
        .label = "bars",
        .uniforms = { U_VEC2("u_center", 0.5f * (float) output->width,
                             0.5f * (float) output->height),
                      U_VEC2("u_half", (float) (half * cos(angle)), (float) (half * sin(angle))),
                      U_FLOAT("u_level", params->level), U_FLOAT("u_grey", params->grey),
                      U_INT("u_period", period), U_INT("u_width", width),
                      U_INT("u_phase", period - first) },
    };
    chart_run(call, pass);
}

CHART(bars, "BARS",
      .summary = "A bright square that turns behind grey bars: where does its light spread?",
      .origin = BJORGE, .animated = true);

// ---- lights

struct lights_params {
    float level;
};

static const struct param lights_rows[] = {
    LEVEL_ROW(struct lights_params, 1000, "Light of the three pixels"),
    { 0 },
};

#define PLACE_OF_LIGHT(NAME, QUARTER) \
    U_VEC2(NAME, (float) (call->output->width * (QUARTER) / 4), (float) (call->output->height / 2))

static void lights_draw(const struct scene_call *call)
{
    const struct lights_params *params = call->params;
    const struct pass pass = {
        .label = "lights",
        .uniforms = { PLACE_OF_LIGHT("u_red", 1), PLACE_OF_LIGHT("u_green", 2),
                      PLACE_OF_LIGHT("u_blue", 3), U_FLOAT("u_level", params->level) },
    };
    chart_run(call, pass);
}

CHART(lights, "LIGHTS", .summary = "A red, a green and a blue pixel, very bright, on black",
      .origin = BJORGE);

// ---- impulse

struct impulse_params {
    float level, x, y;
};

static const struct param impulse_rows[] = {
    LEVEL_ROW(struct impulse_params, 1000, "Light of the one bright texel"),
    PARAM_FLOAT(struct impulse_params, x, .min = -16384, .max = 16384, .slider_min = -2,
                .slider_max = 2, .unit = "px", .help = "How far it lies right of the middle"),
    PARAM_FLOAT(struct impulse_params, y, .min = -16384, .max = 16384, .slider_min = -2,
                .slider_max = 2, .unit = "px", .help = "How far it lies below the middle"),
    { 0 },
};

static void impulse_draw(const struct scene_call *call)
{
    const struct impulse_params *params = call->params;
    const struct pass pass = {
        .label = "impulse",
        .uniforms = { U_VEC2("u_place", (float) (call->output->width / 2) + params->x,
                             (float) (call->output->height / 2) + params->y),
                      U_FLOAT("u_level", params->level) },
    };
    chart_run(call, pass);
}

CHART(impulse, "IMPULSE",
      .summary = "One bright texel on black: the picture of it is the blur's kernel");

// ---- zone plate

struct zone_plate_params {
    float reach, level;
};

static const struct param zone_plate_rows[] = {
    PARAM_FLOAT(struct zone_plate_params, reach, .def = 1, .min = 0.1f, .max = 16,
                .slider_min = 0.1f, .slider_max = 4,
                .help = "Where the rings are 2 px wide, as a share of the way to a corner"),
    PARAM_FLOAT(struct zone_plate_params, level, .def = 1, .max = 65504, .slider_max = 4,
                .help = "Light of the bright rings"),
    { 0 },
};

static void zone_plate_draw(const struct scene_call *call)
{
    const struct zone_plate_params *params = call->params;
    const float width = (float) call->output->width, height = (float) call->output->height;
    const struct pass pass = {
        .label = "zone_plate",
        .uniforms = { U_VEC2("u_center", 0.5f * width, 0.5f * height),
                      U_FLOAT("u_radius", params->reach * 0.5f * hypotf(width, height)),
                      U_FLOAT("u_level", params->level) },
    };
    chart_run(call, pass);
}

CHART(zone_plate, "ZONE_PLATE",
      .summary = "Rings of every frequency: what does a blur let through?");

// ---- ramp

struct ramp_params {
    float from, to;
    int along;
};

static const struct param ramp_rows[] = {
    PARAM_FLOAT(struct ramp_params, from, .def = 0.05f, .max = 1,
                .help = "Display value where the ramp begins"),
    PARAM_FLOAT(struct ramp_params, to, .def = 0.25f, .max = 1,
                .help = "Display value where it ends"),
    PARAM_CHOICE(struct ramp_params, along, .choices = axes, .help = "To the right (x), or down"),
    { 0 },
};

static void ramp_draw(const struct scene_call *call)
{
    const struct ramp_params *params = call->params;
    const int size = params->along == 0 ? call->output->width : call->output->height;
    const struct pass pass = {
        .label = "ramp",
        .uniforms = { U_VEC2("u_ends", params->from, params->to), U_FLOAT("u_size", (float) size),
                      U_INT("u_along", params->along) },
    };
    chart_run(call, pass);
}

CHART(ramp, "RAMP",
      .summary = "A smooth ramp of greys, even in display values: where are the bands?");

// ---- checker

struct checker_params {
    struct length square;
    float dark, bright;
};

static const struct param checker_rows[] = {
    PARAM_LENGTH(struct checker_params, square, .def = 32, .min = 1, .max = 4096, .slider_min = 1,
                 .slider_max = 256, .curve = PARAM_CURVE_LOG, .unit = "px",
                 .help = "Side of a square"),
    PARAM_FLOAT(struct checker_params, dark, .max = 1, .help = "Light of the dark squares"),
    PARAM_FLOAT(struct checker_params, bright, .def = 1, .max = 65504, .slider_max = 4,
                .help = "Light of the bright squares"),
    { 0 },
};

static void checker_draw(const struct scene_call *call)
{
    const struct checker_params *params = call->params;
    const struct texture *output = call->output;
    const struct pass pass = {
        .label = "checker",
        .uniforms = { U_VEC2("u_corner", (float) (output->width / 2), (float) (output->height / 2)),
                      U_FLOAT("u_square", at_least_a_texel(params->square, output)),
                      U_VEC2("u_greys", params->dark, params->bright) },
    };
    chart_run(call, pass);
}

CHART(checker, "CHECKER", .summary = "A checkerboard");
