#pragma once

#include "effects/chain.h"

// Files of chains that the program writes: a comment on what it is, then a step in each line.
// --chain @FILE reads them.

enum { CHAIN_FILE_PATH_SIZE = 1024 }; // longer names are not kept

// Writes the text of such a file. Returns the length, like snprintf.
int chain_file_print(const struct chain *chain, char *out, size_t size);

// Puts the chain into the file, whole or not at all.
bool chain_file_write(const struct chain *chain, const char *path, struct error *error);

// Returns whether a chain's file holds nothing but what chain_file_write writes, so that another
// chain may replace it: comments and presets that a person wrote there would be lost.
bool chain_file_is_own(const char *path);

// Finds where a chain is saved that was read from the file `from`, or saved there before (NULL:
// neither): there where that loses nothing, else beside it under the next free name; without it as
// halation_0001.chain and so on in the current folder. False where all these names are taken.
bool chain_file_find(const char *from, char *out, size_t size, struct error *error);
