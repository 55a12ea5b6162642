#pragma once

#include "effects/blur/half_steps.h"

// Two steps of effects/blur/half_steps.h in one dispatch, so that the level between them is not
// stored: two down, with taps at the published distance, or two up.

// Descriptions of the programs. With KEEP a program also stores the level between; with MIX it
// mixes that stored level in.
#define HALF_DOWN_TWICE \
    { \
        .file = "dual/down_twice.comp" \
    }
#define HALF_DOWN_TWICE_KEEP \
    { \
        .file = "dual/down_twice.comp", .defines = "KEEP" \
    }
#define HALF_UP_TWICE \
    { \
        .file = "dual/up_twice.comp" \
    }
#define HALF_UP_TWICE_MIX \
    { \
        .file = "dual/up_twice.comp", .defines = "MIX" \
    }

// Writes the defines of these programs except EDGE and those of half_steps_defines, which they need
// too.
void half_twice_defines(const struct effect_site *site, struct step_writer *defines);

// Returns the largest number of bytes of shared memory that one of these programs declares.
int half_twice_shared(const struct effect_site *site);

// Makes two steps down from level - 2. Returns `level`, which the caller releases (levels_release).
// With a KEEP program, *between receives the level between, which the caller releases too;
// otherwise `between` is NULL. If `from` is the call's input, the joined steps before it run.
struct texture *half_down_twice(const struct effect_call *call, const struct program *program,
                                const struct texture *from, int level, struct texture **between);

// Parameters of two steps up. If `to` is the call's output, the joined steps after it run.
struct half_up_twice {
    const struct program *program;
    const struct texture *from;
    double offset, between_offset; // distance of the taps in texels of `from` and of the level
                                   // between; 1 as published
    // Only for MIX programs: the image of the level between on the way down, whose light has the
    // weight 1 - share.
    const struct texture *between;
    double share;
    struct texture *to;
};
void half_up_twice(const struct effect_call *call, const struct half_up_twice *step);
