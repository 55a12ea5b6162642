#pragma once

#include "effects/blur/deep.h"
#include "effects/pyramid/pyramid_steps.h"

// Passes of the pyramid's thirteen taps for many texels at once: groups share what they read. They
// go down one to three steps, smooth a level, go down and up the deepest levels, and go up all
// steps that only interpolate.

// Their programs, after those of effects/pyramid/pyramid_steps.h that go down.
enum {
    PYRAMID_DOWN_ONCE = PYRAMID_DOWN_KARIS + 1,
    PYRAMID_DOWN_TWICE,
    PYRAMID_DOWN_DEEP_2,
    PYRAMID_DOWN_DEEP_3,
    PYRAMID_DOWN_DEEP_2_KEEP,
    PYRAMID_DOWN_DEEP_3_KEEP,
    PYRAMID_ROUND,
    PYRAMID_SMOOTH_ONLY,
    PYRAMID_SMOOTH_MIX,
    PYRAMID_UP_ALL,
};

#define PYRAMID_GROUPS \
    [PYRAMID_DOWN] = PYRAMID_STEP("comp", "DOWN"), \
    [PYRAMID_DOWN_KARIS] = PYRAMID_STEP("comp", "DOWN KARIS"), \
    [PYRAMID_DOWN_ONCE] = { .file = "pyramid/pyramid_down.comp", .defines = "LEVELS=1" }, \
    [PYRAMID_DOWN_TWICE] = { .file = "pyramid/pyramid_down.comp", .defines = "LEVELS=2" }, \
    [PYRAMID_DOWN_DEEP_2] = DEEP_DOWN(2), [PYRAMID_DOWN_DEEP_3] = DEEP_DOWN(3), \
    [PYRAMID_DOWN_DEEP_2_KEEP] = DEEP_DOWN_KEEP(2), \
    [PYRAMID_DOWN_DEEP_3_KEEP] = DEEP_DOWN_KEEP(3), [PYRAMID_ROUND] = DEEP_ROUND, \
    [PYRAMID_SMOOTH_ONLY] = { .file = "pyramid/pyramid_smooth.comp" }, \
    [PYRAMID_SMOOTH_MIX] = { .file = "pyramid/pyramid_smooth.comp", .defines = "MIX" }, \
    [PYRAMID_UP_ALL] = { .file = "pyramid/pyramid_up.comp" }

// The way up from `level` in one pass, of which `turn` is the variance of the first smoothing, in
// squared texels of that level.
struct pyramid_rise {
    int level;
    double turn;
};

void pyramid_groups_vary(const struct effect_site *site, const struct deep *deep,
                         const struct pyramid_rise *rise, char defines[EFFECT_DEFINES_SIZE]);

// The most bytes of shared memory that one of them declares.
int pyramid_groups_shared(const struct effect_site *site, const struct deep *deep,
                          const struct pyramid_rise *rise);

// The levels from `to` on, at which all the light that levels keep is; the deepest where none is
// kept.
struct deep pyramid_groups_deep(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                                int to);

// How many steps the dispatch takes that goes down from `level`, no further than to level `to`.
int pyramid_groups_steps(const struct effect_site *site, int level, int to);

// To `level` over one to three steps; on loan from the pool. What is joined to the call's input
// runs. `kept`: what it puts the levels between into, by their numbers; NULL: nothing is kept.
struct texture *pyramid_groups_down(const struct effect_call *call, const struct deep *deep,
                                    const struct texture *from, int level, int steps,
                                    struct texture *kept[]);

// From level deep->from to level deep->to; on loan from the pool. What levels kept is given back.
struct texture *pyramid_groups_round(const struct effect_call *call,
                                     const struct sigma_pyramid *pyramid, const struct deep *deep,
                                     const struct texture *from, struct texture *kept[]);

// A level smoothed into `to`, with the one below it faded in where `deeper` is not NULL. What is
// joined to the call's output runs.
void pyramid_groups_smooth(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                           const struct texture *from, const struct texture *deeper,
                           struct texture *to);

// From the level of the rise to the call's output.
void pyramid_groups_up(const struct effect_call *call, const struct pyramid_rise *rise,
                       const struct texture *from);

// Add what each costs.
void pyramid_groups_cost_down(const struct effect_site *site, const struct deep *deep, int level,
                              int steps, bool keeps, struct cost *cost);
void pyramid_groups_cost_smooth(const struct effect_site *site, int level, bool has_deeper,
                                struct cost *cost);
void pyramid_groups_cost_up(const struct effect_site *site, const struct pyramid_rise *rise,
                            struct cost *cost);
