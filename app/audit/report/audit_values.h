#pragma once

#include "render/text/param.h"

// The values that audits give a parameter: every choice, both ends of a range and some between.

// Returns how many there are; 0 for a row that is not tried: which implementation it is, how far
// `auto` may be off, and parts of the picture.
int audit_values_count(const struct param *row);

// Gives a row its i-th value.
void audit_values_set(const struct param *row, void *params, int i);
