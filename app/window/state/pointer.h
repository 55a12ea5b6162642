#pragma once

#include "app/window/state/workbench.h"

// The mouse over the picture: moves the divider, moves and enlarges what is seen, and draws the
// region of the selected step; Shift and a double click make that everywhere again.

struct pointer {
    float x, y; // in the window
    bool is_over_picture;
    enum pointer_drag {
        POINTER_FREE,
        POINTER_DIVIDES,
        POINTER_PANS,
        POINTER_DRAWS,    // a region
        POINTER_GIVES_UP, // drawing one, until the button is let go
    } drag;
    enum input_button button; // that drags
    int corner[2];            // of the region: where it began, a pixel of the picture
    struct rect before;       // the region as it was then
    bool has_pressed;         // Shift and the button, and drawn nothing since
    struct input_event pressed;
    float wheel; // turns that are not a step yet
};

// Gives back the region that is being drawn. Returns false where none is.
bool pointer_give_up(struct pointer *pointer, struct workbench *workbench);

// Takes an event that the panel does not want; `panel` says that it wants the mouse: then the
// cursor is noted and nothing else begins. A drag goes on wherever the cursor is.
void pointer_take(struct pointer *pointer, const struct input_event *event, bool panel,
                  struct workbench *workbench);
