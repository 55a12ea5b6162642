#pragma once

#include "app/edit/edit.h"

// One parameter as a line of the panel: a slider, a list or a colour, whatever its row says. A
// region has a line for each corner.

struct panel_line {
    struct edit_line line;
    bool selected, reveal; // reveal: scroll to it
    bool idle;             // has no effect now
};

// Gives whether the value was changed. Double or right click sets the default.
bool panel_line(const struct panel_line *line);

// All lines of a parameter that no key selects.
void panel_row(const struct param *param, void *values);

// Gives once why what was typed into a row is no value; false: nothing was refused since.
bool panel_row_refused(struct error *error);
