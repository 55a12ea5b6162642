#pragma once

#include "app/options.h"

// The numbers that audits promise by, each of which --limit can set.

// Reads "sigma.width=1". The error lists the names, or the numbers that the limit takes.
bool audit_limits_parse(struct option_limit *limit, const char *text, struct error *error);

void audit_limits_print(void); // names, values and meanings, on stdout
