#pragma once

#include "app/suite/run/suite_tools.h"

// A part of the scene's picture in four colours, enlarged: ordered dither beside diffused errors,
// and what each took, so that it is seen what the time buys.

// For `draw` of the suite: writes a .png. False with the reason, which is the machine's.
bool dither_crop_draw(struct suite_run *run, const char *path, struct error *error);
