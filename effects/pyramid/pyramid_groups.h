#pragma once

#include "effects/blur/deep.h"
#include "effects/pyramid/pyramid_steps.h"

// Passes of the pyramid's thirteen taps in which a group computes many texels and shares its reads.
// They go down one to three steps, smooth a level, go down and up the deepest levels, and go up all
// steps that only interpolate.

// Indices of the programs, after those of effects/pyramid/pyramid_steps.h that go down.
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

// The way up from `level` in one pass. `turn` is the variance of the first smoothing, in squared
// texels of that level.
struct pyramid_rise {
    int level;
    double turn;
};

void pyramid_groups_defines(const struct effect_site *site, const struct deep *deep,
                            const struct pyramid_rise *rise, struct step_writer *defines);

// Returns the largest number of bytes of shared memory that one of these programs declares.
int pyramid_groups_shared(const struct effect_site *site, const struct deep *deep,
                          const struct pyramid_rise *rise);

// Returns the levels from `to` on. All levels that keep light must be among them; if there are
// none, `to` is the deepest level.
struct deep pyramid_groups_deep(const struct effect_site *site, const struct sigma_pyramid *pyramid,
                                int to);

// Returns the number of steps of the dispatch that goes down from `level`, but not beyond level
// `to`.
int pyramid_groups_steps(const struct effect_site *site, int level, int to);

// Makes `level` in one to three steps, from the pool; runs the steps that are fused with
// the call's input. The levels between are put into `kept`, indexed by level, unless that is NULL.
struct texture *pyramid_groups_down(const struct effect_call *call, const struct deep *deep,
                                    const struct texture *from, int level, int steps,
                                    struct texture *kept[]);

// Goes from level deep->from to level deep->to, which is from the pool. Releases the levels
// in `kept`.
struct texture *pyramid_groups_round(const struct effect_call *call,
                                     const struct sigma_pyramid *pyramid, const struct deep *deep,
                                     const struct texture *from, struct texture *kept[]);

// Smooths a level into `to`, and fades in the level below it, `deeper`, unless that is NULL. Runs
// the steps that are fused with the call's output.
void pyramid_groups_smooth(const struct effect_call *call, const struct sigma_pyramid *pyramid,
                           const struct texture *from, const struct texture *deeper,
                           struct texture *to);

// Goes from the level of the rise up to the call's output.
void pyramid_groups_up(const struct effect_call *call, const struct pyramid_rise *rise,
                       const struct texture *from);
