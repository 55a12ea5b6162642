// Zooming and moving the picture: arithmetic, so that thousands of turns are tried.

#include "app/window/state/view.h"
#include "render/text/chance.h"
#include "tests/fixtures/cmocka.h"

// Windows, pictures in them, and what is free for those.
static const struct view_frame frames[] = {
    { 1280, 720, 1280, 720, 1, { 0, 0, 1280, 720 } },
    { 641, 361, 641, 361, 1, { 0, 0, 641, 361 } },
    { 1, 1, 1, 1, 1, { 0, 0, 1, 1 } },
    { 300, 900, 300, 900, 1, { 0, 0, 300, 405 } },
    { 2000, 900, 1000, 450, 1, { 367, 0, 1266, 900 } },
    { 7, 5, 70, 50, 1, { 0, 0, 7, 5 } },
    { 960, 540, 64, 48, 1, { 0, 0, 593, 540 } },
    { 1647, 720, 1280, 720, 1, { 0, 0, 1280, 720 } },
};

enum { FRAMES = COUNT_OF(frames) };

// The area that a side is viewed in: all that is free, or a half of it.
static struct area area_of(const struct view *view, const struct view_frame *frame, bool is_b)
{
    struct area area = frame->free;
    area.width = view->mode == PRESENT_SIDES ? floorf(area.width / 2) : area.width;
    area.x += view->mode == PRESENT_SIDES && is_b ? area.width : 0;
    return area;
}

static int below(uint64_t *chance, int count)
{
    return (int) (chance_next(chance) % (uint64_t) count);
}

static struct view make_view(enum present_mode way)
{
    struct view view;
    view_init(&view);
    view.mode = way;
    return view;
}

// The pixel under the pointer is the same after every turn of the wheel, unless the picture's edges
// limit the view.
TEST(what_lies_under_the_pointer_stays)
{
    const struct view_frame *frame = &frames[0];
    for (int way = PRESENT_ONE; way <= PRESENT_DIFFERENCE; way++) {
        struct view view = make_view((enum present_mode) way);
        int before[2], after[2];
        assert_true(view_zoom(&view, frame, 4, 620, 350));
        for (int steps = 3; steps >= -3; steps -= 2) {
            assert_true(view_find(&view, frame, 630.5f, 340.5f, before));
            view_zoom(&view, frame, steps, 630.5f, 340.5f);
            assert_true(view_find(&view, frame, 630.5f, 340.5f, after));
            assert_true(abs(before[0] - after[0]) <= 1 && abs(before[1] - after[1]) <= 1);
        }
    }
}

// In any window, after any turns: the zoom is a whole number, below 1 or all is seen, texels begin
// at pixels, no view shows what lies beyond the picture while it could show more of it.
TEST(the_picture_is_never_lost)
{
    uint64_t chance = 1;
    for (int turn = 0; turn < 20000; turn++) {
        const struct view_frame *frame = &frames[turn % FRAMES];
        struct view view = make_view((enum present_mode) below(&chance, 4));
        for (int i = 0; i < 6; i++) {
            const float x = (float) below(&chance, frame->width);
            const float y = (float) below(&chance, frame->height);
            if (below(&chance, 2))
                view_zoom(&view, frame, below(&chance, 9) - 4, x, y);
            else
                view_pan(&view, frame, (float) below(&chance, 4000) - 2000,
                         (float) below(&chance, 4000) - 2000);
        }
        struct present present = { .mode = PRESENT_ONE };
        view_present(&view, frame, 0, 0, &present);
        const float zoom = present.zoom;
        const float area = area_of(&view, frame, false).width;
        if (view.zoom <= 0 || area < 1)
            continue;
        assert_true(zoom <= VIEW_MAX_ZOOM && (zoom == roundf(zoom) || zoom < 1));
        const float left = present.centre[0] - area / 2 / zoom;
        const float right = present.centre[0] + area / 2 / zoom;
        const float border = left * zoom;
        const float slack = 1 / zoom + 1e-3f; // borders of texels go before
        assert_true(zoom < 1 || fabsf(border - roundf(border)) < 0.01f);
        if (area / zoom >= (float) frame->picture_width)
            assert_true(left <= slack && right >= (float) frame->picture_width - slack);
        else
            assert_true(left >= -slack && right <= (float) frame->picture_width + slack);
    }
}

TEST(all_is_seen_again)
{
    for (int i = 0; i < FRAMES; i++)
        for (int way = PRESENT_ONE; way <= PRESENT_DIFFERENCE; way++) {
            struct view view = make_view((enum present_mode) way);
            view_zoom(&view, &frames[i], 3, 0, 0);
            assert_true(view.zoom > 0);
            view_zoom(&view, &frames[i], -20, 0, 0);
            assert_true(view.zoom == 0);
            assert_false(view_zoom(&view, &frames[i], -1, 0, 0));
            view_one_to_one(&view, &frames[i]);
            assert_true(view_scale(&view, &frames[i]) == 1);
            view_fit(&view);
            assert_true(view.zoom == 0);
        }
}

// All of the picture is seen in what is free, in its shape and as large as that allows, but no
// larger than it is, unless it is small; its texels lie on whole pixels.
TEST(a_picture_is_fitted_into_what_is_free)
{
    for (int i = 0; i < FRAMES; i++)
        for (int way = PRESENT_ONE; way <= PRESENT_DIFFERENCE; way++)
            for (int side = 0; side < 2; side++) {
                const struct view_frame *frame = &frames[i];
                const struct view view = make_view((enum present_mode) way);
                const struct area area = area_of(&view, frame, side);
                const struct area place = view_place(&view, frame, side);
                const float width = (float) frame->picture_width;
                const float height = (float) frame->picture_height;
                const float scale = view_scale(&view, frame), slack = 0.01f;
                if (area.width < 1)
                    continue;
                assert_true(fabsf(place.width - scale * width) < slack);
                assert_true(fabsf(place.height - scale * height) < slack);
                assert_true(place.x >= area.x - slack && place.y >= area.y - slack);
                assert_true(place.x + place.width <= area.x + area.width + slack);
                assert_true(place.y + place.height <= area.y + area.height + slack);
                if (scale < 1)
                    assert_true(area.width - place.width < slack ||
                                area.height - place.height < slack);
                else
                    assert_true(scale == roundf(scale) && place.x == roundf(place.x) &&
                                place.y == roundf(place.y));
                assert_true(scale <= 1 || (width <= 256 && height <= 256 && scale < 8));
            }
}

// The divider goes with what is seen of the picture, and stays in it.
TEST(the_divider_is_a_share_of_the_picture)
{
    const struct view_frame *frame = &frames[7]; // free up to 1280 of 1647 columns
    struct view view = make_view(PRESENT_SPLIT);
    assert_true(view_divider(&view, frame) == 640);
    view_divide(&view, frame, 320);
    assert_true(view.divider == 0.25f && view_divider(&view, frame) == 320);
    view_divide(&view, frame, 1600);
    assert_true(view_divider(&view, frame) < 1280);
    view_divide(&view, &frames[4], 800); // 1000 pixels in the middle of 1266, from 500 on
    assert_true(fabsf(view.divider - 0.3f) < 1e-3f);
}

// A drag takes the picture along, pixel by pixel.
TEST(a_drag_moves_the_picture)
{
    struct view view = make_view(PRESENT_ONE);
    int before[2], after[2];
    view_pan(&view, &frames[0], 100, 100); // nothing to move
    assert_true(view.zoom == 0);
    view_zoom(&view, &frames[0], 3, 640, 360); // 4
    view_find(&view, &frames[0], 640.5f, 360.5f, before);
    view_pan(&view, &frames[0], 40, -80);
    view_find(&view, &frames[0], 680.5f, 280.5f, after);
    assert_int_equal(before[0], after[0]);
    assert_int_equal(before[1], after[1]);
}

TEST(each_side_shows_the_same_part)
{
    struct view view = make_view(PRESENT_SIDES);
    int a[2], b[2];
    view_zoom(&view, &frames[0], 4, 900, 200);
    for (int x = 0; x < 640; x += 7) {
        view_find(&view, &frames[0], (float) x + 0.5f, 100.5f, a);
        view_find(&view, &frames[0], (float) x + 640.5f, 100.5f, b);
        assert_int_equal(a[0], b[0]);
        assert_int_equal(a[1], b[1]);
    }
}

TEST(beyond_the_picture_is_nothing)
{
    struct view view = make_view(PRESENT_SIDES); // half as large, so there is room above
    int pixel[2];
    assert_true(view_find(&view, &frames[0], 0.5f, 360, pixel));
    assert_int_equal(pixel[0], 1);
    assert_false(view_find(&view, &frames[0], 0.5f, 10, pixel));
    view.mode = PRESENT_ONE;
    assert_true(view_find(&view, &frames[0], 0.5f, 10, pixel));
    assert_false(view_find(&view, &frames[0], -1, 10, pixel));
    assert_false(view_find(&view, &frames[0], 1280, 10, pixel));
}
