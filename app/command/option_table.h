#pragma once

#include "app/command/option.h"

extern const struct option option_table[]; // all options of the program; ends with a zeroed row
