#pragma once

#include "app/window/controls/controls.h"

// Shows the button of an action of the table of keys, which its tip names. Pressed, it is what was
// clicked.
void panel_button(struct workbench *workbench, const char *label, const char *action);
