#pragma once

#include "effects/blur/levels.h"
#include "effects/pyramid/pyramid.h"

// The pyramid one step a pass, with either kernel, for implementations that do all or some of it
// so.

// Programs, the first of an implementation's. Those with PYRAMID_GAUSS5 added are the same with the
// five taps; an implementation of the thirteen leaves them out.
enum {
    PYRAMID_SMOOTH,
    PYRAMID_DOWN,
    PYRAMID_DOWN_KARIS,
    PYRAMID_UP_MIX,
    PYRAMID_UP,
    PYRAMID_STEP_PROGRAMS,
    PYRAMID_GAUSS5 = PYRAMID_UP - PYRAMID_SMOOTH,
};

#define PYRAMID_STEP(KIND, DEFINES) \
    { \
        .file = "pyramid/pyramid." KIND, .defines = DEFINES \
    }
#define PYRAMID_STEPS(KIND) \
    [PYRAMID_SMOOTH] = PYRAMID_STEP(KIND, "SMOOTH"), [PYRAMID_DOWN] = PYRAMID_STEP(KIND, "DOWN"), \
    [PYRAMID_DOWN_KARIS] = PYRAMID_STEP(KIND, "DOWN KARIS"), \
    [PYRAMID_UP_MIX] = PYRAMID_STEP(KIND, "UP MIX"), [PYRAMID_UP] = PYRAMID_STEP(KIND, "UP")
#define PYRAMID_STEPS_GAUSS5(KIND) \
    [PYRAMID_GAUSS5 + PYRAMID_DOWN] = PYRAMID_STEP(KIND, "DOWN GAUSS5"), \
                      [PYRAMID_GAUSS5 + PYRAMID_DOWN_KARIS] = \
                          PYRAMID_STEP(KIND, "DOWN KARIS GAUSS5"), \
                      [PYRAMID_GAUSS5 + PYRAMID_UP_MIX] = PYRAMID_STEP(KIND, "UP MIX GAUSS5"), \
                      [PYRAMID_GAUSS5 + PYRAMID_UP] = PYRAMID_STEP(KIND, "UP GAUSS5")

// What each level went down with, on loan from the pool. NULL for level 0: the call's input.
struct pyramid_levels {
    struct texture *images[SIGMA_PYRAMID_LEVELS + 1];
};
const struct texture *pyramid_level(const struct effect_call *call,
                                    const struct pyramid_levels *levels, int level);

// To level `level` from the one above it. On loan from the pool.
struct texture *pyramid_step_down(const struct effect_call *call, const struct texture *from,
                                  int level);

// Smooths what the pyramid's level `smoothed` keeps of its own, where it says so; what that went
// down with is given back.
void pyramid_smooth_kept(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                         struct pyramid_levels *levels);

// Steps up from the deepest level to level `to`. All is given back but for the result, which is the
// call's output where `to` is 0.
const struct texture *pyramid_steps_up(const struct effect_call *call,
                                       const struct sigma_pyramid *pyramid,
                                       struct pyramid_levels *levels, int to);

void pyramid_steps_run(const struct effect_call *call);
void pyramid_steps_cost(const struct effect_site *site, struct cost *cost);

// Add what one pass of the thirteen taps' kernel costs: down to `level`, up to a level that is
// mixed in, and smoothing one.
void pyramid_cost_down(const struct effect_site *site, int level, struct cost *cost);
void pyramid_cost_mix(const struct effect_site *site, int level, struct cost *cost);
void pyramid_cost_smooth(const struct effect_site *site, int level, struct cost *cost);
