#pragma once

#include "app/edit/preset.h"

// Files that the program writes: a comment that describes the chain, then one step per line.

// Puts the chain into the file, whole or not at all.
bool chain_file_write(const struct chain *chain, const char *path, struct error *error);

// Returns whether a chain's file holds nothing but what chain_file_write writes, so that another
// chain may replace it: comments and presets that a person wrote there would be lost.
bool chain_file_is_own(const char *path);

// Finds where a chain is saved that was read from the file `from`, or saved there before (NULL:
// neither): there where that loses nothing, else beside it under the next free name; without it as
// halation_0001.chain and so on in the current folder. False where all these names are taken.
bool chain_file_find(const char *from, char *out, size_t size, struct error *error);

// ---- the choice

// The chains that can be opened: all presets, then the chain files of a directory by name.

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
