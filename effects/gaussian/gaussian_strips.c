#include "effects/gaussian/gaussian_strips.h"

#include "effects/gaussian/gaussian_passes.h"
#include "effects/gaussian/gaussian_site.h"
#include "effects/tuning.h"
#include "render/image/divide.h"

#include <inttypes.h>
#include <stdio.h>
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
_Static_assert(GAUSSIAN_ROW_WIDTH *GAUSSIAN_FEW_OUTPUTS % GAUSSIAN_STRIP == 0 &&
                   GAUSSIAN_ROW_WIDTH * GAUSSIAN_OUTPUTS % GAUSSIAN_STRIP == 0,
               "a group makes whole strips");

void gaussian_strips_lay_out(struct gaussian_strips *strips)
{
    const int outputs = strips->outputs, iteration = GAUSSIAN_COLUMN_STEP * outputs;
    const int width = GAUSSIAN_STRIP * divide_up(strips->width, GAUSSIAN_STRIP);
    const int block = strips->is_long ? GAUSSIAN_LONG_BLOCK : 0;
    strips->margin = strips->is_long ? 0 : strips->radius;
    strips->rows = iteration * divide_up(strips->height, iteration) + 2 * strips->margin;
    // A group has one row, so that only invocations that run in step wait for one another; groups
    // with a long kernel have more rows, which share its weights.
    strips->lines = !strips->is_long                   ? 1
                    : strips->format == FORMAT_RGBA32F ? GAUSSIAN_LONG_LINES_OF_FLOATS
                                                       : GAUSSIAN_LONG_LINES;
    strips->span = GAUSSIAN_ROW_WIDTH * outputs + 2 * strips->radius + block;
    // An unused place after the texels of each invocation avoids bank conflicts.
    strips->slots = strips->span + strips->span / outputs + 1;
    const int weights = 2 * strips->radius + 1 + 2 * ZEROS + GAUSSIAN_LONG_BLOCK;
    strips->taps = strips->is_long ? 4 * divide_up(weights, 4) : 0;
    strips->bytes =
        (size_t) width * (size_t) strips->rows * (size_t) packing_of(strips->format).bytes;
}

struct gaussian_strips gaussian_strips_between(const struct effect_site *site)
{
    struct gaussian_strips strips = {
        .width = site->width,
        .height = site->height,
        .radius = gaussian_site_class(site),
        .outputs = GAUSSIAN_OUTPUTS,
        .is_long = gaussian_site_class(site) > GAUSSIAN_LONG_RADIUS,
        .format = site->format,
    };
    gaussian_strips_lay_out(&strips);
    return strips;
}

double gaussian_strips_shared_bytes(const struct gaussian_strips *strips)
{
    const double texels = strips->lines * strips->slots;
    return texels * packing_of(strips->format).bytes + 4.0 * strips->taps;
}

void gaussian_strips_acquire(const struct effect_call *call, struct gaussian_strips *strips)
{
    strips->buffer = texture_pool_acquire_buffer(&call->gpu->pool, strips->bytes);
}

void gaussian_strips_release(const struct effect_call *call, const struct gaussian_strips *strips)
{
    texture_pool_release_buffer(&call->gpu->pool, strips->buffer);
}

bool gaussian_strips_fit(const struct effect_site *site, const struct gaussian_strips *strips,
                         struct error *why)
{
    const int64_t most = site->info->max_storage;
    return strips->bytes <= (size_t) most ||
           error_set(why,
                     "it needs a storage buffer of %zu MiB, and this GPU takes %" PRId64 " MiB",
                     (strips->bytes + 1048575) >> 20, most >> 20);
}

void gaussian_strips_defines(const struct effect_site *site, const struct gaussian_strips *strips,
                             struct step_writer *defines)
{
    step_writef(defines,
                " RADIUS=%d EDGE=%d FORMAT=%s %s OUTPUTS=%d LINES=%d STRIP=%d MARGIN=%d "
                "SPAN=%d SLOTS=%d ROW_WIDTH=%d COLUMN_WIDTH=%d COLUMN_HEIGHT=%d "
                "COLUMN_STEP=%d",
                strips->radius, effect_edge(site), texture_format_name(site->format),
                packing_of(strips->format).define, strips->outputs, strips->lines, GAUSSIAN_STRIP,
                strips->margin, strips->span, strips->slots, GAUSSIAN_ROW_WIDTH,
                GAUSSIAN_COLUMN_WIDTH, GAUSSIAN_COLUMN_HEIGHT, GAUSSIAN_COLUMN_STEP);
    if (strips->is_long)
        step_writef(defines, " LONG TAPS=%d BLOCK=%d", strips->taps, GAUSSIAN_LONG_BLOCK);
}

// ---- passes

void gaussian_strips_pass(const struct effect_call *call, int direction,
                          const struct kernel *kernel, const struct gaussian_strips *from,
                          const struct gaussian_strips *to, const struct pass *ends)
{
    float taps[MAX_TAPS];
    const struct gaussian_strips *size = from ? from : to;
    const double reach = 2 * (size->is_long ? kernel->radius : size->radius);
    const double outputs = size->outputs;
    struct pass pass = *ends;
    pass.label = direction == GAUSSIAN_ROWS ? "rows" : "columns";
    pass.program = call->programs[direction];
    pass.buffers[0] = from ? from->buffer : NULL;
    pass.buffers[1] = to ? to->buffer : NULL;
    pass.buffer_traffic = (struct gpu_traffic){ from ? from->bytes : 0, to ? to->bytes : 0 };
    pass_add_uniform(&pass, U_VEC2("u_size", (float) size->width, (float) size->height));
    pass_add_uniform(&pass, U_VEC2("u_walk", (float) size->rows, (float) kernel->radius));
    pass_add_uniform(&pass, U_FLOAT_ARRAY("u_weights", size->radius + 1, kernel->weights));
    pass.made = (double) size->width * size->height;
    pass.work.shared += 1.5 + reach / outputs;
    pass.work.sums += reach + 1;
    pass.work.stores = to != NULL;
    pass.work.shared_bytes = gaussian_strips_shared_bytes(size);
    if (size->is_long) {
        pass.work.sums += 1.5 * outputs;                                 // taps with a weight of 0
        pass.work.shared += reach * 5 / (GAUSSIAN_LONG_BLOCK * outputs); // reads of the weights
        const int step = direction == GAUSSIAN_ROWS ? 1 : GAUSSIAN_COLUMN_STEP;
        float *middle = taps + step * (size->outputs - 1) + kernel->radius;
        memset(taps, 0, sizeof(float) * MAX_TAPS);
        for (int i = 0; i <= kernel->radius; i++)
            middle[i] = middle[-i] = kernel->weights[i];
        pass_add_uniform(&pass, U_VEC4_ARRAY("u_taps", size->taps / 4, taps));
    }
    const bool along_rows = direction == GAUSSIAN_ROWS;
    pass.groups[0] = divide_up(size->width, along_rows ? GAUSSIAN_ROW_WIDTH * size->outputs
                                                       : GAUSSIAN_COLUMN_WIDTH);
    pass.groups[1] = along_rows ? divide_up(size->rows, size->lines)
                                : divide_up(size->height, GAUSSIAN_COLUMN_HEIGHT * size->outputs);
    pass_run(call->gpu, &pass);
}

double gaussian_strips_span(const struct kernel *kernel, const struct gaussian_strips *strips)
{
    const double reach = 2 * (strips->is_long ? kernel->radius : strips->radius);
    return 1 + reach / (GAUSSIAN_ROW_WIDTH * strips->outputs);
}

void gaussian_strips_run(const struct effect_call *call)
{
    const struct kernel kernel = gaussian_site_kernel(&call->site);
    struct gaussian_strips between = gaussian_strips_between(&call->site);
    const struct pass rows = { .images = { { call->input } },
                               .work = { .texels = gaussian_strips_span(&kernel, &between) } };
    const struct pass columns = { .output = call->output, .work = { .texels = 1 } };
    gaussian_strips_acquire(call, &between);
    gaussian_strips_pass(call, GAUSSIAN_ROWS, &kernel, NULL, &between, &rows);
    gaussian_strips_pass(call, GAUSSIAN_COLUMNS, &kernel, &between, NULL, &columns);
    gaussian_strips_release(call, &between);
}
