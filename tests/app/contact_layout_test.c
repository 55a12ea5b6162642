#include "app/picture/contact/contact_layout.h"
#include "tests/fixtures/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Nothing on a sheet overlaps, and all of it is there, for every number and size of pictures.

static bool overlap(const struct paint_area *a, const struct paint_area *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

static void check_apart(const struct paint_area *areas, int count,
                        const struct contact_layout *sheet)
{
    for (int i = 0; i < count; i++) {
        assert_true(areas[i].x >= 16 && areas[i].x + areas[i].width <= sheet->width - 16);
        assert_true(areas[i].y >= 16 && areas[i].y + areas[i].height <= sheet->height - 16);
        for (int k = 0; k < i; k++)
            assert_false(overlap(&areas[i], &areas[k]));
    }
}

static void check_sheet(const struct contact_wish *wish)
{
    struct paint_area *areas = calloc((size_t) (2 + 3 * wish->count), sizeof(*areas));
    struct contact_layout layout;
    assert_non_null(areas);
    contact_layout_make(&layout, wish);
    areas[0] = layout.heading;
    areas[1] = layout.subject;
    for (int i = 0; i < wish->count; i++) {
        const struct contact_place place = contact_layout_place(&layout, i);
        assert_int_equal(place.picture.width, wish->width);
        assert_int_equal(place.picture.height, wish->height);
        assert_int_equal(place.words.height, wish->lines * CONTACT_WORDS_STEP);
        assert_true(place.title.y > place.picture.y && place.words.y > place.title.y);
        memcpy(&areas[2 + 3 * i], &place, sizeof(place));
    }
    check_apart(areas, 2 + 3 * wish->count, &layout);
    assert_true(layout.columns * layout.rows >= wish->count);
    assert_true(layout.columns * (layout.rows - 1) < wish->count);
    free(areas);
}

static void test_nothing_overlaps(void **state)
{
    static const int counts[] = { 1, 2, 6, 7, 20, 36, 160 };
    static const struct {
        int width, height;
    } sizes[] = { { 480, 270 }, { 270, 480 }, { 1, 1 }, { 480, 1 }, { 1, 480 }, { 64, 36 } };
    (void) state;
    for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++)
        for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
            for (int lines = 0; lines <= 4; lines += 2)
                for (int columns = 0; columns <= 3; columns += 3) {
                    const struct contact_wish wish = { counts[c], columns, sizes[s].width,
                                                       sizes[s].height, lines };
                    check_sheet(&wish);
                }
}

// A sheet is looked at on a screen: wide, but no stripe.
static void test_sheets_have_the_shape_of_a_screen(void **state)
{
    (void) state;
    for (int count = 4; count <= 40; count++) {
        const struct contact_wish wish = {
            .count = count, .width = 480, .height = 270, .lines = 3
        };
        struct contact_layout layout;
        contact_layout_make(&layout, &wish);
        const double shape = (double) layout.width / layout.height;
        assert_true(shape > 0.9 && shape < 2.8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_overlaps),
        cmocka_unit_test(test_sheets_have_the_shape_of_a_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
