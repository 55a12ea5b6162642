#pragma once

#include "effects/chain.h"
#include "render/text/names.h"

// Chains by name (assets/chains, built into the program), from files, and from text.

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

enum { CHAIN_FILE_PATH_SIZE = 1024 }; // of files of chains; longer names are not kept

// Returns the folder of a file, in `out`; NULL: the current one.
const char *preset_folder_of(const char *path, char out[CHAIN_FILE_NAME_SIZE]);
