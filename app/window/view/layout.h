#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Places of the panel's sheets in a window, and what of it they leave free for the picture. Plain
// arithmetic: sheets overlap neither each other nor the large one nor a message, at any size.

// A rectangle in pixels, from the top left. One without area is not shown.
struct layout_rect {
    float x, y, width, height;
};

struct layout_wish {
    float width, height; // of the window
    float em;            // the height of the text, in pixels
    bool panel, sheet;   // wanted: the panel, and the large sheet over the picture
    bool is_wide;        // the large sheet holds long lines
    bool strip;          // the sheet of both sides
    // The width that a message would like, and its height in the width that layout_message_width
    // gives; 0: none.
    float message_width, message;
};

// `page`, `chain` and `strip` say how high a sheet may become; it is as high as what is on it.
struct layout {
    bool tabs; // the window is narrow: `chain` holds one sheet in turn, `page` is not shown
    struct layout_rect page, chain, sheet, message;
    struct layout_rect strip; // at the top of what is free; hidden by the large sheet
    bool strip_is_page;       // it has no room there, and is to be reached by a tab
    struct layout_rect free;  // of the picture; the whole window where the panel covers all of it
};

// Returns how much larger all is drawn in a window of that size, in pixels, than on a plain screen,
// where this screen wants it enlarged by `scale`; less than 0.5: not known, 1. A large window has
// all larger, since it is looked at as a whole.
float layout_scale(float width, float height, float scale);

// Makes the size of a new window, in pixels, no less than sheets need on a screen that wants all
// enlarged by `scale`: a picture of a few texels would have a window that nothing can be read in.
void layout_least_window(float scale, int size[2]);

// Returns the height of text there, in whole pixels. `letters`: times what the size asks for, but
// no larger than that a sheet can still be read in this window.
float layout_em(float width, float height, float scale, float letters);

// Returns the most that a message may take. What the wish says of it is not read.
float layout_message_width(const struct layout_wish *wish);

void layout_make(const struct layout_wish *wish, struct layout *layout);

#ifdef __cplusplus
}
#endif
