// Tests the limits that --tune reads, and which of many blurs it and --bench=blurs choose, with
// made-up times and qualities.

#include "app/bench/tune/tune.h"
#include "tests/fixtures/cmocka.h"

static struct tune_wants wants;
static void wrong(const char *text, const char *words)
{
    wants.sigma = 4711;
    assert_fails(tune_wants_parse(&wants, text, &error), words);
    assert_true(wants.sigma == 4711);
}

TEST(wants_are_read)
{
    assert_true(tune_wants_parse(&wants, "sigma=16,psnr=45,shimmer=3", &error));
    assert_true(wants.sigma == 16 && wants.limits[TUNE_PSNR] == 45);
    assert_true(wants.limits[TUNE_SHIMMER] == 3 && isnan(wants.limits[TUNE_SSIM]));
    assert_true(isnan(wants.limits[TUNE_ERROR]) && isnan(wants.limits[TUNE_PASSES]));
    assert_true(tune_wants_parse(&wants, "passes=2,error=2.5%,ssim=0.5,sigma=0.5", &error));
    assert_true(wants.sigma == 0.5 && wants.limits[TUNE_ERROR] == 2.5);
    assert_true(isnan(wants.core));
    assert_true(wants.limits[TUNE_PASSES] == 2 && wants.limits[TUNE_SSIM] == 0.5);
}

TEST(wrong_wants_say_what_is_right)
{
    wrong("", "there is sigma, core, psnr, ssim, error, shimmer, passes, budget");
    wrong("psnr=45", "needs the width: sigma=16");
    wrong("sigma=16,psrn=45", "did you mean 'psnr'?");
    wrong("sigma=16,", "no ''");
    wrong("sigma", "sigma must be 0.5 to 128");
    wrong("sigma=0", "sigma must be 0.5 to 128, not '0'");
    wrong("sigma=129", "not '129'");
    wrong("sigma=1e99", "not '1e99'");
    wrong("sigma=nan", "not 'nan'");
    wrong("sigma=16%", "not '16%'");
    wrong("sigma=16,ssim=1.1", "ssim must be -1 to 1");
    wrong("sigma=16,passes=0", "passes must be 1 to 1000");
    wrong("sigma=16,psnr=45,psnr=46", "psnr is given twice");
    wrong("sigma=16,sigma=16", "sigma is given twice");
    wrong("core=16,sigma=16", "core must be less than sigma, 16, not 16");
    wrong("core=2", "needs the width");
    wrong("core=2,sigma=16,ssim=0.9", "ssim is of a blur without core");
    wrong("sigma=16,budget=0", "budget must be 0.001 to 1000");
}

// ---- made-up blurs: milliseconds, dB, and shimmer

static struct suite_variant variants[8];
static struct suite_run run = { .variants = variants };

static void add(int construction, bool is_exact, double time)
{
    variants[run.count++] = (struct suite_variant){
        .key = { .construction = construction, .is_exact = is_exact },
        .count = 1,
        .time = { .median = time },
        .dispatches = 2,
    };
}

static struct blur_choice of_quality(double decibels, double shimmer)
{
    return (struct blur_choice){ .variant = variants,
                                 .quality = { { decibels, 0.9, 0.01 }, 16.1, shimmer } };
}

TEST(the_fastest_of_each_image_is_left)
{
    struct blur_choices choices;
    run.count = 0;
    add(7, true, 3);    // beaten by the next
    add(7, true, 2);    // exact and the fastest of its image
    add(7, false, 1);   // states an error, and is faster
    add(7, false, 2.5); // is slower, and not even exact
    add(8, true, 1.5);
    add(9, true, 1);
    variants[5].count = 0; // did not run
    blur_choice_take(&run, 0, &choices);
    assert_int_equal(choices.count, 3);
    assert_ptr_equal(choices.all[0].variant, &variants[2]);
    assert_ptr_equal(choices.all[1].variant, &variants[4]);
    assert_ptr_equal(choices.all[2].variant, &variants[1]);
    blur_choice_take(&run, 1, &choices);
    assert_int_equal(choices.count, 0);
}

TEST(what_a_faster_one_is_as_good_as_is_not_on_the_front)
{
    // In the order of their times.
    static const struct {
        double decibels, shimmer;
        bool on_front;
    } made_up[] = {
        { 30, 0.20, true },                             // the fastest
        { 45, 0.03, true },                             // nearer and calmer
        { 44, 0.04, false },                            // neither
        { 45.05, 0.0295, false },                       // by no difference that counts
        { 40, 0.01, true },                             // calmer, though not as near
        { INFINITY, 0.03, true },                       // equal to the exact one
        { INFINITY, 0.03, false }, { NAN, NAN, false }, // not measured
        { 99, 0.001, true },                            // calmer than all
    };
    struct blur_choices choices = { .count = COUNT_OF(made_up) };
    for (int i = 0; i < choices.count; i++)
        choices.all[i] = of_quality(made_up[i].decibels, made_up[i].shimmer);
    blur_choice_mark_front(&choices);
    for (int i = 0; i < choices.count; i++)
        if (choices.all[i].on_front != made_up[i].on_front)
            fail_msg("number %d: %d", i, choices.all[i].on_front);
}

static void take_qualities(struct blur_choices *choices, const double decibels[], int count)
{
    choices->count = count;
    for (int i = 0; i < count; i++)
        choices->all[i] = of_quality(decibels[i], 0.01);
}

TEST(of_those_that_are_as_near_the_fastest_is_the_nearest)
{
    struct blur_choices choices;
    take_qualities(&choices, (const double[]){ 40, NAN, 83.85, 83.9, 83.8 }, 5);
    assert_ptr_equal(blur_choice_nearest(&choices), &choices.all[2]);
    take_qualities(&choices, (const double[]){ 40, 83, INFINITY, INFINITY }, 4);
    assert_ptr_equal(blur_choice_nearest(&choices), &choices.all[2]);
    take_qualities(&choices, (const double[]){ NAN, NAN }, 2);
    assert_null(blur_choice_nearest(&choices));
}

TEST(the_drift_hides_which_of_two_is_faster)
{
    run.count = 0;
    for (int i = 0; i < 3; i++) {
        const double ms = (const double[]){ 1, 1.05, 1.2 }[i];
        add(i, true, ms);
        variants[i].time.interval = (struct stats_interval){ ms, ms, 0.95 };
    }
    run.steady = (struct steady){ .blocks = 4, .canaries = { { 1, 1.08 }, { 1, 1 } } };
    assert_true(suite_is_open(&run, &variants[0], &variants[1]));
    assert_false(suite_is_open(&run, &variants[0], &variants[2]));
    run.steady.is_steady = true;
    assert_false(suite_is_open(&run, &variants[0], &variants[1]));
}

TEST(all_that_is_asked_is_kept)
{
    run.count = 0;
    add(1, true, 1);
    struct blur_choice choice = of_quality(45, 0.03);
    static const struct {
        const char *text;
        bool keeps;
    } asked[] = {
        { "sigma=16", true },
        { "sigma=16,psnr=45", true },
        { "sigma=16,psnr=45.1", false },
        { "sigma=16,shimmer=3", true },
        { "sigma=16,shimmer=2.9", false },
        { "sigma=16,ssim=0.91", false },
        { "sigma=16,ssim=0.9", true },
        { "sigma=16,error=1%", true },
        { "sigma=16,error=0.9", false },
        { "sigma=16,passes=2", true },
        { "sigma=16,passes=1", false },
        { "sigma=17", false },
        { "sigma=16,budget=1", true },
        { "sigma=16,budget=0.9", false },
    };
    for_each(row, asked) {
        assert_true(tune_wants_parse(&wants, row->text, &error));
        if (tune_keeps_all(&wants, &choice) != row->keeps)
            fail_msg("%s", row->text);
    }
    choice = of_quality(NAN, NAN);
    assert_true(tune_wants_parse(&wants, "sigma=16,psnr=0", &error));
    assert_false(tune_keeps_all(&wants, &choice));
    assert_true(tune_wants_parse(&wants, "sigma=16,shimmer=100", &error));
    assert_false(tune_keeps_all(&wants, &choice));
}
