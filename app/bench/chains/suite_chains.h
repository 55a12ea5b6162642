#pragma once

#include "app/bench/run/suite.h"

// app/bench/chains: the chains of the command line beside each other, with all values that are
// swept.

extern const struct suite suite_chains;
