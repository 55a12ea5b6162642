#pragma once

#include "effects/chain.h"
#include "render/text/names.h"

// Chains by name (assets/chains, built into the program), from files, and from text; files of
// chains that the program writes; and the choice of what can be opened.

int preset_count(void);
const char *preset_name(int index); // in the order of the alphabet; NULL past the last
const char *preset_text(int index);

// Names of all presets; and of presets and effects: what a word of a chain may be.
extern const struct names preset_names, preset_words;

// Returns -1 when there is none of that name.
int preset_find(const char *name);

// Returns the preset that the chain is, unchanged; -1: none.
int preset_of(const struct chain *chain);

#define PRESET_ENDING ".chain" // of files of chains

// Return whether there is a file of that name, and whether a name ends as files of chains do.
bool preset_is_file(const char *path);
bool preset_has_ending(const char *path);

// Sets a place to a byte of a text, which may have several lines.
void preset_set_place(struct chain_place *place, const char *text, size_t offset);

// Writes the line as it can be shown, whatever it holds, and what of it stands before the place.
// Each buffer has PRESET_SHOWN_SIZE bytes.
enum { PRESET_SHOWN_SIZE = 4 * 96 };
void preset_show_place(const struct chain_place *place, char *line, char *before);

// Reads "@FILE" or chain text, which a preset may begin (effects/chain.h), or be alone. `name` (may
// be NULL) gets the preset's or the file's name, else NULL; it points into `text` or into the
// program. `place` may be NULL.
bool preset_read_chain(struct chain *chain, const char *text, const char **name,
                       struct chain_place *place, struct error *error);

// ---- files of chains

// Files that the program writes: a comment that describes the chain, then one step per line.

enum { CHAIN_FILE_PATH_SIZE = 1024 }; // longer names are not kept

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
