#pragma once

#include "app/edit/preset.h"

// Files that the program writes: a comment that describes the chain, then one step per line.

// Writes the chain to the file, completely or not at all.
bool chain_file_write(const struct chain *chain, const char *path, struct error *error);

// Returns true if the file contains only what chain_file_write writes, so that it can be
// overwritten by another chain: comments and presets that a person wrote there would be lost.
bool chain_file_is_own(const char *path);

// Finds the path to save a chain to. `from`: the file that it was read from or saved to (NULL:
// none). The result is that file if overwriting it loses nothing, otherwise the next free name
// beside it; without it halation_0001.chain and so on in the current directory. Returns false if
// all these names exist.
bool chain_file_find(const char *from, char *out, size_t size, struct error *error);

// ---- the choice

// The chains that can be opened: all presets, then the chain files of a directory by name.

enum { CHAIN_CHOICE_FILES = 64, CHAIN_CHOICE_NAME = 256 };

struct chain_choice { // zeroed: only presets
    int file_count;
    char files[CHAIN_CHOICE_FILES][CHAIN_CHOICE_NAME];
};

// Lists the directory's plain files with the ending of chain files, the first 64 by name. A
// directory that cannot be read has none.
void chain_choice_list(struct chain_choice *choice, const char *folder);

int chain_choice_count(const struct chain_choice *choice);

// Return the name of the i-th item, and its preset's index or -1 for a file.
const char *chain_choice_name(const struct chain_choice *choice, int i);
int chain_choice_preset(int i);

// Reads the i-th item; files are in the current directory. `place` may be NULL.
bool chain_choice_read(const struct chain_choice *choice, int i, struct chain *chain,
                       struct chain_place *place, struct error *error);
