#pragma once

#include "app/panel/widgets/panel_view.h"

// The sheet of presets and chain files with a small picture of each: panel_view.presets.
void panel_presets_show(struct panel_view *view);
