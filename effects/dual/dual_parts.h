#pragma once

#include "effects/dual/dual.h"

// What the dual filter's implementation rows share.

// A row's programs. Those from DUAL_DOWN_BLOCKED on are the row `blocked`'s.
enum {
    DUAL_DOWN,
    DUAL_UP,
    DUAL_UP_MIX,
    DUAL_COPY,
    DUAL_DOWN_BLOCKED,
    DUAL_DOWN_TWICE,
    DUAL_DOWN_TWICE_KEEP,
    DUAL_MIDDLE_ONCE,
    DUAL_MIDDLE_TWICE,
    DUAL_UP_TWICE,
    DUAL_UP_TWICE_MIX,
    DUAL_UP_TWICE_MIX_BOTH,
    DUAL_UP_BLOCKED,
};

enum edge dual_edge(const struct effect_site *site);

// One step at a time, one invocation a texel.
void dual_run_steps(const struct effect_call *call);
void dual_cost_steps(const struct effect_site *site, struct cost *cost);

// Whether a level mixes in what it went down with.
bool dual_keeps(const struct sigma_dual *dual, int level);

// One step up to level `level`, which is `finer` on the way down: into `to`, or beside it where
// some of the light of `finer` stays, which then is given back. `to` may be `finer`. Returns what
// was written.
struct texture *dual_step_up(const struct effect_call *call, const struct sigma_dual *dual,
                             int level, const struct texture *from, const struct texture *finer,
                             struct texture *to);

// What the bilinear taps of a step up give the texels of the coarse image around them, for
// shaders/dual/dual_up.glsl. `to` is what is stepped up to.
enum { DUAL_WEIGHTS = 15 };
void dual_make_weights(double offset, const struct texture *to, float weights[DUAL_WEIGHTS]);

// Input and output, for a program's u_sizes.
struct uniform dual_sizes(const struct texture *from, const struct texture *to);

// The row `blocked`.
extern const struct program_desc dual_blocked_programs[];
void dual_vary_blocked(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
void dual_cost_blocked(const struct effect_site *site, struct cost *cost);
bool dual_fits_blocked(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
void dual_run_blocked(const struct effect_call *call);
int dual_input_program(const struct effect_site *site);
int dual_output_program(const struct effect_site *site);
