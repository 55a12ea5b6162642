#pragma once

#include "app/panel/widgets/panel_view.h"
#include "app/panel/widgets/panel_widgets.h"

// What is known of each implementation in the list of a step: the time and the bytes that were
// measured here, or why there are none.

struct panel_impls {
    const struct panel_view *view;
    int step;
};

// Returns whether the step's implementations were measured as it stands, or are now.
bool panel_impls_are_known(const struct panel_impls *impls);

// For struct panel_line, of the row `impl`. `impls` is a struct panel_impls, `value` one of the
// row.
void panel_impls_note(const void *impls, int value, struct widgets_note *note);
