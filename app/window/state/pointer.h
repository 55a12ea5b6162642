#pragma once

#include "app/window/state/ui_state.h"

// The mouse over the picture: drags the divider, pans and zooms, and draws the region of the
// selected step. Shift and a double click reset that region to the whole picture.

struct pointer {
    float x, y; // position in the window
    bool is_over_picture;
    enum pointer_drag {
        POINTER_FREE,
        POINTER_DIVIDES,
        POINTER_PANS,
        POINTER_DRAWS,     // a region
        POINTER_CANCELLED, // drawing was cancelled; lasts until the button is released
    } drag;
    enum input_button button; // button of the drag
    int corner[2];            // first corner of the region, a pixel of the picture
    struct rect before;       // region before the drag
    bool has_pressed;         // Shift and the button were pressed, and no region was drawn since
    struct input_event pressed;
    float wheel; // turns that have not added up to a step yet
};

// Cancels drawing a region and restores the old one. Returns false if no region is being drawn.
bool pointer_cancel(struct pointer *pointer, struct ui_state *ui);

// Processes an event that the panel did not take. `panel`: the panel uses the mouse, so only the
// cursor is recorded and no drag begins. A drag continues wherever the cursor is.
void pointer_process(struct pointer *pointer, const struct input_event *event, bool panel,
                     struct ui_state *ui);
