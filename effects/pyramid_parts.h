#pragma once

#include "effects/pyramid.h"

// What the files of the pyramid are to each other: pyramid.c steps plainly, pyramid_blocked.c for
// many texels at once.

// Programs of a row. Those after DOWN_KARIS are the plain rows' own; with GAUSS5 added they are the
// same with five taps.
enum {
    PYRAMID_COPY,
    PYRAMID_DOWN,
    PYRAMID_DOWN_KARIS,
    PYRAMID_UP,
    PYRAMID_UP_MIX,
    PYRAMID_SMOOTH,
    PYRAMID_GAUSS5 = PYRAMID_SMOOTH,
};

// Those of the row blocked.
enum {
    PYRAMID_DOWN_ONCE = PYRAMID_DOWN_KARIS + 1,
    PYRAMID_DOWN_TWICE,
    PYRAMID_DOWN_TILE,
    PYRAMID_SMOOTH_ONLY,
    PYRAMID_SMOOTH_MIX,
    PYRAMID_UP_ALL,
};

// To level `level` from the one above it. On loan from the pool.
struct texture *pyramid_down(const struct effect_call *call, const struct texture *from, int level);

void pyramid_run(const struct effect_call *call);
void pyramid_cost(const struct effect_call *call, struct cost *cost);

extern const struct program_desc pyramid_blocked_programs[];

void pyramid_run_blocked(const struct effect_call *call);
void pyramid_vary_blocked(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE]);
void pyramid_cost_blocked(const struct effect_call *call, struct cost *cost);
bool pyramid_fits_blocked(const struct effect_call *call, char why[EFFECT_WHY_SIZE]);
int pyramid_blocked_output(const struct effect_call *call);
int pyramid_blocked_input(const struct effect_call *call);
