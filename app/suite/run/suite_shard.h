#pragma once

#include "app/suite/run/suite_tools.h"

// --shard I/N of a suite: what is compared with each other is a group and stays in one shard.
// Groups are dealt out in turn, in the order of the suite's list. --report joins the files.

// Call when the suite has listed its variants: numbers them, and of the options' shard keeps only
// its own. Without --shard all stay.
void suite_shard_take(struct suite_run *run);

// Returns whether the options' shard leaves the run nothing to do.
bool suite_shard_is_empty(const struct suite_run *run);

// Adds to the table that it is of a part, where it is.
void suite_shard_say(struct suite_run *run);
