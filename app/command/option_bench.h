#pragma once

#include "app/command/option_row.h"

// Options of --bench that depend on each other.

// `read` of the row of --sweep.
bool option_read_sweep(struct option_reader *reader, const char *value, struct error *error);

// Checks, of all that was read, what is only for one chain, for several or for a suite.
bool option_check_bench(const struct option_reader *reader, struct error *error);
