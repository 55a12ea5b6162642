#pragma once

#include "effects/pyramid/pyramid_steps.h"

// Passes of the pyramid's thirteen taps for many texels at once: groups share what they read. They
// go down one or two steps, smooth a level, and go up all steps that only interpolate.

// Their programs, after those of effects/pyramid/pyramid_steps.h but PYRAMID_UP, for which
// PYRAMID_UP_ALL stands.
enum {
    PYRAMID_DOWN_ONCE = PYRAMID_UP,
    PYRAMID_DOWN_TWICE,
    PYRAMID_DOWN_TILE,
    PYRAMID_SMOOTH_ONLY,
    PYRAMID_SMOOTH_MIX,
    PYRAMID_UP_ALL,
};

#define PYRAMID_GROUPS \
    [PYRAMID_SMOOTH] = PYRAMID_STEP("comp", "SMOOTH"), \
    [PYRAMID_DOWN] = PYRAMID_STEP("comp", "DOWN"), \
    [PYRAMID_DOWN_KARIS] = PYRAMID_STEP("comp", "DOWN KARIS"), \
    [PYRAMID_UP_MIX] = PYRAMID_STEP("comp", "UP MIX"), \
    [PYRAMID_DOWN_ONCE] = { .file = "pyramid/pyramid_down.comp", .defines = "LEVELS=1" }, \
    [PYRAMID_DOWN_TWICE] = { .file = "pyramid/pyramid_down.comp", .defines = "LEVELS=2" }, \
    [PYRAMID_DOWN_TILE] = { .file = "pyramid/pyramid_down_tile.comp" }, \
    [PYRAMID_SMOOTH_ONLY] = { .file = "pyramid/pyramid_smooth.comp" }, \
    [PYRAMID_SMOOTH_MIX] = { .file = "pyramid/pyramid_smooth.comp", .defines = "MIX" }, \
    [PYRAMID_UP_ALL] = { .file = "pyramid/pyramid_up.comp" }

// The way up from `level` in one pass, of which `turn` is the variance of the first smoothing, in
// squared texels of that level.
struct pyramid_rise {
    int level;
    double turn;
};

void pyramid_groups_vary(const struct effect_site *site, const struct pyramid_rise *rise,
                         char defines[EFFECT_DEFINES_SIZE]);

// The most bytes of shared memory that one of them declares.
int pyramid_groups_shared(const struct effect_site *site, const struct pyramid_rise *rise);

// To `level` over one or two steps; on loan from the pool. What is joined to the call's input runs.
struct texture *pyramid_groups_down(const struct effect_call *call, const struct texture *from,
                                    int level, int steps);

// A level smoothed into `to`, with the one below it faded in where `deeper` is not NULL. What is
// joined to the call's output runs.
void pyramid_groups_smooth(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                           const struct texture *from, const struct texture *deeper,
                           struct texture *to);

// From the level of the rise to the call's output.
void pyramid_groups_up(const struct effect_call *call, const struct pyramid_rise *rise,
                       const struct texture *from);

// Add what each costs.
void pyramid_groups_cost_down(const struct effect_site *site, int level, int steps,
                              struct cost *cost);
void pyramid_groups_cost_smooth(const struct effect_site *site, int level, bool has_deeper,
                                struct cost *cost);
void pyramid_groups_cost_up(const struct effect_site *site, const struct pyramid_rise *rise,
                            struct cost *cost);
