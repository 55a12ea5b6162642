#pragma once

#include "effects/chain.h"

enum { CHAIN_WORDS_SIZE = 61 };

// Names a chain beside another one: by its preset, or else by the steps that differ from the other
// chain, each with the values that do:
//
//     "bloom"                       beside  "pyramid sigma=30"
//     "dual sigma=16"                       "mips sigma=16"
//     "no exposure"                         "exposure ev=1"
//     "dual off"                            "dual"
//     "threshold level=2, 4 more"           "threshold level=1, 4 more"
//
// A blur that the other chain does not have is named with its width. Steps that are missing are
// named if the chain has no others of its own. Equal chains that are no preset are "".
void chain_words_print(const struct chain *chain, const struct chain *other,
                       char out[CHAIN_WORDS_SIZE]);
