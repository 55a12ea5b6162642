#pragma once

#include "app/panel/widgets/panel_widgets.h"
#include "render/text/compiler.h"

// Writes one cell of a table of the strip, cut off where it is too long.
void cells_set(struct widgets_table *table, int row, int column, const char *format, ...)
    PRINTF_LIKE(4, 5);
