#include "app/window/view/layout.h"

#include <math.h>

// All lengths are multiples of the height of the text.
static const float gap = 0.6f;
static const float two_sheets =
    1280 / 14.0f; // windows from this width on may have a sheet at either side
static const float first_sheet = 960 / 14.0f;           // and from this on have one when they open
static const float one_at_side = 40, least_beside = 24; // narrower ones have it below the picture
static const float sheet_width = 36, wide_sheet_width = 84, message_width = 44, least_message = 18;
static const float strip_height = 18, least_above_strip = 16; // of the sheet that it stands below
static const float welcome_width = 46, welcome_height = 24, least_welcome = 6;

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

float layout_em(float width, float height, float scale, float letters)
{
    const float letter = 14, least_width = 15, least_height = 8; // of a window, in letters
    const float most = fmaxf(fminf(width / least_width, height / least_height), letter);
    return floorf(fminf(letter * layout_scale(width, height, scale) * letters, most) + 0.5f);
}

// ---- the window in heights of its text

// A range of x: all that the sheets leave free, or a part of it.
struct span {
    float from, width;
};

struct room {
    float em, width, height;
    float bottom, sheet_bottom; // where the sheets and the large sheet must end
    // Position of the sheets: two at the sides, or one at the right, below the picture or, in a
    // tiny window, over all of it.
    enum { NONE, TWO, ONE_BESIDE, ONE_BELOW, ONE_OVER_ALL } sheets;
    float side;             // width of a sheet at a side
    struct span free;       // area beside or between the sheets
    bool message_is_beside; // in that area, else below the sheets
};

bool layout_has_two(float width, float em)
{
    return width / em >= two_sheets;
}

// Returns the width of a sheet. Two sheets with the gaps beside them leave half of the window free.
static float side_of(const struct room *room)
{
    return room->sheets == TWO ? between(20, 0.25f * room->width - 2 * gap, 25)
                               : between(20, 0.48f * room->width, 25);
}

static struct room room_of(const struct layout_request *request)
{
    struct room room = { .em = request->em,
                         .width = request->width / request->em,
                         .height = request->height / request->em };
    const bool has_two = request->sheets > 1 && layout_has_two(request->width, request->em);
    room.bottom = room.sheet_bottom = room.height - gap;
    room.sheets = request->sheets == 0         ? NONE
                  : has_two                    ? TWO
                  : room.width >= one_at_side  ? ONE_BESIDE
                  : room.height > least_beside ? ONE_BELOW
                                               : ONE_OVER_ALL;
    room.side = side_of(&room);
    const float side = room.side + 2 * gap;
    room.free.width = room.width;
    if (room.sheets == TWO)
        room.free = (struct span){ side, room.width - 2 * side };
    else if (room.sheets != NONE)
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

// Returns the range of the message: beside the sheets, or below them if there is too little room.
static struct span message_span(const struct room *room)
{
    const struct span all = { 0, room->width };
    const struct span free = room->message_is_beside ? room->free : all;
    const float width = between(0, free.width - 2 * gap, message_width);
    return (struct span){ free.from + (free.width - width) / 2, width };
}

float layout_message_width(const struct layout_request *request)
{
    const struct room room = room_of(request);
    return roundf(message_span(&room).width * request->em);
}

// Puts the message at the bottom. The large sheet ends above it, and so does what it would lie
// over.
static void place_message(struct room *room, const struct layout_request *request,
                          struct layout *layout)
{
    if (request->message <= 0)
        return;
    const struct span most = message_span(room);
    const float width = fminf(most.width, request->message_width / room->em);
    const float height = fminf(request->message / room->em, (room->height - 3 * gap) / 2);
    const float y = room->height - gap - height;
    layout->message = rect_at(room, most.from + (most.width - width) / 2, y, width, height);
    room->sheet_bottom = y - gap;
    if (!room->message_is_beside)
        room->bottom = y - gap;
}

// ---- sheets

// Puts the large sheet into the middle of what is free, else in the place of the sheet at the left,
// else alone.
static void place_sheet(const struct room *room, const struct layout_request *request,
                        struct layout *layout)
{
    const float high = room->sheet_bottom - gap;
    const float requested = request->is_wide ? wide_sheet_width : sheet_width;
    const float beside = room->width - room->side - 3 * gap;
    const bool has_side = room->sheets == TWO || room->sheets == ONE_BESIDE;
    if (has_side && room->free.width - 2 * gap >= requested) {
        const float x = room->free.from + (room->free.width - requested) / 2;
        layout->sheet = rect_at(room, x, gap, requested, high);
    } else if (has_side && beside >= sheet_width) {
        layout->sheet = rect_at(room, gap, gap, fminf(requested, beside), high);
        layout->page = (struct layout_rect){ 0 };
    } else {
        const float width = between(0, room->width - 2 * gap, requested);
        layout->sheet = rect_at(room, (room->width - width) / 2, gap, width, high);
        layout->page = layout->chain = (struct layout_rect){ 0 };
    }
}

static void place_panel(const struct room *room, struct layout *layout)
{
    const float wide = room->width - 2 * gap, high = room->bottom - gap;
    layout->tabs = room->sheets != TWO;
    if (room->sheets == TWO || room->sheets == ONE_BESIDE) {
        const float pixels = roundf(gap * room->em);
        if (room->sheets == TWO)
            layout->page = rect_at(room, gap, gap, room->side, high);
        layout->chain = rect_at(room, room->width - gap - room->side, gap, room->side, high);
        if (room->sheets == TWO)
            layout->free.x = layout->page.x + layout->page.width + pixels;
        layout->free.width = layout->chain.x - pixels - layout->free.x;
    } else if (room->sheets == ONE_BELOW) {
        const float y = 0.45f * room->height;
        layout->chain = rect_at(room, gap, y, wide, room->bottom - y);
        layout->free.height = floorf((y - gap) * room->em);
    } else {
        layout->chain = rect_at(room, gap, gap, wide, high);
    }
}

// Puts the strip below the page or, where the chain has the one sheet, below that, which end above
// it.
static void place_strip(const struct room *room, struct layout *layout)
{
    struct layout_rect *above = room->sheets == TWO ? &layout->page : &layout->chain;
    const float height = roundf(strip_height * room->em), between = roundf(gap * room->em);
    const bool is_at_side = room->sheets == TWO || room->sheets == ONE_BESIDE;
    layout->strip_is_page =
        !is_at_side || above->height - height - between < least_above_strip * room->em;
    if (layout->strip_is_page)
        return;
    above->height -= height + between;
    layout->strip = *above;
    layout->strip.y = above->y + above->height + between;
    layout->strip.height = height;
}

// Puts the first help at the top of what the sheets leave free, over at most half of that.
static void place_welcome(const struct room *room, struct layout *layout)
{
    const float left = layout->free.x / room->em, free = layout->free.width / room->em;
    const float width = between(0, free - 2 * gap, welcome_width);
    const float below = fminf(layout->free.height / room->em, room->sheet_bottom);
    const float height = fminf((below - gap) / 2, welcome_height);
    if (width >= least_message && height >= least_welcome && room->sheets != ONE_OVER_ALL)
        layout->welcome = rect_at(room, left + (free - width) / 2, gap, width, height);
}

void layout_make(const struct layout_request *request, struct layout *layout)
{
    struct room room = room_of(request);
    *layout = (struct layout){ .free = { 0, 0, request->width, request->height } };
    place_message(&room, request, layout);
    if (request->sheets > 0)
        place_panel(&room, layout);
    if (request->strip && request->sheets > 0 && !request->sheet)
        place_strip(&room, layout);
    if (request->welcome && !request->sheet)
        place_welcome(&room, layout);
    if (request->sheet)
        place_sheet(&room, request, layout);
}

// ---- a new window

struct layout_rect layout_free(float width, float height, float scale, float letters, int sheets)
{
    const struct layout_request request = { .width = width,
                                            .height = height,
                                            .em = layout_em(width, height, scale, letters),
                                            .sheets = sheets };
    struct layout layout;
    layout_make(&request, &layout);
    return layout.free;
}

int layout_first_sheets(float width, float height, float scale)
{
    return width / layout_em(width, height, scale, 1) >= first_sheet;
}

// Letters, and with them the sheet, grow with the window.
void layout_window(float scale, const int room[2], int size[2])
{
    static const float least[] = { 640, 360 }; // for a picture, on a plain screen
    enum { TURNS = 8 };
    for (int i = 0; i < 2; i++)
        size[i] = (int) fmaxf((float) size[i], roundf(least[i] * fmaxf(scale, 1)));
    const int picture = size[0];
    for (int i = 0; i < TURNS; i++) {
        const float width = (float) size[0];
        size[0] += picture - (int) layout_free(width, (float) size[1], scale, 1, 1).width;
    }
    for (int i = 0; i < 2; i++)
        size[i] = room[i] > 0 && room[i] < size[i] ? room[i] : size[i];
}

// ---- beside the loupe

struct layout_rect layout_beside(float width, float height, const float circle[3],
                                 const float size[2])
{
    const float x = circle[0], y = circle[1], away = circle[2] * 1.08f;
    const float rooms[] = { width - x - away - size[0], x - away - size[0],
                            height - y - away - size[1], y - away - size[1] };
    int place = 0; // right, left, below, above
    while (place < 4 && rooms[place] < 0)
        place++;
    for (int i = 0; place == 4 && i < 4; i++)
        if (rooms[i] == fmaxf(fmaxf(rooms[0], rooms[1]), fmaxf(rooms[2], rooms[3])))
            place = i;
    const float left = place == 0 ? x + away : place == 1 ? x - away - size[0] : x - size[0] / 2;
    const float top = place == 2 ? y + away : place == 3 ? y - away - size[1] : y - size[1] / 2;
    return (struct layout_rect){ roundf(between(0, left, fmaxf(width - size[0], 0))),
                                 roundf(between(0, top, fmaxf(height - size[1], 0))), size[0],
                                 size[1] };
}
