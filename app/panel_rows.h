#pragma once

#include "render/param.h"

// One parameter as a line of the panel: a slider, a list or a colour, whatever its row says.

// `id` is unique within the sheet. Gives whether the value was changed. Double or right click sets
// the default.
bool panel_row(const char *id, const struct param *param, void *values, bool selected);
