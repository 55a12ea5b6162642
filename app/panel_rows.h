#pragma once

#include "app/edit.h"

// One parameter as a line of the panel: a slider, a list or a colour, whatever its row says.

// Gives whether the value was changed. Double or right click sets the default.
bool panel_row(const struct param *param, void *values);

struct panel_line {
    struct edit_line line;
    bool selected, reveal; // reveal: scroll to it
    bool idle;             // has no effect now
};

// The same for a line of a step; a region has one for each corner.
bool panel_line(const struct panel_line *line);

// Gives once why what was typed into a row is no value; false: nothing was refused since.
bool panel_row_refused(struct error *error);
