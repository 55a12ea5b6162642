#pragma once

#include "app/command/option_row.h"

// Prints the text of --help on stdout: what is used most where `group` is NULL, the options of a
// group, one option by its name, or "all". False, with the groups there are, for another.
bool option_help_print(const struct option rows[], const char *group, struct error *error);
