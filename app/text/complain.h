#pragma once

#include "render/text/error.h"

// Says on stderr what is wrong, as "halation: ...", and gives `status` back for the caller's
// return.
int complain(int status, const struct error *error);

// After a file was written, or not: says so, with its absolute path, or what is wrong. Gives
// `written` back. That the path can be written to was known before, so that a failure is the
// machine's: EXIT_MACHINE.
bool complain_if_unwritten(bool written, const char *path, const struct error *error);
