// Every implementation of every effect against the reference, at random: parameters, sizes,
// formats, borders, regions, and the ends of every range as often as what lies between.
//
//   random_gpu_test [CASES [SEED]]
//
// A case is a chain, on four pictures. The same seed goes the same way. What fails is printed as a
// chain that can be run by hand.

#include "app/harness/harness.h"
#include "effects/blur/margin.h"
#include "tests/fixtures/random_fixture.h"

static int cases = 40;
static uint64_t seed = 20;

static struct {
    int chains, runs, identities, left_out;
} counts;

// ---- what is tried

static int random_below(int count)
{
    return (int) (chance_share(&seed) * count);
}

static int random_side(void)
{
    static const int sides[] = { 1, 2, 3, 8, 16, 64, 127, 128, 129 };
    return chance_share(&seed) < 0.5 ? sides[random_below(COUNT_OF(sides))] : 1 + random_below(150);
}

// Display values must arrive as they are, since their roundings are compared to the bit.
static enum texture_format random_format(const struct effect *effect)
{
    static const enum texture_format formats[] = { FORMAT_RGBA32F, FORMAT_RGBA16F, FORMAT_RGBA8 };
    const bool is_exact = effect->pointwise || effect->colour == COLOUR_DISPLAY;
    return is_exact ? FORMAT_RGBA32F : formats[random_below(3)];
}

static bool make_setting(struct harness_setting *setting)
{
    struct chain_step step;
    const void *file;
    int count = 0;
    while (effects[count])
        count++;
    const struct effect *effect = effects[random_below(count)];
    *setting = (struct harness_setting){ .format = random_format(effect), .depth = 8 };
    make_random_step(&step, effect, &seed);
    harness_setting_wrap(setting, &step);
    return effect_check(effect, step.params, 8, &file, &error);
}

// ---- running

// The wide picture of a blur that reaches far, which the reference takes seconds for.
static bool is_wide(const struct effect *effect, const void *params, const int size[2])
{
    const struct margin margin = margin_of_step(effect, params, size[0], size[1], NULL);
    return (size[0] + 2 * margin.x) * (size[1] + 2 * margin.y) > 300000;
}

// A length in per cent of a high picture may be longer than its row allows: no plan is made of it,
// and the reference knows no such length.
static bool is_too_long(const struct effect *effect, const unsigned char *params, int height)
{
    param_for_each(row, effect->params) {
        const struct length *length = (const void *) (params + row->offset);
        if (row->type == PARAM_TYPE_LENGTH && length_pixels(*length, height) > row->max)
            return true;
    }
    return false;
}

static void run_trial(struct harness_trial *trial, int by)
{
    static struct harness_rehearsal rehearsal;
    char line[HARNESS_LINE_SIZE];
    harness_trial_set(trial, by);
    if (!harness_trial_rehearse(gpu_fixture(), trial, &rehearsal)) {
        counts.left_out++;
        return;
    }
    const struct harness_difference difference = harness_trial_run(gpu_fixture(), trial);
    harness_trial_describe(&trial->setting, &difference, line);
    if (!(difference.worst <= 1))
        fail_msg("by %s: %s", harness_trial_name(trial), line);
    counts.runs++;
}

static void run_on_a_source(struct harness_setting *setting)
{
    static const double least = 1e-9; // of the largest value: what doubles lose
    const struct chain_step *step = &setting->chain.steps[setting->step];
    const struct effect *effect = step->effect;
    setting->size[0] = random_side();
    setting->size[1] = random_side();
    if (is_too_long(effect, step->params, setting->size[1]) ||
        is_wide(effect, step->params, setting->size)) {
        counts.left_out++;
        return;
    }
    LOCAL_IMAGE source = { 0 }, expected = { 0 };
    harness_picture_make(gpu_fixture(), setting, &source);
    harness_picture_expect(setting, &source, &expected);
    if (effect_is_identity(effect, step->params, setting->size[1])) {
        const struct difference off = compare_images(&expected, &source);
        assert_within(off.most, 0, least * fmax(1, image_largest(&source)),
                      chain_text(&setting->chain));
        counts.identities++;
        return;
    }
    struct harness_trial trial = {
        .setting = *setting, .source = &source, .expected = &expected, .tolerance = 1
    };
    for (int by = 0; by < harness_trial_count(effect); by++)
        run_trial(&trial, by);
}

// Several sizes for each chain, since compiling takes longer than running.
TEST(everything_equals_its_reference)
{
    for (int i = 0; i < cases; i++) {
        struct harness_setting setting;
        if (!make_setting(&setting))
            continue;
        counts.chains++;
        for (int j = 0; j < 4; j++)
            run_on_a_source(&setting);
    }
    printf("%d chains, %d runs, %d without a change, %d left out\n", counts.chains, counts.runs,
           counts.identities, counts.left_out);
    assert_compare(counts.runs, >, counts.chains);
}

static void begin(void)
{
    if (test_argument(0))
        cases = atoi(test_argument(0));
    if (test_argument(1))
        seed = strtoull(test_argument(1), NULL, 10);
}

AROUND_TESTS(.begin = begin)
