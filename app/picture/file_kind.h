#pragma once

#include "render/text/error.h"

// What kind of file was opened without saying so: dropped on the window, or named alone on the
// command line.
enum file_kind { FILE_PICTURE, FILE_CHAIN, FILE_PALETTE, FILE_KINDS };

// Chains and palettes are known by their endings, pictures by their bytes. A file that has only
// the ending of a picture counts as one, so that reading it says what is wrong with it. False with
// the reason for all else.
bool file_kind_find(const char *path, enum file_kind *kind, struct error *error);
