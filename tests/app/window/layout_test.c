// The panels of the window at every size, and the picture beside them: arithmetic, so that
// thousands of windows are tried.

#include "app/window/state/view.h"
#include "app/window/view/layout.h"
#include "tests/fixtures/cmocka.h"

static const float windows[][2] = { { 640, 360 },   { 800, 600 },   { 960, 540 }, { 1280, 720 },
                                    { 1920, 1080 }, { 3840, 2160 }, { 360, 640 } };

enum { WINDOWS = COUNT_OF(windows) };

static bool is_shown(const struct area *rect)
{
    return rect->width > 0 && rect->height > 0;
}

static bool overlap(const struct area *a, const struct area *b)
{
    return is_shown(a) && is_shown(b) && a->x < b->x + b->width && b->x < a->x + a->width &&
           a->y < b->y + b->height && b->y < a->y + a->height;
}

static bool is_inside(const struct area *rect, float width, float height)
{
    return rect->x >= 0 && rect->y >= 0 && rect->x + rect->width <= width &&
           rect->y + rect->height <= height;
}

static void check(const struct layout_request *request, const struct layout *layout)
{
    const struct area *rects[] = { &layout->page, &layout->chain, &layout->dialog };
    for (int i = 0; i < 3; i++) {
        const struct area *rect = rects[i];
        for (int k = 0; k < i; k++)
            if (overlap(rect, rects[k]))
                fail_msg("%gx%g: %d and %d overlap", request->width, request->height, k, i);
        if (is_shown(rect) && !is_inside(rect, request->width, request->height))
            fail_msg("%gx%g: %d is not inside", request->width, request->height, i);
    }
}

TEST(panels_never_overlap)
{
    for (float width = 1; width < 4200; width = width * 1.07f + 1)
        for (float height = 1; height < 2400; height = height * 1.1f + 1)
            for (int i = 0; i < 24; i++) {
                const struct layout_request request = {
                    .width = floorf(width),
                    .height = floorf(height),
                    .em = layout_em(width, height, i & 4 ? 2.0f : 1.0f, 1),
                    .panels = i / 8,
                    .dialog = i & 1,
                    .is_wide = i & 2,
                };
                struct layout layout;
                layout_make(&request, &layout);
                check(&request, &layout);
            }
}

// However many panels there are, from 960 pixels on half of the window is free, of 1280 pixels 800,
// and smaller ones open without any.
TEST(half_of_the_window_is_free)
{
    for (int width = 320; width < 4000; width += 7) {
        const float wide = (float) width, high = floorf(wide * 0.5625f);
        const float em = layout_em(wide, high, 1, 1);
        assert_int_equal(layout_first_panels(wide, high, 1), width >= 960);
        assert_true(layout_has_two(wide, em) == (width >= 1280));
        assert_false(layout_has_two(wide, 2 * em) && width < 2560); // a screen with small pixels
        for (int panels = 0; panels <= 2; panels++)
            assert_true(width < 960 ||
                        2 * layout_free(wide, high, 1, 1, panels, false).width >= wide);
    }
    const struct area all = layout_free(640, 360, 1, 1, 0, false);
    assert_true(all.x == 0 && all.y == 0 && all.width == 640 && all.height == 360);
    assert_true(layout_free(1280, 720, 1, 1, 2, false).width >= 800);
}

static void check_picture(const float size[2], const int picture[2], enum present_mode way,
                          int panels)
{
    const struct layout_request request = {
        .width = size[0],
        .height = size[1],
        .em = layout_em(size[0], size[1], 1, 1),
        .panels = panels,
    };
    struct layout layout;
    layout_make(&request, &layout);
    const struct area *free = &layout.free;
    const struct view_frame frame = {
        .width = (int) size[0],
        .height = (int) size[1],
        .picture_width = picture[0],
        .picture_height = picture[1],
        .free = *free,
    };
    struct view view;
    view_init(&view);
    view.mode = way;
    for (int side = 0; side < 2; side++) {
        const struct area area = view_place(&view, &frame, side);
        // An overlap that rounds to 0 is less than a pixel.
        const struct area place = { area.x + 0.01f, area.y + 0.01f, area.width - 0.02f,
                                    area.height - 0.02f };
        const float parts = way == PRESENT_SIDES ? 2 : 1;
        const bool is_large = area.width >= floorf(free->width / parts) - 0.01f ||
                              area.height >= free->height - 0.01f;
        if (overlap(&place, &layout.chain) || overlap(&place, &layout.page))
            fail_msg("%gx%g, way %d, %d panels: the picture lies under a panel", size[0], size[1],
                     way, panels);
        assert_true(is_inside(&place, size[0], size[1]));
        assert_true(is_large || view_scale(&view, &frame) == 1);
    }
}

// In every mode the picture is as large as its shape allows in what is free, and 1:1 at most; no
// part of it lies under a panel.
TEST(no_panel_covers_the_picture)
{
    static const int pictures[][2] = {
        { 640, 360 }, { 1280, 720 }, { 1920, 1080 }, { 500, 2000 }, { 3000, 1001 }
    };
    for (int i = 0; i < WINDOWS * 5 * 4 * 3; i++)
        check_picture(windows[i % WINDOWS], pictures[i / WINDOWS % 5],
                      (enum present_mode)(i / WINDOWS / 5 % 4), i / WINDOWS / 20);
}

TEST(letters_grow_with_the_screen_and_with_the_window)
{
    assert_true(layout_em(320, 200, 1, 1) == 14);
    assert_true(layout_em(1920, 1080, 1, 1) == 14);
    assert_true(layout_em(3840, 2160, 1, 1) == 28);
    assert_true(layout_em(1280, 720, 2, 1) == 28);
    assert_true(layout_em(3840, 2160, 2, 1) == 28);
    assert_true(layout_em(3840, 400, 1, 1) == 14); // wide alone is no reason
    assert_true(layout_em(1280, 720, 1, 1.5f) == 21);
    assert_true(layout_em(3840, 2160, 1, 0.5f) == 14);
    assert_true(layout_em(360, 640, 3, 3) == 24); // and no larger: a panel must have room
    assert_true(layout_em(90, 60, 3, 3) == 14);
    assert_true(layout_scale(1280, 720, 1) == 1);
    assert_true(layout_scale(1280, 720, 0) == 1); // not known
    assert_true(layout_scale(3840, 2160, 1) == 2);
}

// At every size and scale of a screen, what is requested has room to be read.
TEST(nothing_is_out_of_reach)
{
    static const float scales[] = { 1, 1.5f, 2, 3 };
    for (int i = 0; i < WINDOWS * 4 * 6; i++) {
        const float *size = windows[i % WINDOWS], scale = scales[i / WINDOWS % 4];
        const float em = layout_em(size[0], size[1], scale, 1);
        const int way = i / WINDOWS / 4;
        const struct layout_request request = {
            .width = size[0],
            .height = size[1],
            .em = em,
            .panels = way / 2,
            .dialog = way & 1,
        };
        struct layout layout;
        layout_make(&request, &layout);
        check(&request, &layout);
        const struct area *first = request.dialog ? &layout.dialog : &layout.chain;
        assert_true(is_shown(first) || (request.panels == 0 && !request.dialog));
        const bool is_large = fminf(size[0], 1.6f * size[1]) >= 640 * scale;
        assert_true(!is_shown(first) || (first->width >= (is_large ? 17 : 7) * em &&
                                         first->height >= (is_large ? 7 : 3) * em));
    }
}

// A new window shows the picture 1:1 beside a panel, where the screen has that room.
TEST(a_new_window_holds_the_picture_and_a_panel)
{
    static const int pictures[][2] = { { 1, 1 },     { 640, 360 },   { 1280, 720 },
                                       { 64, 2000 }, { 1920, 1080 }, { 3840, 2160 } };
    static const float scales[] = { 0, 1, 1.5f, 2 };
    const int unknown[2] = { 0 }, small[2] = { 1000, 700 };
    for (int i = 0; i < 6 * 4; i++) {
        const int *picture = pictures[i % 6];
        const float scale = scales[i / 6];
        int size[2] = { picture[0], picture[1] };
        layout_window(scale, unknown, size);
        const float width = (float) size[0], height = (float) size[1];
        const struct area free = layout_free(width, height, scale, 1, 1, false);
        const float wide = fmaxf((float) picture[0], roundf(640 * fmaxf(scale, 1)));
        assert_int_equal(layout_first_panels(width, height, scale), 1);
        assert_true(fabsf(free.width - wide) <= 1 && free.height >= fmaxf((float) picture[1], 720));
        size[0] = picture[0];
        size[1] = picture[1];
        layout_window(scale, small, size);
        assert_true(size[0] <= 1000 && size[1] <= 700);
    }
}
