// Files that are written in every way that editors have, and what is told of them.

#include "render/file/file_watch.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

#include <sys/stat.h>

static struct file_watch watch;
static double now = 100;

static void begin(void)
{
    folder_enter();
    assert_int_equal(mkdir("deep", 0700), 0);
}

static void write_file(const char *path)
{
    FILE *file = fopen(path, "a");
    assert_non_null(file);
    fputs("x", file);
    fclose(file);
}

// The numbers of the files that are told after a while: "02"; "": none.
static const char *told(void)
{
    static char text[16];
    text[0] = '\0';
    assert_false(file_watch_poll(&watch, now)); // not at once
    now += 2 * FILE_WATCH_QUIET;
    if (file_watch_poll(&watch, now))
        for (int i = 0; i < watch.count; i++)
            snprintf(text + strlen(text), 3, "%s%d", "", watch.files[i].is_written ? i : 9);
    assert_false(file_watch_poll(&watch, now)); // once
    return text;
}

static void set(const char *a, const char *b)
{
    const char *const paths[] = { a, b };
    file_watch_set(&watch, paths, b ? 2 : 1);
}

TEST(a_write_is_reported_for_the_file_alone)
{
    write_file("one");
    write_file("deep/two");
    set("one", "deep/two");
    assert_string_equal(told(), "");
    write_file("one");
    assert_string_equal(told(), "09");
    write_file("deep/two");
    assert_string_equal(told(), "91");
    write_file("other");
    assert_string_equal(told(), "");
    remove("one"); // nothing is there to be read
    assert_string_equal(told(), "");
    write_file("one");
    assert_string_equal(told(), "09");
}

// Editors write beside the file and move that into its place.
TEST(another_file_in_its_place_is_reported)
{
    set("one", "deep/two");
    for (int i = 0; i < 2; i++) {
        write_file("one.new");
        assert_int_equal(rename("one.new", "one"), 0);
        assert_string_equal(told(), "09");
    }
}

TEST(many_writes_are_told_once)
{
    set("one", "deep/two");
    for (int i = 0; i < 5; i++) {
        write_file(i % 2 ? "one" : "deep/two");
        assert_false(file_watch_poll(&watch, now));
        assert_true(file_watch_is_pending(&watch));
        now += FILE_WATCH_QUIET * 0.8;
        assert_false(i == 4 && file_watch_poll(&watch, now));
    }
    assert_string_equal(told(), "01");
}

TEST(a_folder_is_its_files_but_for_those_of_editors)
{
    set("deep/", NULL);
    write_file("deep/dual.comp");
    assert_string_equal(told(), "0");
    write_file("deep/.dual.comp.swp");
    write_file("deep/dual.comp~");
    write_file("deep/4913");
    assert_string_equal(told(), "");
}

TEST(writes_are_reported_though_the_list_changes)
{
    set("one", "deep/two");
    write_file("one");
    write_file("deep/two");
    set("three", "one");
    assert_true(file_watch_is_pending(&watch));
    assert_true(file_watch_poll(&watch, now + 1));
    assert_true(!watch.files[0].is_written && watch.files[1].is_written);
    write_file("deep/two"); // not watched any more
    assert_string_equal(told(), "");
    set("nowhere/at/all", "one");
    write_file("one");
    assert_string_equal(told(), "91");
    file_watch_finish(&watch);
    assert_false(file_watch_poll(&watch, now));
}

AROUND_TESTS(.begin = begin)
