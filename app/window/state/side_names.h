#pragma once

#include "effects/chain.h"

// Names of two chains beside each other: of each the preset that it is, or else the words that tell
// it from the other one.

enum { SIDE_NAME_SIZE = 64 };

struct side_names {
    struct chain chains[2]; // that have these names
    char names[2][SIDE_NAME_SIZE];
};

// Names the chains `a` and `b` by the steps that differ, each with the values that do:
//
//     "A: bloom"                       "B: pyramid sigma=30"
//     "A: dual sigma=16"               "B: mips sigma=16"
//     "A: no exposure"                 "B: exposure ev=1"
//     "A: dual off"                    "B: dual"
//     "A: threshold level=2, 4 more"   "B: threshold level=1, 4 more"
//
// A blur that the other chain does not have is named with its width. Steps that are missing are
// named if the side has no others of its own. Equal chains that are no preset are "A" and "B".
void side_names_make(struct side_names *names, const struct chain *a, const struct chain *b);
