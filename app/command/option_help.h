#pragma once

#include "app/command/option_row.h"

// Prints the text of --help on stdout.
void option_help_print(const struct option rows[]);
