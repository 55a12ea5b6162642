// Tables in 80 columns, and wider.

#include "app/lab/text/wrap.h"
#include "app/results/table.h"
#include "render/text/text.h"
#include "tests/fixtures/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static char printed[32 * 1024];

// Prints the table and gives it up.
static void print(struct table *table)
{
    memset(printed, 0, sizeof(printed));
    FILE *out = fmemopen(printed, sizeof(printed), "w");
    assert_non_null(out);
    table_print(table, out);
    fclose(out);
    table_finish(table);
}

static void assert_fits(void)
{
    for (char *line = printed, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        assert_non_null(end);
        const int columns = text_columns(line, (size_t) (end - line));
        if (columns > WRAP_COLUMNS || (end > line && end[-1] == ' '))
            fail_msg("%d columns: '%.*s'", columns, (int) (end - line), line);
    }
}

static int lines(void)
{
    int count = 0;
    for (const char *at = printed; (at = strchr(at, '\n')); at++)
        count++;
    return count;
}

static const char bloom[] = "threshold,dual:sigma=16,composite,tonemap:curve=agx,dither";

// Two rows: words in columns of words, and numbers of eight digits elsewhere.
static void fill(struct table *table, const struct table_column *columns, const char *words)
{
    table_init(table, columns);
    for (int cell = 0; cell < 2 * table->column_count; cell++) {
        if (columns[cell % table->column_count].digits == TABLE_WORDS)
            table_words(table, "%s", words);
        else
            table_number(table, 12345678);
    }
}

static void what_fits_is_whole(void **state)
{
    (void) state;
    static const struct table_column columns[] = {
        { "chain", TABLE_WORDS, 0 }, { "a", 0, 3 }, { "b", 0, 2 }, { "c", 0, 1 }, { 0 },
    };
    struct table table;
    fill(&table, columns, "dual");
    print(&table);
    assert_string_equal(printed, "chain         a         b         c\n"
                                 "dual   12345678  12345678  12345678\n"
                                 "dual   12345678  12345678  12345678\n");
}

// Seven numbers take 70 columns, and the words 28 of them.
static void the_most_spare_columns_go_first(void **state)
{
    (void) state;
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
    struct table table;
    fill(&table, columns, bloom);
    print(&table);
    assert_fits();
    assert_non_null(strstr(printed, "--verbose shows 2 more columns\n"));
    assert_null(strstr(printed, "least"));
    assert_null(strstr(printed, "p95")); // the later one of as spare
    assert_non_null(strstr(printed, "time      late    copies      GB/s     bytes\n"));
    assert_non_null(strstr(printed, "threshold,dual:sigma=16,"));
}

static void one_column_is_one(void **state)
{
    (void) state;
    static const struct table_column columns[] = {
        { "chain", TABLE_WORDS, 0 },
        { "a", 0, 0 },
        { "b", 0, 0 },
        { "c", 0, 0 },
        { "d", 0, 0 },
        { "e", 0, 1 },
        { "f", 0, 0 },
        { 0 },
    };
    struct table table;
    fill(&table, columns, bloom);
    print(&table);
    assert_fits();
    assert_non_null(strstr(printed, "\n--verbose shows 1 more column\n"));
}

// Columns that nobody called spare go too before a line gets too long, but never the first.
static void tables_of_any_width_fit(void **state)
{
    (void) state;
    static const struct table_column columns[] = {
        { "effect", TABLE_WORDS, 0 }, { "row", TABLE_WORDS, 0 },  { "largest step px", 2, 0 },
        { "energy %", 2, 0 },         { "elongation %", 2, 0 },   { "squareness", 3, 0 },
        { "at 0 sigma", 3, 0 },       { "off % of peak", 12, 0 }, { "another one", 12, 0 },
        { "and more", 12, 0 },        { "", TABLE_WORDS, 0 },     { 0 },
    };
    struct table table;
    fill(&table, columns, bloom);
    print(&table);
    assert_fits();
    assert_non_null(strstr(printed, "curve=agx,"));
    assert_non_null(strstr(printed, "12345678.00"));
    assert_non_null(strstr(printed, "--verbose shows "));
}

static void wide_tables_have_it_all(void **state)
{
    (void) state;
    static const struct table_column columns[] = {
        { "a chain of steps", TABLE_WORDS, 0 },
        { "first time", 20, 5 },
        { "second time", 20, 5 },
        { "third time", 20, 5 },
        { 0 },
    };
    struct table table;
    table_set_wide(true);
    fill(&table, columns, bloom);
    print(&table);
    table_set_wide(false);
    assert_int_equal(lines(), 3);
    assert_non_null(strstr(printed, "first time"));
    assert_non_null(strstr(printed, "third time\n"));
    assert_non_null(strstr(printed, bloom));
    assert_null(strstr(printed, "--verbose"));
}

static void long_words_are_not_cut(void **state)
{
    (void) state;
    static const struct table_column columns[] = { { "chain", TABLE_WORDS, 0 }, { 0 } };
    char words[3000];
    memset(words, 'x', sizeof(words) - 1);
    words[sizeof(words) - 1] = '\0';
    struct table table;
    fill(&table, columns, words);
    assert_string_equal(table_cell(&table, 1, 0)->text, words);
    print(&table);
    assert_fits();
}

static void a_reason_takes_the_place_of_numbers(void **state)
{
    (void) state;
    static const struct table_column columns[] = {
        { "impl", TABLE_WORDS, 0 }, { "ms", 2, 0 }, { "copies", 2, 0 },
        { "", TABLE_WORDS, 0 },     { 0 },
    };
    struct table table;
    for (int wide = 0; wide < 2; wide++) {
        table_init(&table, columns);
        table_words(&table, "fast");
        table_number(&table, 1);
        table_number(&table, 2);
        table_words(&table, "best "); // no space ends a line
        table_words(&table, "large");
        table_rest(&table, "skipped: %s",
                   "it needs 4956160000 bytes of shared memory, and this GPU has 32768");
        table_words(&table, "none");
        table_number(&table, 3);
        table_rest(&table, "-");
        assert_int_equal(table_rows(&table), 3);
        table_set_wide(wide);
        print(&table);
        table_set_wide(false);
        assert_string_equal(
            printed,
            wide ? "impl     ms  copies\n"
                   "fast   1.00    2.00  best\n"
                   "large  skipped: it needs 4956160000 bytes of shared memory, and this GPU has "
                   "32768\n"
                   "none   3.00  -\n"
                 : "impl     ms  copies\n"
                   "fast   1.00    2.00  best\n"
                   "large  skipped: it needs 4956160000 bytes of shared memory, and this GPU has\n"
                   "       32768\n"
                   "none   3.00  -\n");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_whole),
        cmocka_unit_test(the_most_spare_columns_go_first),
        cmocka_unit_test(one_column_is_one),
        cmocka_unit_test(tables_of_any_width_fit),
        cmocka_unit_test(wide_tables_have_it_all),
        cmocka_unit_test(a_reason_takes_the_place_of_numbers),
        cmocka_unit_test(long_words_are_not_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
