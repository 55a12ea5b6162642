// The Gaussian with several texels per invocation, which share most of their reads. Rows go to a
// buffer of packed texels in strips, which columns read: reads of a buffer do not use the texture
// units.

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/tuning.h"
#include "render/gpu.h"
#include "render/image/divide.h"
#include "render/text/step_text.h"

#include <string.h>

// ---- layout

// Packing of a texel of a format: exact, and in as few bits as the packing functions of the shaders
// offer.
struct packing {
    const char *define;
    int bytes;
};

static struct packing packing_of(enum texture_format format)
{
    if (format == FORMAT_RGBA8)
        return (struct packing){ "BYTES", 4 };
    if (format == FORMAT_RGBA32F)
        return (struct packing){ "FLOATS", 16 };
    return (struct packing){ "HALVES", 8 };
}

// Numbers of weights of 0 before and after those of the kernel, which the loop over blocks reads.
enum {
    ZEROS = GAUSSIAN_COLUMN_STEP * (GAUSSIAN_OUTPUTS - 1),
    MAX_TAPS = 2 * KERNEL_MAX_CLASS + 1 + 2 * ZEROS + GAUSSIAN_LONG_BLOCK + 4,
};

// The shader copies a group's texels of a row into whole strips.
_Static_assert(GAUSSIAN_ROW_WIDTH *GAUSSIAN_OUTPUTS % GAUSSIAN_STRIP == 0,
               "a group makes whole strips");

struct strips {
    int radius;   // class of the kernel's
    bool is_long; // a loop walks along the kernel in blocks; otherwise the taps are unrolled
    int margin;   // rows that a strip has above and below the image
    int rows;     // of a strip, with its margins
    int lines;    // that a group blurs in a pass along rows
    int span;     // texels that a group reads of each line
    int slots;    // places of these texels in shared memory
    int taps;     // weights of a long kernel with zeros around them; 0 for others
    size_t bytes;
};

static struct strips strips_of(const struct effect_site *site)
{
    const int iteration = GAUSSIAN_COLUMN_STEP * GAUSSIAN_OUTPUTS;
    struct strips strips = { .radius = gaussian_site_class(site), .lines = 1 };
    strips.is_long = strips.radius > GAUSSIAN_LONG_RADIUS;
    strips.margin = strips.is_long ? 0 : strips.radius;
    strips.rows = iteration * divide_up(site->height, iteration) + 2 * strips.margin;
    strips.span = GAUSSIAN_ROW_WIDTH * GAUSSIAN_OUTPUTS + 2 * strips.radius;
    // A group has one row, so that only invocations that run in step wait for one another; groups
    // with a long kernel have more rows, which share its weights.
    if (strips.is_long) {
        const int weights = 2 * strips.radius + 1 + 2 * ZEROS + GAUSSIAN_LONG_BLOCK;
        strips.lines =
            site->format == FORMAT_RGBA32F ? GAUSSIAN_LONG_LINES_OF_FLOATS : GAUSSIAN_LONG_LINES;
        strips.span += GAUSSIAN_LONG_BLOCK;
        strips.taps = 4 * divide_up(weights, 4);
    }
    // An unused place after the texels of each invocation avoids bank conflicts.
    strips.slots = strips.span + strips.span / GAUSSIAN_OUTPUTS + 1;
    const int width = GAUSSIAN_STRIP * divide_up(site->width, GAUSSIAN_STRIP);
    strips.bytes = (size_t) width * (size_t) strips.rows * (size_t) packing_of(site->format).bytes;
    return strips;
}

static bool fits(const struct effect_site *site, struct error *why)
{
    return gaussian_site_fits(site, why) && effect_fits_storage(site, strips_of(site).bytes, why);
}

static void write_defines(const struct effect_site *site, struct step_writer *defines)
{
    const struct strips strips = strips_of(site);
    step_writef(defines,
                " RADIUS=%d EDGE=%d FORMAT=%s %s OUTPUTS=%d LINES=%d STRIP=%d MARGIN=%d "
                "SPAN=%d SLOTS=%d ROW_WIDTH=%d COLUMN_WIDTH=%d COLUMN_HEIGHT=%d "
                "COLUMN_STEP=%d",
                strips.radius, effect_edge(site), texture_format_name(site->format),
                packing_of(site->format).define, GAUSSIAN_OUTPUTS, strips.lines, GAUSSIAN_STRIP,
                strips.margin, strips.span, strips.slots, GAUSSIAN_ROW_WIDTH, GAUSSIAN_COLUMN_WIDTH,
                GAUSSIAN_COLUMN_HEIGHT, GAUSSIAN_COLUMN_STEP);
    if (strips.is_long)
        step_writef(defines, " LONG TAPS=%d BLOCK=%d", strips.taps, GAUSSIAN_LONG_BLOCK);
}

// ---- passes

static void run_direction(const struct effect_call *call, int direction,
                          const struct kernel *kernel, struct buffer *buffer)
{
    const struct effect_site *site = &call->site;
    const struct strips strips = strips_of(site);
    const bool along_rows = direction == GAUSSIAN_ROWS;
    const double reach = 2 * (strips.is_long ? kernel->radius : strips.radius);
    const double outputs = GAUSSIAN_OUTPUTS;
    const double texels = strips.lines * strips.slots;
    float taps[MAX_TAPS];
    struct pass pass = {
        .label = along_rows ? "rows" : "columns",
        .program = call->programs[direction],
        .buffers = { along_rows ? NULL : buffer, along_rows ? buffer : NULL },
        .output = along_rows ? NULL : call->output,
        .uniforms = { U_SIZE(site->width, site->height),
                      U_VEC2("u_walk", (float) strips.rows, (float) kernel->radius),
                      U_FLOAT_ARRAY("u_weights", strips.radius + 1, kernel->weights) },
        .made = (double) site->width * site->height,
        .work = { .texels = along_rows ? 1 + reach / (GAUSSIAN_ROW_WIDTH * outputs) : 1,
                  .shared = 1.5 + reach / outputs,
                  .sums = reach + 1,
                  .stores = along_rows,
                  .shared_bytes = texels * packing_of(site->format).bytes + 4.0 * strips.taps },
    };
    if (along_rows) {
        pass.images[0].texture = call->input;
        pass.buffer_traffic.written = strips.bytes;
        pass.groups[0] = divide_up(site->width, GAUSSIAN_ROW_WIDTH * GAUSSIAN_OUTPUTS);
        pass.groups[1] = divide_up(strips.rows, strips.lines);
    } else {
        pass.buffer_traffic.read = strips.bytes;
        pass.groups[0] = divide_up(site->width, GAUSSIAN_COLUMN_WIDTH);
        pass.groups[1] = divide_up(site->height, GAUSSIAN_COLUMN_HEIGHT * GAUSSIAN_OUTPUTS);
    }
    if (strips.is_long) {
        pass.work.sums += 1.5 * outputs;                                 // taps with a weight of 0
        pass.work.shared += reach * 5 / (GAUSSIAN_LONG_BLOCK * outputs); // reads of the weights
        const int step = along_rows ? 1 : GAUSSIAN_COLUMN_STEP;
        float *middle = taps + step * (GAUSSIAN_OUTPUTS - 1) + kernel->radius;
        memset(taps, 0, sizeof(taps));
        for (int i = 0; i <= kernel->radius; i++)
            middle[i] = middle[-i] = kernel->weights[i];
        pass.uniforms[2] = U_VEC4_ARRAY("u_taps", strips.taps / 4, taps);
    }
    pass_run(call->gpu, &pass);
}

static void run(const struct effect_call *call)
{
    const struct kernel kernel = kernel_of_site(&call->site);
    struct texture_pool *pool = &call->gpu->pool;
    struct buffer *buffer = texture_pool_acquire_buffer(pool, strips_of(&call->site).bytes);
    run_direction(call, GAUSSIAN_ROWS, &kernel, buffer);
    run_direction(call, GAUSSIAN_COLUMNS, &kernel, buffer);
    texture_pool_release_buffer(pool, buffer);
}

const struct effect_impl gaussian_cs_blocked = {
    .name = "cs_blocked",
    .summary = "Several neighbours an invocation: (2r + n) / n reads a texel and direction",
    .origin = "this program",
    .programs = EFFECT_PROGRAMS([GAUSSIAN_ROWS] = { .file = "gaussian/gaussian_blocked.comp" },
                                [GAUSSIAN_COLUMNS] = { .file = "gaussian/gaussian_blocked.comp",
                                                       .defines = "COLUMNS" }),
    .write_defines = write_defines,
    .fits = fits,
    .run = run,
};
