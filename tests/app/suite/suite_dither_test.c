// Tests the report of the dither suite with known times, and the file names of --bench=all.

#include "app/bench/bench.h"
#include "app/bench/dither/dither.h"
#include "tests/fixtures/suite_fixture.h"

// Sets the times of a variant that differ by 5 %.
static void set_around(struct suite_variant *variant, double ms)
{
    double times[] = { 0.95 * ms, ms, 1.05 * ms };
    set_time(variant, ms);
    variant->time = stats_summarise(times, 3);
}

// Reports the suite at its three heights, at which the GPU takes `gpu` and serial C `serial`
// milliseconds; 0: it did not run. Returns the sentence about the kernel jarvis.
static const char *report(const double gpu[3], const double serial[3], double drift)
{
    static const int heights[] = { 90, 360, 1080 }; // of --quick
    end_suite();
    begin_suite(&suite_dither, &(const struct options){ .bench = { .quick = true } });
    if (drift > 0)
        drift_by(drift);
    for (int i = 0; i < run.count; i++) {
        struct suite_variant *variant = &run.variants[i];
        const bool is_serial = variant->label && strcmp(variant->label, "serial C") == 0;
        set_around(variant, 1);
        for (int k = 0; k < 3 && strstr(variant->text, "jarvis"); k++)
            if (variant->height == heights[k])
                set_around(variant, is_serial ? serial[k] : gpu[k]);
        variant->count = variant->time.median > 0;
        variant->left_out[0] = '\0';
    }
    suite_dither.report(&run);
    return says("jarvis: ");
}

TEST(intervals_apart_decide)
{
    static const struct {
        double gpu, serial, drift;
        const char *words;
    } cases[] = {
        { 0.5, 5, 0, "the GPU is faster than serial C at 3 of 3 values of size, 90.0 to 90.0 %" },
        { 5, 0.5, 0, "the GPU is slower" },
        { 5, 5.3, 0, "no difference seen" }, // 5 % up and down overlap
        { 5.3, 5, 0, "no difference seen" },
        { 0.5, 5, 0.08, "the GPU is faster" },
        { 0.5, 5, 0.08, "%, drift of 8.0 % allowed for" },
        { 0.5, 5, INFINITY, "no verdict on" },
        { 4.2, 5, 0, "the GPU is faster" },
        { 4.2, 5, 0.2, "no verdict on" },
    };
    for_each(row, cases) {
        const double gpu[] = { row->gpu, row->gpu, row->gpu };
        const double serial[] = { row->serial, row->serial, row->serial };
        assert_contains(report(gpu, serial, row->drift), row->words);
    }
}

// While the ratio of times falls from 4 to 1/4, both take the same time in the middle of the
// logarithms, at the geometric mean of the heights. A size at which one did not run does not count.
TEST(the_size_from_which_it_pays_lies_between_two)
{
    static const double gpu[] = { 4, 4, 4 }, without[] = { 4, 0, 4 }, serial[] = { 1, 16, 64 };
    assert_contains(report(gpu, serial, 0), "serial C is faster up to size=90p, the GPU from "
                                            "size=360p on: even near 180");
    assert_contains(report(without, serial, 0), "the GPU from size=1080p on");
    assert_contains(report(gpu, serial, 9), "the GPU is faster than serial C at 1 of 3 values of "
                                            "size, 93.8 %; open at 2 of 3 values");
    assert_int_equal(json_array_size(run.charts), 3);
}

// ---- the run

static bool lists_size(int width)
{
    bool found = false;
    for (int i = 0; i < run.count; i++)
        found = found || run.variants[i].width == width;
    return found;
}

// A size from which it pays needs sizes below and above it, also with --quick.
TEST(quick_has_several_sizes_and_an_own_size_is_alone)
{
    static const struct options quick = { .bench.suite = "dither", .bench.quick = true }, own = {
        .bench.suite = "dither", .draw.width = 100, .draw.height = 50
    };
    begin_suite(&suite_dither, &quick);
    assert_true(lists_size(160) && lists_size(640) && lists_size(1920));
    assert_false(lists_size(3840));
    end_suite();
    begin_suite(&suite_dither, &own);
    for (int i = 0; i < run.count; i++)
        assert_int_equal(run.variants[i].width, 100);
}

// ---- all

TEST(each_suite_has_a_file_of_its_own)
{
    char path[SUITES_PATH_SIZE], *longest = malloc(SUITES_PATH_SIZE + 1);
    assert_true(suites_path("a/{suite}_{suite}.json", "box", path));
    assert_string_equal(path, "a/box_box.json");
    assert_true(suites_path("{suit}{}.json", "box", path));
    assert_string_equal(path, "{suit}{}.json");
    assert_non_null(longest);
    memset(longest, 'a', SUITES_PATH_SIZE);
    longest[SUITES_PATH_SIZE] = '\0';
    assert_false(suites_path(longest, "box", path));
    assert_true(suites_path(longest + 1, "box", path));
    assert_string_equal(path, longest + 1);
    free(longest);
    assert_null(suites_find("all"));
}

AROUND_TESTS(.after = end_suite)
