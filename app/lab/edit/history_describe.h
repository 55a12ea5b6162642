#pragma once

#include "app/lab/edit/history.h"

// Says in a few words what differs: "sigma 16 (was 17)", "dual (was kawase)", "dual is off", "added
// kawase", "moved dual to 3", "scene blocks (was icosahedra)"; "" where nothing does.
void history_describe(const struct history_state *was, const struct history_state *is, char *out,
                      size_t size);
