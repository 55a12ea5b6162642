// Tests the limits that --tune reads, and which of many chains the judge chooses, with made-up
// times and qualities.

#include "app/bench/tune/tune.h"
#include "tests/fixtures/cmocka.h"

static struct tune_limits limits;

TEST(limits_are_read)
{
    assert_true(tune_limits_parse(&limits, "sigma=16,psnr=45,shimmer=3", &error));
    assert_true(limits.sigma == 16 && limits.psnr == 45);
    assert_true(limits.shimmer == 3 && isnan(limits.ssim));
    assert_true(isnan(limits.error) && isnan(limits.passes));
    assert_true(tune_limits_parse(&limits, "passes=2,error=2.5%,ssim=0.5,sigma=0.5", &error));
    assert_true(limits.sigma == 0.5 && limits.error == 2.5);
    assert_true(isnan(limits.core));
    assert_true(limits.passes == 2 && limits.ssim == 0.5);
}

// tests/cases/options.txt has the other mistakes.
TEST(a_mistake_changes_nothing)
{
    limits.sigma = 4711;
    assert_fails(tune_limits_parse(&limits, "", &error),
                 "there is sigma, core, psnr, ssim, error, shimmer, passes, budget");
    assert_fails(tune_limits_parse(&limits, "sigma=16,psnr=45,psnr=46", &error), "given twice");
    assert_true(limits.sigma == 4711);
}

// ---- made-up items

static struct suite_variant variants[9];
static struct suite_run run;
static struct judge judge;

static void begin(void)
{
    run = (struct suite_run){ .variants = variants, .steady.is_steady = true };
    judge_init(&judge, &run);
    judge.limits[JUDGE_PSNR] = judge.limits[JUDGE_SHIMMER] = NAN;
}

static struct suite_variant *add(double time)
{
    struct suite_variant *variant = &variants[run.count++];
    *variant = (struct suite_variant){ .count = 1,
                                       .time = { .median = time, .interval = { time, time, 0.95 } },
                                       .dispatches = 2 };
    return variant;
}

// Each takes a millisecond more than the one before.
static struct judge_item *add_item(double psnr, double shimmer)
{
    struct judge_item *item = judge_add(&judge, add(1 + run.count));
    item->values[JUDGE_PSNR] = psnr;
    item->values[JUDGE_SHIMMER] = shimmer;
    return item;
}

TEST(the_fastest_of_each_image_is_left)
{
    static const struct {
        int construction, is_exact;
        double time;
    } made_up[] = {
        { 7, true, 3 },    // beaten by the next
        { 7, true, 2 },    // exact and the fastest of its image
        { 7, false, 1 },   // states an error, and is faster
        { 7, false, 2.5 }, // is slower, and not even exact
        { 8, true, 1.5 },  { 9, true, 1 },
    };
    for_each(row, made_up)
        add(row->time)->key =
            (struct suite_key){ .construction = row->construction, .is_exact = row->is_exact };
    variants[5].count = 0; // did not run
    blur_list_judge(&run, 0, &judge);
    assert_int_equal(judge.count, 3);
    assert_ptr_equal(judge.all[0].variant, &variants[2]);
    assert_ptr_equal(judge.all[1].variant, &variants[4]);
    assert_ptr_equal(judge.all[2].variant, &variants[1]);
    blur_list_judge(&run, 1, &judge);
    assert_int_equal(judge.count, 0);
}

TEST(what_a_faster_one_is_as_good_as_is_not_on_the_front)
{
    static const struct {
        double psnr, shimmer, flicker;
        int look;
        bool on_front;
    } made_up[] = {
        { 30, 20, NAN, 0, true },       // the fastest
        { 45, 3, NAN, 0, true },        // nearer and more stable
        { 44, 4, NAN, 0, false },       // neither
        { 45.05, 2.95, NAN, 0, false }, // by no difference that counts
        { 44, 4, NAN, 1, true },        // another picture
        { INFINITY, 3, 20, 0, true },   // equal to the exact one
        { INFINITY, 3, 20, 0, false },  { INFINITY, 3, 10, 0, true }, // flickers less
        { NAN, NAN, NAN, 0, false },                                  // not measured
    };
    for_each(row, made_up) {
        struct judge_item *item = add_item(row->psnr, row->shimmer);
        item->values[JUDGE_FLICKER] = row->flicker;
        item->look = row->look;
    }
    judge_mark_front(&judge);
    for (int i = 0; i < judge.count; i++)
        if (judge.all[i].on_front != made_up[i].on_front)
            fail_msg("number %d: %d", i, judge.all[i].on_front);
}

TEST(of_those_that_are_as_near_the_fastest_is_the_best)
{
    static const struct {
        double psnr[5];
        int best; // -1: none
    } cases[] = {
        { { 40, NAN, 83.85, 83.9, 83.8 }, 2 },
        { { 40, 83, INFINITY, INFINITY, NAN }, 2 },
        { { NAN, NAN, NAN, NAN, NAN }, -1 },
    };
    for_each(row, cases) {
        begin();
        for_each(psnr, row->psnr)
            add_item(*psnr, 1);
        assert_ptr_equal(judge_best(&judge, JUDGE_PSNR, 0.1),
                         row->best < 0 ? NULL : &judge.all[row->best]);
    }
    begin();
    add_item(90, 2)->values[JUDGE_WIDTH] = 3;
    add_item(83.9, 1);
    judge.limits[JUDGE_WIDTH] = 2; // neither the first nor the second, whose width is not known
    assert_null(judge_best(&judge, JUDGE_PSNR, 0.1));
    judge.all[1].values[JUDGE_WIDTH] = 1;
    assert_ptr_equal(judge_best(&judge, JUDGE_PSNR, 0.1), &judge.all[1]);
    assert_ptr_equal(judge_best(&judge, JUDGE_SHIMMER, 0), &judge.all[1]);
}

TEST(the_fastest_that_fits_is_taken_and_the_drift_may_hide_another)
{
    judge.limits[JUDGE_PSNR] = 40;
    add_item(39, 1);
    add_item(50, 1)->is_barred = true;
    add_item(50, 1)->look = 1;
    add_item(50, 1);
    add_item(30, 1);
    add_item(40, 1);
    variants[3].time = variants[4].time =
        (struct stats_summary){ .median = 4, .interval = { 4, 4 } };
    variants[5].time = (struct stats_summary){ .median = 4.2, .interval = { 4.2, 4.2 } };
    assert_ptr_equal(judge_fastest(&judge, JUDGE_ANY_LOOK), &judge.all[2]);
    assert_ptr_equal(judge_fastest(&judge, 0), &judge.all[3]);
    assert_null(judge_fastest(&judge, 2));
    judge_take(&judge, &judge.all[3]);
    assert_null(judge.rival);
    run.steady = (struct steady){ .blocks = 4, .canaries = { { 1, 1.08 }, { 1, 1 } } };
    judge_take(&judge, &judge.all[3]);
    assert_ptr_equal(judge.rival, &judge.all[5]);
    run.steady.canaries[0].worst = 1.02;
    judge_take(&judge, &judge.all[3]);
    assert_null(judge.rival);
}

static bool fits(const char *text)
{
    assert_true(tune_limits_parse(&limits, text, &error));
    tune_set_limits(&judge, &limits);
    return judge_fits(&judge, &judge.all[0]);
}

TEST(all_limits_are_kept)
{
    struct judge_item *item = add_item(45, 3);
    item->values[JUDGE_SSIM] = 0.9F;
    item->values[JUDGE_ERROR] = item->values[JUDGE_WIDTH] = 1;
    assert_for_texts(fits, true, "sigma=16", "sigma=16,psnr=45", "sigma=16,shimmer=3",
                     "sigma=16,ssim=0.9", "sigma=16,error=1%", "sigma=16,passes=2",
                     "sigma=16,budget=1");
    assert_for_texts(fits, false, "sigma=16,psnr=45.1", "sigma=16,shimmer=2.9",
                     "sigma=16,ssim=0.91", "sigma=16,error=0.9", "sigma=16,passes=1",
                     "sigma=16,budget=0.9");
    item->values[JUDGE_WIDTH] = 2.1;
    assert_false(fits("sigma=16"));
    item->values[JUDGE_WIDTH] = NAN;
    assert_false(fits("sigma=16"));
}

AROUND_TESTS(.before = begin)
