#include "app/measure/pass_stats.h"
#include "app/text/progress.h"
#include "app/text/wrap.h"
#include "render/text/clock.h"
#include "tests/fixtures/cmocka.h"

// Everything that is printed for people fits a terminal, and nothing of it is lost.

static void assert_wraps(int column, int indent, const char *text, const char *expected)
{
    wrap_print(begin_printing(), column, indent, text);
    assert_string_equal(end_printing(), expected);
}

#define TEN  "ten bytes "
#define LINE TEN TEN TEN TEN TEN TEN TEN

TEST(lines_break_between_words)
{
    assert_wraps(0, 2, "short", "short\n");
    assert_wraps(0, 2, "", "\n");
    assert_wraps(0, 2, LINE "ten bytes!", LINE "ten bytes!\n"); // 80 columns are a line
    assert_wraps(0, 2, LINE "ten bytes!!", LINE "ten\n  bytes!!\n");
    assert_wraps(70, 4, "a few words more", "a few\n    words more\n");
    assert_wraps(78, 4, "word", "\n    word\n");
    assert_wraps(0, 2, LINE "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4 bytes",
                 LINE "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4 bytes\n"); // columns, not bytes
}

TEST(a_chain_breaks_between_steps)
{
    char text[400] = "";
    for (int i = 0; i < 20; i++)
        strcat(text, i ? ",dual:sigma=16" : "dual:sigma=16");
    wrap_print(begin_printing(), 0, 4, text);
    const char *printed = end_printing();
    assert_fits(printed);
    assert_contains(printed, ",\n    dual:sigma=16,");
    memset(text, 'x', sizeof(text) - 1); // and what cannot be broken is cut
    wrap_print(begin_printing(), 0, 4, text);
    assert_fits(end_printing());
}

// A row of fused steps may have a long name.
TEST(tables_of_passes_fit)
{
    static struct pass_line rows[3];
    static const char *const names[] = { "frame",
                                         "composite + saturation + exposure + tonemap + dither",
                                         "down and up 3840x2160" };
    for (int i = 0; i < 3; i++) {
        rows[i] = (struct pass_line){ .gbps = 1234.5 };
        rows[i].row.depth = i;
        rows[i].row.traffic.read = 123456789012;
        rows[i].row.time.median = rows[i].row.time.p95 = 123456.789;
        snprintf(rows[i].row.name, sizeof(rows[i].row.name), "%s", names[i]);
    }
    for (int measured = 0; measured < 2; measured++) {
        for (int i = 0; i < 3; i++)
            rows[i].copies = measured ? 99999.25 : NAN;
        pass_table_print(begin_printing(), rows, 3);
        char *printed = (char *) end_printing();
        for (char *end = printed; (end = strstr(end, " \n"));) // bars of nothing may end a line
            memmove(end, end + 1, strlen(end));
        assert_fits(printed);
        assert_contains(printed, "dither");
        assert_contains(printed, "3840x2160");
        assert_true(!measured || strstr(printed, "99999.25"));
    }
}

static struct progress outer, inner;

// A time at which seconds add up exactly.
static void begin(void)
{
    clock_set(1000);
}

// Also ends what a failed test has begun.
static void finish(void)
{
    progress_end(&outer);
    clock_resume();
}

static void assert_line(double seconds, const char *expected)
{
    char line[PROGRESS_LINE_SIZE];
    progress_print(&inner, inner.begin + seconds, line);
    assert_string_equal(line, expected);
}

// A reader who does not know the program understands what is done, how far it is and how long it
// will take.
TEST(progress_says_what_how_far_and_how_long)
{
    progress_begin(&outer, "suite", 6);
    progress_name(&outer, 1, "impls");
    progress_begin(&inner, "compiling the shaders of chain", 12);
    assert_line(4.2, "suite 2 of 6, impls: compiling the shaders of chain 1 of 12, 4 s so far");
    progress_set_done(&inner, 2); // of the first steps nothing follows
    assert_line(8, "suite 2 of 6, impls: compiling the shaders of chain 3 of 12, 8 s so far");
    progress_set_done(&inner, 4);
    assert_line(16.4, "suite 2 of 6, impls: compiling the shaders of chain 5 of 12, 4.1 s each, "
                      "about 33 s left");
    assert_line(0.1, "suite 2 of 6, impls: compiling the shaders of chain 5 of 12, 40 a second, "
                     "about 1 s left");
    progress_set_done(&inner, 12);
    assert_line(120, "suite 2 of 6, impls: compiling the shaders of chain 12 of 12, 10 s each, "
                     "about 0 s left");
    progress_end(&inner);
    progress_begin(&inner, "drawing the picture", 0);
    assert_line(200, "suite 2 of 6, impls: drawing the picture, 3 min 20 s so far");
    progress_end(&inner);
    progress_end(&outer);
}

// The places of a number are those of the number that is printed.
TEST(progress_rounds_once)
{
    progress_begin(&inner, "frame", 100);
    progress_set_done(&inner, 3);
    assert_line(3 * 9.94, "frame 4 of 100, 9.9 s each, about 16 min 05 s left");
    assert_line(3 * 9.96, "frame 4 of 100, 10 s each, about 16 min 07 s left");
    progress_end(&inner);
}

// Steps that count no more, since all begin again, are more to do and not less done.
TEST(progress_never_runs_backwards)
{
    progress_begin(&inner, "timing run", 100);
    progress_set_done(&inner, 40);
    progress_set_done(&inner, 30);
    assert_line(40, "timing run 41 of 100, 1.0 s each, about 1 min 00 s left");
    progress_restart(&inner);
    progress_set_done(&inner, 0);
    assert_line(40, "timing run 41 of 140, 1.0 s each, about 1 min 40 s left");
    progress_set_done(&inner, 10);
    assert_line(50, "timing run 51 of 140, 1.0 s each, about 1 min 30 s left");
    progress_restart(&inner);
    progress_set_done(&inner, 100);
    assert_line(150, "timing run 150 of 150, 1.0 s each, about 0 s left");
    progress_end(&inner);
}

// Also where nothing is counted, or one step takes long, and stderr is no terminal.
TEST(progress_speaks_by_itself)
{
    begin_stderr();
    progress_begin(&outer, "suite", 3);
    progress_begin(&inner, "drawing the picture", 0);
    clock_advance(1.4); // within the first two seconds it says nothing
    clock_advance(1.1);
    await_stderr("3 s so far\n");
    clock_advance(9); // and then for ten seconds
    clock_advance(1);
    await_stderr("13 s so far\n");
    progress_end(&inner);
    progress_end(&outer);
    assert_string_equal(end_stderr(), "halation: suite 1 of 3: drawing the picture, 3 s so far\n"
                                      "halation: suite 1 of 3: drawing the picture, 13 s so far\n");
}

AROUND_TESTS(.before = begin, .after = finish)
