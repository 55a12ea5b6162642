#pragma once

#include <stdbool.h>

// Whether a machine stood still while it was measured. Two canaries of known work run beside all
// that is timed: a copy of the image, which the memory binds, and a kernel of multiplications,
// which the multiprocessors' clock binds. A block of frames in which the median of either lies more
// than STEADY_LIMIT above the best of any block was measured on another machine, so to speak: it is
// thrown away and measured again. Plain arithmetic, without a GPU.

#define STEADY_LIMIT 0.03

// Fewer blocks say nothing.
enum { STEADY_LEAST_BLOCKS = 3 };

enum steady_canary { STEADY_COPY, STEADY_ARITHMETIC, STEADY_CANARIES };

struct steady {
    // Every block that counts is within the limit of the best, and, after steady_end, there were
    // enough of them.
    bool is_steady;
    bool is_software; // a software renderer, which shares its processors with everything else
    int blocks;       // that count
    int thrown_away;  // and those that do not
    struct steady_range {
        double best;  // median of any block, milliseconds; INFINITY: none so far
        double worst; // of the blocks that count; 0: none
    } canaries[STEADY_CANARIES];
};

extern const char *const steady_canary_names[]; // NULL-terminated

void steady_init(struct steady *steady, bool is_software);

// What is to be done with a block.
enum steady_verdict {
    STEADY_COUNTS,
    STEADY_AGAIN,      // it is thrown away
    STEADY_FROM_START, // and so are all before it: the machine has become faster since
};

// Judges a block by the medians of its canaries, milliseconds. Where `may_repeat` is false it
// counts in any case, and the machine was not steady.
enum steady_verdict steady_judge(struct steady *steady, const double medians[STEADY_CANARIES],
                                 bool may_repeat);

// Ends the run: a machine is only steady by enough blocks.
void steady_end(struct steady *steady);

// Takes in what another part of the same run found: of the ranges the wider one stays.
void steady_merge(struct steady *steady, const struct steady *part);

enum { STEADY_TEXT_SIZE = 320 };

// Writes a sentence for people: what was thrown away, or why no ratio can be relied on.
void steady_describe(const struct steady *steady, char text[static STEADY_TEXT_SIZE]);
