// What the dither suite says of times that are known, and the names of files of --bench=all.

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
    dither_verdict_describe(trial, "jarvis", drift, text, sizeof(text));
    return text;
}

TEST(intervals_apart_decide)
{
    struct dither_trial trial = trial_of(640, 0.5, 5);
    assert_int_equal(dither_verdict(&trial, 0), DITHER_PAYS);
    assert_string_equal(describe(&trial, 0), "640x360 jarvis: the GPU pays: cs_bands takes 0.5 "
                                             "ms, serial C on one core 5 ms, 10 times that");
    trial = trial_of(640, 5, 0.5);
    assert_int_equal(dither_verdict(&trial, 0), DITHER_COSTS);
    assert_non_null(strstr(describe(&trial, 0), "the GPU does not pay"));
    trial = trial_of(640, 5, 5.3); // 5 % up and down overlap
    assert_int_equal(dither_verdict(&trial, 0), DITHER_EVEN);
    assert_non_null(strstr(describe(&trial, 0), "no difference seen"));
    trial = trial_of(640, 5.3, 5);
    assert_int_equal(dither_verdict(&trial, 0), DITHER_EVEN);
}

TEST(a_machine_that_drifted_decides_what_lies_beyond)
{
    struct dither_trial trial = trial_of(640, 0.5, 5);
    assert_non_null(strstr(describe(&trial, 0.08), "the GPU pays, drift of 8.0 % allowed for: cs"));
    const char *text = describe(&trial, (double) INFINITY);
    assert_non_null(strstr(text, "open, since the drift is not known"));
    assert_non_null(strstr(text, "10 times that")); // both numbers stay
    trial = trial_of(640, 4.2, 5);
    assert_int_equal(dither_verdict(&trial, 0), DITHER_PAYS);
    assert_int_equal(dither_verdict(&trial, 0.2), DITHER_EVEN);
    assert_non_null(strstr(describe(&trial, 0.2), "open, drift of 20 %"));
}

TEST(what_did_not_run_is_not_judged)
{
    struct dither_trial trial = trial_of(640, 0.5, 5);
    trial.impl = NULL;
    assert_int_equal(dither_verdict(&trial, 0), DITHER_UNKNOWN);
    assert_string_equal(describe(&trial, 0), "640x360 jarvis: not measured");
    const struct dither_trial trials[] = { trial, trial_of(1920, 1, 5) };
    assert_true(isnan(dither_verdict_crossing(trials, 2)));
}

// Where the ratio of times goes from 1/4 to 4, the middle of the logarithms is where both take the
// same: the geometric mean of the pixels.
TEST(the_size_from_which_it_pays_lies_between_two)
{
    const struct dither_trial trials[] = { trial_of(160, 8, 1), trial_of(320, 4, 1),
                                           trial_of(1280, 4, 16), trial_of(2560, 4, 64) };
    const double wanted = sqrt(320.0 * 180 * 1280 * 720);
    char text[SUITE_TEXT_SIZE];
    assert_true(fabs(dither_verdict_crossing(trials, 4) / wanted - 1) < 1e-9);
    dither_verdict_describe_crossing(trials, 4, "burkes", 0, text, sizeof(text));
    assert_string_equal(text, "burkes: the GPU wins from about 230 kilopixels (640x360) on");
    dither_verdict_describe_crossing(trials, 4, "burkes", 0.5, text, sizeof(text));
    assert_string_equal(text +
                            strlen("burkes: the GPU wins from about 230 kilopixels (640x360) on"),
                        ", drift of 50 % allowed for");
    dither_verdict_describe_crossing(trials, 4, "burkes", 9, text, sizeof(text));
    assert_non_null(strstr(text, "; open, drift of 900 %"));
}

TEST(it_may_pay_everywhere_or_nowhere)
{
    const struct dither_trial always[] = { trial_of(160, 1, 2), trial_of(320, 1, 4) };
    const struct dither_trial never[] = { trial_of(160, 2, 1), trial_of(320, 4, 1) };
    // A smaller size at which it wins is no size from which on it wins.
    const struct dither_trial first_only[] = { trial_of(160, 1, 2), trial_of(320, 4, 1) };
    char text[SUITE_TEXT_SIZE];
    assert_true(dither_verdict_crossing(always, 2) == 0);
    assert_true(isinf(dither_verdict_crossing(never, 2)));
    assert_true(isinf(dither_verdict_crossing(first_only, 2)));
    dither_verdict_describe_crossing(never, 2, "burkes", 0, text, sizeof(text));
    assert_string_equal(text, "burkes: no size up to 320x180 from which the GPU wins");
    dither_verdict_describe_crossing(always, 2, "burkes", 0, text, sizeof(text));
    assert_string_equal(text, "burkes: the GPU wins at every size, from 160x90 on");
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
