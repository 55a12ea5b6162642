#pragma once

#include "app/command/option_row.h"

// Arguments that are no option, and options that there are not.

// Opens the file that an argument names, as a drop on the window does: a picture as --image, one
// that says how it was made as --from-screenshot, a chain as --chain @FILE. What is no file gets
// the option, chain or scene that was meant. `last` is the option before it when that stood alone,
// otherwise NULL. The argument is kept.
bool option_stray(struct option_reader *reader, const char *argument, const struct option *last,
                  struct error *error);

// Says what an option that there is not was meant to be. Returns false.
bool option_unknown(const struct option rows[], const char *argument, struct error *error);
