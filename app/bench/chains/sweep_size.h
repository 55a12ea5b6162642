#pragma once

#include "render/text/error.h"

#include <stddef.h>

// Sizes of the picture as values of a sweep.

// Reads "1280x720", a height of 16:9 such as "720p", or a name such as "4k".
bool sweep_size_parse(const char *text, int *width, int *height, struct error *error);

// Writes the list of heights that a range says, "360p..4320p" or "360p..4320p:5".
bool sweep_size_list(const char *range, char *list, size_t size, struct error *error);
