#pragma once

#include <stdbool.h>
#include <stdio.h>

// Returns whether `out` is a terminal that moves its cursor where it is told: not a file, and not
// one whose variable TERM is missing or "dumb".
bool colour_is_terminal(FILE *out);

// Returns whether it may also have colour: the variable NO_COLOR is missing or empty
// (no-color.org).
bool colour_is_wanted(FILE *out);
