#pragma once

#include "app/panel/widgets/panel_view.h"

// The sheet of effects to add as a step: a field that filters them, and a list by kind.
void panel_add_show(struct panel_view *view);

// Lets it begin anew when it is shown the next time.
void panel_add_forget(void);
