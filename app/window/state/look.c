#include "app/window/state/look.h"

#include <math.h>
#include <string.h>

// Above 1 only whole factors: texels are squares of one size.
static const float zooms[] = { 0.125f, 0.25f, 0.5f,          1, 2, 3, 4, 6, 8, 12, 16, 24,
                               32,     48,    LOOK_MOST_ZOOM };

enum { ZOOMS = sizeof(zooms) / sizeof(zooms[0]) };

static const float most_of_window = 0.2f;              // that the loupe's radius takes
static const float loupe_radius = 96, loupe_zoom = 12; // on a plain screen
static const float least_share = 0.02f;                // of the divider

// Pictures of up to this many pixels a side are small: fitting enlarges them, but no further than
// to where a grid would lie over their texels.
static const float small_side = 256, most_fitted = 7;

void look_init(struct look *look)
{
    *look = (struct look){ .divider = 0.5f, .gain = 4 };
}

void look_fit(struct look *look)
{
    look->zoom = 0;
}

// ---- views

// Returns the part of the window that the picture of a side is viewed in: all that is free or, side
// by side, a half of it.
static struct look_area find_view(const struct look *look, const struct look_frame *frame,
                                  bool is_b)
{
    struct look_area view = frame->free;
    if (look->way != PRESENT_SIDES)
        return view;
    view.width = floorf(view.width / 2);
    view.x += is_b ? view.width : 0;
    return view;
}

static float fit_scale(const struct look *look, const struct look_frame *frame)
{
    const struct look_area view = find_view(look, frame, false);
    const float width = (float) frame->picture_width, height = (float) frame->picture_height;
    const float most = fminf(view.width / width, view.height / height);
    if (fmaxf(width, height) <= small_side && most > 1)
        return fminf(floorf(most), most_fitted);
    return fminf(most, 1);
}

float look_scale(const struct look *look, const struct look_frame *frame)
{
    return look->zoom > 0 ? look->zoom : fit_scale(look, frame);
}

// Puts the borders of texels on borders of the window's pixels.
static float snap(float centre, float middle, float zoom)
{
    return zoom < 1 ? centre : (middle - roundf(middle - centre * zoom)) / zoom;
}

// Maps a place in the window to one in the picture: (x - middle) / zoom + centre.
struct mapping {
    struct look_area view;
    float zoom, middle[2], centre[2];
};

// The centre is that of side A, so that both sides show the same part.
static struct mapping find_mapping(const struct look *look, const struct look_frame *frame,
                                   bool is_b)
{
    const struct look_area view = find_view(look, frame, is_b), a = find_view(look, frame, false);
    const bool is_fitted = look->zoom <= 0;
    const float zoom = look_scale(look, frame);
    return (struct mapping){
        .view = view,
        .zoom = zoom,
        .middle = { view.x + view.width / 2, view.y + view.height / 2 },
        .centre = { snap(is_fitted ? (float) frame->picture_width / 2 : look->x, a.x + a.width / 2,
                         zoom),
                    snap(is_fitted ? (float) frame->picture_height / 2 : look->y,
                         a.y + a.height / 2, zoom) },
    };
}

// Returns the mapping of the side at x in the window, and the place in the picture.
static struct mapping find_position(const struct look *look, const struct look_frame *frame,
                                    float x, float y, float position[2])
{
    const bool is_b = look->way == PRESENT_SIDES && x >= find_view(look, frame, true).x;
    const struct mapping map = find_mapping(look, frame, is_b);
    position[0] = (x - map.middle[0]) / map.zoom + map.centre[0];
    position[1] = (y - map.middle[1]) / map.zoom + map.centre[1];
    return map;
}

struct look_area look_place(const struct look *look, const struct look_frame *frame, bool is_b)
{
    const struct mapping map = find_mapping(look, frame, is_b);
    const struct look_area view = map.view;
    const float left = map.middle[0] - map.centre[0] * map.zoom;
    const float top = map.middle[1] - map.centre[1] * map.zoom;
    const float x = fmaxf(view.x, left), y = fmaxf(view.y, top);
    const float right = left + (float) frame->picture_width * map.zoom;
    const float bottom = top + (float) frame->picture_height * map.zoom;
    return (struct look_area){ x, y, fminf(view.x + view.width, right) - x,
                               fminf(view.y + view.height, bottom) - y };
}

float look_divider(const struct look *look, const struct look_frame *frame)
{
    const struct look_area seen = look_place(look, frame, false);
    return roundf(seen.x + look->divider * seen.width);
}

void look_divide(struct look *look, const struct look_frame *frame, float x)
{
    const struct look_area seen = look_place(look, frame, false);
    const float share = (x - seen.x) / fmaxf(seen.width, 1);
    look->divider = fminf(fmaxf(share, least_share), 1 - least_share);
}

// ---- moving

// Keeps the view inside of the picture; a picture smaller than the view is centred in it.
static float keep_inside(float centre, float view, float picture, float zoom)
{
    const float half = view / zoom / 2;
    return 2 * half >= picture ? picture / 2 : fminf(fmaxf(centre, half), picture - half);
}

static void settle(struct look *look, const struct look_frame *frame)
{
    const struct look_area view = find_view(look, frame, false);
    look->x = keep_inside(look->x, view.width, (float) frame->picture_width, look->zoom);
    look->y = keep_inside(look->y, view.height, (float) frame->picture_height, look->zoom);
    const struct mapping map = find_mapping(look, frame, false);
    look->x = map.centre[0];
    look->y = map.centre[1];
}

bool look_zoom(struct look *look, const struct look_frame *frame, int steps, float x, float y)
{
    float position[2];
    const struct look before = *look;
    const struct mapping map = find_position(look, frame, x, y, position);
    int place = 0;
    while (place < ZOOMS && zooms[place] <= look_scale(look, frame))
        place++;
    place += steps - 1; // `place` was behind the last that is no larger
    look->zoom = place < 0 ? 0 : zooms[place < ZOOMS ? place : ZOOMS - 1]; // 0: all is seen
    if (look->zoom <= fit_scale(look, frame)) {
        look_fit(look);
    } else {
        look->x = position[0] - (x - map.middle[0]) / look->zoom;
        look->y = position[1] - (y - map.middle[1]) / look->zoom;
        settle(look, frame);
    }
    return look->zoom != before.zoom;
}

void look_one_to_one(struct look *look, const struct look_frame *frame)
{
    const struct mapping map = find_mapping(look, frame, false);
    look->zoom = 1;
    look->x = map.centre[0];
    look->y = map.centre[1];
    settle(look, frame);
}

void look_pan(struct look *look, const struct look_frame *frame, float dx, float dy)
{
    if (look->zoom <= 0)
        return;
    look->x -= dx / look->zoom;
    look->y -= dy / look->zoom;
    settle(look, frame);
}

// ---- the visible part

bool look_find(const struct look *look, const struct look_frame *frame, float x, float y,
               int pixel[2])
{
    float position[2];
    find_position(look, frame, x, y, position);
    pixel[0] = (int) floorf(position[0]);
    pixel[1] = (int) floorf(position[1]);
    return x >= 0 && y >= 0 && x < (float) frame->width && y < (float) frame->height &&
           pixel[0] >= 0 && pixel[1] >= 0 && pixel[0] < frame->picture_width &&
           pixel[1] < frame->picture_height;
}

void look_present(const struct look *look, const struct look_frame *frame, float x, float y,
                  struct present *present)
{
    const struct mapping map = find_mapping(look, frame, false);
    const struct look_area *free = &frame->free;
    memcpy(present->centre, map.centre, sizeof(present->centre));
    present->width = frame->width;
    present->height = frame->height;
    present->view =
        (struct rect){ free->x, free->y, free->x + free->width, free->y + free->height };
    present->way = look->way;
    present->channel = look->channel;
    present->zoom = map.zoom;
    present->divider = look_divider(look, frame);
    present->gain = look->gain;
    present->stops = (float) look->stops;
    present->scale = fmaxf(frame->scale, 1);
    if (look->loupe) {
        present->loupe.x = x;
        present->loupe.y = y;
        present->loupe.radius =
            fminf(loupe_radius * present->scale,
                  most_of_window * fminf((float) frame->width, (float) frame->height));
        present->loupe.zoom = fmaxf(roundf(loupe_zoom * present->scale), 2 * map.zoom);
    }
}
