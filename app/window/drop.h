#pragma once

#include "app/window/workbench.h"

// Takes a file that was dropped on the window: chain, scene and moment of a picture that says how
// it was made, which the stage then follows. Says what it took, or why it cannot.
void drop_take(struct workbench *workbench, const char *path);
