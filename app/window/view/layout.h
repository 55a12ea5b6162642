#pragma once

#include "app/window/state/view.h"

// Places of the panels in a window, and the area that they leave free for the picture. Plain
// arithmetic. At any window size, no panel overlaps another one, the dialog or the free area.
// The panel at the right holds the chain and all pages in turn. If a second panel is requested and
// the window has room, it is at the left and holds the pages. The editor takes its place and, where
// the window is narrow, that of the chain. Only the dialog covers the picture.

struct layout_request {
    float width, height; // of the window, pixels
    float em;            // height of the text, pixels
    int panels;          // requested number of panels: 0, 1 or 2
    bool dialog;         // requested: the dialog over the picture
    bool is_wide;        // the dialog holds long lines
    bool editor;         // requested: the text of a shader at the left
};

// An area without pixels is not shown.
struct layout {
    struct area page, chain, dialog, editor;
    struct area free; // for the picture; the whole window if a panel covers all of it
};

// Returns the scale of the panel in a window of that size in pixels; 1 on a plain screen. `scale`:
// enlargement that the screen requests; less than 0.5: not known, counts as 1. Large windows have a
// larger scale, since a viewer looks at the window as a whole.
float layout_scale(float width, float height, float scale);

// Turns the size of a picture, in pixels, into that of a new window for it, on a screen that
// requests enlargement by `scale`. The picture is shown 1:1 beside one panel, as far as `room`
// allows (0: not known). A window for a small picture is large enough for the panels.
void layout_window(float scale, const int room[2], int size[2]);

// Returns the number of panels that a new window of that size shows; 0 in a small one.
int layout_first_panels(float width, float height, float scale);

// Returns true if two panels fit beside each other and leave more than half of the window free.
bool layout_has_two(float width, float em);

// Returns the area, in whole pixels, that this number of panels and the editor, if it is shown,
// leave free. `text_scale` as in layout_em.
struct area layout_free(float width, float height, float scale, float text_scale, int panels,
                        bool editor);

// Returns the height of text in that window, in whole pixels. `text_scale`: factor for the size
// that follows from window and scale; limited so that a panel can still be read in this window.
float layout_em(float width, float height, float scale, float text_scale);

void layout_make(const struct layout_request *request, struct layout *layout);
