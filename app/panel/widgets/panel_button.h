#pragma once

#include "app/panel/widgets/panel_view.h"

// Shows the button of an action of the table of keys, which its tip names. Pressed, it is the
// view's action.
void panel_button(struct panel_view *view, const char *label, const char *action);
