#pragma once

#include "app/picture/look.h"
#include "app/window/state/workbench.h"

// Which pass is looked at: from the keys, which know steps, to the tree of times, which has the
// passes that run.

// Turns on, among the passes of the selected step, as often as a key wished.
void inside_turn(struct workbench *workbench, const struct plan *plan,
                 const struct pass_stats *stats);

// Says which pass is seen, of what size: "dual/up 640x360: light of 640x360, enlarged 2 times".
void inside_describe(const struct pass_view *view, char *out, size_t size);
