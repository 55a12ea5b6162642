// Tests the report of the dither suite with known times, and the file names of --bench=all.

#include "app/bench/bench.h"
#include "app/bench/dither/dither.h"
#include "tests/fixtures/suite_fixture.h"

// Times that differ by up to `spread` of themselves.
static struct stats_summary time_around(double ms, double spread)
{
    double times[] = { ms * (1 - spread), ms, ms * (1 + spread) };
    return stats_summarise(times, 3);
}

static struct dither_trial trial_of(int width, double gpu, double serial)
{
    return (struct dither_trial){
        .width = width,
        .height = width * 9 / 16,
        .gpu = time_around(gpu, 0.05),
        .serial = time_around(serial, 0.05),
    };
}

static const char *describe(const struct dither_trial trials[], int count, double drift)
{
    static char text[SUITE_TEXT_SIZE];
    dither_describe(trials, count, "burkes", drift, text, sizeof(text));
    return text;
}

TEST(intervals_apart_decide)
{
    static const struct {
        double gpu, serial, drift;
        const char *words;
    } cases[] = {
        { 0.5, 5, 0, "burkes: the GPU is faster than serial C at 1 of 1 values of size, 90.0 to" },
        { 5, 0.5, 0, "burkes: the GPU is slower" },
        { 5, 5.3, 0, "burkes: no difference seen" }, // 5 % up and down overlap
        { 5.3, 5, 0, "burkes: no difference seen" },
        { 0.5, 5, 0.08, "burkes, drift of 8.0 % allowed for: the GPU is faster" },
        { 0.5, 5, (double) INFINITY, "burkes, since the drift is not known: no verdict on" },
        { 4.2, 5, 0, "burkes: the GPU is faster" },
        { 4.2, 5, 0.2, "burkes, drift of 20 % allowed for: no verdict on" },
    };
    for_each(row, cases) {
        const struct dither_trial trial = trial_of(640, row->gpu, row->serial);
        assert_contains(describe(&trial, 1, row->drift), row->words);
    }
}

TEST(what_did_not_run_is_not_judged)
{
    struct dither_trial trials[] = { trial_of(640, 0.5, 5), trial_of(1920, 1, 5) };
    trials[0].gpu.count = 0;
    assert_string_equal(describe(trials, 2, 0), "burkes: the GPU is faster than serial C at 1 of 1 "
                                                "values of size, 80.0 to 80.0 %");
}

// While the ratio of times falls from 4 to 1/4, both take the same time in the middle of the
// logarithms, at the geometric mean of the heights. If the drift is larger than the difference, the
// size is not reported.
TEST(the_size_from_which_it_pays_lies_between_two)
{
    const struct dither_trial trials[] = { trial_of(160, 8, 1), trial_of(320, 4, 1),
                                           trial_of(1280, 4, 16), trial_of(2560, 4, 64) };
    const char *words = "burkes: serial C is faster up to size=180p, the GPU from size=720p on: "
                        "even near 360";
    assert_string_equal(describe(trials, 4, 0), words);
    assert_contains(describe(trials, 4, 0.5), words + strlen("burkes"));
    assert_contains(describe(trials, 4, 9),
                    ": the GPU is faster than serial C at 1 of 4 values of size, 93.8 to 93.8 %; "
                    "open at 3 of 4 values");
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
    end_suite();
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
