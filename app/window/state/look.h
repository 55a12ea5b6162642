#pragma once

#include "render/present.h"

// How the picture is looked at: which part of it, how large, one side or both. A plain value, and
// the arithmetic of wheel and drags. Places are pixels, of the window or of the picture, from the
// top left.
//
// The picture has a size of its own and is viewed in what the sheets leave free of the window. All
// of it is seen there at first, and no part of it lies under a sheet; what is enlarged may.

enum { LOOK_MOST_ZOOM = 64 };

struct look {
    enum present_way way;
    float zoom;    // pixels of the window for one of the picture; 0: all of it is seen
    float x, y;    // of the picture: what is in the middle of the view; where zoom is not 0
    float divider; // share of what is seen of the picture, from its left
    float gain;
    int stops; // of exposure
    bool loupe;
    bool copied; // the key that copies a side has split the view; the key that splits keeps that
};

struct look_area {
    float x, y, width, height;
};

// The window, what is free of it, and the picture. `scale`: how much larger than on a plain screen
// all is drawn there (layout_scale); less than 1 counts as 1.
struct look_frame {
    int width, height;
    int picture_width, picture_height;
    float scale;
    struct look_area free; // whole pixels of the window
};

void look_init(struct look *look);

// Shows all of the picture: fitted where it is larger than its view, a small one enlarged by a
// whole factor, any other 1:1.
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

// Returns where in the free part of the window the picture is seen, of side A or B; in a split also
// beyond the divider.
struct look_area look_place(const struct look *look, const struct look_frame *frame, bool is_b);

// Returns the column of the window where a split divides the sides; the second moves it to one.
float look_divider(const struct look *look, const struct look_frame *frame);
void look_divide(struct look *look, const struct look_frame *frame, float x);

// Finds the pixel of the picture at (x, y) of the window. Returns false outside of the picture.
bool look_find(const struct look *look, const struct look_frame *frame, float x, float y,
               int pixel[2]);

// Fills in what present_draw is to show; the pictures and the target are the caller's. The loupe is
// around (x, y) of the window.
void look_present(const struct look *look, const struct look_frame *frame, float x, float y,
                  struct present *present);
