#pragma once

#include "app/panel/widgets/panel_view.h"

// Shows how two sides are looked at and what is known of them, and the pixel under the pointer; on
// a sheet that has begun.
void panel_sides_show(struct panel_view *view);
