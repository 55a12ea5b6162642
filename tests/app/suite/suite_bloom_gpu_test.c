// Tests the measurements of the bloom suite other than times, with blooms that differ strongly.

#include "app/bench/bloom/bloom.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/renderer_fixture.h"

// The rows of --quick.
enum { WIDTH = 192, HEIGHT = 108, DUAL = 0, KARIS = 2, BELL_PYRAMID = 5, BOXES = 8, MIPS = 9 };

static struct renderer renderer;
static struct suite_run run;
static struct options options;
static struct judge judge;

static void open_run(void)
{
    options = (struct options){ .draw = draw_options_of("dual", "ramp", WIDTH, HEIGHT),
                                .bench.quick = true };
    assert_works(renderer_init(&renderer, &options.draw, &error));
    run = (struct suite_run){ .suite = &suite_bloom,
                              .options = &options.bench,
                              .draw = &options.draw,
                              .renderer = &renderer };
    suite_bloom.list(&run);
    bloom_list(&judge, &run);
    for_each_of(int, row, DUAL, KARIS, BELL_PYRAMID, MIPS)
        judge.all[*row].variant->count = 1; // as if it had run
    judge_measure(&judge, BLOOM_SIGMA * HEIGHT, true, false);
}

static void close_run(void)
{
    for (int i = 0; i < run.count; i++)
        free(run.variants[i].text);
    free(run.variants);
    renderer_finish(&renderer);
}

static double value(int row, enum judge_measure measure)
{
    return judge.all[row].values[measure];
}

// A bell is held to its own step; a scatter to the sum of bells, which levels only come near to;
// and an average that lets bright texels count less makes another picture.
TEST(each_bloom_is_held_to_its_purpose)
{
    double worst = INFINITY;
    for (int i = 0; i < QUALITY_SCENES; i++) {
        worst = fmin(worst, value(DUAL, JUDGE_SCENE + i));
        const double scattered = value(DUAL, JUDGE_SCENE + i);
        assert_compare(value(BELL_PYRAMID, JUDGE_SCENE + i), >, 60);
        assert_compare(value(MIPS, JUDGE_SCENE + i), >, 60);
        if (!(scattered > 30 && scattered < 75))
            fail_msg("%s: %g dB", quality_scenes[i], scattered);
    }
    assert_true(value(DUAL, JUDGE_PSNR) == worst);
    const double karis = value(KARIS, JUDGE_PSNR);
    assert_compare(karis, >, 15);
    assert_compare(karis, <, value(BELL_PYRAMID, JUDGE_PSNR) - 10);
}

TEST(motion_and_flashes_are_distinguished)
{
    assert_compare(value(MIPS, JUDGE_SHIMMER), >, 20);
    assert_compare(value(DUAL, JUDGE_SHIMMER), <, 10);
    assert_compare(value(DUAL, JUDGE_FLICKER), >, 1.05 * value(KARIS, JUDGE_FLICKER));
    for (int row = 0; row < judge.count; row++)
        assert_true(isnan(value(row, JUDGE_FLICKER)) ||
                    (value(row, JUDGE_FLICKER) > 1 && value(row, JUDGE_FLICKER) < 100));
}

TEST(width_and_core_are_those_of_the_run)
{
    const double sigma = BLOOM_SIGMA * HEIGHT;
    assert_near(value(DUAL, JUDGE_SIGMA) / sigma, 1, 0.02);
    assert_compare(value(DUAL, JUDGE_CORE), >, 0);
    assert_compare(value(DUAL, JUDGE_CORE), <, sigma);
    assert_true(value(BELL_PYRAMID, JUDGE_CORE) == 0);
    assert_true(isnan(value(BOXES, JUDGE_PSNR)) && isnan(value(BOXES, JUDGE_CORE)));
    assert_string_equal(renderer.scene.scene->name, "ramp"); // as it was before
}

// All are as wide as the presets; --quick keeps their look, made in both ways, and the baseline.
TEST(all_blooms_are_as_wide_and_quick_asks_the_same)
{
    int listed = 0;
    for (int row = 0; row < BLOOM_ROWS; row++) {
        const struct bloom_row *bloom = &bloom_rows[row];
        assert_contains(bloom->blur, ":sigma=2.2%h");
        assert_int_equal(strstr(bloom->blur, "scatter=") != NULL, bloom->look != BLOOM_BELL);
        if (bloom->look == BLOOM_PRESETS || bloom->look == BLOOM_BELL)
            assert_ptr_equal(judge.all[listed++].variant->label, bloom->name);
    }
    assert_int_equal(judge.count, listed);
}

// Four pictures and their letters; a file that cannot be written fails the run.
TEST(the_sheet_has_a_picture_of_each_that_ran)
{
    LOCAL_IMAGE sheet;
    bool linear;
    folder_enter();
    options.bench.sheet = "nowhere/sheet.png";
    bloom_sheet_write(&run, &judge);
    assert_true(run.failed);
    run.failed = false;
    options.bench.sheet = "sheet.png";
    bloom_sheet_write(&run, &judge);
    assert_false(run.failed);
    assert_works(image_read(&sheet, &linear, NULL, "sheet.png", &error));
    assert_compare(sheet.width, >, 3 * WIDTH);
    assert_compare(sheet.height, >, 2 * HEIGHT); // three beside, then one
}

AROUND_TESTS(.begin = open_run, .finish = close_run)
