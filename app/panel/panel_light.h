#pragma once

#include "app/panel/panel_view.h"

// The page of light: how the picture's luminance and display values are spread, and the tone curve
// over it.
void panel_light_show(struct panel_view *view);
