#pragma once

#include "app/command/option_row.h"

// Options of sequences: readers of values that no kind of row reads, and what must go together.

// "120": 120 frames from 0; "30..59": these, both included.
bool option_read_frames(struct option_reader *reader, const char *value, struct error *error);

// "2/8": the second of eight.
bool option_read_shard(struct option_reader *reader, const char *value, struct error *error);

// Refuses what does not go together in the options of a sequence.
bool option_check_sequence(const struct option_reader *reader, struct error *error);
