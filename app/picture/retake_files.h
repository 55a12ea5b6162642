#pragma once

#include "render/text/error.h"

#include <stdbool.h>
#include <stddef.h>

// Copies the text of a chain or scene that came with a picture, where names of files become those
// beside the picture: whatever the text says, nothing is read from elsewhere. `path` is the
// picture's. False with the reason where a file is not there, a name is none, or the text is no
// text of steps or does not fit `size` bytes.
bool retake_files(const char *text, bool is_scene, const char *path, char *out, size_t size,
                  struct error *error);
