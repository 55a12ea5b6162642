#pragma once

#include "app/command/option_row.h"

// Says what an argument that is no option was meant to be: an option, a chain, a scene, a file.
// `last` is the option before it when that stood alone, otherwise NULL. Returns false.
bool option_stray(const struct option rows[], const char *argument, const struct option *last,
                  struct error *error);
