#pragma once

#include "effects/blur/half_steps.h"

// The deepest levels of a blur on ever smaller images, whose cost is waiting: several steps down in
// one dispatch, then one that goes down to the deepest level and up again. A group holds what its
// part of the output rests on in shared memory; what neighbours need too, they make again.

enum {
    DEEP_MOST_TURN = 2, // steps down of the dispatch that goes round
    DEEP_MOST_LIFT = 3, // steps up that it takes above the level where it began
    DEEP_MOST_STEPS = DEEP_MOST_TURN + DEEP_MOST_LIFT,
};

struct deep {
    int levels;     // the deepest one
    int from, to;   // where it begins, and the level that comes out
    int smoothed;   // level that is smoothed on its own, the deepest or the one above; 0: none is
    int down_reach; // 1: the dual filter's steps; 2: a pyramid's, with the define TENT
    enum edge edge;
    bool has_floats; // texels wait in shared memory as they are; otherwise as halves (HALVES)
};

// Where to begin to end at level `to`, which is at most DEEP_MOST_STEPS above the deepest.
int deep_from(int levels, int to);

// Programs. With KEEP, the levels between are stored.
#define DEEP_ROUND \
    { \
        .file = "blur/deep.comp" \
    }
#define DEEP_DOWN(STEPS) \
    { \
        .file = "blur/deep_down.comp", .defines = "STEPS=" #STEPS \
    }
#define DEEP_DOWN_KEEP(STEPS) \
    { \
        .file = "blur/deep_down.comp", .defines = "KEEP STEPS=" #STEPS \
    }

// Writes the defines of these programs, beside those of half_steps_vary but with EDGE, and returns
// their length. SCATTERS says that levels above the input of DEEP_ROUND keep light.
int deep_vary(const struct deep *deep, char *defines, size_t size);

// The most bytes of shared memory that one of them declares.
int deep_shared(const struct deep *deep);

// From level - steps to `level`, on loan from the pool; `steps` is that of the program. One that
// keeps the levels between puts them into kept[], by their numbers, on loan too.
struct texture *deep_down(const struct effect_call *call, const struct program *program,
                          const struct deep *deep, const struct texture *from, int level, int steps,
                          struct texture *kept[]);

// The way up from the deepest level to level `to`: each level on it has the share of what comes
// from below, and the weights of the step up to it (half_step_make_weights).
struct deep_round {
    const struct program *program;
    const struct deep *deep;
    const struct texture *from; // level deep->from
    struct texture **kept;      // levels that keep light, by their numbers; NULL: nothing
    float shares[DEEP_MOST_STEPS];
    float weights[DEEP_MOST_STEPS * HALF_STEP_WEIGHTS];
    float smooth[3]; // weights at the distances 0, 1 and 2 texels, where a level is smoothed
};

// Returns level deep->to, on loan from the pool. Levels that it mixes in are given back.
struct texture *deep_go_round(const struct effect_call *call, const struct deep_round *round);

// Add what each costs.
void deep_cost_down(const struct effect_site *site, const struct deep *deep, int level, int steps,
                    struct cost *cost);
void deep_cost_round(const struct effect_site *site, const struct deep *deep, struct cost *cost);
