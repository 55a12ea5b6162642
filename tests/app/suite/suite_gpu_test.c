// Every suite as the program runs them all, at a size that takes no time: the table, the file of
// results, and whether its numbers can be.

#include "app/bench/bench.h"
#include "app/results/document.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/gpu_fixture.h"

#include <jansson.h>
#include <sys/wait.h>

static json_t **results; // by the place of the suite

// The table of a suite stands between the first two empty lines after its head, "box: ...", with
// the names of the columns on top. A line with nothing in its other columns goes on with the first.
static int count_printed_rows(const char *name)
{
    int lines = 0, gaps = -1;
    const char *head = formatted("%s: ", name);
    for_each_line(line, file_text("out", NULL))
    {
        if (gaps < 0)
            gaps = text_begins_with(line, head) ? 0 : -1;
        else
            gaps += line[0] == '\0';
        lines += gaps == 1 && line[0] != ' ' && strstr(line, "  ");
    }
    return lines - 1;
}

static const json_t *results_of(const char *name)
{
    int place = 0;
    while (suites[place] != suites_find(name))
        place++;
    return results[place];
}

static const json_t *rows_of(const json_t *json)
{
    return json_object_get(json_array_get(json_object_get(json, "tables"), 0), "rows");
}

static double median_of(const json_t *variant)
{
    return document_number(json_object_get(variant, "time"), "median");
}

// Returns whether it has run: some do not fit here.
static bool check_variant(const json_t *variant)
{
    const json_t *time = json_object_get(variant, "time"),
                 *label = json_object_get(variant, "label");
    if (json_is_string(json_object_get(variant, "left_out")) ||
        (label && json_is_string(label) && strcmp(json_string_value(label), "serial C") == 0))
        return false;
    assert_int_equal(document_number(time, "samples"), 2);
    assert_compare(document_number(time, "min"), >, 0);
    assert_compare(document_number(time, "min"), <=, document_number(time, "median"));
    assert_compare(document_number(time, "median"), <=, document_number(time, "p95"));
    assert_compare(document_number(variant, "copies"), >, 0);
    assert_compare(document_number(variant, "written_bytes"), >, 0);
    assert_compare(document_number(variant, "dispatches"), >, 0);
    return true;
}

TEST(every_suite_makes_a_table)
{
    for (int place = 0; suites[place]; place++) {
        const json_t *json = results[place], *rows = rows_of(json), *variant;
        const json_t *variants = json_object_get(json, "runs");
        size_t i, ran = 0;
        json_array_foreach(variants, i, variant)
            ran += check_variant(variant);
        assert_compare(ran, >, 4);
        assert_compare(2 * ran, >, json_array_size(variants));
        assert_compare(json_array_size(rows), >, 4);
        assert_int_equal(json_array_size(rows), count_printed_rows(suites[place]->name));
        assert_compare(json_array_size(json_object_get(json, "findings")), >, 0);
        assert_compare(json_array_size(json_object_get(json, "copies")), >, 0);
    }
}

TEST(every_table_fits_a_terminal)
{
    assert_fits(file_text("out", NULL));
}

static int count_lines(const char *file, const char *words)
{
    int count = 0;
    for_each_line(line, file_text(file, NULL)) count += strstr(line, words) != NULL;
    return count;
}

// On stderr, before each.
TEST(all_says_which_suite_it_is_at)
{
    int count = 0;
    while (suites[count])
        count++;
    for (int i = 0; i < count; i++) {
        const char *expected =
            formatted("halation: suite %d of %d: %s", i + 1, count, suites[i]->name);
        assert_int_equal(count_lines("err", expected), 1);
    }
}

TEST(a_box_is_its_rows_and_its_columns)
{
    const json_t *variant;
    size_t i, seen = 0;
    json_array_foreach(json_object_get(results_of("box"), "runs"), i, variant) {
        const json_t *parts = json_object_get(variant, "parts");
        if (!parts || !strstr(document_text(variant, "chain"), "running"))
            continue;
        const double rows = document_number(parts, "rows"),
                     columns = document_number(parts, "columns");
        assert_compare(rows, >, 0);
        assert_compare(columns, >, 0); // medians do not add up exactly
        assert_compare(rows + columns, <,
                       2 * document_number(json_object_get(variant, "time"), "p95"));
        seen++;
    }
    assert_compare(seen, >=, 8);
}

// At least a picture of half the size, at most as much as ten of them.
TEST(a_bloom_has_the_memory_that_it_borrows)
{
    const json_t *row;
    size_t i;
    json_array_foreach(rows_of(results_of("bloom")), i, row)
        assert_true(document_number(row, "memory MB") >= 2e-6 * 48 * 33 &&
                    document_number(row, "memory MB") < 80e-6 * 48 * 33);
}

static double serial_time(const json_t *rows, const char *kernel)
{
    const json_t *row;
    size_t i;
    json_array_foreach(rows, i, row)
        if (strcmp(document_text(row, "impl"), "serial C") == 0 &&
            strcmp(document_text(row, "kernel"), kernel) == 0)
            return document_number(row, "ms");
    fail_msg("no serial C of %s", kernel);
    return 0;
}

// The ratio of the time of serial C to that of each row: of the same kernel, or for ordered dither
// of floyd_steinberg.
TEST(rows_are_compared_with_serial_c)
{
    const json_t *rows = rows_of(results_of("dither")), *row;
    int serial = 0;
    size_t i;
    json_array_foreach(rows, i, row) {
        const char *kernel = document_text(row, "kernel");
        const bool is_ordered = strcmp(kernel, "ordered") == 0;
        const double unit = serial_time(rows, is_ordered ? "floyd_steinberg" : kernel);
        const double requested = unit / document_number(row, "ms"),
                     pixels = document_number(row, "Mpixel/s") * 1e3;
        assert_near(document_number(row, "times serial C"), requested, 1e-6 * requested);
        assert_near(pixels * document_number(row, "ms"), 48 * 33, 1e-6 * 48 * 33);
        serial += strcmp(document_text(row, "impl"), "serial C") == 0;
    }
    assert_int_equal(serial, 3);
}

static bool is_found(const json_t *findings, const char *words)
{
    const json_t *finding;
    size_t i;
    json_array_foreach(findings, i, finding)
        if (strstr(json_string_value(finding), words))
            return true;
    return false;
}

// A pass with ordered dither is measured beside the same without.
TEST(ordered_dither_is_compared_with_the_pass_alone)
{
    const json_t *json = results_of("dither");
    const json_t *variants = json_object_get(json, "runs");
    int pairs = 0;
    for (size_t i = 0; i + 1 < json_array_size(variants); i++) {
        const json_t *dithered = json_array_get(variants, i), *next;
        const char *chain = document_text(dithered, "chain"), *dither = strstr(chain, ",dither");
        if (!dither)
            continue;
        next = json_array_get(variants, i + 1);
        const char *alone = formatted("%.*s", (int) (dither - chain), chain);
        assert_string_equal(document_text(next, "chain"), alone);
        const char *words = formatted("%s takes %.2f times as long as %s alone", chain,
                                      median_of(dithered) / median_of(next), alone);
        if (!is_found(json_object_get(json, "findings"), words))
            fail_msg("it does not say: %s", words);
        pairs++;
    }
    assert_int_equal(pairs, 6);
}

// The answer comes first: what papers claim is a line for each claim where that is asked for.
TEST(claims_are_printed_where_asked)
{
    const json_t *findings = json_object_get(results_of("gaussian"), "findings");
    assert_int_equal(count_lines("out", "--verbose says which"), 2);
    assert_int_equal(count_lines("out", " here: "), 0);
    assert_true(is_found(findings, "(published: "));
    assert_int_equal(system("\"$HALATION\" --bench=gaussian --quick --samples 1 --warmup 0 "
                            "--size 48x33 --verbose > out 2> err"),
                     0);
    assert_int_equal(count_lines("out", "(published: "), 14);
}

// Runs them all, by one call of the program, which prints to the files "out" and "err".
static void run_all(void)
{
    folder_enter();
    assert_int_equal(
        system("\"$HALATION\" --bench=all --quick --samples 2 --warmup 1 --size 48x33 --scene ramp "
               "-o {suite}.json > out 2> err || { tail -n 5 err >&2; false; }"),
        0);
    int count = 0;
    while (suites[count])
        count++;
    results = calloc((size_t) count, sizeof(*results));
    assert_non_null(results);
    for (int place = 0; place < count; place++) {
        results[place] = json_load_file(formatted("%s.json", suites[place]->name), 0, NULL);
        assert_string_equal(document_text(results[place], "suite"), suites[place]->name);
    }
}

static void free_results(void)
{
    for (int place = 0; suites[place]; place++)
        json_decref(results[place]);
    free(results);
}

AROUND_TESTS(.begin = run_all, .finish = free_results)
