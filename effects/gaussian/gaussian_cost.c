// What the rows of the Gaussian's table cost, and where they do not fit.

#include "effects/gaussian/gaussian_parts.h"
#include "render/divide.h"

#include <math.h>

int gaussian_radius_of(const struct effect_site *site)
{
    return gaussian_kernel(site->params, site->height).radius;
}

int gaussian_class_of(const struct effect_site *site)
{
    return kernel_class(gaussian_radius_of(site));
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

static double texels(const struct effect_site *site)
{
    return (double) site->width * site->height;
}

static double squared(double x)
{
    return x * x;
}

static void count_passes(const struct effect_site *site, int passes, double reads,
                         struct cost *cost)
{
    cost->passes += passes;
    cost->texels += passes * reads * texels(site);
    cost->stores += passes * texels(site);
}

// Of one texel after the other, straight from the image: the place of each, its weight and the loop
// take as long as several sums.
static void count_taps(const struct effect_site *site, int passes, double reads, struct cost *cost)
{
    count_passes(site, passes, reads, cost);
    cost->sums += 5 * passes * reads * texels(site);
}

void gaussian_cost_separable(const struct effect_site *site, struct cost *cost)
{
    count_taps(site, 2, 2 * gaussian_class_of(site) + 1, cost);
}

void gaussian_cost_lut(const struct effect_site *site, struct cost *cost)
{
    count_taps(site, 2, 3 * gaussian_radius_of(site) + 2, cost);
}

void gaussian_cost_linear(const struct effect_site *site, struct cost *cost)
{
    count_passes(site, 2, gaussian_radius_of(site) % 2 == 0, cost);
    cost->bilinear += 4 * divide_up(gaussian_class_of(site), 2) * texels(site);
}

// Each loop has one turn more, in which it ends.
void gaussian_cost_naive(const struct effect_site *site, struct cost *cost)
{
    const int side = 2 * gaussian_radius_of(site) + 1;
    count_taps(site, 1, squared(side), cost);
    cost->turns = squared(side + 1);
}

enum { SHARED_2D_GROUP = 16 };

// A read of 16 bytes from shared memory, as reads of 8: only a software renderer takes them alike,
// and so few invocations that they do not fill what is read at a time.
static double float_reads(const struct effect_site *site, int group)
{
    return site->info->software || group < 16 ? 1 : 2;
}

// Fewer invocations than run in step leave the rest idle: 32 on GPUs, as many as a CPU's vector
// has.
static double idleness(const struct effect_site *site, int group)
{
    return fmax(1, (site->info->software ? 8.0 : 32.0) / group);
}

static double held_by_shared_2d(const struct effect_site *site)
{
    return 16 * squared(SHARED_2D_GROUP + 2 * gaussian_class_of(site));
}

void gaussian_cost_shared_2d(const struct effect_site *site, struct cost *cost)
{
    const int radius = gaussian_class_of(site);
    count_passes(site, 1, squared(1 + 2.0 * radius / SHARED_2D_GROUP), cost);
    cost->shared += float_reads(site, SHARED_2D_GROUP) * squared(2 * radius + 1) * texels(site);
    cost->held = held_by_shared_2d(site);
    cost->turns = squared(2 * radius + 2) + squared(1 + 2.0 * radius / SHARED_2D_GROUP);
}

void gaussian_cost_shared(const struct effect_site *site, int group, struct cost *cost)
{
    const int radius = gaussian_class_of(site);
    const double all = idleness(site, group) * texels(site);
    cost->passes += 2;
    cost->texels += 2 * (1 + 2.0 * radius / group) * all;
    cost->stores += 2 * texels(site);
    cost->shared += 2 * (2 * radius + 1) * float_reads(site, group) * all;
    cost->held = 16 * (group + 2 * radius);
    const double started = 800; // groups, on an NVIDIA H200, while a read comes back
    cost->waits += 2 * texels(site) / group / started;
}

void gaussian_cost_packed(const struct effect_site *site, struct cost *cost)
{
    gaussian_cost_shared(site, 128, cost);
    cost->shared /= float_reads(site, 128);
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

void gaussian_cost_blocked(const struct effect_site *site, struct cost *cost)
{
    const struct gaussian_strips between = gaussian_strips_between(site, false);
    const double reach = 2 * (between.is_long ? gaussian_radius_of(site) : between.radius);
    const double outputs = between.outputs;
    count_passes(site, 1, 1 + reach / (ROW_WIDTH * outputs), cost);
    // Buffers are read as fast as shared memory is.
    count_passes(site, 1, 1, cost);
    cost->shared += (3 + 2 * reach / outputs) * texels(site);
    cost->sums += 2 * (reach + 1) * texels(site);
    if (between.is_long) {
        cost->sums += 3 * outputs * texels(site);                              // with weights of 0
        cost->shared += 2 * reach * 5 / (LONG_BLOCK * outputs) * texels(site); // of the weights
    }
    cost->held = gaussian_blocked_held(site->format, &between, gaussian_packed_bytes(site->format));
}

// What a block takes beside its reads is arithmetic. Seen on llvmpipe, as multiples of a read.
void gaussian_cost_direct(const struct effect_site *site, struct cost *cost)
{
    const double both = 7, block = 2.1;
    const double reads = 2 * gaussian_radius_of(site) + 2 * MANY_OUTPUTS - 1;
    count_passes(site, 2, both + block * reads / LONG_BLOCK, cost);
}

// ---- limits

bool gaussian_fits_naive(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    return effect_fits_in_taps(site, squared(2 * gaussian_radius_of(site) + 1), why);
}

bool gaussian_fits_shared_2d(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    return effect_fits_in_taps(site, squared(2 * gaussian_class_of(site) + 1), why);
}

bool gaussian_fits_blocked(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct gaussian_strips between = gaussian_strips_between(site, false);
    return gaussian_strips_fit(site, &between, why);
}

bool gaussian_fits_direct(const struct effect_site *site, char why[EFFECT_WHY_SIZE])
{
    const struct gaussian_strips between = gaussian_strips_between(site, true);
    return gaussian_strips_fit(site, &between, why);
}
