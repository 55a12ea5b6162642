#pragma once

#include "render/error.h"

// Says on stderr what is wrong, as "halation: ...", and gives `status` back for the caller's
// return.
int complain(int status, const struct error *error);
