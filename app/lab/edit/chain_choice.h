#pragma once

#include "app/lab/edit/preset.h"
#include "effects/chain.h"

// What a chain can be opened from: all presets, then the chain files of a folder by their names.

enum { CHAIN_CHOICE_FILES = 64, CHAIN_CHOICE_NAME = 256 };

struct chain_choice { // zeroed: presets alone
    int file_count;
    char files[CHAIN_CHOICE_FILES][CHAIN_CHOICE_NAME];
};

// Lists the folder's plain files whose names end as those of chains, the first 64 in the order of
// the alphabet. A folder that cannot be read has none.
void chain_choice_list(struct chain_choice *choice, const char *folder);

int chain_choice_count(const struct chain_choice *choice);

// Return the name of the i-th, and the preset's number or -1 for a file.
const char *chain_choice_name(const struct chain_choice *choice, int i);
int chain_choice_preset(int i);

// Reads the i-th; files of the current folder. `place` may be NULL.
bool chain_choice_read(const struct chain_choice *choice, int i, struct chain *chain,
                       struct chain_place *place, struct error *error);
