#include "app/window/state/look.h"

#include <math.h>

static const float zooms[] = { 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, LOOK_MOST_ZOOM };

enum { ZOOMS = sizeof(zooms) / sizeof(zooms[0]) };

static const float loupe_radius = 96, loupe_zoom = 12; // on a plain screen

void look_init(struct look *look)
{
    *look = (struct look){ .divider = 0.5f, .gain = 4 };
}

void look_fit(struct look *look)
{
    look->zoom = 0;
}

// ---- views

// Side by side the same part of the picture is in each half, and the left one decides.
static float view_width(const struct look *look, const struct look_frame *frame)
{
    return look->way == PRESENT_SIDES ? floorf((float) frame->width / 2) : (float) frame->width;
}

static float fit_scale(const struct look *look, const struct look_frame *frame)
{
    const float across = view_width(look, frame) / (float) frame->picture_width;
    const float down = (float) frame->height / (float) frame->picture_height;
    return fminf(fminf(across, down), 1);
}

float look_scale(const struct look *look, const struct look_frame *frame)
{
    return look->zoom > 0 ? look->zoom : fit_scale(look, frame);
}

static bool is_in_right_half(const struct look *look, const struct look_frame *frame, float x)
{
    return look->way == PRESENT_SIDES && x >= view_width(look, frame);
}

// Returns the middle of the view that (x, y) is in.
static void find_middle(const struct look *look, const struct look_frame *frame, float x,
                        float middle[2])
{
    const float half = view_width(look, frame) / 2;
    middle[0] = is_in_right_half(look, frame, x) ? 3 * half : half;
    middle[1] = (float) frame->height / 2;
}

static void find_centre(const struct look *look, const struct look_frame *frame, float centre[2])
{
    const bool fits = look->zoom <= 0;
    centre[0] = fits ? (float) frame->picture_width / 2 : look->x;
    centre[1] = fits ? (float) frame->picture_height / 2 : look->y;
}

static void find_position(const struct look *look, const struct look_frame *frame, float x, float y,
                          float position[2])
{
    const float scale = look_scale(look, frame);
    float middle[2], centre[2];
    find_middle(look, frame, x, middle);
    find_centre(look, frame, centre);
    position[0] = (x - middle[0]) / scale + centre[0];
    position[1] = (y - middle[1]) / scale + centre[1];
}

// ---- moving

// Keeps the view inside of the picture, and where that is smaller its middle in the view's.
static float keep_inside(float centre, float view, float picture, float zoom)
{
    const float half = view / zoom / 2;
    return 2 * half >= picture ? picture / 2 : fminf(fmaxf(centre, half), picture - half);
}

// Puts the borders of texels on borders of the window's pixels.
static float snap(float centre, float middle, float zoom)
{
    return zoom < 1 ? centre : (middle - roundf(middle - centre * zoom)) / zoom;
}

static void settle(struct look *look, const struct look_frame *frame)
{
    const float width = view_width(look, frame), height = (float) frame->height;
    look->x = keep_inside(look->x, width, (float) frame->picture_width, look->zoom);
    look->y = keep_inside(look->y, height, (float) frame->picture_height, look->zoom);
    look->x = snap(look->x, width / 2, look->zoom);
    look->y = snap(look->y, height / 2, look->zoom);
}

bool look_zoom(struct look *look, const struct look_frame *frame, int steps, float x, float y)
{
    float position[2], middle[2];
    const struct look before = *look;
    find_position(look, frame, x, y, position);
    find_middle(look, frame, x, middle);
    int place = 0;
    while (place < ZOOMS && zooms[place] <= look_scale(look, frame))
        place++;
    place += steps - 1; // `place` was behind the last that is no larger
    look->zoom = place < 0 ? 0 : zooms[place < ZOOMS ? place : ZOOMS - 1]; // 0: all is seen
    if (look->zoom <= fit_scale(look, frame)) {
        look_fit(look);
    } else {
        look->x = position[0] - (x - middle[0]) / look->zoom;
        look->y = position[1] - (y - middle[1]) / look->zoom;
        settle(look, frame);
    }
    return look->zoom != before.zoom;
}

void look_one_to_one(struct look *look, const struct look_frame *frame)
{
    float centre[2];
    find_centre(look, frame, centre);
    look->x = centre[0];
    look->y = centre[1];
    look->zoom = 1;
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

// ---- what is seen

bool look_find(const struct look *look, const struct look_frame *frame, float x, float y,
               int pixel[2], bool *is_b)
{
    float position[2];
    find_position(look, frame, x, y, position);
    pixel[0] = (int) floorf(position[0]);
    pixel[1] = (int) floorf(position[1]);
    if (is_b)
        *is_b = is_in_right_half(look, frame, x) ||
                (look->way == PRESENT_SPLIT && x >= look->divider * (float) frame->width);
    return x >= 0 && y >= 0 && x < (float) frame->width && y < (float) frame->height &&
           pixel[0] >= 0 && pixel[1] >= 0 && pixel[0] < frame->picture_width &&
           pixel[1] < frame->picture_height;
}

void look_present(const struct look *look, const struct look_frame *frame, float x, float y,
                  struct present *present)
{
    const float scale = look_scale(look, frame);
    find_centre(look, frame, present->centre);
    present->width = frame->width;
    present->height = frame->height;
    present->way = look->way;
    present->zoom = scale;
    present->divider = roundf(look->divider * (float) frame->width);
    present->gain = look->gain;
    present->stops = (float) look->stops;
    present->scale = fmaxf(frame->scale, 1);
    if (look->loupe) {
        present->loupe.x = x;
        present->loupe.y = y;
        present->loupe.radius = loupe_radius * present->scale;
        present->loupe.zoom = fmaxf(roundf(loupe_zoom * present->scale), 2 * scale);
    }
}
