#include "app/window/view/layout.h"

#include <math.h>

// Lengths are multiples of the height of the text.
static const float gap = 0.6f;
static const float two_panels = 1280 / 14.0f; // windows from this width on may have two panels
static const float first_panel = 960 / 14.0f; // and from this on have one when they open
static const float one_at_side = 40, least_beside = 24; // narrower ones have it below the picture
static const float dialog_width = 48, wide_dialog_width = 84, editor_width = 46;
static const float below_dialog = 3.4f; // for a message

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

float layout_em(float width, float height, float scale, float text_scale)
{
    const float letter = 14, least_width = 15, least_height = 8; // of a window, in letters
    const float most = fmaxf(fminf(width / least_width, height / least_height), letter);
    return floorf(fminf(letter * layout_scale(width, height, scale) * text_scale, most) + 0.5f);
}

// ---- panels

bool layout_has_two(float width, float em)
{
    return width / em >= two_panels;
}

// Puts the dialog into the middle of what is free, or else of the whole window, without panels.
static void place_dialog(const struct layout_request *request, bool is_beside,
                         struct layout *layout)
{
    const float em = request->em, edge = gap * em;
    const float wide = (request->is_wide ? wide_dialog_width : dialog_width) * em;
    struct area *dialog = &layout->dialog;
    struct area room = layout->free;
    if (!is_beside || room.width - 2 * edge < wide) {
        room = (struct area){ 0, 0, request->width, request->height };
        layout->page = layout->chain = (struct area){ 0 };
    }
    dialog->width = floorf(between(0, room.width - 2 * edge, wide));
    dialog->x = roundf(room.x + (room.width - dialog->width) / 2);
    dialog->y = roundf(edge);
    const float below = request->height > least_beside * em ? below_dialog * em : 0;
    dialog->height = floorf(fmaxf(request->height - 2 * edge - below, 0));
}

// The chain stays where a third of the window is left for the picture.
static void place_editor(const struct layout_request *request, bool is_beside,
                         struct layout *layout)
{
    const float em = request->em, width = request->width;
    const float wide = floorf(fminf(fmaxf(0.48f * width, 24 * em), editor_width * em));
    struct area *free = &layout->free, *chain = &layout->chain;
    layout->page = (struct area){ 0 };
    if (!is_beside) {
        const float y = request->height > least_beside * em ? roundf(0.45f * request->height) : 0;
        *chain = (struct area){ 0 };
        layout->editor = (struct area){ 0, y, width, request->height - y };
        *free = (struct area){ 0, 0, width, y > 0 ? y : request->height };
        return;
    }
    if (width - wide - chain->width < width / 3)
        *chain = (struct area){ 0 };
    layout->editor = (struct area){ 0, 0, wide, request->height };
    *free = (struct area){ wide, 0, width - wide - chain->width, request->height };
}

void layout_make(const struct layout_request *request, struct layout *layout)
{
    const float em = request->em, width = request->width / em, height = request->height / em;
    const bool has_two = request->panels > 1 && layout_has_two(request->width, em);
    const bool is_beside = has_two || width >= one_at_side;
    // Two panels leave 800 of 1280 pixels free.
    const float side =
        floorf(em * (has_two ? between(17, 0.1875f * width, 25) : between(20, 0.48f * width, 25)));
    struct area *free = &layout->free, *chain = &layout->chain;
    *layout = (struct layout){ .free = { 0, 0, request->width, request->height } };
    if (request->panels > 0 && is_beside) {
        *chain = (struct area){ request->width - side, 0, side, request->height };
        free->width -= side;
    } else if (request->panels > 0) {
        const float y = height > least_beside ? roundf(0.45f * request->height) : 0;
        *chain = (struct area){ 0, y, request->width, request->height - y };
        free->height = y > 0 ? y : request->height;
    }
    if (has_two) {
        layout->page = (struct area){ 0, 0, side, request->height };
        free->x = side;
        free->width -= side;
    }
    if (request->editor)
        place_editor(request, is_beside, layout);
    if (request->dialog)
        place_dialog(request, request->panels > 0 && is_beside, layout);
}

// ---- a new window

struct area layout_free(float width, float height, float scale, float text_scale, int panels,
                        bool editor)
{
    const struct layout_request request = { .width = width,
                                            .height = height,
                                            .em = layout_em(width, height, scale, text_scale),
                                            .panels = panels,
                                            .editor = editor };
    struct layout layout;
    layout_make(&request, &layout);
    return layout.free;
}

int layout_first_panels(float width, float height, float scale)
{
    return width / layout_em(width, height, scale, 1) >= first_panel;
}

// Letters, and with them the panel, grow with the window.
void layout_window(float scale, const int room[2], int size[2])
{
    static const float least[] = { 640, 720 }; // for a picture and a panel, on a plain screen
    enum { TURNS = 8 };
    for (int i = 0; i < 2; i++)
        size[i] = (int) fmaxf((float) size[i], roundf(least[i] * fmaxf(scale, 1)));
    const int picture = size[0];
    for (int i = 0; i < TURNS; i++) {
        const float width = (float) size[0];
        size[0] += picture - (int) layout_free(width, (float) size[1], scale, 1, 1, false).width;
    }
    for (int i = 0; i < 2; i++)
        size[i] = room[i] > 0 && room[i] < size[i] ? room[i] : size[i];
}
