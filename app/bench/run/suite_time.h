#pragma once

#include "app/bench/run/suite.h"

// Finds out which variants fit, runs them, and fills in what came of it. Those of one size and
// format run frame by frame in an order that is another in every round, so that whatever else the
// machine does hits all alike. A signal that asks for the end (Ctrl-C) leaves the rest out. Returns
// false after saying why on stderr.
bool suite_time(struct suite_run *run);
