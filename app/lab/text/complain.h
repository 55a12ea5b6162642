#pragma once

#include "render/text/error.h"

// Says on stderr what is wrong, as "halation: ...", and returns `status`, for the caller to return.
int complain(int status, const struct error *error);

// Says that a file was written, with its absolute path, or what is wrong. Returns `written`. The
// caller has checked the path before, so a failure is the machine's: EXIT_MACHINE.
bool complain_if_unwritten(bool written, const char *path, const struct error *error);

// Says that a file was written, with its absolute path and what else is known of it (", 9x9").
void complain_written(const char *path, const char *more);
