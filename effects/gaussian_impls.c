#include "effects/gaussian.h"

#include <stdio.h>

enum { ROWS, COLUMNS };

// Of cs_blocked: how many neighbours one invocation computes.
#define ROW_OUTPUTS    5
#define COLUMN_OUTPUTS 12
#define COLUMN_WIDTH   32
#define COLUMN_HEIGHT  4
#define ROW_WIDTH      64
#define ROW_HEIGHT     2

// Of cs_fused: the columns of a strip, and the rows of a step.
#define FUSED_WIDTH   64
#define FUSED_HEIGHT  2
#define FUSED_OUTPUTS 4
#define FUSED_STEP    (FUSED_HEIGHT * FUSED_OUTPUTS)

// ---- running

struct blur {
    struct kernel kernel;
    struct kernel_pairs pairs;
    int size; // of the weights in the programs
};

static struct blur make_blur(const struct effect_call *call)
{
    struct blur blur = { .kernel = gaussian_kernel(call->params, call->height) };
    kernel_pair(&blur.kernel, &blur.pairs);
    blur.size = kernel_class(blur.kernel.radius);
    return blur;
}

// Says what a way needs besides input, output and weights.
typedef void fill_pass(const struct effect_call *call, const struct blur *blur, int direction,
                       struct pass *pass);

static void run_pass(const struct effect_call *call, const struct blur *blur, int direction,
                     const struct pass *wanted, fill_pass *fill)
{
    const struct gaussian_params *p = call->params;
    struct pass pass = *wanted;
    pass.program = call->programs[direction];
    pass.inputs[0].edge = (enum edge) p->edge;
    pass.uniforms[0] = (struct uniform) U_VEC2((float) call->width, (float) call->height);
    pass.uniforms[2] = (struct uniform) U_FLOAT_ARRAY(blur->size + 1, blur->kernel.weights);
    if (fill)
        fill(call, blur, direction, &pass);
    pass_run(call->gpu, &pass);
}

static void run_both(const struct effect_call *call, fill_pass *fill)
{
    const struct blur blur = make_blur(call);
    struct texture *between =
        texture_pool_acquire(&call->gpu->pool, call->width, call->height, call->format);
    const struct pass rows = {
        .label = "rows",
        .inputs = { { .texture = call->input } },
        .output = between,
    };
    const struct pass columns = {
        .label = "columns",
        .inputs = { { .texture = between } },
        .output = call->output,
    };
    run_pass(call, &blur, ROWS, &rows, fill);
    run_pass(call, &blur, COLUMNS, &columns, fill);
    texture_pool_release(&call->gpu->pool, between);
}

static void run_one(const struct effect_call *call, fill_pass *fill)
{
    const struct blur blur = make_blur(call);
    const struct pass pass = {
        .label = "rows and columns",
        .inputs = { { .texture = call->input } },
        .output = call->output,
    };
    run_pass(call, &blur, 0, &pass, fill);
}

static void run_separable(const struct effect_call *call)
{
    run_both(call, NULL);
}

static void run_shared_2d(const struct effect_call *call)
{
    run_one(call, NULL);
}

static void fill_radius(const struct effect_call *call, const struct blur *blur, int direction,
                        struct pass *pass)
{
    (void) call, (void) direction;
    pass->uniforms[1] = (struct uniform) U_INT(blur->kernel.radius);
}

static void run_naive(const struct effect_call *call)
{
    run_one(call, fill_radius);
}

static void fill_pairs(const struct effect_call *call, const struct blur *blur, int direction,
                       struct pass *pass)
{
    (void) call, (void) direction;
    pass->inputs[0].filter = FILTER_LINEAR;
    pass->uniforms[1] = (struct uniform) U_FLOAT(blur->pairs.centre);
    pass->uniforms[2] = (struct uniform) U_FLOAT_ARRAY(blur->size, &blur->pairs.reads[0][0]);
}

static void run_linear(const struct effect_call *call)
{
    run_both(call, fill_pairs);
}

static void fill_table(const struct effect_call *call, const struct blur *blur, int direction,
                       struct pass *pass)
{
    (void) direction;
    pass->inputs[1].texture = table_get(&call->gpu->tables, blur->kernel.weights,
                                        blur->kernel.radius + 1, 1, FORMAT_R32F);
    pass->uniforms[2] = (struct uniform){ UNIFORM_NONE };
}

static void run_lut(const struct effect_call *call)
{
    run_both(call, fill_table);
}

static int covering(int size, int part)
{
    return (size + part - 1) / part;
}

// The image is read as such, not through a sampler.
static void read_image(struct pass *pass)
{
    pass->images[0].texture = (struct texture *) pass->inputs[0].texture;
    pass->inputs[0] = (struct pass_input){ 0 };
}

static void fill_blocked(const struct effect_call *call, const struct blur *blur, int direction,
                         struct pass *pass)
{
    (void) blur;
    const int *group = pass->program->group_size;
    read_image(pass);
    pass->groups[0] = covering(call->width, group[0] * (direction == ROWS ? ROW_OUTPUTS : 1));
    pass->groups[1] = covering(call->height, group[1] * (direction == ROWS ? 1 : COLUMN_OUTPUTS));
}

static void run_blocked(const struct effect_call *call)
{
    run_both(call, fill_blocked);
}

// Enough strips for a large GPU, and none so short that the rows above and below are most of it.
static int fused_steps(const struct effect_call *call)
{
    enum { STRIPS = 1024, LEAST = 8 };
    const int strips = covering(STRIPS, covering(call->width, FUSED_WIDTH));
    const int steps = covering(call->height, strips * FUSED_STEP);
    return steps > LEAST ? steps : LEAST;
}

static void fill_fused(const struct effect_call *call, const struct blur *blur, int direction,
                       struct pass *pass)
{
    (void) blur, (void) direction;
    const int steps = fused_steps(call);
    read_image(pass);
    pass->uniforms[1] = (struct uniform) U_INT(steps);
    pass->groups[0] = covering(call->width, FUSED_WIDTH);
    pass->groups[1] = covering(call->height, steps * FUSED_STEP);
}

static void run_fused(const struct effect_call *call)
{
    run_one(call, fill_fused);
}

// ---- programs

static const char *edge_define(const struct effect_call *call)
{
    static const char *const defines[] = {
        [EDGE_CLAMP] = "EDGE_CLAMP",
        [EDGE_MIRROR] = "EDGE_MIRROR",
        [EDGE_ZERO] = "EDGE_ZERO",
    };
    const struct gaussian_params *p = call->params;
    return defines[p->edge];
}

static int radius_of(const struct effect_call *call)
{
    return gaussian_kernel(call->params, call->height).radius;
}

static int class_of(const struct effect_call *call)
{
    return kernel_class(radius_of(call));
}

static void vary(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "RADIUS=%d %s", class_of(call), edge_define(call));
}

// What a texel of the format takes in shared memory: every value of it exactly, in as few bits as
// the shaders' packing functions offer.
static const char *packing(enum texture_format format)
{
    if (format == FORMAT_RGBA8)
        return "BYTES";
    return format == FORMAT_RGBA32F ? "FLOATS" : "HALVES";
}

static int packed_bytes(enum texture_format format)
{
    if (format == FORMAT_RGBA8)
        return 4;
    return format == FORMAT_RGBA32F ? 16 : 8;
}

static void vary_with_format(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "RADIUS=%d %s FORMAT=%s %s", class_of(call),
             edge_define(call), texture_format_name(call->format), packing(call->format));
}

// What lies between the two directions stays in shared memory, where bytes would be too few.
static void vary_fused(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE])
{
    snprintf(defines, EFFECT_DEFINES_SIZE, "RADIUS=%d %s FORMAT=%s %s", class_of(call),
             edge_define(call), texture_format_name(call->format),
             call->format == FORMAT_RGBA32F ? "FLOATS" : "HALVES");
}

// ---- cost

static double texels(const struct effect_call *call)
{
    return (double) call->width * call->height;
}

static double squared(double x)
{
    return x * x;
}

static void count_passes(const struct effect_call *call, int passes, double reads,
                         struct cost *cost)
{
    cost->passes += passes;
    cost->texels += passes * reads * texels(call);
    cost->stores += passes * texels(call);
}

static void cost_separable(const struct effect_call *call, struct cost *cost)
{
    count_passes(call, 2, 2 * class_of(call) + 1, cost);
}

static void cost_lut(const struct effect_call *call, struct cost *cost)
{
    count_passes(call, 2, 3 * radius_of(call) + 2, cost);
}

static void cost_linear(const struct effect_call *call, struct cost *cost)
{
    count_passes(call, 2, radius_of(call) % 2 == 0, cost);
    cost->bilinear += 2 * class_of(call) * texels(call);
}

static void cost_naive(const struct effect_call *call, struct cost *cost)
{
    count_passes(call, 1, squared(2 * radius_of(call) + 1), cost);
}

enum { SHARED_2D_GROUP = 16 };

static void cost_shared_2d(const struct effect_call *call, struct cost *cost)
{
    const int radius = class_of(call);
    count_passes(call, 1, squared(1 + 2.0 * radius / SHARED_2D_GROUP), cost);
    cost->shared += squared(2 * radius + 1) * texels(call);
}

static void cost_shared(const struct effect_call *call, int group, struct cost *cost)
{
    const int radius = class_of(call);
    count_passes(call, 2, 1 + 2.0 * radius / group, cost);
    cost->shared += 2 * (2 * radius + 1) * texels(call);
}

static void cost_blocked(const struct effect_call *call, struct cost *cost)
{
    const int reach = 2 * class_of(call);
    count_passes(call, 1, 1 + (double) reach / (ROW_WIDTH * ROW_OUTPUTS), cost);
    count_passes(call, 1, 1 + (double) reach / COLUMN_OUTPUTS, cost);
    cost->shared += (2 + (double) reach / ROW_OUTPUTS) * texels(call);
    // A software renderer takes longer for the arithmetic of a tap than for reading its texel once
    // more.
    if (call->gpu->info.software)
        cost->texels += 2.4 * (reach + 1) * texels(call);
}

static void cost_fused(const struct effect_call *call, struct cost *cost)
{
    const double reach = 2 * class_of(call);
    const double height = FUSED_STEP * fused_steps(call);
    const double rows = (height + reach) / height; // of which each is blurred
    count_passes(call, 1, rows * (1 + reach / FUSED_WIDTH), cost);
    const double reads = 2 + reach / FUSED_OUTPUTS;
    // Seen on an NVIDIA H200: with its address in the ring and the waiting at barriers a read takes
    // as long as several from elsewhere.
    const double slowness = 16;
    cost->shared += slowness * (1 + rows) * reads * texels(call);
}

// ---- limits

// A length in per cent of a high picture can ask for more than the hard range of pixels.
static bool fits(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    const struct gaussian_params *p = call->params;
    const double asked = (double) length_pixels(p->sigma, call->height);
    if (asked <= GAUSSIAN_MAX_SIGMA)
        return true;
    snprintf(why, EFFECT_WHY_SIZE, "sigma is %.0f px at this height, and gaussian goes up to %d px",
             asked, GAUSSIAN_MAX_SIGMA);
    return false;
}

// Drivers take a dispatch of many seconds for one that hangs, and end the program.
static bool fits_in_taps(const struct effect_call *call, double taps, char why[EFFECT_WHY_SIZE])
{
    const double most = 4e11;
    if (taps * texels(call) <= most)
        return true;
    snprintf(why, EFFECT_WHY_SIZE,
             "it needs %.1e taps in one dispatch, and above %.0e drivers take it for hanging",
             taps * texels(call), most);
    return false;
}

static bool fits_in_shared(const struct effect_call *call, double bytes, char why[EFFECT_WHY_SIZE])
{
    const int most = call->gpu->info.shared_bytes;
    if (bytes <= most)
        return true;
    snprintf(why, EFFECT_WHY_SIZE, "it needs %.0f bytes of shared memory, and this GPU has %d",
             bytes, most);
    return false;
}

static bool fits_naive(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    return fits(call, why) && fits_in_taps(call, squared(2 * radius_of(call) + 1), why);
}

static bool fits_shared_2d(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    if (!fits(call, why))
        return false;
    const int radius = class_of(call);
    return fits_in_shared(call, 16 * squared(SHARED_2D_GROUP + 2 * radius), why) &&
           fits_in_taps(call, squared(2 * radius + 1), why);
}

static bool fits_blocked(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    if (!fits(call, why))
        return false;
    const int width = ROW_WIDTH * ROW_OUTPUTS + 2 * class_of(call);
    return fits_in_shared(call, (double) ROW_HEIGHT * width * packed_bytes(call->format), why);
}

static bool fits_fused(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    if (!fits(call, why))
        return false;
    const int reach = 2 * class_of(call);
    const int tile = FUSED_STEP * (FUSED_WIDTH + reach + 1);
    const int ring = (covering(reach, FUSED_STEP) + 1) * FUSED_STEP * (FUSED_WIDTH + 1);
    const int bytes = call->format == FORMAT_RGBA32F ? 16 : 8;
    return fits_in_shared(call, (double) (tile + ring) * bytes, why);
}

// ---- the table

// One program, or one for each direction.
#define ONE(FILE, DEFINES) \
    (const struct program_desc[]) \
    { \
        { .file = FILE, .defines = DEFINES }, { 0 }, \
    }
#define TWO(FILE, DEFINES) \
    (const struct program_desc[]) \
    { \
        [ROWS] = { .file = FILE, .defines = DEFINES }, \
        [COLUMNS] = { .file = FILE, .defines = DEFINES " COLUMNS" }, { 0 }, \
    }

#define TEXT_OF(X) #X
#define TEXT(X)    TEXT_OF(X)

#define BILINEAR_ERROR (1.0f / 512) // of a weight: GPUs filter with fractions of 8 bits
#define HALF_ERROR     (1.0f / 2048)

// Shared between the members of a group of G, G x 1 and then 1 x G.
#define SHARED_COST(G) \
    static void cost_shared_##G(const struct effect_call *call, struct cost *cost) \
    { \
        cost_shared(call, G, cost); \
    }
SHARED_COST(4)
SHARED_COST(8)
SHARED_COST(16)
SHARED_COST(32)
SHARED_COST(64)
SHARED_COST(128)
SHARED_COST(256)

// clang-format off
#define NAIVE_ROW(G) \
    { \
        .name = "cs_naive_" #G "x" #G, \
        .summary = "(2r + 1)^2 reads a texel in one pass, groups of " #G "x" #G, \
        .programs = ONE("gaussian.comp", "NAIVE GROUP=" #G), \
        .compute = true, .vary = vary, .cost = cost_naive, .fits = fits_naive, .run = run_naive, \
    }
#define SHARED_ROW(G) \
    { \
        .name = "cs_shared_" #G, \
        .summary = "Groups of " #G " texels in a line read them and r on both sides once", \
        .programs = TWO("gaussian_shared.comp", "GROUP=" #G), \
        .compute = true, .vary = vary, .cost = cost_shared_##G, .fits = fits, \
        .run = run_separable, \
    }
// clang-format on

const struct effect_impl gaussian_impls[] = {
    {
        .name = "separable",
        .summary = "2r + 1 reads a texel along rows, and again along columns",
        .programs = TWO("gaussian.frag", "ROWS"),
        .vary = vary,
        .cost = cost_separable,
        .fits = fits,
        .run = run_separable,
    },
    {
        .name = "linear",
        .summary = "Neighbours share a bilinear read between them: r + 1 a texel and direction",
        .programs = TWO("gaussian.frag", "LINEAR"),
        .error = BILINEAR_ERROR,
        .vary = vary,
        .cost = cost_linear,
        .fits = fits,
        .run = run_linear,
    },
    {
        .name = "naive",
        .summary = "(2r + 1)^2 reads a texel in one pass",
        .programs = ONE("gaussian.frag", "NAIVE"),
        .vary = vary,
        .cost = cost_naive,
        .fits = fits_naive,
        .run = run_naive,
    },
    {
        .name = "lut",
        .summary = "As separable, with the weights read from a texture",
        .programs = TWO("gaussian.frag", "LUT"),
        .vary = vary,
        .cost = cost_lut,
        .fits = fits,
        .run = run_lut,
    },
    NAIVE_ROW(4),
    NAIVE_ROW(8),
    NAIVE_ROW(16),
    NAIVE_ROW(32),
    {
        .name = "cs_shared_2d",
        .summary = "(2r + 1)^2 taps from a tile that 16x16 texels and their surroundings share",
        .programs = ONE("gaussian_shared_2d.comp", "GROUP=16"),
        .compute = true,
        .vary = vary,
        .cost = cost_shared_2d,
        .fits = fits_shared_2d,
        .run = run_shared_2d,
    },
    {
        .name = "cs_separable",
        .summary = "As separable, from groups of 16x16 texels",
        .programs = TWO("gaussian.comp", "GROUP=16"),
        .compute = true,
        .vary = vary,
        .cost = cost_separable,
        .fits = fits,
        .run = run_separable,
    },
    {
        .name = "cs_linear",
        .summary = "As linear, from groups of 16x16 texels",
        .programs = TWO("gaussian.comp", "GROUP=16 LINEAR"),
        .compute = true,
        .error = BILINEAR_ERROR,
        .vary = vary,
        .cost = cost_linear,
        .fits = fits,
        .run = run_linear,
    },
    SHARED_ROW(4),
    SHARED_ROW(8),
    SHARED_ROW(16),
    SHARED_ROW(32),
    SHARED_ROW(64),
    SHARED_ROW(128),
    SHARED_ROW(256),
    {
        .name = "cs_packed",
        .summary = "As cs_shared_128, with halves in half the shared memory",
        .programs = TWO("gaussian_shared.comp", "GROUP=128 HALVES"),
        .compute = true,
        .error = HALF_ERROR,
        .vary = vary,
        .cost = cost_shared_128,
        .fits = fits,
        .run = run_separable,
    },
    {
        .name = "cs_blocked",
        .summary = "Several neighbours an invocation: (2r + n) / n reads a texel and direction",
        .programs =
            (const struct program_desc[]){
                [ROWS] = { .file = "gaussian_blocked.comp",
                           .defines = "WIDTH=" TEXT(ROW_WIDTH) " HEIGHT=" TEXT(
                               ROW_HEIGHT) " OUTPUTS=" TEXT(ROW_OUTPUTS) },
                [COLUMNS] = { .file = "gaussian_blocked.comp",
                              .defines = "COLUMNS WIDTH=" TEXT(COLUMN_WIDTH) " HEIGHT=" TEXT(
                                  COLUMN_HEIGHT) " OUTPUTS=" TEXT(COLUMN_OUTPUTS) },
                { 0 },
            },
        .compute = true,
        .vary = vary_with_format,
        .cost = cost_blocked,
        .fits = fits_blocked,
        .run = run_blocked,
    },
    {
        .name = "cs_fused",
        .summary = "Rows and columns in one pass: strips walked down with a ring of blurred rows",
        .programs = ONE("gaussian_fused.comp", "WIDTH=" TEXT(FUSED_WIDTH) " HEIGHT=" TEXT(
                                                   FUSED_HEIGHT) " OUTPUTS=" TEXT(FUSED_OUTPUTS)),
        .compute = true,
        .vary = vary_fused,
        .cost = cost_fused,
        .fits = fits_fused,
        .run = run_fused,
    },
    { 0 },
};
