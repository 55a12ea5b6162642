#pragma once

#include "app/window/stage/stage.h"

// app/window/view/light: the graphs of light and of what a tone curve makes of it. The page of
// light: how the picture's luminance and display values are spread, and the tone curve over it.
void panel_light_show(const struct stage *stage, struct workbench *workbench);
