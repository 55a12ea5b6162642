#pragma once

#include "app/panel/widgets/panel_view.h"

// The sheet of keys.
void panel_keys_show(struct panel_view *view);
