#pragma once

#include "app/command/option_row.h"

// All options of the program, in the order of --help.
extern const struct option option_table[]; // ends with a zeroed row
