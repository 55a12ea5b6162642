#pragma once

#include "app/golden/golden_list.h"

// Draws each picture of a list in all the ways that should make the same one: again, with other
// modes of fusing, with each implementation that states no error and fits. Writes into the list the
// narrowest tolerance that all are within, which is never wider than the one that stands there.
// Says what was learned. Returns the exit status: 1 where a way is beyond what the list says.
int golden_learn(struct golden_list *list);
