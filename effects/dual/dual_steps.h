#pragma once

#include "effects/blur/half_steps.h"
#include "effects/dual/dual.h"

// The dual blur one step a pass, which every implementation of it falls back to.

// Programs, the first of an implementation's.
enum { DUAL_DOWN, DUAL_UP, DUAL_UP_MIX, DUAL_STEP_PROGRAMS };

#define DUAL_STEPS(KIND) \
    [DUAL_DOWN] = HALF_STEP_DOWN(KIND), [DUAL_UP] = HALF_STEP_UP(KIND), \
    [DUAL_UP_MIX] = HALF_STEP_UP_MIX(KIND)

// Whether a level mixes in what it went down with.
bool dual_keeps(const struct sigma_dual *dual, int level);

// One step up to level `level`, which is `finer` on the way down: into `to`, or beside it where
// some of the light of `finer` stays, which then is given back. `to` may be `finer`. Returns what
// was written.
struct texture *dual_step_up(const struct effect_call *call, const struct sigma_dual *dual,
                             int level, const struct texture *from, const struct texture *finer,
                             struct texture *to);

// effect_impl.takes_margin, .vary and .run of single steps.
bool dual_takes_margin(const struct effect_site *site);
void dual_steps_vary(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
void dual_steps_run(const struct effect_call *call);
void dual_steps_cost(const struct effect_site *site, struct cost *cost);
