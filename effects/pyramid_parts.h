#pragma once

#include "effects/pyramid.h"

// What the files of the pyramid are to each other: pyramid.c steps plainly, pyramid_blocked.c for
// many texels at once.

// Programs of a row. Those from GAUSS5 on are the same with five taps, or the blocked row's own.
enum {
    PYRAMID_DOWN,
    PYRAMID_DOWN_KARIS,
    PYRAMID_UP,
    PYRAMID_UP_MIX,
    PYRAMID_COPY,
    PYRAMID_SMOOTH,
    PYRAMID_GAUSS5,
    PYRAMID_DOWN_ONCE = PYRAMID_GAUSS5,
    PYRAMID_DOWN_TWICE,
    PYRAMID_DOWN_TILE,
    PYRAMID_MIDDLE_SHALLOW,
    PYRAMID_MIDDLE,
    PYRAMID_LAST,
};

// To level `level` from the one above it. On loan from the pool.
struct texture *pyramid_down(const struct effect_call *call, const struct texture *from, int level);

// Five taps over a level into `to`, which is returned; `from` goes back to the pool unless it is
// the call's input.
struct texture *pyramid_smooth(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                               const struct texture *from, struct texture *to);

void pyramid_run(const struct effect_call *call);
void pyramid_cost(const struct effect_call *call, struct cost *cost);
void pyramid_cost_smooth(const struct effect_call *call, int level, struct cost *cost);

extern const struct program_desc pyramid_blocked_programs[];

void pyramid_run_blocked(const struct effect_call *call);
void pyramid_vary_blocked(const struct effect_call *call, char defines[EFFECT_DEFINES_SIZE]);
void pyramid_cost_blocked(const struct effect_call *call, struct cost *cost);
bool pyramid_fits_blocked(const struct effect_call *call, char why[EFFECT_WHY_SIZE]);
int pyramid_blocked_output(const struct effect_call *call);
int pyramid_blocked_input(const struct effect_call *call);
