#pragma once

#include "app/command/option_row.h"

// Read the options about which blur to take: `read` of rows of the table.

bool option_read_sigma(struct option_reader *reader, const char *value, struct error *error);
bool option_read_tune(struct option_reader *reader, const char *value, struct error *error);

// Whether those that only one suite has stand beside it.
bool option_check_blurs(const struct option_reader *reader, struct error *error);
