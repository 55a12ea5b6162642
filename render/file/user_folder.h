#pragma once

#include "render/text/error.h"

#include <stddef.h>

// The user's folders for files of the program (XDG Base Directory Specification).

enum user_folder {
    // Files that can be made again: $XDG_CACHE_HOME/halation or ~/.cache/halation.
    USER_FOLDER_CACHE,
    // State of the window: $XDG_STATE_HOME/halation or ~/.local/state/halation.
    USER_FOLDER_STATE,
    // Effects that the user added: $XDG_DATA_HOME/halation or ~/.local/share/halation.
    USER_FOLDER_DATA,
};

// Writes the path of file `name` in that folder. Returns false if neither the XDG variable nor
// $HOME is an absolute path, or the path needs more than `size` bytes.
bool user_folder_path(enum user_folder folder, const char *name, char *out, size_t size);

// Creates all folders in the path of a file.
bool user_folder_make(const char *path, struct error *error);
