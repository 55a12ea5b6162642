#pragma once

#include "effects/effect.h"

// Folders whose shader files a chain names without a path: that of --effects, then the user's own,
// $XDG_DATA_HOME/halation/effects. A file of the first hides one of the same name in the second.

// Sets the first folder. False if it cannot be read. The path is borrowed.
bool shader_folder_use(const char *path, struct error *error);

// Lists the files of the first folder by their names, then those of the second, for
// shader_folder_at.
void shader_folder_scan(void);

// Returns the i-th file of the list, until the next scan; NULL past the last. It has a name and a
// file alone: effect_of_file reads it.
const struct effect *shader_folder_at(int i);

// Returns the i-th of all blurs: those of the program, then those of the first folder, which are
// read at the first call; NULL past the last. Files that are refused are noted on stderr.
const struct effect *shader_folder_blur(int i);
