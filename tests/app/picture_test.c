#include "tests/fixtures/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What cmocka wants to see before its own header.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
// clang-format on

// A comparison that would pass when it should not is worse than none.

static const char *const files[] = { "tests/pictures/known.png", "out/known.shot.png",
                                     "out/known.diff.png" };
static struct image shot;

static int begin(void **state)
{
    static char folder[32];
    strcpy(folder, "/tmp/halation-picture-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    *state = folder;
    mkdir("tests", 0777);
    mkdir("tests/pictures", 0777);
    mkdir("out", 0777);
    setenv("HALATION_TEST_OUTPUT", "out", 1);
    image_init(&shot, 10, 10, IMAGE_TYPE_U8);
    memset(shot.texels, 100, image_bytes(&shot));
    for (int i = 0; i < 100; i++)
        ((uint8_t *) shot.texels)[4 * i + 3] = i < 50 ? 255 : 200;
    return 0;
}

static int end(void **state)
{
    for (int i = 0; i < 3; i++)
        unlink(files[i]);
    image_finish(&shot);
    return rmdir("out") | rmdir("tests/pictures") | rmdir("tests") | chdir("/") | rmdir(*state);
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static void accept_shot(void)
{
    struct error error;
    assert_true(image_write(&shot, NULL, files[0], &error));
}

// One channel of some texels is `by` away from the picture.
static bool matches_when_changed(int texels, int channel, int by, int tolerance, double share)
{
    const struct picture picture = { "known", .tolerance = tolerance, .share = share };
    accept_shot();
    for (int i = 0; i < texels; i++)
        ((uint8_t *) shot.texels)[4 * i + channel] += (uint8_t) by;
    const bool matches = picture_matches(&picture, &shot);
    for (int i = 0; i < texels; i++)
        ((uint8_t *) shot.texels)[4 * i + channel] -= (uint8_t) by;
    assert_true(exists(files[1]) == !matches);
    assert_true(exists(files[2]) == !matches);
    return matches;
}

static void test_missing_picture_fails(void **state)
{
    (void) state;
    const struct picture picture = { "known", .tolerance = 255, .share = 1 };
    assert_false(picture_matches(&picture, &shot));
    assert_true(exists(files[1]) && exists(files[2]));
    assert_false(exists(files[0]));
    assert_int_equal(rename(files[1], files[0]), 0);
    assert_true(picture_matches(&picture, &shot));
    assert_false(exists(files[1]) || exists(files[2]));
}

static void test_tolerance(void **state)
{
    (void) state;
    assert_true(matches_when_changed(0, 0, 0, 0, 0));
    assert_false(matches_when_changed(1, 0, 1, 0, 0));
    assert_true(matches_when_changed(1, 2, 3, 3, 0));
    assert_true(matches_when_changed(1, 2, -3, 3, 0));
    assert_false(matches_when_changed(1, 2, 4, 3, 0));
    assert_false(matches_when_changed(1, 1, -4, 3, 0));
    assert_false(matches_when_changed(1, 3, -2, 1, 0));
    assert_true(matches_when_changed(5, 0, 90, 3, 0.05));
    assert_false(matches_when_changed(6, 0, 90, 3, 0.05));
}

// Pixels that change places within a square are the same picture, and no others: of 10x10 texels
// in squares of 4, the last ones are smaller.
static void test_squares_are_compared_by_their_mean(void **state)
{
    (void) state;
    const struct picture picture = { "known", .tolerance = 3, .block = 4 };
    uint8_t *red = shot.texels;
    red[0] = 160;
    accept_shot();
    red[0] = 100;
    red[4 * 33] = 160;
    assert_true(picture_matches(&picture, &shot));
    red[4 * 33] = 100;
    red[4 * 34] = 160;
    assert_false(picture_matches(&picture, &shot));
    red[4 * 34] = 100;
    red[0] = 160;
    red[4 * 99] = 116;
    assert_false(picture_matches(&picture, &shot));
}

static void test_other_size_fails(void **state)
{
    (void) state;
    const struct picture picture = { "known", .tolerance = 255, .share = 1 };
    accept_shot();
    image_finish(&shot);
    image_init(&shot, 9, 10, IMAGE_TYPE_U8);
    assert_false(picture_matches(&picture, &shot));
    assert_true(exists(files[1]) && exists(files[2]));
}

static void test_difference_is_shown(void **state)
{
    (void) state;
    struct image shown;
    struct error error;
    bool linear;
    assert_false(matches_when_changed(1, 1, 3, 0, 0));
    assert_true(image_read(&shown, &linear, NULL, files[2], &error));
    assert_memory_equal(shown.texels, ((uint8_t[]){ 0, 48, 0, 255, 0, 0, 0, 255 }), 8);
    image_finish(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_missing_picture_fails, begin, end),
        cmocka_unit_test_setup_teardown(test_tolerance, begin, end),
        cmocka_unit_test_setup_teardown(test_squares_are_compared_by_their_mean, begin, end),
        cmocka_unit_test_setup_teardown(test_other_size_fails, begin, end),
        cmocka_unit_test_setup_teardown(test_difference_is_shown, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
