#include "app/window/state/view.h"

#include "render/text/memory.h"

#include <math.h>
#include <string.h>

// Above 1 only whole factors: texels are squares of one size.
static const float zooms[] = { 0.125f, 0.25f, 0.5f,         1, 2, 3, 4, 6, 8, 12, 16, 24,
                               32,     48,    VIEW_MAX_ZOOM };

enum { ZOOMS = ARRAY_COUNT(zooms) };

static const float most_of_window = 0.2f;              // that the loupe's radius takes
static const float loupe_radius = 96, loupe_zoom = 12; // on a plain screen
static const float least_share = 0.02f;                // of the divider

// Pictures of up to this many pixels a side are small: fitting enlarges them, but no further than
// to where a grid would lie over their texels.
static const float small_side = 256, most_fitted = 7;

void view_init(struct view *view)
{
    *view = (struct view){ .divider = 0.5f, .gain = 4 };
}

void view_fit(struct view *view)
{
    view->zoom = 0;
}

// ---- views

// Returns the part of the window that the picture of a side is viewed in: all that is free or, side
// by side, a half of it.
static struct area find_area(const struct view *view, const struct view_frame *frame, bool is_b)
{
    struct area area = frame->free;
    if (view->mode != PRESENT_SIDES)
        return area;
    area.width = floorf(area.width / 2);
    area.x += is_b ? area.width : 0;
    return area;
}

static float fit_scale(const struct view *view, const struct view_frame *frame)
{
    const struct area area = find_area(view, frame, false);
    const float width = (float) frame->picture_width, height = (float) frame->picture_height;
    const float most = fminf(area.width / width, area.height / height);
    if (fmaxf(width, height) <= small_side && most > 1)
        return fminf(floorf(most), most_fitted);
    return fminf(most, 1);
}

float view_scale(const struct view *view, const struct view_frame *frame)
{
    return view->zoom > 0 ? view->zoom : fit_scale(view, frame);
}

// Puts the borders of texels on borders of the window's pixels.
static float snap(float centre, float middle, float zoom)
{
    return zoom < 1 ? centre : (middle - roundf(middle - centre * zoom)) / zoom;
}

// Maps a place in the window to one in the picture: (x - middle) / zoom + centre.
struct mapping {
    struct area area;
    float zoom, middle[2], centre[2];
};

// The centre is that of side A, so that both sides show the same part.
static struct mapping find_mapping(const struct view *view, const struct view_frame *frame,
                                   bool is_b)
{
    const struct area area = find_area(view, frame, is_b), a = find_area(view, frame, false);
    const bool is_fitted = view->zoom <= 0;
    const float zoom = view_scale(view, frame);
    return (struct mapping){
        .area = area,
        .zoom = zoom,
        .middle = { area.x + area.width / 2, area.y + area.height / 2 },
        .centre = { snap(is_fitted ? (float) frame->picture_width / 2 : view->x, a.x + a.width / 2,
                         zoom),
                    snap(is_fitted ? (float) frame->picture_height / 2 : view->y,
                         a.y + a.height / 2, zoom) },
    };
}

// Returns the mapping of the side at x in the window, and the place in the picture.
static struct mapping find_position(const struct view *view, const struct view_frame *frame,
                                    float x, float y, float position[2])
{
    const bool is_b = view->mode == PRESENT_SIDES && x >= find_area(view, frame, true).x;
    const struct mapping map = find_mapping(view, frame, is_b);
    position[0] = (x - map.middle[0]) / map.zoom + map.centre[0];
    position[1] = (y - map.middle[1]) / map.zoom + map.centre[1];
    return map;
}

struct area view_place(const struct view *view, const struct view_frame *frame, bool is_b)
{
    const struct mapping map = find_mapping(view, frame, is_b);
    const struct area area = map.area;
    const float left = map.middle[0] - map.centre[0] * map.zoom;
    const float top = map.middle[1] - map.centre[1] * map.zoom;
    const float x = fmaxf(area.x, left), y = fmaxf(area.y, top);
    const float right = left + (float) frame->picture_width * map.zoom;
    const float bottom = top + (float) frame->picture_height * map.zoom;
    return (struct area){ x, y, fminf(area.x + area.width, right) - x,
                          fminf(area.y + area.height, bottom) - y };
}

float view_divider(const struct view *view, const struct view_frame *frame)
{
    const struct area seen = view_place(view, frame, false);
    return roundf(seen.x + view->divider * seen.width);
}

void view_divide(struct view *view, const struct view_frame *frame, float x)
{
    const struct area seen = view_place(view, frame, false);
    const float share = (x - seen.x) / fmaxf(seen.width, 1);
    view->divider = fminf(fmaxf(share, least_share), 1 - least_share);
}

// ---- moving

// Keeps the view inside of the picture; a picture smaller than the view is centred in it.
static float keep_inside(float centre, float area, float picture, float zoom)
{
    const float half = area / zoom / 2;
    return 2 * half >= picture ? picture / 2 : fminf(fmaxf(centre, half), picture - half);
}

static void settle(struct view *view, const struct view_frame *frame)
{
    const struct area area = find_area(view, frame, false);
    view->x = keep_inside(view->x, area.width, (float) frame->picture_width, view->zoom);
    view->y = keep_inside(view->y, area.height, (float) frame->picture_height, view->zoom);
    const struct mapping map = find_mapping(view, frame, false);
    view->x = map.centre[0];
    view->y = map.centre[1];
}

bool view_zoom(struct view *view, const struct view_frame *frame, int steps, float x, float y)
{
    float position[2];
    const struct view before = *view;
    const struct mapping map = find_position(view, frame, x, y, position);
    int place = 0;
    while (place < ZOOMS && zooms[place] <= view_scale(view, frame))
        place++;
    place += steps - 1; // `place` was behind the last that is no larger
    view->zoom = place < 0 ? 0 : zooms[place < ZOOMS ? place : ZOOMS - 1]; // 0: all is seen
    if (view->zoom <= fit_scale(view, frame)) {
        view_fit(view);
    } else {
        view->x = position[0] - (x - map.middle[0]) / view->zoom;
        view->y = position[1] - (y - map.middle[1]) / view->zoom;
        settle(view, frame);
    }
    return view->zoom != before.zoom;
}

void view_one_to_one(struct view *view, const struct view_frame *frame)
{
    const struct mapping map = find_mapping(view, frame, false);
    view->zoom = 1;
    view->x = map.centre[0];
    view->y = map.centre[1];
    settle(view, frame);
}

void view_pan(struct view *view, const struct view_frame *frame, float dx, float dy)
{
    if (view->zoom <= 0)
        return;
    view->x -= dx / view->zoom;
    view->y -= dy / view->zoom;
    settle(view, frame);
}

// ---- the visible part

bool view_find(const struct view *view, const struct view_frame *frame, float x, float y,
               int pixel[2])
{
    float position[2];
    find_position(view, frame, x, y, position);
    pixel[0] = (int) floorf(position[0]);
    pixel[1] = (int) floorf(position[1]);
    return x >= 0 && y >= 0 && x < (float) frame->width && y < (float) frame->height &&
           pixel[0] >= 0 && pixel[1] >= 0 && pixel[0] < frame->picture_width &&
           pixel[1] < frame->picture_height;
}

void view_present(const struct view *view, const struct view_frame *frame, float x, float y,
                  struct present *present)
{
    const struct mapping map = find_mapping(view, frame, false);
    const struct area *free = &frame->free;
    memcpy(present->centre, map.centre, sizeof(present->centre));
    present->width = frame->width;
    present->height = frame->height;
    present->view =
        (struct rect){ free->x, free->y, free->x + free->width, free->y + free->height };
    present->mode = view->mode;
    present->channel = view->channel;
    present->zoom = map.zoom;
    present->divider = view_divider(view, frame);
    present->gain = view->gain;
    present->stops = (float) view->stops;
    present->scale = fmaxf(frame->scale, 1);
    if (view->loupe) {
        present->loupe.x = x;
        present->loupe.y = y;
        present->loupe.radius =
            fminf(loupe_radius * present->scale,
                  most_of_window * fminf((float) frame->width, (float) frame->height));
        present->loupe.zoom = fmaxf(roundf(loupe_zoom * present->scale), 2 * map.zoom);
    }
}
