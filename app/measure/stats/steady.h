#pragma once

#include <stdbool.h>

// Whether a machine stood still while it was measured. Two canaries of known work run beside all
// that is timed: a copy of the image, which the memory binds, and a kernel of multiplications,
// which the multiprocessors' clock binds. A block of frames in which the median of either lies more
// than STEADY_LIMIT above the best of any block was measured on another machine, so to speak: it is
// thrown away and measured again. Where that does not help, verdicts allow for what the canaries
// moved by. Plain arithmetic, without a GPU.

#define STEADY_LIMIT 0.03

// Fewer blocks say nothing. STEADY_LEAST_DRAWS make that many, however few draws a block has.
enum { STEADY_LEAST_BLOCKS = 3, STEADY_LEAST_DRAWS = 12 };

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

// Returns by how much times of this machine may be off, 0.08: by 8 %. 0 where it was steady;
// otherwise how much longer than in its best block either canary took in its worst; INFINITY where
// that is not known.
double steady_drift(const struct steady *steady);

// The ratio of two times, and where it lies for sure.
struct steady_ratio {
    double value, low, high;
};

// Returns where the ratio lies for sure on a machine that drifted. This is the rule of all verdicts
// about times: what keeps to one side of 1, or of a limit, is decided; only the rest is open.
struct steady_ratio steady_allow(struct steady_ratio ratio, double drift);

enum { STEADY_TEXT_SIZE = 320, STEADY_DRIFT_SIZE = 48 };

// Writes ", drift of 8.1 % allowed for", to end a verdict; nothing for 0.
void steady_describe_drift(double drift, char text[static STEADY_DRIFT_SIZE]);

// Writes a sentence for people: what was thrown away, or why no ratio can be relied on.
void steady_describe(const struct steady *steady, char text[static STEADY_TEXT_SIZE]);
