#pragma once

#include "app/command/option_row.h"

// Read the values of options that say what is drawn: `read` of rows of the table. Each fails with
// what would have been right.

bool option_read_chain(struct option_reader *reader, const char *value, struct error *error);
bool option_read_scene(struct option_reader *reader, const char *value, struct error *error);
bool option_read_image(struct option_reader *reader, const char *value, struct error *error);
bool option_read_size(struct option_reader *reader, const char *value, struct error *error);
bool option_read_msaa(struct option_reader *reader, const char *value, struct error *error);
bool option_read_depth(struct option_reader *reader, const char *value, struct error *error);
