#pragma once

#include <stdbool.h>
#include <stddef.h>

// Whether a machine stood still while it was measured. Two canaries of known work run beside all
// that is timed: a copy of the image, which the memory binds, and a kernel of multiplications,
// which the multiprocessors' clock binds. A block of frames in which the median of either lies more
// than STEADY_LIMIT above the best median of any block was measured on another machine, so to
// speak: it is thrown away and measured again, for a bounded time.

#define STEADY_LIMIT 0.03

enum steady_canary { STEADY_COPY, STEADY_ARITHMETIC, STEADY_CANARIES };

struct steady {
    bool is_steady;   // every block that counts is within the limit of the best
    bool is_software; // a software renderer, which shares its processors with everything else
    int blocks;       // that count
    int thrown_away;  // and those that do not
    struct steady_range {
        double best, worst; // medians of the blocks that count, milliseconds; NaN: none
    } canaries[STEADY_CANARIES];
};

extern const char *const steady_canary_names[]; // NULL-terminated

// Writes a sentence for people: what was thrown away, or why no ratio can be relied on.
void steady_describe(const struct steady *steady, char *text, size_t size);
