// The sheets of the window at every size: arithmetic, so that thousands of windows are tried.

#include "app/window/view/layout.h"
#include "tests/fixtures/cmocka.h"

#include <math.h>

static bool is_shown(const struct layout_rect *rect)
{
    return rect->width > 0 && rect->height > 0;
}

static bool overlap(const struct layout_rect *a, const struct layout_rect *b)
{
    return is_shown(a) && is_shown(b) && a->x < b->x + b->width && b->x < a->x + a->width &&
           a->y < b->y + b->height && b->y < a->y + a->height;
}

static void check(const struct layout_wish *wish, const struct layout *layout)
{
    const struct layout_rect *sheets[] = { &layout->page, &layout->chain, &layout->sheet,
                                           &layout->message, &layout->strip };
    for (int i = 0; i < 5; i++) {
        const struct layout_rect *sheet = sheets[i];
        for (int k = 0; k < i; k++)
            if (overlap(sheet, sheets[k]))
                fail_msg("%gx%g: sheets %d and %d overlap", (double) wish->width,
                         (double) wish->height, k, i);
        if (is_shown(sheet) &&
            (sheet->x < 0 || sheet->y < 0 || sheet->x + sheet->width > wish->width ||
             sheet->y + sheet->height > wish->height))
            fail_msg("%gx%g: sheet %d is not inside", (double) wish->width, (double) wish->height,
                     i);
    }
}

static struct layout make(float width, float height, float scale, bool help, float message)
{
    const struct layout_wish wish = {
        .width = width,
        .height = height,
        .em = layout_em(width, height, scale, 1),
        .panel = true,
        .sheet = help,
        .message_width = 1000,
        .message = message,
    };
    struct layout layout;
    layout_make(&wish, &layout);
    check(&wish, &layout);
    return layout;
}

TEST(sheets_never_overlap)
{
    for (float width = 1; width < 4200; width = width * 1.07f + 1)
        for (float height = 1; height < 2400; height = height * 1.1f + 1)
            for (int i = 0; i < 64; i++) {
                const struct layout_wish wish = {
                    .width = floorf(width),
                    .height = floorf(height),
                    .em = layout_em(width, height, i & 8 ? 2.0f : 1.0f, 1),
                    .panel = i & 1,
                    .sheet = i & 2,
                    .is_wide = i & 32,
                    .strip = i & 16,
                    .message_width = i & 8 ? 300.0f : 3000.0f,
                    .message = i & 4 ? 90.0f : 0.0f,
                };
                struct layout layout;
                layout_make(&wish, &layout);
                check(&wish, &layout);
            }
}

// What is asked for is there, and large enough to be read.
TEST(what_is_asked_for_is_shown)
{
    static const float sizes[][2] = { { 320, 200 },  { 640, 360 },   { 960, 540 },  { 400, 800 },
                                      { 1280, 720 }, { 1920, 1080 }, { 3840, 2160 } };
    for (int i = 0; i < 7; i++) {
        const float width = sizes[i][0], height = sizes[i][1], em = layout_em(width, height, 1, 1);
        struct layout layout = make(width, height, 1, false, 0);
        assert_true(layout.chain.width >= 19 * em && layout.chain.height >= 7 * em);
        assert_true(layout.tabs != is_shown(&layout.page));
        layout = make(width, height, 1, true, 3 * em);
        assert_true(layout.sheet.width >= 19 * em && layout.sheet.height >= 7 * em);
        assert_true(layout.message.width >= 17 * em && layout.message.height == 3 * em);
    }
}

TEST(a_narrow_window_has_one_sheet)
{
    assert_true(make(719, 400, 1, false, 0).tabs);
    assert_false(make(960, 540, 1, false, 0).tabs);
    assert_true(make(960, 540, 2, false, 0).tabs); // a screen with small pixels
    assert_false(make(3840, 2160, 1, false, 0).tabs);
}

// The free part lies beside all sheets, and in the middle where there is one at either side.
TEST(the_free_part_is_free)
{
    for (float width = 320; width < 4000; width *= 1.1f) {
        const struct layout layout = make(floorf(width), floorf(width * 0.6f), 1, false, 0);
        const bool is_covered = layout.chain.width + 40 > floorf(width) && layout.chain.y < 40;
        if (!is_covered && overlap(&layout.free, &layout.chain))
            fail_msg("at %g the chain covers the free part", (double) floorf(width));
        assert_false(overlap(&layout.free, &layout.page));
        if (!layout.tabs)
            assert_true(fabsf(layout.free.x + layout.free.width / 2 - floorf(width) / 2) <= 1);
    }
    const struct layout_wish hidden = { .width = 640, .height = 360, .em = 14, .sheet = true };
    struct layout layout;
    layout_make(&hidden, &layout);
    assert_true(layout.free.x == 0 && layout.free.width == 640 && layout.free.height == 360);
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
    assert_true(layout_em(360, 640, 3, 3) == 24); // and no larger: a sheet must have room
    assert_true(layout_em(90, 60, 3, 3) == 14);
    assert_true(layout_scale(1280, 720, 1) == 1);
    assert_true(layout_scale(1280, 720, 0) == 1); // not known
    assert_true(layout_scale(3840, 2160, 1) == 2);
}

// At every size and scale of a screen, all that is wanted is there: where it has no
// place of its own it is behind a tab of a sheet that is.
TEST(nothing_is_out_of_reach)
{
    static const float sizes[][2] = { { 640, 360 },   { 800, 600 },   { 1280, 720 },
                                      { 1920, 1080 }, { 3840, 2160 }, { 360, 640 } };
    static const float scales[] = { 1, 1.5f, 2, 3 };
    for (int i = 0; i < 6 * 4 * 8; i++) {
        const float *size = sizes[i % 6], em = layout_em(size[0], size[1], scales[i / 6 % 4], 1);
        const bool panel = i / 24 & 1, has_message = i / 48 & 1;
        struct layout_wish wish = {
            .width = size[0],
            .height = size[1],
            .em = em,
            .panel = panel,
            .sheet = i / 96 & 1,
            .strip = true,
            .message_width = 40 * em,
        };
        struct layout layout;
        wish.message = has_message ? 2.7f * em : 0;
        layout_make(&wish, &layout);
        check(&wish, &layout);
        const struct layout_rect *first = wish.sheet ? &layout.sheet : &layout.chain;
        assert_true(is_shown(first) || (!panel && !wish.sheet));
        assert_true(!is_shown(first) || (first->width >= 7 * em && first->height >= 3 * em));
        assert_true(is_shown(&layout.message) == has_message);
        assert_true(wish.sheet || is_shown(&layout.strip) != layout.strip_is_page);
        assert_true(!layout.strip_is_page || (panel && layout.tabs));
        assert_true(!is_shown(&layout.strip) || layout.strip.height >= 1.8f * em);
    }
}

// In the smallest window on a plain screen the strip lies over the picture, as wide as a table of
// two sides.
TEST(the_strip_is_seen_in_a_small_window)
{
    struct layout_wish wish = {
        .width = 640, .height = 360, .em = 14, .panel = true, .strip = true
    };
    struct layout layout;
    for (int i = 0; i < 2; i++) {
        wish.message = i ? 38.0f : 0;
        wish.message_width = 300;
        layout_make(&wish, &layout);
        assert_true(layout.strip.width >= 20 * 14 && layout.strip.height >= 9 * 14);
        assert_true(layout.strip.height <= 180);
    }
}

// The window of a small picture, not of a large one.
TEST(a_new_window_holds_the_sheets)
{
    static const struct {
        int before[2], after[2];
        float scale;
    } table[] = {
        { { 1, 1 }, { 640, 360 }, 1 },         { { 160, 90 }, { 640, 360 }, 0 },
        { { 64, 2000 }, { 640, 2000 }, 1 },    { { 640, 360 }, { 640, 360 }, 1 },
        { { 1920, 64 }, { 1920, 540 }, 1.5f }, { { 3840, 2160 }, { 3840, 2160 }, 2 },
        { { 800, 600 }, { 1280, 720 }, 2 },
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        int size[] = { table[i].before[0], table[i].before[1] };
        layout_least_window(table[i].scale, size);
        assert_true(size[0] == table[i].after[0] && size[1] == table[i].after[1]);
    }
}

RUN_TESTS(NULL, NULL)
