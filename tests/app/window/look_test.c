// Zooming and moving the picture: arithmetic, so that thousands of turns are tried.

#include "app/window/state/look.h"
#include "render/text/chance.h"
#include "tests/fixtures/cmocka.h"

// Windows, pictures in them, and what is free for those.
static const struct look_frame frames[] = {
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
static struct look_area view_of(const struct look *look, const struct look_frame *frame, bool is_b)
{
    struct look_area view = frame->free;
    view.width = look->way == PRESENT_SIDES ? floorf(view.width / 2) : view.width;
    view.x += look->way == PRESENT_SIDES && is_b ? view.width : 0;
    return view;
}

static int below(uint64_t *chance, int count)
{
    return (int) (chance_next(chance) % (uint64_t) count);
}

static struct look make_look(enum present_way way)
{
    struct look look;
    look_init(&look);
    look.way = way;
    return look;
}

// The pixel under the pointer is the same after every turn of the wheel, unless the picture's edges
// limit the view.
TEST(what_lies_under_the_pointer_stays)
{
    const struct look_frame *frame = &frames[0];
    for (int way = PRESENT_ONE; way <= PRESENT_DIFFERENCE; way++) {
        struct look look = make_look((enum present_way) way);
        int before[2], after[2];
        assert_true(look_zoom(&look, frame, 4, 620, 350));
        for (int steps = 3; steps >= -3; steps -= 2) {
            assert_true(look_find(&look, frame, 630.5f, 340.5f, before));
            look_zoom(&look, frame, steps, 630.5f, 340.5f);
            assert_true(look_find(&look, frame, 630.5f, 340.5f, after));
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
        const struct look_frame *frame = &frames[turn % FRAMES];
        struct look look = make_look((enum present_way) below(&chance, 4));
        for (int i = 0; i < 6; i++) {
            const float x = (float) below(&chance, frame->width);
            const float y = (float) below(&chance, frame->height);
            if (below(&chance, 2))
                look_zoom(&look, frame, below(&chance, 9) - 4, x, y);
            else
                look_pan(&look, frame, (float) below(&chance, 4000) - 2000,
                         (float) below(&chance, 4000) - 2000);
        }
        struct present present = { .way = PRESENT_ONE };
        look_present(&look, frame, 0, 0, &present);
        const float zoom = present.zoom;
        const float view = view_of(&look, frame, false).width;
        if (look.zoom <= 0 || view < 1)
            continue;
        assert_true(zoom <= LOOK_MOST_ZOOM && (zoom == roundf(zoom) || zoom < 1));
        const float left = present.centre[0] - view / 2 / zoom;
        const float right = present.centre[0] + view / 2 / zoom;
        const float border = left * zoom;
        const float slack = 1 / zoom + 1e-3f; // borders of texels go before
        assert_true(zoom < 1 || fabsf(border - roundf(border)) < 0.01f);
        if (view / zoom >= (float) frame->picture_width)
            assert_true(left <= slack && right >= (float) frame->picture_width - slack);
        else
            assert_true(left >= -slack && right <= (float) frame->picture_width + slack);
    }
}

TEST(all_is_seen_again)
{
    for (int i = 0; i < FRAMES; i++)
        for (int way = PRESENT_ONE; way <= PRESENT_DIFFERENCE; way++) {
            struct look look = make_look((enum present_way) way);
            look_zoom(&look, &frames[i], 3, 0, 0);
            assert_true(look.zoom > 0);
            look_zoom(&look, &frames[i], -20, 0, 0);
            assert_true(look.zoom == 0);
            assert_false(look_zoom(&look, &frames[i], -1, 0, 0));
            look_one_to_one(&look, &frames[i]);
            assert_true(look_scale(&look, &frames[i]) == 1);
            look_fit(&look);
            assert_true(look.zoom == 0);
        }
}

// All of the picture is seen in what is free, in its shape and as large as that allows, but no
// larger than it is, unless it is small; its texels lie on whole pixels.
TEST(a_picture_is_fitted_into_what_is_free)
{
    for (int i = 0; i < FRAMES; i++)
        for (int way = PRESENT_ONE; way <= PRESENT_DIFFERENCE; way++)
            for (int side = 0; side < 2; side++) {
                const struct look_frame *frame = &frames[i];
                const struct look look = make_look((enum present_way) way);
                const struct look_area view = view_of(&look, frame, side);
                const struct look_area place = look_place(&look, frame, side);
                const float width = (float) frame->picture_width;
                const float height = (float) frame->picture_height;
                const float scale = look_scale(&look, frame), slack = 0.01f;
                if (view.width < 1)
                    continue;
                assert_true(fabsf(place.width - scale * width) < slack);
                assert_true(fabsf(place.height - scale * height) < slack);
                assert_true(place.x >= view.x - slack && place.y >= view.y - slack);
                assert_true(place.x + place.width <= view.x + view.width + slack);
                assert_true(place.y + place.height <= view.y + view.height + slack);
                if (scale < 1)
                    assert_true(view.width - place.width < slack ||
                                view.height - place.height < slack);
                else
                    assert_true(scale == roundf(scale) && place.x == roundf(place.x) &&
                                place.y == roundf(place.y));
                assert_true(scale <= 1 || (width <= 256 && height <= 256 && scale < 8));
            }
}

// The divider goes with what is seen of the picture, and stays in it.
TEST(the_divider_is_a_share_of_the_picture)
{
    const struct look_frame *frame = &frames[7]; // free up to 1280 of 1647 columns
    struct look look = make_look(PRESENT_SPLIT);
    assert_true(look_divider(&look, frame) == 640);
    look_divide(&look, frame, 320);
    assert_true(look.divider == 0.25f && look_divider(&look, frame) == 320);
    look_divide(&look, frame, 1600);
    assert_true(look_divider(&look, frame) < 1280);
    look_divide(&look, &frames[4], 800); // 1000 pixels in the middle of 1266, from 500 on
    assert_true(fabsf(look.divider - 0.3f) < 1e-3f);
}

// A drag takes the picture along, pixel by pixel.
TEST(a_drag_moves_the_picture)
{
    struct look look = make_look(PRESENT_ONE);
    int before[2], after[2];
    look_pan(&look, &frames[0], 100, 100); // nothing to move
    assert_true(look.zoom == 0);
    look_zoom(&look, &frames[0], 3, 640, 360); // 4
    look_find(&look, &frames[0], 640.5f, 360.5f, before);
    look_pan(&look, &frames[0], 40, -80);
    look_find(&look, &frames[0], 680.5f, 280.5f, after);
    assert_int_equal(before[0], after[0]);
    assert_int_equal(before[1], after[1]);
}

TEST(each_side_shows_the_same_part)
{
    struct look look = make_look(PRESENT_SIDES);
    int a[2], b[2];
    look_zoom(&look, &frames[0], 4, 900, 200);
    for (int x = 0; x < 640; x += 7) {
        look_find(&look, &frames[0], (float) x + 0.5f, 100.5f, a);
        look_find(&look, &frames[0], (float) x + 640.5f, 100.5f, b);
        assert_int_equal(a[0], b[0]);
        assert_int_equal(a[1], b[1]);
    }
}

TEST(beyond_the_picture_is_nothing)
{
    struct look look = make_look(PRESENT_SIDES); // half as large, so there is room above
    int pixel[2];
    assert_true(look_find(&look, &frames[0], 0.5f, 360, pixel));
    assert_int_equal(pixel[0], 1);
    assert_false(look_find(&look, &frames[0], 0.5f, 10, pixel));
    look.way = PRESENT_ONE;
    assert_true(look_find(&look, &frames[0], 0.5f, 10, pixel));
    assert_false(look_find(&look, &frames[0], -1, 10, pixel));
    assert_false(look_find(&look, &frames[0], 1280, 10, pixel));
}
