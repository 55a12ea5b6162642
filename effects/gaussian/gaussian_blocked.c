// The Gaussian with several outputs an invocation (cs_blocked). What lies between rows and columns
// is a storage buffer: reading it does not go through the texture units.

#include "effects/gaussian/gaussian_parts.h"
#include "render/divide.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { STRIP = 128, COLUMN_STEP = 2 }; // as in the shaders

// ---- kernels that are not written out

// 0 until the first kernel of a walk has begun, and after the last has ended.
enum {
    ZEROS_BEFORE = COLUMN_STEP * (MANY_OUTPUTS - 1),
    LONG_TAPS = 2 * KERNEL_MAX_RADIUS + 1 + 2 * ZEROS_BEFORE + LONG_BLOCK + 4,
};

int gaussian_long_taps(int radius)
{
    return 4 * divide_up(2 * radius + 1 + 2 * ZEROS_BEFORE + LONG_BLOCK, 4);
}

static void lay_out_taps(const struct kernel *kernel, int direction, float taps[LONG_TAPS])
{
    const int before = direction == ROWS ? MANY_OUTPUTS - 1 : ZEROS_BEFORE;
    float *middle = taps + before + kernel->radius;
    memset(taps, 0, sizeof(float) * LONG_TAPS);
    for (int i = 0; i <= kernel->radius; i++)
        middle[i] = middle[-i] = kernel->weights[i];
}

// ---- strips

void gaussian_strips_lay_out(enum texture_format format, struct gaussian_strips *strips)
{
    const int turn = COLUMN_STEP * strips->outputs;
    strips->rows = turn * divide_up(strips->height, turn);
    if (!strips->is_long)
        strips->rows += 2 * strips->radius;
    const int width = STRIP * divide_up(strips->width, STRIP);
    strips->bytes = (size_t) width * (size_t) strips->rows * (size_t) gaussian_packed_bytes(format);
}

void gaussian_strips_acquire(const struct effect_call *call, struct gaussian_strips *strips)
{
    strips->buffer = texture_pool_acquire_buffer(&call->gpu->pool, strips->bytes);
}

bool gaussian_strips_fit(const struct effect_site *site, const struct gaussian_strips *strips,
                         char why[EFFECT_WHY_SIZE])
{
    const int64_t most = site->info->max_storage;
    if (strips->bytes <= (size_t) most)
        return true;
    snprintf(why, EFFECT_WHY_SIZE,
             "it needs a storage buffer of %zu MiB, and this GPU takes %" PRId64 " MiB",
             (strips->bytes + 1048575) >> 20, most >> 20);
    return false;
}

void gaussian_strips_release(const struct effect_call *call, const struct gaussian_strips *strips)
{
    texture_pool_release_buffer(&call->gpu->pool, strips->buffer);
}

// ---- passes

static void cover(const struct gaussian_strips *size, int direction, struct pass *pass)
{
    const int *group = pass->program->group_size;
    const bool along_rows = direction == ROWS;
    pass->groups[0] = divide_up(size->width, group[0] * (along_rows ? size->outputs : 1));
    pass->groups[1] = along_rows ? divide_up(size->rows, group[1])
                                 : divide_up(size->height, group[1] * size->outputs);
}

void gaussian_blocked_pass(const struct effect_call *call, int direction,
                           const struct kernel *kernel, const struct gaussian_strips *from,
                           const struct gaussian_strips *to, const struct pass *ends)
{
    float taps[LONG_TAPS];
    const struct gaussian_strips *size = from ? from : to;
    struct pass pass = *ends;
    pass.label = direction == ROWS ? "rows" : "columns";
    pass.program = call->programs[direction];
    pass.buffers[0] = from ? from->buffer : NULL;
    pass.buffers[1] = to ? to->buffer : NULL;
    pass.buffer_bytes = (from ? from->bytes : 0) + (to ? to->bytes : 0);
    pass.uniforms[0] = (struct uniform) U_VEC2((float) size->width, (float) size->height);
    pass.uniforms[1] = (struct uniform) U_VEC2((float) size->rows, (float) kernel->radius);
    pass.uniforms[2] = (struct uniform) U_FLOAT_ARRAY(size->radius + 1, kernel->weights);
    if (size->is_long) {
        lay_out_taps(kernel, direction, taps);
        pass.uniforms[2] = (struct uniform) U_FLOAT_ARRAY(gaussian_long_taps(size->radius), taps);
    }
    cover(size, direction, &pass);
    pass_run(call->gpu, &pass);
}

struct gaussian_strips gaussian_strips_between(const struct effect_site *site, bool is_long)
{
    struct gaussian_strips strips = {
        .width = site->width,
        .height = site->height,
        .radius = gaussian_class_of(site),
        .outputs = MANY_OUTPUTS,
        .is_long = is_long || gaussian_class_of(site) > LONG_RADIUS,
    };
    gaussian_strips_lay_out(site->format, &strips);
    return strips;
}

static void run(const struct effect_call *call, bool is_long)
{
    const struct kernel kernel = gaussian_kernel(call->site.params, call->site.height);
    struct gaussian_strips between = gaussian_strips_between(&call->site, is_long);
    const struct pass rows = { .images = { { call->input } } };
    const struct pass columns = { .output = call->output };
    gaussian_strips_acquire(call, &between);
    gaussian_blocked_pass(call, ROWS, &kernel, NULL, &between, &rows);
    gaussian_blocked_pass(call, COLUMNS, &kernel, &between, NULL, &columns);
    gaussian_strips_release(call, &between);
}

void gaussian_run_blocked(const struct effect_call *call)
{
    run(call, false);
}

void gaussian_run_direct(const struct effect_call *call)
{
    run(call, true);
}
