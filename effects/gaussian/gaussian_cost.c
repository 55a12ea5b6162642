// What the rows of the Gaussian's table cost, and where they do not fit.

#include "effects/gaussian/gaussian_parts.h"
#include "render/divide.h"

#include <math.h>

int gaussian_radius_of(const struct effect_call *call)
{
    return gaussian_kernel(call->params, call->height).radius;
}

int gaussian_class_of(const struct effect_call *call)
{
    return kernel_class(gaussian_radius_of(call));
}

int gaussian_packed_bytes(enum texture_format format)
{
    if (format == FORMAT_RGBA8)
        return 4;
    return format == FORMAT_RGBA32F ? 16 : 8;
}

int gaussian_row_lines(enum texture_format format, bool is_long)
{
    const int most = format == FORMAT_RGBA32F ? 2 : 4;
    return is_long ? most : 1;
}

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

// Of one texel after the other, straight from the image: the place of each, its weight and the loop
// take as long as several sums.
static void count_taps(const struct effect_call *call, int passes, double reads, struct cost *cost)
{
    count_passes(call, passes, reads, cost);
    cost->sums += 5 * passes * reads * texels(call);
}

void gaussian_cost_separable(const struct effect_call *call, struct cost *cost)
{
    count_taps(call, 2, 2 * gaussian_class_of(call) + 1, cost);
}

void gaussian_cost_lut(const struct effect_call *call, struct cost *cost)
{
    count_taps(call, 2, 3 * gaussian_radius_of(call) + 2, cost);
}

void gaussian_cost_linear(const struct effect_call *call, struct cost *cost)
{
    count_passes(call, 2, gaussian_radius_of(call) % 2 == 0, cost);
    cost->bilinear += 4 * divide_up(gaussian_class_of(call), 2) * texels(call);
}

// Each loop has one turn more, in which it ends.
void gaussian_cost_naive(const struct effect_call *call, struct cost *cost)
{
    const int side = 2 * gaussian_radius_of(call) + 1;
    count_taps(call, 1, squared(side), cost);
    cost->turns = squared(side + 1);
}

enum { SHARED_2D_GROUP = 16 };

// A read of 16 bytes from shared memory, as reads of 8: only a software renderer takes them alike,
// and so few invocations that they do not fill what is read at a time.
static double float_reads(const struct effect_call *call, int group)
{
    return call->gpu->info.software || group < 16 ? 1 : 2;
}

// Fewer invocations than run in step leave the rest idle: 32 on GPUs, as many as a CPU's vector
// has.
static double idleness(const struct effect_call *call, int group)
{
    return fmax(1, (call->gpu->info.software ? 8.0 : 32.0) / group);
}

static double held_by_shared_2d(const struct effect_call *call)
{
    return 16 * squared(SHARED_2D_GROUP + 2 * gaussian_class_of(call));
}

void gaussian_cost_shared_2d(const struct effect_call *call, struct cost *cost)
{
    const int radius = gaussian_class_of(call);
    count_passes(call, 1, squared(1 + 2.0 * radius / SHARED_2D_GROUP), cost);
    cost->shared += float_reads(call, SHARED_2D_GROUP) * squared(2 * radius + 1) * texels(call);
    cost->held = held_by_shared_2d(call);
    cost->turns = squared(2 * radius + 2) + squared(1 + 2.0 * radius / SHARED_2D_GROUP);
}

void gaussian_cost_shared(const struct effect_call *call, int group, struct cost *cost)
{
    const int radius = gaussian_class_of(call);
    const double all = idleness(call, group) * texels(call);
    cost->passes += 2;
    cost->texels += 2 * (1 + 2.0 * radius / group) * all;
    cost->stores += 2 * texels(call);
    cost->shared += 2 * (2 * radius + 1) * float_reads(call, group) * all;
    cost->held = 16 * (group + 2 * radius);
    const double started = 800; // groups, on an NVIDIA H200, while a read comes back
    cost->waits += 2 * texels(call) / group / started;
}

void gaussian_cost_packed(const struct effect_call *call, struct cost *cost)
{
    gaussian_cost_shared(call, 128, cost);
    cost->shared /= float_reads(call, 128);
    cost->held /= 2;
}

double gaussian_blocked_held(enum texture_format format, const struct gaussian_strips *strips,
                             int bytes)
{
    const int block = strips->is_long ? LONG_BLOCK : 0;
    const int width = ROW_WIDTH * strips->outputs + 2 * strips->radius + block;
    const int slots = width + width / strips->outputs + 1;
    const int taps = strips->is_long ? gaussian_long_taps(strips->radius) : 0;
    return (double) gaussian_row_lines(format, strips->is_long) * slots * bytes + 4.0 * taps;
}

void gaussian_cost_blocked(const struct effect_call *call, struct cost *cost)
{
    const struct gaussian_strips between = gaussian_strips_between(call, false);
    const double reach = 2 * (between.is_long ? gaussian_radius_of(call) : between.radius);
    const double outputs = between.outputs;
    count_passes(call, 1, 1 + reach / (ROW_WIDTH * outputs), cost);
    // Buffers are read as fast as shared memory is.
    count_passes(call, 1, 1, cost);
    cost->shared += (3 + 2 * reach / outputs) * texels(call);
    cost->sums += 2 * (reach + 1) * texels(call);
    if (between.is_long) {
        cost->sums += 3 * outputs * texels(call);                              // with weights of 0
        cost->shared += 2 * reach * 5 / (LONG_BLOCK * outputs) * texels(call); // of the weights
    }
    cost->held = gaussian_blocked_held(call->format, &between, gaussian_packed_bytes(call->format));
}

// What a block takes beside its reads is arithmetic. Seen on llvmpipe, as multiples of a read.
void gaussian_cost_direct(const struct effect_call *call, struct cost *cost)
{
    const double both = 7, block = 2.1;
    const double reads = 2 * gaussian_radius_of(call) + 2 * MANY_OUTPUTS - 1;
    count_passes(call, 2, both + block * reads / LONG_BLOCK, cost);
}

// ---- limits

bool gaussian_fits_naive(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    return effect_fits_in_taps(call, squared(2 * gaussian_radius_of(call) + 1), why);
}

bool gaussian_fits_shared_2d(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    return effect_fits_in_taps(call, squared(2 * gaussian_class_of(call) + 1), why);
}

bool gaussian_fits_blocked(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    const struct gaussian_strips between = gaussian_strips_between(call, false);
    return gaussian_strips_fit(call, &between, why);
}

bool gaussian_fits_direct(const struct effect_call *call, char why[EFFECT_WHY_SIZE])
{
    const struct gaussian_strips between = gaussian_strips_between(call, true);
    return gaussian_strips_fit(call, &between, why);
}
