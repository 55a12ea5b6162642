// A scene can be seen in a part of the picture, and its text says so.

#include "tests/fixtures/local_image.h"
#include "tests/fixtures/scene_fixture.h"

#include <math.h>
#include <stdio.h>

static const struct rect middle = { 0.25f, 0, 0.75f, 1 };

static struct scene_choice parse(const char *text)
{
    struct scene_choice choice;
    struct error error;
    if (!scene_parse(&choice, text, &error))
        fail_msg("%s", error.text);
    return choice;
}

static void assert_seen(const struct scene_choice *choice, const char *text)
{
    char printed[1024];
    scene_print(choice, printed, sizeof(printed));
    assert_string_equal(printed, text);
}

// The share of texels of `whole`, from its column and row on, that are not those of `part`.
static double share_of_others(const struct image *whole, int column, int row,
                              const struct image *part)
{
    int others = 0;
    for (int y = 0; y < part->height; y++)
        for (int x = 0; x < part->width; x++) {
            const double *a = image_at(whole, column + x, row + y), *b = image_at(part, x, y);
            others += fabs(a[0] - b[0]) > 0.01 * (0.1 + b[0]);
        }
    return (double) others / (part->width * part->height);
}

// As if that part were a picture of its own, beside which there is only the background.
TEST(a_view_is_filled_like_a_picture)
{
    static const struct {
        const char *view;
        int column, row, width, height;
    } table[] = {
        { "0.25/0/0.75/1", 40, 0, 80, 96 },
        { "0/0/0.625/1", 0, 0, 100, 96 },
        { "0.5/0/1/1", 80, 0, 80, 96 },
    };
    for (int i = 0; i < 3; i++) {
        char text[64];
        LOCAL_IMAGE whole, part;
        snprintf(text, sizeof(text), "icosahedra:view=%s", table[i].view);
        const struct scene_shot seen = { text, 160, 96, .time = 1 };
        const struct scene_shot own = { "icosahedra", table[i].width, table[i].height, .time = 1 };
        shoot_scene(&seen, &whole);
        shoot_scene(&own, &part);
        // Edges may meet other texels by a rounding.
        assert_true(share_of_others(&whole, table[i].column, table[i].row, &part) < 0.01);
        assert_true(share_of_others(&whole, (table[i].column + 30) % 60, 0, &part) > 0.1);
    }
}

// Above and below as well, where the lines of the background are those of the whole picture.
TEST(nothing_stands_beyond_the_view)
{
    LOCAL_IMAGE image;
    const struct scene_shot shot = { "icosahedra:emitters=25:view=0.125/0.25/0.5/0.75", 160, 96 };
    shoot_scene(&shot, &image);
    int inside = 0;
    for (int y = 0; y < 96; y++)
        for (int x = 0; x < 160; x++) {
            const bool is_bright = image_at(&image, x, y)[2] > 0.05;
            const bool is_in_view = x >= 20 && x < 80 && y >= 24 && y < 72;
            inside += is_bright && is_in_view;
            assert_false(is_bright && !is_in_view);
        }
    assert_true(inside > 500);
}

TEST(only_what_has_a_view_is_moved)
{
    static const char *const texts[] = { "impulse", "harbour", "checker:dark=0.25",
                                         "icosahedra:view=0.1/0.2/0.3/0.4" };
    for (int i = 0; i < 4; i++) {
        struct scene_choice choice = parse(texts[i]);
        scene_look(&choice, &middle);
        assert_seen(&choice, texts[i]);
    }
    struct scene_choice choice = parse("icosahedra:seed=3");
    scene_look(&choice, &(const struct rect){ 0, 0, 1, 1 });
    assert_seen(&choice, "icosahedra:seed=3");
    scene_look(&choice, &middle);
    assert_seen(&choice, "icosahedra:seed=3:view=0.25/0/0.75/1");
}

// Shares of windows of every size: what the text says is what was drawn, to the last bit.
TEST(the_text_repeats_the_view)
{
    for (int size = 100; size < 4000; size += 37) {
        const float from = (float) (size / 3) / (float) size;
        const struct rect free = { from, 0, 1 - from, 0.45f - 7.0f / (float) size };
        struct scene_choice choice = parse("icosahedra");
        char printed[1024];
        scene_look(&choice, &free);
        scene_print(&choice, printed, sizeof(printed));
        const struct scene_choice again = parse(printed);
        assert_true(scene_equal(&choice, &again));
    }
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
