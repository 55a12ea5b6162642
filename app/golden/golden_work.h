#pragma once

#include "render/text/error.h"

#include <stdbool.h>

// The folder where pictures that are drawn again lie until they are compared: the one that
// is to keep what failed, or one of its own that goes away, by a signal too.

struct golden_work {
    char *folder; // owned
    bool is_temporary;
    int count;
    char **files; // owned; in a temporary folder
};

// Makes the folder. `kept` (NULL: none) is the one that keeps pictures, and may not be `golden`.
bool golden_work_init(struct golden_work *work, const char *kept, const char *golden,
                      struct error *error);

// Removes a temporary folder.
void golden_work_finish(struct golden_work *work);

// Returns where a picture of that name is to be written, for the caller to free.
char *golden_work_path(struct golden_work *work, const char *file);

// Removes the picture of that path.
void golden_work_remove(struct golden_work *work, const char *path);

// Copies a file over another, so that it is there whole or as it was.
bool golden_work_copy(const char *from, const char *to, struct error *error);
