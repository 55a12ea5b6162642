#pragma once

#include "effects/gaussian/gaussian.h"

// What the files of the Gaussian are to each other: gaussian_run.c runs the rows of the table,
// gaussian_cost.c tells what they cost and where they fit, gaussian_impls.c is the table.

enum { ROWS, COLUMNS, DOWN, UP }; // of the programs

// Of cs_blocked: the invocations of a group.
#define ROW_WIDTH     32
#define COLUMN_WIDTH  16
#define COLUMN_HEIGHT 8

// How many neighbours each of them computes, and in images so small that a GPU has invocations
// left.
enum { MANY_OUTPUTS = 8, FEW_OUTPUTS = 4 };

// Kernels beyond are walked along in blocks of so many texels, not written out.
enum { LONG_RADIUS = 32, LONG_BLOCK = 8 };

void gaussian_run_separable(const struct effect_call *call);
void gaussian_run_shared_2d(const struct effect_call *call);
void gaussian_run_naive(const struct effect_call *call);
void gaussian_run_linear(const struct effect_call *call);
void gaussian_run_lut(const struct effect_call *call);
void gaussian_run_blocked(const struct effect_call *call);
void gaussian_run_direct(const struct effect_call *call);
void gaussian_run_multiresolution(const struct effect_call *call);
void gaussian_run_fused(const struct effect_call *call);

void gaussian_vary_fused(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);

// How many weights the shader of a long kernel of that class has, with those of 0 at the ends.
int gaussian_long_taps(int radius);

// An image as a buffer of packed texels in strips (shaders/gaussian/gaussian_strips.glsl), blurred
// by a kernel of class `radius`. lay_out fills in rows and bytes, acquire the buffer, on loan from
// the pool.
struct gaussian_strips {
    int width, height, radius;
    int outputs; // that an invocation computes
    bool is_long;
    int rows; // of a strip, with its margins
    size_t bytes;
    struct buffer *buffer;
};
void gaussian_strips_lay_out(enum texture_format format, struct gaussian_strips *strips);
void gaussian_strips_acquire(const struct effect_call *call, struct gaussian_strips *strips);
void gaussian_strips_release(const struct effect_call *call, const struct gaussian_strips *strips);
bool gaussian_strips_fit(const struct effect_site *site, const struct gaussian_strips *strips,
                         char why[EFFECT_WHY_SIZE]);

// What lies between the two passes of cs_blocked, or of cs_direct, to which every kernel is long.
struct gaussian_strips gaussian_strips_between(const struct effect_site *site, bool is_long);

// One direction of cs_blocked. `ends` are the images that it reads and writes, where `from` and
// `to` are NULL.
void gaussian_blocked_pass(const struct effect_call *call, int direction,
                           const struct kernel *kernel, const struct gaussian_strips *from,
                           const struct gaussian_strips *to, const struct pass *ends);

// How cs_multiresolution makes up a sigma.
struct gaussian_levels {
    int factor; // 2, 4 or 8: how much smaller the level is that is blurred; 0: sigma is too small
    struct kernel kernel;      // of the blur there, in texels of the level
    int beyond, width, height; // what the level has on each side of the picture; its whole size
};
struct gaussian_levels gaussian_levels_of(const struct effect_site *site);
struct gaussian_strips gaussian_level_strips(const struct effect_site *site,
                                             const struct gaussian_levels *levels);

// The kernel's radius, the class of radii that its programs are compiled for, and the bytes of a
// texel in shared memory.
int gaussian_radius_of(const struct effect_site *site);
int gaussian_class_of(const struct effect_site *site);
int gaussian_packed_bytes(enum texture_format format);

// What a group holds that blurs along rows, with texels of so many bytes.
double gaussian_blocked_held(enum texture_format format, const struct gaussian_strips *strips,
                             int bytes);

// The rows that a group of cs_blocked makes: one, so that only the members of what GPUs run in step
// wait for one another; those of a long kernel share its weights, fewer where texels are larger.
int gaussian_row_lines(enum texture_format format, bool is_long);

void gaussian_cost_separable(const struct effect_site *site, struct cost *cost);
void gaussian_cost_lut(const struct effect_site *site, struct cost *cost);
void gaussian_cost_linear(const struct effect_site *site, struct cost *cost);
void gaussian_cost_naive(const struct effect_site *site, struct cost *cost);
void gaussian_cost_shared_2d(const struct effect_site *site, struct cost *cost);
void gaussian_cost_shared(const struct effect_site *site, int group, struct cost *cost);
void gaussian_cost_packed(const struct effect_site *site, struct cost *cost);
void gaussian_cost_blocked(const struct effect_site *site, struct cost *cost);
void gaussian_cost_direct(const struct effect_site *site, struct cost *cost);
void gaussian_cost_fused(const struct effect_site *site, struct cost *cost);
void gaussian_cost_multiresolution(const struct effect_site *site, struct cost *cost);

bool gaussian_fits_naive(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
bool gaussian_fits_shared_2d(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
bool gaussian_fits_blocked(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
bool gaussian_fits_fused(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
bool gaussian_fits_direct(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
bool gaussian_fits_multiresolution(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
