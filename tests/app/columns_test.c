// Tables in 80 columns, and wider.

#include "app/lab/text/wrap.h"
#include "app/results/sheet/sheet.h"
#include "render/text/text.h"
#include "tests/fixtures/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static char printed[32 * 1024];

// Prints the table and gives it up.
static void print(struct sheet *sheet)
{
    memset(printed, 0, sizeof(printed));
    FILE *out = fmemopen(printed, sizeof(printed), "w");
    assert_non_null(out);
    sheet_print(sheet, out);
    fclose(out);
    sheet_finish(sheet);
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
static void fill(struct sheet *sheet, const struct sheet_column *columns, const char *words)
{
    sheet_init(sheet, columns);
    for (int cell = 0; cell < 2 * sheet->column_count; cell++) {
        if (columns[cell % sheet->column_count].digits == SHEET_WORDS)
            sheet_words(sheet, "%s", words);
        else
            sheet_number(sheet, 12345678);
    }
}

static void what_fits_is_whole(void **state)
{
    (void) state;
    static const struct sheet_column columns[] = {
        { "chain", SHEET_WORDS, 0 }, { "a", 0, 3 }, { "b", 0, 2 }, { "c", 0, 1 }, { 0 },
    };
    struct sheet sheet;
    fill(&sheet, columns, "dual");
    print(&sheet);
    assert_string_equal(printed, "chain         a         b         c\n"
                                 "dual   12345678  12345678  12345678\n"
                                 "dual   12345678  12345678  12345678\n");
}

// Seven numbers take 70 columns, and the words 28 of them.
static void the_most_spare_columns_go_first(void **state)
{
    (void) state;
    static const struct sheet_column columns[] = {
        { "chain", SHEET_WORDS, 0 },
        { "time", 0, 0 },
        { "late", 0, 2 },
        { "least", 0, 3 },
        { "copies", 0, 1 },
        { "p95", 0, 2 },
        { "GB/s", 0, 1 },
        { "bytes", 0, 0 },
        { 0 },
    };
    struct sheet sheet;
    fill(&sheet, columns, bloom);
    print(&sheet);
    assert_fits();
    assert_non_null(strstr(printed, "--wide shows 2 more columns\n"));
    assert_null(strstr(printed, "least"));
    assert_null(strstr(printed, "p95")); // the later one of as spare
    assert_non_null(strstr(printed, "time      late    copies      GB/s     bytes\n"));
    assert_non_null(strstr(printed, "threshold,dual:sigma=16,"));
}

static void one_column_is_one(void **state)
{
    (void) state;
    static const struct sheet_column columns[] = {
        { "chain", SHEET_WORDS, 0 },
        { "a", 0, 0 },
        { "b", 0, 0 },
        { "c", 0, 0 },
        { "d", 0, 0 },
        { "e", 0, 1 },
        { "f", 0, 0 },
        { 0 },
    };
    struct sheet sheet;
    fill(&sheet, columns, bloom);
    print(&sheet);
    assert_fits();
    assert_non_null(strstr(printed, "\n--wide shows 1 more column\n"));
}

// Columns that nobody called spare go too before a line gets too long, but never the first.
static void sheets_of_any_width_fit(void **state)
{
    (void) state;
    static const struct sheet_column columns[] = {
        { "effect", SHEET_WORDS, 0 }, { "row", SHEET_WORDS, 0 },  { "largest step px", 2, 0 },
        { "energy %", 2, 0 },         { "elongation %", 2, 0 },   { "squareness", 3, 0 },
        { "at 0 sigma", 3, 0 },       { "off % of peak", 12, 0 }, { "another one", 12, 0 },
        { "and more", 12, 0 },        { "", SHEET_WORDS, 0 },     { 0 },
    };
    struct sheet sheet;
    fill(&sheet, columns, bloom);
    print(&sheet);
    assert_fits();
    assert_non_null(strstr(printed, "curve=agx,"));
    assert_non_null(strstr(printed, "12345678.00"));
    assert_non_null(strstr(printed, "--wide shows "));
}

static void wide_tables_have_it_all(void **state)
{
    (void) state;
    static const struct sheet_column columns[] = {
        { "a chain of steps", SHEET_WORDS, 0 },
        { "first time", 20, 5 },
        { "second time", 20, 5 },
        { "third time", 20, 5 },
        { 0 },
    };
    struct sheet sheet;
    sheet_set_wide(true);
    fill(&sheet, columns, bloom);
    print(&sheet);
    sheet_set_wide(false);
    assert_int_equal(lines(), 3);
    assert_non_null(strstr(printed, "first time"));
    assert_non_null(strstr(printed, "third time\n"));
    assert_non_null(strstr(printed, bloom));
    assert_null(strstr(printed, "--wide"));
}

static void long_words_are_not_cut(void **state)
{
    (void) state;
    static const struct sheet_column columns[] = { { "chain", SHEET_WORDS, 0 }, { 0 } };
    char words[3000];
    memset(words, 'x', sizeof(words) - 1);
    words[sizeof(words) - 1] = '\0';
    struct sheet sheet;
    fill(&sheet, columns, words);
    assert_string_equal(sheet_cell(&sheet, 1, 0)->text, words);
    print(&sheet);
    assert_fits();
}

static void a_reason_takes_the_place_of_numbers(void **state)
{
    (void) state;
    static const struct sheet_column columns[] = {
        { "impl", SHEET_WORDS, 0 }, { "ms", 2, 0 }, { "copies", 2, 0 },
        { "", SHEET_WORDS, 0 },     { 0 },
    };
    struct sheet sheet;
    for (int wide = 0; wide < 2; wide++) {
        sheet_init(&sheet, columns);
        sheet_words(&sheet, "fast");
        sheet_number(&sheet, 1);
        sheet_number(&sheet, 2);
        sheet_words(&sheet, "best "); // no space ends a line
        sheet_words(&sheet, "large");
        sheet_rest(&sheet, "skipped: %s",
                   "it needs 4956160000 bytes of shared memory, and this GPU has 32768");
        sheet_words(&sheet, "none");
        sheet_number(&sheet, 3);
        sheet_rest(&sheet, "-");
        assert_int_equal(sheet_rows(&sheet), 3);
        sheet_set_wide(wide);
        print(&sheet);
        sheet_set_wide(false);
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
        cmocka_unit_test(sheets_of_any_width_fit),
        cmocka_unit_test(wide_tables_have_it_all),
        cmocka_unit_test(a_reason_takes_the_place_of_numbers),
        cmocka_unit_test(long_words_are_not_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
