// Tests which message the window shows, and for how long.

#include "app/window/state/message.h"
#include "render/text/clock.h"
#include "tests/fixtures/cmocka.h"

static struct message message;

static void begin(void)
{
    message = (struct message){ 0 };
}

static struct message *at(double now)
{
    clock_set(now);
    return &message;
}

static void shows(double now, const char *words, bool expected_error)
{
    bool is_error = !expected_error;
    const char *shown = message_shown(at(now), &is_error);
    assert_non_null(shown);
    assert_string_equal(shown, words);
    assert_int_equal(is_error, expected_error);
}

static void shows_nothing(double now)
{
    bool is_error;
    assert_null(message_shown(at(now), &is_error));
}

TEST(words_pass_and_replace_each_other)
{
    shows_nothing(0);
    message_show(at(10), "dual is off");
    message_show(at(11), "undone: sigma 16");
    shows(13, "undone: sigma 16", false);
    shows_nothing(14);
}

TEST(a_result_stays_as_long_as_an_error)
{
    message_show(at(10), "cs_blocked is the fastest");
    message_linger(&message);
    shows(17.9, "cs_blocked is the fastest", false);
    shows_nothing(20);
    message_show_error(at(20), "no file");
    shows(27.9, "no file", true);
    shows_nothing(30);
}

TEST(what_is_wrong_lets_later_words_through_and_comes_back)
{
    message_show_error(at(10), "no palette 'foo'");
    message_persist(&message, MESSAGE_FILE);
    shows(1000, "no palette 'foo'", true);
    message_show(at(1000), "wrote /tmp/a.png");
    shows(1001, "wrote /tmp/a.png", false);
    message_show_error(at(1001), "the disk is full");
    shows(1002, "the disk is full", true);
    message_persist(&message, MESSAGE_FILE); // still the same
    shows(1100, "no palette 'foo'", true);
    message_resolve(&message, MESSAGE_FILE);
    shows_nothing(1100);
}

TEST(what_is_mended_is_gone_at_once)
{
    message_show_error(at(10), "dual.glsl:3: error");
    message_persist(&message, MESSAGE_SHADERS);
    message_resolve(&message, MESSAGE_FILE); // is about something else
    shows(11, "dual.glsl:3: error", true);
    message_resolve(&message, MESSAGE_SHADERS);
    shows_nothing(11);
    message_show(at(11), "shaders read again");
    message_resolve(&message, MESSAGE_SHADERS); // leaves other words alone
    shows(12, "shaders read again", false);
}

TEST(long_words_are_cut)
{
    char words[2 * MESSAGE_SIZE];
    memset(words, 'x', sizeof(words));
    words[sizeof(words) - 1] = '\0';
    bool is_error;
    message_show_error(at(1), words);
    message_persist(&message, MESSAGE_EXTENT);
    assert_int_equal(strlen(message_shown(at(2), &is_error)), MESSAGE_SIZE - 1);
}

AROUND_TESTS(.before = begin, .finish = clock_resume)
