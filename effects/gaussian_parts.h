#pragma once

#include "effects/gaussian.h"

// What the files of the Gaussian are to each other: gaussian_run.c runs the rows of the table,
// gaussian_cost.c tells what they cost and where they fit, gaussian_impls.c is the table.

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

// How many parts cover a size, and the steps that a strip of cs_fused goes down.
int gaussian_covering(int size, int part);
int gaussian_fused_steps(const struct effect_call *call);

void gaussian_run_separable(const struct effect_call *call);
void gaussian_run_shared_2d(const struct effect_call *call);
void gaussian_run_naive(const struct effect_call *call);
void gaussian_run_linear(const struct effect_call *call);
void gaussian_run_lut(const struct effect_call *call);
void gaussian_run_blocked(const struct effect_call *call);
void gaussian_run_fused(const struct effect_call *call);

// The kernel's radius, the class of radii that its programs are compiled for, and the bytes of a
// texel in shared memory.
int gaussian_radius_of(const struct effect_call *call);
int gaussian_class_of(const struct effect_call *call);
int gaussian_packed_bytes(enum texture_format format);

void gaussian_cost_separable(const struct effect_call *call, struct cost *cost);
void gaussian_cost_lut(const struct effect_call *call, struct cost *cost);
void gaussian_cost_linear(const struct effect_call *call, struct cost *cost);
void gaussian_cost_naive(const struct effect_call *call, struct cost *cost);
void gaussian_cost_shared_2d(const struct effect_call *call, struct cost *cost);
void gaussian_cost_shared(const struct effect_call *call, int group, struct cost *cost);
void gaussian_cost_blocked(const struct effect_call *call, struct cost *cost);
void gaussian_cost_fused(const struct effect_call *call, struct cost *cost);

bool gaussian_fits_naive(const struct effect_call *call, char why[EFFECT_WHY_SIZE]);
bool gaussian_fits_shared_2d(const struct effect_call *call, char why[EFFECT_WHY_SIZE]);
bool gaussian_fits_blocked(const struct effect_call *call, char why[EFFECT_WHY_SIZE]);
bool gaussian_fits_fused(const struct effect_call *call, char why[EFFECT_WHY_SIZE]);
