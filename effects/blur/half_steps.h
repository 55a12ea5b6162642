#pragma once

#include "effects/blur/levels.h"
#include "render/texture.h"

struct program;
struct step_writer;

// Steps between a level and the one below it, by the filters of the dual blur (M. Bjørge,
// Bandwidth-efficient rendering, SIGGRAPH 2015), for every blur that works at a lower resolution.
//
// There are three kinds. Plain steps run one invocation or fragment per texel. Steps in columns
// read each row of a column once; they share nothing, and are faster on software renderers. Neither
// supports a picture without its margin (effects/blur/margin.h). Blocked steps hold a group's part
// of the image in shared memory. They are faster on GPUs on which filtered texture reads take most
// of the time.

// Programs of a plain step. KIND is "frag" or "comp".
#define HALF_STEP_DOWN(KIND) \
    { \
        .file = "dual/dual." KIND, .defines = "DOWN" \
    }
#define HALF_STEP_UP(KIND) \
    { \
        .file = "dual/dual." KIND, .defines = "UP" \
    }
#define HALF_STEP_UP_MIX(KIND) \
    { \
        .file = "dual/dual." KIND, .defines = "UP MIX" \
    }

// Programs of a blocked step, with the defines of half_steps_defines.
#define HALF_STEP_DOWN_BLOCKED \
    { \
        .file = "dual/down_tile.comp" \
    }
#define HALF_STEP_UP_BLOCKED \
    { \
        .file = "dual/up_tile.comp" \
    }

// Programs of a step in columns, with the defines of half_columns_defines.
#define HALF_STEP_DOWN_COLUMN \
    { \
        .file = "dual/down_column.comp" \
    }
#define HALF_STEP_UP_COLUMN \
    { \
        .file = "dual/up_column.comp" \
    }
#define HALF_STEP_UP_COLUMN_MIX \
    { \
        .file = "dual/up_column.comp", .defines = "MIX" \
    }

// Number of different weights of the coarse texels around the texel that a step up makes; the other
// weights are equal to these by symmetry.
enum { HALF_STEP_WEIGHTS = 15 };

// Makes a plain step down to an image from the pool, which the caller releases. `offset` is the
// distance of the taps in texels of `from`; 1 as published.
struct texture *half_step_down(const struct effect_call *call, const struct program *program,
                               const struct texture *from, double offset);

// Parameters of a step up.
struct half_step_up {
    const struct program *program;
    const struct texture *from;
    double offset; // distance of the taps in texels of `from`, 1 as published
    // Only for programs that mix: the image of the size of `to` whose light has the weight 1 -
    // share.
    const struct texture *finer;
    double share;
    struct texture *to;
};
void half_step_up(const struct effect_call *call, const struct half_step_up *step);

// Steps in columns: down at offset 1, up at offsets up to 1.25, or up to 1.75 with the define WIDE.
// A step that reads the call's input or writes its output also runs the steps that are fused with
// it.
struct texture *half_step_down_column(const struct effect_call *call, const struct program *program,
                                      const struct texture *from, double offset);
void half_step_up_column(const struct effect_call *call, const struct half_step_up *step);

// Plain steps or steps in columns, for a blur that runs both in the same order.
struct half_steps {
    struct texture *(*down)(const struct effect_call *call, const struct program *program,
                            const struct texture *from, double offset);
    void (*up)(const struct effect_call *call, const struct half_step_up *step);
};

// Blocked steps: as in columns.
struct texture *half_step_down_blocked(const struct effect_call *call,
                                       const struct program *program, const struct texture *from);
void half_step_up_blocked(const struct effect_call *call, const struct half_step_up *step);

// Computes the weights of the coarse texels that equal the bilinear taps of a step up to `to`, for
// shaders/blur/half_step_up.glsl.
void half_step_make_weights(double offset, const struct texture *to,
                            float weights[HALF_STEP_WEIGHTS]);

// Writes the defines of the programs in columns.
void half_columns_defines(const struct effect_site *site, struct step_writer *defines);

// Writes the defines of the blocked steps' programs.
void half_steps_defines(const struct effect_site *site, struct step_writer *defines);

// Returns the largest number of bytes of shared memory that a blocked program declares.
int half_steps_shared(const struct effect_site *site);
