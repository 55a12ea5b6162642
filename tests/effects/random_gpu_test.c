// Every implementation of every effect against the reference, at random: parameters, sizes,
// formats, borders, regions, and the ends of every range as often as what lies between.
//
//   random_gpu_test [CASES [SEED]]
//
// A case is a chain, on four pictures. The same seed goes the same way. What fails is printed as a
// chain that can be run by hand.

#include "effects/box/box_site.h"
#include "effects/palette/palette.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"

// An encode that reaches no pixel, so that a chain may begin with display values.
#define FROM_DISPLAY "encode:roi=0/0/0.0001/0.0001"

static int cases = 40;
static uint64_t seed = 20;

static struct {
    int chains, runs, refused, left_out;
} counts;

struct trial {
    struct chain chain; // what is tried is its last step
    enum texture_format format;
    struct image source, expected;
};

static struct chain_step *step_of(struct trial *trial)
{
    return &trial->chain.steps[trial->chain.count - 1];
}

// ---- what is tried

static int random_below(int count)
{
    return (int) (chance_share(&seed) * count);
}

static bool by_chance(double share)
{
    return chance_share(&seed) < share;
}

// Even between the ends, on a log curve in its logarithm.
static double random_between(const struct param *row, double min, double max)
{
    if (row->curve == PARAM_CURVE_LOG && max > 0) {
        const double least = fmax(min, max / 1e4);
        return least * pow(max / least, chance_share(&seed));
    }
    return min + chance_share(&seed) * (max - min);
}

static void set_random_text(const struct param *row, void *values)
{
    int count = 0;
    while (palettes[count].name)
        count++;
    char *text = (char *) values + row->offset;
    snprintf(text, PARAM_TEXT_SIZE, "%s", palettes[random_below(count)].name);
}

static void set_random_row(const struct param *row, void *values)
{
    if (row->type == PARAM_TYPE_TEXT)
        set_random_text(row, values);
    else if (row->type == PARAM_TYPE_CHOICE)
        param_set(row, values, 0, (float) random_below(param_choice_count(row)));
    else
        for (int c = 0; c < param_components(row); c++) {
            float min, max, slider_min, slider_max;
            if (row->type == PARAM_TYPE_LENGTH)
                ((struct length *) (void *) ((char *) values + row->offset))->of_height =
                    by_chance(0.25);
            param_range(row, values, &min, &max);
            param_slider(row, &slider_min, &slider_max);
            const double within =
                by_chance(0.5) ? random_between(row, (double) min, (double) max)
                               : random_between(row, (double) slider_min, (double) slider_max);
            const double value = by_chance(0.2)    ? (double) min
                                 : by_chance(0.25) ? (double) max
                                                   : within;
            param_set(row, values, c, (float) value);
        }
}

// Half of the rows stay as they are, so that what belongs together meets often.
static void set_random_step(struct chain_step *step, const struct effect *effect)
{
    chain_step_init(step, effect);
    for (const struct param *row = effect->params; row && row->key; row++)
        if (strcmp(row->key, "impl") != 0 && by_chance(0.5))
            set_random_row(row, step->params);
    if (by_chance(0.1))
        step->roi = (struct rect){ 0.25f, 0.1f, 0.75f, 1 };
}

static int random_side(void)
{
    static const int sides[] = { 1, 2, 3, 8, 16, 64, 127, 128, 129 };
    return by_chance(0.5) ? sides[random_below(sizeof(sides) / sizeof(sides[0]))]
                          : 1 + random_below(150);
}

// Display values must arrive as they are, since their roundings are compared to the bit.
static enum texture_format random_format(const struct effect *effect)
{
    static const enum texture_format formats[] = { FORMAT_RGBA32F, FORMAT_RGBA16F, FORMAT_RGBA8 };
    const bool is_exact = effect->pointwise || effect->colour == COLOUR_DISPLAY;
    return is_exact ? FORMAT_RGBA32F : formats[random_below(3)];
}

static bool make_trial(struct trial *trial)
{
    const void *file;
    int count = 0;
    while (effects[count])
        count++;
    const struct effect *effect = effects[random_below(count)];
    *trial = (struct trial){ .format = random_format(effect) };
    if (effect->colour == COLOUR_DISPLAY)
        trial->chain = parse_chain(FROM_DISPLAY);
    trial->chain.count++;
    set_random_step(step_of(trial), effect);
    return effect_check(effect, step_of(trial)->params, 8, &file, &error);
}

// ---- how near it must come

static struct effect_site site_of_trial(struct trial *trial)
{
    return site_of(&trial->chain, trial->source.width, trial->source.height, trial->format);
}

// The boxes' own choice of it.
static enum texture_format between_passes(struct trial *trial)
{
    const struct effect_site site = site_of_trial(trial);
    return step_of(trial)->effect == &effect_box ? box_site_via(&site) : trial->format;
}

// ---- running

static void run_trial(struct trial *trial, enum plan_fuse fuse, const struct effect_impl *impl)
{
    const enum colour_state colour = effect_colour(step_of(trial)->effect, step_of(trial)->params);
    const struct plan_options options = {
        .width = trial->source.width,
        .height = trial->source.height,
        .format = trial->format,
        .linear = colour == COLOUR_LINEAR || colour == COLOUR_KEPT,
        .fuse = fuse,
    };
    struct plan plan;
    if (!plan_build(&plan, &trial->chain, gpu_fixture(), &options, &error)) {
        counts.refused++;
        return;
    }
    LOCAL_IMAGE image = run_plan(&plan, &trial->source);
    const struct effect_site site = site_of_trial(trial);
    const struct reference_tolerance tolerance =
        reference_tolerance_of(step_of(trial)->effect, impl, &site, false);
    const struct difference worst =
        compare_within(&tolerance, &trial->source, &image, &trial->expected);
    if (worst.most > 1)
        fail_msg("%s by %s in %s, %dx%d: %g times as far off as allowed at %d, %d, channel %d",
                 chain_text(&trial->chain), impl ? impl->name : "a fused pass",
                 texture_format_name(trial->format), image.width, image.height, worst.most, worst.x,
                 worst.y, worst.channel);
    counts.runs++;
}

static void set_impl(struct chain_step *step, int impl)
{
    const struct param *row = param_find(step->effect->params, "impl");
    if (row)
        param_set(row, step->params, 0, (float) (impl + 1));
}

// Those that a software renderer takes seconds for are left out.
static bool is_quick(struct trial *trial, const struct effect_impl *impl)
{
    const struct effect_site site = site_of_trial(trial);
    struct cost cost = { 0 };
    impl->cost(&site, &cost);
    return cost.texels + cost.bilinear + cost.shared + cost.sums < 1e8;
}

static void run_every_impl(struct trial *trial)
{
    const struct effect_impl *const *impls = step_of(trial)->effect->impls;
    for (int i = 0; impls[i]; i++) {
        const struct effect_site site = site_of_trial(trial);
        if (effect_impl_error(impls[i], &site) >= 1) // promises nothing
            continue;
        if (!is_quick(trial, impls[i])) {
            counts.left_out++;
            continue;
        }
        set_impl(step_of(trial), i);
        run_trial(trial, PLAN_FUSE_AUTO, impls[i]);
    }
}

// The wide picture of a blur that reaches far, which the reference takes seconds for.
static bool is_wide(struct trial *trial)
{
    const struct effect *effect = step_of(trial)->effect;
    const int width = trial->source.width, height = trial->source.height;
    if (!effect->margin)
        return false;
    const struct margin margin = effect->margin(step_of(trial)->params, width, height);
    return (width + 2 * margin.x) * (height + 2 * margin.y) > 300000;
}

// A length in per cent of a high picture may be longer than its row allows: no plan is made of it,
// and the reference knows no such length.
static bool is_too_long(struct trial *trial)
{
    const struct chain_step *step = step_of(trial);
    for (const struct param *row = step->effect->params; row && row->key; row++) {
        const struct length *length = (const void *) (step->params + row->offset);
        if (row->type == PARAM_TYPE_LENGTH &&
            length_pixels(*length, trial->source.height) > row->max)
            return true;
    }
    return false;
}

static void run_on_a_source(struct trial *trial)
{
    const struct effect *effect = step_of(trial)->effect;
    const bool is_bounded =
        effect->colour == COLOUR_DISPLAY || between_passes(trial) == FORMAT_RGBA8;
    // Light up to 2 with a few texels of 50, or even light up to 1; display values are even.
    struct image *image = &trial->source;
    const int width = random_side(), height = random_side();
    *image = new_image(width, height, IMAGE_TYPE_F64);
    for (int i = 0; i < width * height; i++) {
        double *texel = (double *) image->texels + 4 * i;
        const double gain = (is_bounded || by_chance(0.5)) ? 1 : by_chance(0.01) ? 50 : 2;
        texel[3] = by_chance(0.5) ? 1 : chance_share(&seed);
        for (int c = 0; c < 3; c++)
            texel[c] = texel[3] * gain * chance_share(&seed);
    }
    if (is_too_long(trial) || is_wide(trial)) {
        counts.left_out++;
        image_finish(&trial->source);
        return;
    }
    image_round_to(trial->format, &trial->source);
    trial->expected = reference_of(&trial->chain, &trial->source, 0);
    if (effect->pointwise)
        for (enum plan_fuse fuse = PLAN_FUSE_FRAGMENT; fuse <= PLAN_FUSE_COMPUTE; fuse++)
            run_trial(trial, fuse, NULL);
    else
        run_every_impl(trial);
    image_finish(&trial->expected);
    image_finish(&trial->source);
}

// Several sizes for each chain, since compiling takes longer than running.
TEST(everything_equals_its_reference)
{
    for (int i = 0; i < cases; i++) {
        struct trial trial;
        if (!make_trial(&trial))
            continue;
        counts.chains++;
        for (int j = 0; j < 4; j++)
            run_on_a_source(&trial);
    }
    printf("%d chains, %d runs, %d refused, %d left out\n", counts.chains, counts.runs,
           counts.refused, counts.left_out);
    assert_true(counts.runs > counts.refused);
}

static void begin(void)
{
    if (test_argument(0))
        cases = atoi(test_argument(0));
    if (test_argument(1))
        seed = strtoull(test_argument(1), NULL, 10);
}

AROUND_TESTS(.begin = begin)
