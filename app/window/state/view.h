#pragma once

#include "render/present.h"

// The view of the picture: part, zoom, one side or both. A plain value, with the arithmetic of
// wheel and drags. Positions are pixels of the window or of the picture, from the top left.
// The picture has a size of its own and is viewed in the area of the window that the panels leave
// free. At first all of it is visible, and no panel covers any part; an enlarged picture may be
// covered.

enum { VIEW_MAX_ZOOM = 64 };

struct view {
    enum present_mode mode;
    float zoom;    // window pixels per picture pixel; 0: the picture is fitted to its view
    float x, y;    // pixel of the picture at the middle of the view, if zoom is not 0
    float divider; // 0..1 of the visible part of the picture, from its left
    float gain;
    int stops; // exposure, stops
    enum present_channel channel;
    bool loupe;
};

// Pixels, from the top left of the window.
struct area {
    float x, y, width, height;
};

// The window, its free area, and the picture. `scale`: enlargement relative to a plain screen
// (layout_scale); values below 1 count as 1.
struct view_frame {
    int width, height;
    int picture_width, picture_height;
    float scale;
    struct area free; // in whole pixels of the window
};

void view_init(struct view *view);

// Shows the whole picture: reduced if it is larger than its view, enlarged by an integer factor if
// it is small, otherwise 1:1.
void view_fit(struct view *view);

// Sets zoom 1, with the same pixel in the middle.
void view_one_to_one(struct view *view, const struct view_frame *frame);

// Zooms in by `steps` steps, or out if negative, until the whole picture is visible. The point at
// (x, y) of the window does not move. Returns true if the view changed.
bool view_zoom(struct view *view, const struct view_frame *frame, int steps, float x, float y);

// Moves the picture by a drag of (dx, dy) pixels of the window. Does nothing if the picture is
// fitted.
void view_pan(struct view *view, const struct view_frame *frame, float dx, float dy);

// Returns the effective zoom, also if the picture is fitted.
float view_scale(const struct view *view, const struct view_frame *frame);

// Returns the rectangle of the window in which side A or B of the picture is drawn, within the free
// area. In a split it includes the part beyond the divider.
struct area view_place(const struct view *view, const struct view_frame *frame, bool is_b);

// The first returns the column of the window at which a split divides the sides; the second moves
// the divider to a column.
float view_divider(const struct view *view, const struct view_frame *frame);
void view_divide(struct view *view, const struct view_frame *frame, float x);

// Finds the pixel of the picture at (x, y) of the window. Returns false if it is outside of the
// picture.
bool view_find(const struct view *view, const struct view_frame *frame, float x, float y,
               int pixel[2]);

// Fills in the parameters of present_draw, except for the pictures and the target, which the caller
// sets. The centre of the loupe is (x, y) of the window.
void view_present(const struct view *view, const struct view_frame *frame, float x, float y,
                  struct present *present);
