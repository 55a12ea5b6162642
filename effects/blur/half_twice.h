#pragma once

#include "effects/blur/half_steps.h"

// Two of those steps in one dispatch, so that the level between them is not stored: down with the
// taps where they are published, and up.

// Programs. KEEP also stores the level between; MIX mixes in what that kept.
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

// Writes the defines of these programs but EDGE, beside those of half_steps_vary, and returns their
// length.
int half_twice_vary(const struct effect_site *site, char *defines, size_t size);

// The most bytes of shared memory that one of them declares.
int half_twice_shared(const struct effect_site *site);

// From level - 2 to `level`, on loan from the pool. With a program that keeps it, *between is the
// level between, on loan too. What is joined to the call's input runs.
struct texture *half_down_twice(const struct effect_call *call, const struct program *program,
                                enum edge edge, const struct texture *from, int level,
                                struct texture **between);

// A step up of two levels. What is joined to the call's output runs.
struct half_up_twice {
    const struct program *program;
    enum edge edge;
    const struct texture *from;
    double offset, between_offset; // of taps in `from`, and in the level between, 1 as published
    // With a program that mixes: what the level between keeps 1 - share of.
    const struct texture *between;
    double share;
    struct texture *to;
};
void half_up_twice(const struct effect_call *call, const struct half_up_twice *step);
