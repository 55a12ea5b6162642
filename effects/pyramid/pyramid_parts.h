#pragma once

#include "effects/pyramid/pyramid.h"

// What the files of the pyramid are to each other: pyramid.c steps plainly, pyramid_blocked.c for
// many texels at once.

// Programs of a row. UP is the plain rows' own; with GAUSS5 added, those from DOWN on are the same
// with five taps.
enum {
    PYRAMID_COPY,
    PYRAMID_SMOOTH,
    PYRAMID_DOWN,
    PYRAMID_DOWN_KARIS,
    PYRAMID_UP_MIX,
    PYRAMID_UP,
    PYRAMID_GAUSS5 = PYRAMID_UP - PYRAMID_SMOOTH,
};

// Those of the row blocked.
enum {
    PYRAMID_DOWN_ONCE = PYRAMID_UP_MIX + 1,
    PYRAMID_DOWN_TWICE,
    PYRAMID_DOWN_TILE,
    PYRAMID_SMOOTH_ONLY,
    PYRAMID_SMOOTH_MIX,
    PYRAMID_UP_ALL,
};

// To level `level` from the one above it. On loan from the pool.
struct texture *pyramid_down(const struct effect_call *call, const struct texture *from, int level);

// What `level` keeps of its own, smoothed where the pyramid says so; what it went down with is
// given back then, unless it is the call's input.
const struct texture *pyramid_keep(const struct effect_call *call,
                                   const struct sigma_pyramid *pyramid, int level,
                                   const struct texture *from);

// Steps up from the deepest level to level `to`, where levels[i] is what level i went down with,
// and the deepest what turns round. All on loan, given back but for the result; the call's output
// where `to` is 0.
const struct texture *pyramid_go_up(const struct effect_call *call,
                                    const struct sigma_pyramid *pyramid,
                                    const struct texture *levels[], int to);

void pyramid_run(const struct effect_call *call);
void pyramid_cost(const struct effect_site *site, struct cost *cost);
void pyramid_cost_smooth(const struct effect_site *site, int level, struct cost *cost);

// Of a step up of the 13 taps' kernel, into a level that is mixed in.
void pyramid_cost_mix(const struct effect_site *site, int level, struct cost *cost);

extern const struct program_desc pyramid_blocked_programs[];

void pyramid_run_blocked(const struct effect_call *call);
void pyramid_vary_blocked(const struct effect_site *site, char defines[EFFECT_DEFINES_SIZE]);
void pyramid_cost_blocked(const struct effect_site *site, struct cost *cost);
bool pyramid_fits_blocked(const struct effect_site *site, char why[EFFECT_WHY_SIZE]);
int pyramid_blocked_output(const struct effect_site *site);
int pyramid_blocked_input(const struct effect_site *site);
