#pragma once

#include "app/suite/suite_tools.h"

// Finds out which variants fit, runs them, and fills in what came of it. Those of one size and
// format run frame by frame in an order that is another in every round, so that what the machine
// does beside hits all alike. False after saying why on stderr.
bool suite_time(struct suite_run *run);
