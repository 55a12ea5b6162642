// The reader of arguments with tables of its own: more rows than a machine word has bits, and
// options that take several arguments.

#include "app/command/option_arguments.h"
#include "tests/fixtures/cmocka.h"

#include <stdio.h>
#include <string.h>

static bool refuse_twins(struct option_reader *reader, const char *value, struct error *error)
{
    const char *const *paths = reader->options->compare.paths;
    (void) value;
    return strcmp(paths[0], paths[1]) != 0 || error_set(error, "both are '%s'", paths[0]);
}

static const struct option few[] = {
    { "compare", 'd', OPTION_OPERANDS, offsetof(struct options, compare.paths), .count = 2,
      .read = refuse_twins, .value = "A B", .help = "two pictures" },
    { "quiet", 'q', OPTION_NOTED, .help = "say nothing" },
    { "at", 0, OPTION_TEXT, offsetof(struct options, picture.at), .value = "STEP",
      .help = "where" },
    { 0 },
};

static struct options options;
static struct option_reader reader;
static struct error error;

enum { MOST = 16 };

// The arguments are one text with spaces between them.
static bool parse(const struct option rows[], const char *text)
{
    static char copy[256], name[] = "halation";
    char *argv[MOST] = { name };
    int argc = 1;
    snprintf(copy, sizeof(copy), "%s", text);
    for (char *word = strtok(copy, " "); word && argc < MOST; word = strtok(NULL, " "))
        argv[argc++] = word;
    options = (struct options){ 0 };
    reader = (struct option_reader){ .rows = rows, .options = &options };
    error.text[0] = '\0';
    return option_read_all(&reader, argc, argv, &error);
}

static void assert_pair(const char *text, const char *first, const char *second)
{
    if (!parse(few, text))
        fail_msg("%s: %s", text, error.text);
    assert_string_equal(options.compare.paths[0], first);
    assert_string_equal(options.compare.paths[1], second);
    assert_true(option_has(&reader, "compare"));
}

static void operands_follow_their_option(void **state)
{
    (void) state;
    assert_pair("--compare a.png b.png", "a.png", "b.png");
    assert_pair("--quiet -d a.png b.png --at 3", "a.png", "b.png");
    assert_string_equal(options.picture.at, "3");
    assert_true(option_has(&reader, "quiet"));
    assert_pair("--compare -threshold,dual --quiet", "-threshold,dual", "--quiet"); // chain text
    assert_false(option_has(&reader, "quiet"));
}

static void wrong_operands_are_told_in_one_line(void **state)
{
    (void) state;
    static const char *const wrong[][2] = {
        { "--compare", "--compare needs 2 arguments after it: --compare A B" },
        { "--compare a.png", "--compare needs 2 arguments after it: --compare A B" },
        { "--compare=a.png b.png", "--compare needs 2 arguments after it: --compare A B" },
        { "--compare a b --compare c d", "--compare is given twice" },
        { "--compare a a", "--compare: both are 'a'" },
        { "--compare a.png b.png c.png", "'c.png'" },
        { "--compar a b", "did you mean --compare?" },
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_false(parse(few, wrong[i][0]));
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("'%s' does not say '%s' but: %s", wrong[i][0], wrong[i][1], error.text);
    }
}

// As many as a table may have; each is told from all others.
static void every_row_of_a_long_table_is_noted(void **state)
{
    (void) state;
    static char names[OPTION_MOST_ROWS][16];
    static struct option rows[OPTION_MOST_ROWS + 1];
    for (int i = 0; i < OPTION_MOST_ROWS; i++) {
        snprintf(names[i], sizeof(names[i]), "option%03d", i);
        rows[i] = (struct option){ .name = names[i], .kind = OPTION_NOTED };
    }
    for (int i = 0; i < OPTION_MOST_ROWS; i++) {
        char text[32];
        snprintf(text, sizeof(text), "--%s", names[i]);
        assert_true(parse(rows, text));
        for (int k = 0; k < OPTION_MOST_ROWS; k++)
            assert_int_equal(option_has(&reader, names[k]), k == i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands_follow_their_option),
        cmocka_unit_test(wrong_operands_are_told_in_one_line),
        cmocka_unit_test(every_row_of_a_long_table_is_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
