#pragma once

#include "effects/dual/dual_steps.h"

// Dispatches that take several steps of the dual blur at once, so that the levels between them are
// never stored: two or three down, two up, and up to seven at the deepest levels, down and up
// again.

// Their programs, after those of effects/dual/dual_steps.h.
enum {
    DUAL_DOWN_TWICE = DUAL_STEP_PROGRAMS,
    DUAL_DOWN_TWICE_KEEP,
    DUAL_DOWN_THRICE,
    DUAL_DOWN_THRICE_KEEP,
    DUAL_DEEP,
    DUAL_UP_TWICE,
    DUAL_UP_TWICE_MIX,
    DUAL_TWICE_PROGRAMS,
};

#define DUAL_TWICE \
    [DUAL_DOWN_TWICE] = { .file = "dual/dual_down_twice.comp" }, \
    [DUAL_DOWN_TWICE_KEEP] = { .file = "dual/dual_down_twice.comp", .defines = "KEEP" }, \
    [DUAL_DOWN_THRICE] = { .file = "dual/dual_down_thrice.comp" }, \
    [DUAL_DOWN_THRICE_KEEP] = { .file = "dual/dual_down_thrice.comp", .defines = "KEEP" }, \
    [DUAL_DEEP] = { .file = "dual/dual_deep.comp" }, \
    [DUAL_UP_TWICE] = { .file = "dual/dual_up_twice.comp" }, \
    [DUAL_UP_TWICE_MIX] = { .file = "dual/dual_up_twice.comp", .defines = "MIX" }

// Writes the defines of these programs beside those of half_steps_vary, and returns their length.
int dual_twice_vary(const struct effect_site *site, char *defines, size_t size);

// The most bytes of shared memory that one of them declares.
int dual_twice_shared(const struct effect_site *site);

// The deepest levels: from level `from` down to the deepest and up to level `to`, in one dispatch.
// Both are the deepest level where there are too few for that. `to` is even otherwise.
struct dual_deep {
    int from, to;
};
struct dual_deep dual_deep_of(const struct sigma_dual *dual);

// Levels that keep light and were stored on the way down, from level 1 on. NULL: it was not.
struct dual_kept {
    struct texture *levels[SIGMA_DUAL_LEVELS];
};

// From level - 2 to `level`, on loan from the pool. Where the level between keeps light, that is
// stored. What is joined to the call's input runs.
struct texture *dual_down_twice(const struct effect_call *call, const struct sigma_dual *dual,
                                const struct texture *from, int level, struct dual_kept *kept);

// From level - 3 to `level`, on loan from the pool. Where one of the levels between keeps light,
// both are stored.
struct texture *dual_down_thrice(const struct effect_call *call, const struct sigma_dual *dual,
                                 const struct texture *from, int level, struct dual_kept *kept);

// `from` is level deep.from, and level deep.to comes out, on loan from the pool. Levels that it
// mixes in are given back.
struct texture *dual_go_round(const struct effect_call *call, const struct sigma_dual *dual,
                              const struct texture *from, struct dual_kept *kept);

// From level + 2 to `level`, which is `to` and keeps no light. What the level between kept is given
// back. What is joined to the call's output runs.
void dual_up_twice(const struct effect_call *call, const struct sigma_dual *dual, int level,
                   const struct texture *from, struct texture *to, struct dual_kept *kept);

// Add what each costs. `level` is the one that comes out.
void dual_cost_down_twice(const struct effect_site *site, int level, struct cost *cost);
void dual_cost_down_thrice(const struct effect_site *site, int level, struct cost *cost);
void dual_cost_go_round(const struct effect_site *site, struct cost *cost);
void dual_cost_up_twice(const struct effect_site *site, int level, struct cost *cost);
