#pragma once

#include "render/present.h"

// How the picture is looked at: which part of it, how large, one side or both. A plain value, and
// the arithmetic of wheel and drags. Places are pixels, of the window or of the picture, from the
// top left.

enum { LOOK_MOST_ZOOM = 64 };

struct look {
    enum present_way way;
    float zoom;    // pixels of the window for one of the picture; 0: all of it is seen
    float x, y;    // of the picture: what is in the middle of the view; where zoom is not 0
    float divider; // share of the window's width
    float gain;
    int stops; // of exposure
    bool loupe;
    bool copied; // the key that copies a side has split the view; the key that splits keeps that
};

// The window, and the picture in it. `scale`: how much larger than on a plain screen all is drawn
// there (layout_scale); less than 1 counts as 1.
struct look_frame {
    int width, height;
    int picture_width, picture_height;
    float scale;
};

void look_init(struct look *look);

// Shows all of the picture.
void look_fit(struct look *look);

// Shows a pixel of the picture as one of the window, around what is in the middle.
void look_one_to_one(struct look *look, const struct look_frame *frame);

// Enlarges by `steps` steps; below 0 it reduces, until all of the picture is seen. What lies at (x,
// y) of the window stays there. Returns whether anything changed.
bool look_zoom(struct look *look, const struct look_frame *frame, int steps, float x, float y);

// Moves the picture with a drag of (dx, dy) pixels of the window. Does nothing where all of it is
// seen.
void look_pan(struct look *look, const struct look_frame *frame, float dx, float dy);

// Returns the zoom that is seen, also where all of the picture is.
float look_scale(const struct look *look, const struct look_frame *frame);

// Finds the pixel of the picture at (x, y) of the window. Returns false outside of the picture.
// `is_b`, which may be NULL: whether the second side is seen there.
bool look_find(const struct look *look, const struct look_frame *frame, float x, float y,
               int pixel[2], bool *is_b);

// Fills in what present_draw is to show; the pictures and the target are the caller's. The loupe is
// around (x, y) of the window.
void look_present(const struct look *look, const struct look_frame *frame, float x, float y,
                  struct present *present);
