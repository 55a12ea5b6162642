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

// What the sheets leave, or a part of it: its left end and its width.
struct span {
    float from, width;
};

struct room {
    float em, width, height;
    float bottom, sheet_bottom; // where the sheets and the large one must end
    // The sheets: two at the sides, or one at the right, below the picture or, in a tiny window,
    // over all of it.
    enum { TWO, ONE_BESIDE, ONE_BELOW, ONE_OVER_ALL } sheets;
    float side;             // the width of a sheet at a side
    struct span free;       // beside or between the sheets that are shown
    bool message_is_beside; // there, else below them
};

static struct room room_of(const struct layout_wish *wish)
{
    struct room room = { .em = wish->em,
                         .width = wish->width / wish->em,
                         .height = wish->height / wish->em };
    room.bottom = room.sheet_bottom = room.height - gap;
    room.sheets = room.width >= two_sheets     ? TWO
                  : room.width >= one_at_side  ? ONE_BESIDE
                  : room.height > least_beside ? ONE_BELOW
                                               : ONE_OVER_ALL;
    room.side = room.sheets == TWO ? between(20, 0.33f * room.width, 25)
                                   : between(20, 0.48f * room.width, 24);
    const float side = room.side + 2 * gap;
    room.free.width = room.width;
    if (wish->panel && room.sheets == TWO)
        room.free = (struct span){ side, room.width - 2 * side };
    else if (wish->panel)
        room.free.width = room.sheets == ONE_BESIDE ? room.width - side : 0;
    room.message_is_beside = room.free.width - 2 * gap >= least_message;
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

// ---- messages

// Puts the message beside the sheets, or, where that is too narrow, below them.
static struct span message_span(const struct room *room)
{
    const struct span all = { 0, room->width };
    const struct span free = room->message_is_beside ? room->free : all;
    const float width = between(0, free.width - 2 * gap, message_width);
    return (struct span){ free.from + (free.width - width) / 2, width };
}

float layout_message_width(const struct layout_wish *wish)
{
    const struct room room = room_of(wish);
    return roundf(message_span(&room).width * wish->em);
}

// Puts the message at the bottom. The large sheet ends above it, and so does what it would lie
// over.
static void place_message(struct room *room, const struct layout_wish *wish, struct layout *layout)
{
    if (wish->message <= 0)
        return;
    const struct span most = message_span(room);
    const float width = fminf(most.width, wish->message_width / room->em);
    const float height = fminf(wish->message / room->em, (room->height - 3 * gap) / 2);
    const float y = room->height - gap - height;
    layout->message = rect_at(room, most.from + (most.width - width) / 2, y, width, height);
    room->sheet_bottom = y - gap;
    if (!room->message_is_beside)
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
    const float beside = room->width - room->side - 3 * gap;
    const bool is_alone = !wish->panel || room->sheets != TWO;
    if (is_alone) {
        const float width = between(0, room->width - 2 * gap, wanted);
        layout->sheet = rect_at(room, (room->width - width) / 2, gap, width, high);
        layout->page = layout->chain = (struct layout_rect){ 0 };
    } else if (room->free.width >= wanted) {
        layout->sheet = rect_at(room, (room->width - wanted) / 2, gap, wanted, high);
    } else {
        layout->sheet = rect_at(room, gap, gap, fminf(wanted, beside), high);
        layout->page = (struct layout_rect){ 0 };
    }
}

static void place_panel(const struct room *room, struct layout *layout)
{
    const float wide = room->width - 2 * gap, high = room->bottom - gap;
    layout->tabs = room->sheets != TWO;
    if (room->sheets == TWO || room->sheets == ONE_BESIDE) {
        const float right = room->width - gap - room->side;
        if (room->sheets == TWO)
            layout->page = rect_at(room, gap, gap, room->side, high);
        layout->chain = rect_at(room, right, gap, room->side, high);
        layout->free = rect_at(room, room->free.from, 0, room->free.width, room->height);
    } else if (room->sheets == ONE_BELOW) {
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
    const bool is_covered = wish->panel && room->sheets == ONE_OVER_ALL;
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
    if (wish->panel)
        place_panel(&room, layout);
    if (wish->strip && !wish->sheet)
        place_strip(&room, wish, layout);
    if (wish->sheet)
        place_sheet(&room, wish, layout);
}
