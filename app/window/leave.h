#pragma once

#include "app/workbench/workbench.h"

// Prints what was tuned, which then is not lost with the window: --chain reads it again. Of two
// sides the edited one first.
void leave_say_chains(const struct workbench *workbench);
