#include "render/text/error.h"
#include "render/text/text.h"
#include "tests/fixtures/cmocka.h"

enum { LONG = 4000 };

TEST(characters_are_utf8)
{
    static const struct {
        const char *text;
        size_t count;
    } rows[] = {
        { "a", 1 },
        { "", 0 },
        { "\xC3\xA4", 2 },
        { "\xE2\x82\xAC", 3 },
        { "\xF0\x9F\x98\x80", 4 },
        { "\xC3", 0 },             // cut off
        { "\xA4", 0 },             // begins within
        { "\xC0\xAF", 0 },         // overlong
        { "\xE0\x80\x80", 0 },     // overlong
        { "\xED\xA0\x80", 0 },     // a surrogate
        { "\xF4\x90\x80\x80", 0 }, // past the last
        { "\xFF", 0 },
        { "\xF8\x88\x80\x80\x80", 0 },
    };
    for_each(row, rows)
        assert_int_equal(text_character(row->text, strlen(row->text)), row->count);
}

TEST(what_a_terminal_obeys_is_written_out)
{
    static const struct {
        const char *text, *visible;
    } rows[] = {
        { "plain \xC3\xA4", "plain \xC3\xA4" },
        { "\x1b[31mred", "\\x1b[31mred" },
        { "a\nb\tc\x7f", "a\\x0ab\\x09c\\x7f" },
        { "\xC2\x9B", "\\u009b" }, // the control sequence introducer of Latin 1
        { "\x9B", "\\x9b" },
        { "\xE2\x80\xAE", "\\u202e" }, // from here on right to left
        { "\xFF", "\\xff" },
    };
    char out[64];
    for_each(row, rows) {
        const size_t length = text_make_visible(row->text, strlen(row->text), out, sizeof(out));
        assert_string_equal(out, row->visible);
        assert_int_equal(length, strlen(row->visible));
    }
    assert_int_equal(text_make_visible("ab\x1b", 3, out, 5), 6);
    assert_string_equal(out, "ab"); // and not half of it
}

TEST(what_is_no_utf8_is_replaced)
{
    char out[64];
    assert_int_equal(text_repair("a\xFF\xC3\xA4\xC3", out, sizeof(out)), 2);
    assert_string_equal(out, "a\xEF\xBF\xBD\xC3\xA4\xEF\xBF\xBD");
    assert_int_equal(text_repair("\xC3\xA4", out, sizeof(out)), 0);
    assert_string_equal(out, "\xC3\xA4");
    text_repair("ab\xFF", out, 5);
    assert_string_equal(out, "ab");
}

// The end of an error says why, and a path in it may be as long as paths may be.
TEST(a_long_name_does_not_hide_the_reason)
{
    static char path[LONG + 1];
    for (int i = 0; i < LONG; i++)
        path[i] = "/\xC3\xA4"[i % 3];
    path[LONG - LONG % 3] = '\0';
    assert_fails(error_set(&error, "%s: cannot be written: No space left", path),
                 ": cannot be written: No space left");
    assert_memory_equal(error.text, path, 100);
    for (size_t i = 0, count; error.text[i]; i += count) {
        count = text_character(error.text + i, strlen(error.text + i));
        assert_true(count > 0);
    }
    error_prefix(&error, "--screenshot: %s", path);
    assert_contains(error.text, "No space left");
    assert_memory_equal(error.text, "--screenshot: /", 15);
    error_append(&error, "; did you mean 'that'?");
    assert_contains(error.text, "left; did you mean 'that'?");
    error_set(&error, "%s: end", "\x1b[31m");
    assert_string_equal(error.text, "\\x1b[31m: end");
}

// All lengths around the limit, whole characters and no more bytes than asked for.
TEST(the_middle_is_cut_between_characters)
{
    for (size_t most = 16; most < 40; most++) {
        char text[64] = "x";
        for (int i = 0; i < 20; i++)
            strcat(text, "\xE2\x82\xAC");
        text_cut_middle(text, most);
        assert_true(strlen(text) <= most && strlen(text) + 5 > most);
        assert_contains(text, "...");
        for (size_t i = 0, count; text[i]; i += count)
            assert_true((count = text_character(text + i, strlen(text + i))) > 0);
    }
}

TEST(an_ending_has_something_before_it)
{
    assert_true(text_ends_in("a.png", ".png"));
    assert_false(text_ends_in(".png", ".png"));
    assert_false(text_ends_in("png", ".png"));
    assert_false(text_ends_in("a.pngx", ".png"));
    assert_false(text_ends_in("a.PNG", ".png"));
    assert_false(text_ends_in("", ""));
    assert_true(text_ends_in("a", ""));
}
