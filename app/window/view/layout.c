#include "app/window/view/layout.h"

#include <math.h>

// All lengths are in heights of the text.
static const float gap = 0.6f;
static const float two_sheets = 64; // windows from this width on have a sheet at either side
static const float one_at_side = 40, least_beside = 24; // narrower ones have it below the picture
static const float sheet_width = 36, wide_sheet_width = 84, message_width = 44, least_message = 18;
static const float strip_width = 46, strip_height = 24, least_strip = 6;

static float between(float least, float value, float most)
{
    return fmaxf(least, fminf(value, most));
}

float layout_scale(float width, float height, float scale)
{
    const float whole_at = 1080, wide_at = 1920; // a window of that size shows it as is
    const float enlarged = fminf(height / whole_at, width / wide_at);
    return fmaxf(scale < 0.5f ? 1 : scale, enlarged);
}

void layout_least_window(float scale, int size[2])
{
    static const float least[] = { 640, 360 }; // on a plain screen
    for (int i = 0; i < 2; i++)
        size[i] = (int) fmaxf((float) size[i], roundf(least[i] * fmaxf(scale, 1)));
}

float layout_em(float width, float height, float scale, float letters)
{
    const float letter = 14, least_width = 15, least_height = 8; // of a window, in letters
    const float most = fmaxf(fminf(width / least_width, height / least_height), letter);
    return floorf(fminf(letter * layout_scale(width, height, scale) * letters, most) + 0.5f);
}

// ---- the window in heights of its text

struct room {
    float em, width, height;
    float bottom, sheet_bottom; // where the sheets and the large one must end
};

static struct room room_of(const struct layout_wish *wish)
{
    struct room room = { .em = wish->em };
    room.width = wish->width / wish->em;
    room.height = wish->height / wish->em;
    room.bottom = room.sheet_bottom = room.height - gap;
    return room;
}

static struct layout_rect rect_at(const struct room *room, float x, float y, float width,
                                  float height)
{
    const float em = room->em;
    if (width <= 0 || height <= 0)
        return (struct layout_rect){ 0 };
    return (struct layout_rect){ roundf(x * em), roundf(y * em), roundf(width * em),
                                 roundf(height * em) };
}

static bool has_two(const struct room *room)
{
    return room->width >= two_sheets;
}

static float side_width(const struct room *room)
{
    return has_two(room) ? between(20, 0.33f * room->width, 25)
                         : between(20, 0.48f * room->width, 24);
}

static bool is_below(const struct room *room)
{
    return room->width < one_at_side && room->height > least_beside;
}

static bool is_beside(const struct room *room)
{
    return room->width >= one_at_side;
}

// In a tiny window the one sheet lies over everything.
static bool is_all_covered(const struct room *room)
{
    return !is_beside(room) && !is_below(room);
}

// What the sheets leave beside or between them: its left end and its width.
struct span {
    float from, width;
};

static struct span free_span(const struct room *room, bool panel)
{
    const float side = side_width(room) + 2 * gap;
    if (panel && has_two(room))
        return (struct span){ side, room->width - 2 * side };
    if (panel && is_beside(room))
        return (struct span){ 0, room->width - side };
    return (struct span){ 0, panel ? 0 : room->width };
}

// ---- messages

static bool message_is_beside(const struct room *room, bool panel)
{
    return free_span(room, panel).width - 2 * gap >= least_message;
}

// Puts the message beside the sheets, or, where that is too narrow, below them.
static struct span message_span(const struct room *room, bool panel)
{
    const struct span all = { 0, room->width };
    const struct span free = message_is_beside(room, panel) ? free_span(room, panel) : all;
    const float width = between(0, free.width - 2 * gap, message_width);
    return (struct span){ free.from + (free.width - width) / 2, width };
}

float layout_message_width(const struct layout_wish *wish)
{
    const struct room room = room_of(wish);
    return roundf(message_span(&room, wish->panel).width * wish->em);
}

// Puts the message at the bottom. The large sheet ends above it, and so does what it would lie
// over.
static void place_message(struct room *room, const struct layout_wish *wish, struct layout *layout)
{
    if (wish->message <= 0)
        return;
    const struct span most = message_span(room, wish->panel);
    const float width = fminf(most.width, wish->message_width / room->em);
    const float height = fminf(wish->message / room->em, (room->height - 3 * gap) / 2);
    const float y = room->height - gap - height;
    layout->message = rect_at(room, most.from + (most.width - width) / 2, y, width, height);
    room->sheet_bottom = y - gap;
    if (!message_is_beside(room, wish->panel))
        room->bottom = y - gap;
}

// ---- sheets

// Puts the large sheet between the sheets of a wide window, else in the place of the sheet at the
// left, else alone.
static void place_sheet(const struct room *room, const struct layout_wish *wish,
                        struct layout *layout)
{
    const float high = room->sheet_bottom - gap;
    const float wanted = wish->is_wide ? wide_sheet_width : sheet_width;
    const float middle = free_span(room, true).width;
    const float beside = room->width - side_width(room) - 3 * gap;
    const bool is_alone = !wish->panel || !has_two(room);
    if (is_alone) {
        const float width = between(0, room->width - 2 * gap, wanted);
        layout->sheet = rect_at(room, (room->width - width) / 2, gap, width, high);
        layout->page = layout->chain = (struct layout_rect){ 0 };
    } else if (middle >= wanted) {
        layout->sheet = rect_at(room, (room->width - wanted) / 2, gap, wanted, high);
    } else {
        layout->sheet = rect_at(room, gap, gap, fminf(wanted, beside), high);
        layout->page = (struct layout_rect){ 0 };
    }
}

static struct layout_rect place_free(const struct room *room)
{
    const struct span span = free_span(room, true);
    return rect_at(room, span.from, 0, span.width, room->height);
}

static void place_two(const struct room *room, struct layout *layout)
{
    const float width = side_width(room), high = room->bottom - gap;
    const float right = room->width - gap - width;
    layout->page = rect_at(room, gap, gap, width, high);
    layout->chain = rect_at(room, right, gap, width, high);
    layout->free = place_free(room);
}

// Puts the one sheet at the right side, or below the picture in a window that is high, or over
// everything in a tiny one.
static void place_one(const struct room *room, struct layout *layout)
{
    const float wide = room->width - 2 * gap, high = room->bottom - gap;
    layout->tabs = true;
    if (is_beside(room)) {
        const float width = side_width(room), x = room->width - gap - width;
        layout->chain = rect_at(room, x, gap, width, high);
        layout->free = place_free(room);
    } else if (is_below(room)) {
        const float y = 0.45f * room->height;
        layout->chain = rect_at(room, gap, y, wide, room->bottom - y);
        layout->free = rect_at(room, 0, 0, room->width, y - gap);
    } else {
        layout->chain = rect_at(room, gap, gap, wide, high);
    }
}

// Puts the strip at the top of what the sheets leave free, over at most half of that. Without
// sheets it is there in the smallest window.
static void place_strip(const struct room *room, const struct layout_wish *wish,
                        struct layout *layout)
{
    const float left = layout->free.x / room->em, free = layout->free.width / room->em;
    const float width = between(0, free - 2 * gap, strip_width);
    const float below = fminf(layout->free.height / room->em, room->sheet_bottom);
    const float height = fminf((below - gap) / 2, strip_height);
    const bool is_covered = wish->panel && is_all_covered(room);
    const bool has_room = width >= least_message && height >= least_strip && !is_covered;
    layout->strip_is_page = wish->panel && !has_room;
    if (!layout->strip_is_page)
        layout->strip = rect_at(room, left + (free - width) / 2, gap, width, height);
}

void layout_make(const struct layout_wish *wish, struct layout *layout)
{
    struct room room = room_of(wish);
    *layout = (struct layout){ .free = { 0, 0, wish->width, wish->height } };
    place_message(&room, wish, layout);
    if (wish->panel && has_two(&room))
        place_two(&room, layout);
    else if (wish->panel)
        place_one(&room, layout);
    if (wish->strip && !wish->sheet)
        place_strip(&room, wish, layout);
    if (wish->sheet)
        place_sheet(&room, wish, layout);
}
