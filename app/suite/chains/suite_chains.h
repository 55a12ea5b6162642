#pragma once

#include "app/suite/run/suite_tools.h"

// app/suite/chains: the chains of the command line beside each other, with all values that are
// swept.

extern const struct suite suite_chains;
