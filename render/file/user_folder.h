#pragma once

#include "render/text/error.h"

#include <stddef.h>

// Folders of the user in which programs keep files of their own (XDG Base Directory Specification):
// what can be measured again, what the user would miss, and what the user puts there.

enum user_folder {
    USER_FOLDER_CACHE, // $XDG_CACHE_HOME/halation, or ~/.cache/halation
    USER_FOLDER_STATE, // $XDG_STATE_HOME/halation, or ~/.local/state/halation
    USER_FOLDER_DATA,  // $XDG_DATA_HOME/halation, or ~/.local/share/halation
};

// Writes the path of the file of that name. False where neither variable names a folder, or the
// path is longer than `size` bytes.
bool user_folder_path(enum user_folder folder, const char *name, char *out, size_t size);

// Makes the folders that lead to a file.
bool user_folder_make(const char *path, struct error *error);
