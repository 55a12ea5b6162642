#pragma once

#include <stdbool.h>

struct error;

// The folders in which shader files are found that a chain names without a path: the folder of
// --effects, then the user's own, $XDG_DATA_HOME/halation/effects. If both have a file of the same
// name, that of --effects is used.

// Sets the first folder. Returns false with the error if it cannot be read. The path is borrowed.
bool shader_folder_use(const char *path, struct error *error);

// Updates the list for shader_folder_at: the files of the first folder, sorted by name, then those
// of the second.
void shader_folder_scan(void);

// Returns the i-th file of the list, valid until the next scan; NULL past the last. Only `name` and
// `file` are set; effect_of_file loads it.
const struct effect *shader_folder_at(int i);

// Returns the i-th of all blurs: the built-in ones, then those of the first folder, which are
// loaded at the first call; NULL past the last. Files that cannot be loaded are reported on stderr.
const struct effect *shader_folder_blur(int i);
