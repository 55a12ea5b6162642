#pragma once

#include "effects/chain.h"
#include "render/text/names.h"

// Chains by name (assets/chains, built into the program), from files, and from text.

int preset_count(void);
const char *preset_name(int index); // in the order of the alphabet; NULL past the last
const char *preset_text(int index);

// Names of all presets; and of all presets and effects, which may be words of a chain.
extern const struct names preset_names, preset_words;

// Returns -1 when there is none of that name.
int preset_find(const char *name);

// Returns the preset that is equal to the chain; -1: none.
int preset_of(const struct chain *chain);

#define PRESET_ENDING ".chain" // of chain files

// Returns true if the name has the ending of chain files.
bool preset_has_ending(const char *path);

// Sets a place to a byte of a text, which may have several lines.
void preset_set_place(struct chain_place *place, const char *text, size_t offset);

// Writes the line in a form that can be printed, whatever bytes it has, and the part of it before
// the place. Each buffer has PRESET_SHOWN_SIZE bytes.
enum { PRESET_SHOWN_SIZE = 4 * 96 };
void preset_show_place(const struct chain_place *place, char *line, char *before);

// Reads "@FILE" or chain text, which may begin with a preset (effects/chain.h) or be only that.
// `name` (may be NULL) becomes the preset's or the file's name, else NULL; it points into `text` or
// to a constant. `place` (may be NULL) becomes the position of an error.
bool preset_read_chain(struct chain *chain, const char *text, const char **name,
                       struct chain_place *place, struct error *error);
enum { CHAIN_FILE_PATH_SIZE = 1024 }; // longer paths are not stored

// Writes the directory of a file to `out` and returns it; NULL: the current directory.
const char *preset_folder_of(const char *path, char out[CHAIN_FILE_NAME_SIZE]);
