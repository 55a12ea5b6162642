#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Places of the panel's sheets in a window, and what of it they leave free for the picture. Plain
// arithmetic: sheets overlap neither each other nor the large one nor a message, at any size.
//
// There is one sheet at the right, which holds the chain and all pages in turn. Where a second one
// is wanted and the window has room, the pages have it at the left. The words about two sides stand
// below a sheet, or are a page; only messages and the large sheet lie over the picture.

// A rectangle in pixels, from the top left. One without area is not shown.
struct layout_rect {
    float x, y, width, height;
};

struct layout_wish {
    float width, height; // of the window
    float em;            // the height of the text, in pixels
    int sheets;          // of the panel that are wanted: 0, 1 or 2
    bool sheet;          // wanted: the large sheet over the picture
    bool is_wide;        // it holds long lines
    bool strip;          // wanted: the words about both sides
    bool welcome;        // wanted: the first help
    // The width that a message would like, and its height in the width that layout_message_width
    // gives; 0: none.
    float message_width, message;
};

// Each says how high a sheet may become; it is as high as what is on it.
struct layout {
    bool tabs; // there is one sheet: `chain` holds the chain or a page, `page` is not shown
    struct layout_rect page, chain, sheet, message;
    struct layout_rect strip;   // below a sheet; hidden by the large one
    struct layout_rect welcome; // at the top of what is free
    bool strip_is_page;         // it has no room there, and is to be reached by a tab
    struct layout_rect free;    // of the picture; the whole window where a sheet covers all of it
};

// Returns how much larger all is drawn in a window of that size, in pixels, than on a plain screen,
// where this screen wants it enlarged by `scale`; less than 0.5: not known, 1. A large window has
// all larger, since it is looked at as a whole.
float layout_scale(float width, float height, float scale);

// Makes the size of a picture, in pixels, that of a new window for it on a screen that wants all
// enlarged by `scale`: the picture is seen 1:1 beside one sheet, as far as `room` allows (0: it is
// not known). That of a small picture has room for the sheets.
void layout_window(float scale, const int room[2], int size[2]);

// Returns how many sheets a new window of that size shows: none in a small one.
int layout_first_sheets(float width, float height, float scale);

// Returns whether two sheets have room beside each other and leave half of the window free.
bool layout_has_two(float width, float em);

// Returns what that many sheets leave free, in whole pixels. `letters`: as for layout_em.
struct layout_rect layout_free(float width, float height, float scale, float letters, int sheets);

// Returns the height of text there, in whole pixels. `letters`: times what the size asks for, but
// no larger than that a sheet can still be read in this window.
float layout_em(float width, float height, float scale, float letters);

// Returns the most that a message may take. What the wish says of it is not read.
float layout_message_width(const struct layout_wish *wish);

void layout_make(const struct layout_wish *wish, struct layout *layout);

// Returns a place of that size beside a circle around (x, y), inside of a window of that size: at
// its right or left, else below or above, as long as there is room; else where most is, over the
// edge of the circle.
struct layout_rect layout_beside(float width, float height, const float circle[3],
                                 const float size[2]);

#ifdef __cplusplus
}
#endif
