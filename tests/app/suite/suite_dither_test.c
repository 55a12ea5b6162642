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
        .impl = "cs_bands",
        .gpu = time_around(gpu, 0.05),
        .serial = time_around(serial, 0.05),
    };
}

static const char *describe(const struct dither_trial *trial, double drift)
{
    static char text[SUITE_TEXT_SIZE];
    dither_describe(trial, "jarvis", drift, text, sizeof(text));
    return text;
}

TEST(intervals_apart_decide)
{
    struct dither_trial trial = trial_of(640, 0.5, 5);
    assert_int_equal(dither_compare(&trial, 0).verdict, PAIR_FASTER);
    assert_string_equal(describe(&trial, 0), "640x360 jarvis: the GPU pays: cs_bands takes 0.5 "
                                             "ms, serial C on one core 5 ms, 10 times that");
    trial = trial_of(640, 5, 0.5);
    assert_int_equal(dither_compare(&trial, 0).verdict, PAIR_SLOWER);
    assert_contains(describe(&trial, 0), "the GPU does not pay");
    trial = trial_of(640, 5, 5.3); // 5 % up and down overlap
    assert_int_equal(dither_compare(&trial, 0).verdict, PAIR_NO_DIFFERENCE);
    assert_contains(describe(&trial, 0), "no difference seen");
    trial = trial_of(640, 5.3, 5);
    assert_int_equal(dither_compare(&trial, 0).verdict, PAIR_NO_DIFFERENCE);
}

TEST(a_machine_that_drifted_decides_what_lies_beyond)
{
    struct dither_trial trial = trial_of(640, 0.5, 5);
    assert_contains(describe(&trial, 0.08), "the GPU pays, drift of 8.0 % allowed for: cs");
    const char *text = describe(&trial, (double) INFINITY);
    assert_contains(text, "open, since the drift is not known");
    assert_contains(text, "10 times that"); // both numbers stay
    trial = trial_of(640, 4.2, 5);
    assert_int_equal(dither_compare(&trial, 0).verdict, PAIR_FASTER);
    assert_int_equal(dither_compare(&trial, 0.2).verdict, PAIR_INCONCLUSIVE);
    assert_contains(describe(&trial, 0.2), "open, drift of 20 %");
}

static const char *describe_crossing(const struct dither_trial trials[], int count, double drift)
{
    static char text[SUITE_TEXT_SIZE];
    dither_describe_crossing(trials, count, "burkes", drift, text, sizeof(text));
    return text;
}

TEST(what_did_not_run_is_not_judged)
{
    struct dither_trial trial = trial_of(640, 0.5, 5);
    trial.impl = NULL;
    assert_string_equal(describe(&trial, 0), "640x360 jarvis: not measured");
    const struct dither_trial trials[] = { trial, trial_of(1920, 1, 5) };
    assert_string_equal(describe_crossing(trials, 2, 0), "burkes: the GPU is faster than serial C "
                                                         "at size=1080p, 80.0 %");
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
    assert_string_equal(describe_crossing(trials, 4, 0), words);
    assert_string_equal(describe_crossing(trials, 4, 0.5), words);
    assert_string_equal(describe_crossing(trials, 4, 9),
                        "burkes: the GPU is faster than serial C at 1 of 4 values of size, 93.8 %; "
                        "the others are open");
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
