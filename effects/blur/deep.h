#pragma once

#include "effects/blur/half_steps.h"

// The deepest levels of a blur with levels, where most of the time is latency. One dispatch makes
// several steps down; a second one goes down to the deepest level and up again. A group holds all
// texels that its part of the output depends on in shared memory. It also computes those that
// adjacent groups compute, since that takes less time than another dispatch.

enum {
    DEEP_MAX_TURN = 2, // most steps down of the dispatch that goes down and up
    DEEP_MAX_LIFT = 3, // most steps up that it makes above the level of its input
    DEEP_MAX_STEPS = DEEP_MAX_TURN + DEEP_MAX_LIFT,
};

struct deep {
    int levels;     // number of the deepest one
    int from, to;   // levels of the input and of the output
    int smoothed;   // level that has a smoothing step of its own, the deepest or the one above; 0:
                    // none
    int down_reach; // 1: the dual filter's steps; 2: a pyramid's, with the define TENT
    enum edge edge;
    bool has_floats; // shared memory holds floats; otherwise halves (define HALVES)
};

// Returns the level from which the dispatch that goes down and up starts, so that it ends at level
// `to`, which is at most DEEP_MAX_STEPS above the deepest.
int deep_from(int levels, int to);

// Descriptions of the programs. With KEEP, a program also stores the levels between its input and
// its output.
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

// Writes the defines of these programs, EDGE included. half_steps_defines writes the other defines.
// SCATTERS, which the caller adds, means that levels above the input of DEEP_ROUND keep part of
// their light.
void deep_defines(const struct deep *deep, struct step_writer *defines);

// Returns the largest number of bytes of shared memory that one of these programs declares.
int deep_shared(const struct deep *deep);

// Makes `level` from level - steps, in an image from the pool; `steps` is the number of steps of
// the program. A KEEP program also writes the levels between to images from the pool, and stores
// these in kept[], indexed by level. The caller releases them all (levels_release).
struct texture *deep_down(const struct effect_call *call, const struct program *program,
                          const struct deep *deep, const struct texture *from, int level, int steps,
                          struct texture *kept[]);

// The parameters of the dispatch that goes down to the deepest level and up to deep->to. Each level
// on the way up has a share of the light that comes from below, and the weights of the step up to
// it (half_step_make_weights).
struct deep_round {
    const struct program *program;
    const struct deep *deep;
    const struct texture *from; // level deep->from
    struct texture **kept;      // images of levels that keep light, indexed by level; NULL: no
                                // level does
    float shares[DEEP_MAX_STEPS];
    float weights[DEEP_MAX_STEPS * HALF_STEP_WEIGHTS];
    float smooth[3]; // weights at the distances 0, 1 and 2 texels for the level deep->smoothed
};

// Returns level deep->to, which the caller releases. Releases the levels in `kept` that it mixes
// in.
struct texture *deep_go_round(const struct effect_call *call, const struct deep_round *round);
