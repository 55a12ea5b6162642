// What the bloom suite measures beside times, of the two blurs that lie furthest apart.

#include "app/bench/bloom/bloom.h"
#include "tests/fixtures/chain_fixture.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 128, HEIGHT = 96 };

static struct lab lab;
static struct suite_run run;
static struct options options;

static void open_run(int width, int height)
{
    struct error error;
    options = (struct options){ .draw.chain = parse_chain("dual"),
                                .draw.width = width,
                                .draw.height = height,
                                .draw.scene_scale = 1,
                                .draw.profile = PROFILE_OFF,
                                .bench.quick = true,
                                .draw.depth = 8 };
    assert_true(scene_parse(&options.draw.scene, "ramp", &error));
    if (!lab_init(&lab, &options.draw, false, &error))
        fail_msg("%s", error.text);
    run = (struct suite_run){ .suite = &suite_bloom,
                              .wish = &options.bench,
                              .draw = &options.draw,
                              .lab = &lab,
                              .rounds = 2 };
    suite_bloom.list(&run);
}

static void close_run(void)
{
    free(run.variants);
    lab_finish(&lab);
}

static void pretend_to_have_run(enum bloom_blur blur)
{
    struct suite_variant *variant =
        (struct suite_variant *) bloom_lines_variant(&run, blur, BLOOM_FRAGMENT);
    variant->count = 1;
    variant->impl = bloom_lines[blur].impls[BLOOM_FRAGMENT];
}

TEST(blurs_are_told_apart)
{
    struct bloom_facts facts;
    open_run(WIDTH, HEIGHT);
    pretend_to_have_run(BLOOM_DUAL);
    pretend_to_have_run(BLOOM_MIPS);
    bloom_facts_take(&run, &facts);
    const struct bloom_fact *dual = &facts.blurs[BLOOM_DUAL], *mips = &facts.blurs[BLOOM_MIPS];
    assert_int_equal(facts.width, WIDTH);
    for (int i = 0; i < BLOOM_SCENES; i++)
        assert_true(dual->decibels[i] > 30 && dual->decibels[i] > mips->decibels[i] + 5);
    assert_true(fabs(dual->sigma - BLOOM_SIGMA) < 0.02 * BLOOM_SIGMA);
    assert_true(dual->shimmer > 1 && dual->shimmer < 5 && mips->shimmer > 30);
    assert_string_equal(lab.scene.scene->name, "ramp"); // as it was before
    // Four levels: 5 and 8 taps and a store a texel, of a quarter to a 256th and of 1 to a 64th.
    const double steps = 0.25 * (1 + 0.25 + 0.0625 + 0.015625);
    const double taps = (5 + 1) * steps + (8 + 1) * 4 * steps;
    const double asked = facts.taps[BLOOM_DUAL][BLOOM_FRAGMENT];
    assert_true(fabs(asked / (taps * WIDTH * HEIGHT * 8) - 1) < 0.02);
    assert_true(isnan(facts.blurs[BLOOM_BOX].shimmer) && isnan(facts.taps[BLOOM_BOX][0]));
    assert_true(isnan(bloom_facts_decibels(&facts, BLOOM_BOX)));
    close_run();
}

TEST(a_picture_smaller_than_the_blur_says_nothing)
{
    struct bloom_facts facts;
    open_run(95, 96);
    pretend_to_have_run(BLOOM_DUAL);
    bloom_facts_take(&run, &facts);
    assert_int_equal(facts.width, 0);
    assert_true(isnan(facts.blurs[BLOOM_DUAL].sigma));
    assert_true(facts.taps[BLOOM_DUAL][BLOOM_FRAGMENT] > 0);
    close_run();
}

// The smaller the scene is drawn, the further its picture is from the whole one.
TEST(a_scene_drawn_smaller_is_further_off)
{
    struct bloom_facts facts;
    const struct bloom_scaled *scaled = facts.scaled;
    struct error error;
    open_run(WIDTH, HEIGHT);
    struct scene_choice bars;
    assert_true(scene_parse(&bars, "bars", &error) && lab_set_scene(&lab, &bars, &error));
    bloom_facts_take(&run, &facts);
    assert_true(isnan(scaled[0].decibels));
    assert_true(scaled[1].decibels > scaled[2].decibels && scaled[2].decibels > 5);
    for (int i = 0; i < BLOOM_SCALES; i++)
        assert_true(scaled[i].time.count == 2 && scaled[i].time.median > 0);
    assert_true(lab.scene_scale == 1);
    close_run();
}

RUN_TESTS(gpu_fixture_setup, gpu_fixture_teardown)
