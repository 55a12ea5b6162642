// Tables in 80 columns, and wider.

#include "app/results/table.h"
#include "tests/fixtures/cmocka.h"

static const char *printed;

// Prints the table and gives it up. No line is longer than a terminal's or ends with a space.
static void print(struct table *table, bool wide)
{
    table_set_wide(wide);
    table_print(table, begin_printing());
    printed = end_printing();
    table_set_wide(false);
    table_finish(table);
    if (!wide)
        assert_fits(printed);
}

// Prints two rows: words in columns of words, and numbers of eight digits elsewhere.
static void print_filled(const struct table_column *columns, const char *words, bool wide)
{
    struct table table;
    table_init(&table, columns);
    for (int cell = 0; cell < 2 * table.column_count; cell++) {
        if (columns[cell % table.column_count].digits == TABLE_WORDS)
            table_words(&table, "%s", words);
        else
            table_number(&table, 12345678);
    }
    print(&table, wide);
}

static const char bloom[] = "threshold,dual:sigma=16,composite,tonemap:curve=agx,dither";

TEST(what_fits_is_whole)
{
    static const struct table_column columns[] = {
        { "chain", TABLE_WORDS, 0 }, { "a", 2, 3 }, { "b", 0, 2 }, { "c", 0, 1 }, { 0 },
    };
    struct table table;
    table_init(&table, columns);
    table_words(&table, "dual");
    table_number(&table, -0.001);
    table_numbers(&table, 12345678, 2);
    table_words(&table, "%s", "");
    table_number(&table, 12.345001);
    table_numbers(&table, NAN, 0);
    print(&table, false);
    assert_string_equal(printed, "chain      a         b  c\n"
                                 "dual    0.00  12345678  2\n"
                                 "       12.35         -  0\n");
}

// Seven numbers take 70 columns, and the words 28 of them.
TEST(a_column_without_anything_is_left_out_in_80_columns)
{
    static const struct table_column columns[] = {
        { "chain", TABLE_WORDS }, { "a", 1 }, { "b", 0 }, { "why", TABLE_WORDS }, { 0 },
    };
    struct table table;
    table_init(&table, columns);
    for (int row = 0; row < 2; row++) {
        table_words(&table, "%s", "");
        table_numbers(&table, NAN, 7);
        table_words(&table, "-");
    }
    print(&table, false);
    assert_string_equal(printed, "chain  b\n       7\n       7\n");
}

TEST(the_most_spare_columns_go_first)
{
    static const struct table_column columns[] = {
        { "chain", TABLE_WORDS, 0 },
        { "time", 0, 0 },
        { "late", 0, 2 },
        { "least", 0, 3 },
        { "copies", 0, 1 },
        { "p95", 0, 2 },
        { "GB/s", 0, 1 },
        { "bytes", 0, 0 },
        { 0 },
    };
    print_filled(columns, bloom, false);
    assert_contains(printed, "--verbose shows 2 more columns\n");
    assert_null(strstr(printed, "least"));
    assert_null(strstr(printed, "p95")); // the later one of as spare
    assert_contains(printed, "time      late    copies      GB/s     bytes\n");
    assert_contains(printed, "threshold,dual:sigma=16,");
}

// Columns that are not called spare go too before a line gets too long, but never the first.
TEST(tables_of_any_width_fit)
{
    static const struct table_column columns[] = {
        { "effect", TABLE_WORDS, 0 }, { "row", TABLE_WORDS, 0 },  { "largest step px", 2, 0 },
        { "energy %", 2, 0 },         { "elongation %", 2, 0 },   { "squareness", 3, 0 },
        { "at 0 sigma", 3, 0 },       { "off % of peak", 12, 0 }, { "another one", 12, 0 },
        { "and more", 12, 0 },        { "", TABLE_WORDS, 0 },     { 0 },
    };
    print_filled(columns, bloom, false);
    assert_contains(printed, "curve=agx,");
    assert_contains(printed, "12345678.00");
    assert_contains(printed, "--verbose shows ");
}

TEST(wide_tables_have_it_all)
{
    static const struct table_column columns[] = {
        { "a chain of steps", TABLE_WORDS, 0 },
        { "first time", 20, 5 },
        { "second time", 20, 5 },
        { "third time", 20, 5 },
        { 0 },
    };
    print_filled(columns, bloom, true);
    const char *first = strchr(printed, '\n') + 1, *second = strchr(first, '\n') + 1;
    assert_null(strchr(strchr(second, '\n') + 1, '\n')); // three lines
    assert_contains(printed, "first time");
    assert_contains(printed, "third time\n");
    assert_contains(printed, bloom);
    assert_null(strstr(printed, "--verbose"));
}

TEST(long_words_are_not_cut)
{
    static const struct table_column columns[] = { { "chain", TABLE_WORDS, 0 }, { 0 } };
    char words[3000];
    struct table table;
    memset(words, 'x', sizeof(words) - 1);
    words[sizeof(words) - 1] = '\0';
    table_init(&table, columns);
    table_words(&table, "%s", words);
    assert_string_equal(table_cell(&table, 0, 0)->text, words);
    print(&table, false);
}

TEST(a_reason_replaces_numbers)
{
    static const struct table_column columns[] = {
        { "impl", TABLE_WORDS, 0 }, { "ms", 2, 0 }, { "copies", 2, 0 },
        { "", TABLE_WORDS, 0 },     { 0 },
    };
    struct table table;
    for (int wide = 0; wide < 2; wide++) {
        table_init(&table, columns);
        table_words(&table, "fast");
        table_numbers(&table, 1, 2);
        table_words(&table, "best "); // no space ends a line
        table_words(&table, "large");
        table_span(&table, "skipped: %s",
                   "it needs 4956160000 bytes of shared memory, and this GPU has 32768");
        table_words(&table, "none");
        table_number(&table, 3);
        table_span(&table, "-");
        assert_int_equal(table_rows(&table), 3);
        print(&table, wide);
        const char *expected = formatted(
            "impl     ms  copies\n"
            "fast   1.00    2.00  best\n"
            "large  skipped: it needs 4956160000 bytes of shared memory, and this GPU has%s"
            "32768\n"
            "none   3.00  -\n",
            wide ? " " : "\n       ");
        assert_string_equal(printed, expected);
    }
}
