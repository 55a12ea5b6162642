// The widths of blurs, and their reach. What their closed forms say is held against published
// numbers, and against the references in plain C, which know nothing of them: the image of a point
// is measured. A single row is enough, since its border goes on forever above and below and what is
// left is the profile along x.

#include "effects/amounts.h"
#include "effects/blur/sigma.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

enum { IMAGE_WIDTH = 640, MIDDLE = IMAGE_WIDTH / 2 }; // more than what the blurs tested here reach

static struct effect_blur blur_of(const char *text, int height)
{
    const struct chain chain = parse_chain(text);
    return chain.steps[0].effect->blur(chain.steps[0].params, height);
}

// A chain of one blur, whose text has one number.
static struct chain blur_at(const char *format, double number)
{
    return parse_chain(formatted(format, number));
}

static struct image blur_point(const struct chain *chain, int at)
{
    LOCAL_IMAGE input = new_image(IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
    image_at(&input, at, 0)[0] = 1;
    return reference_of(chain, &input, 0);
}

// ---- closed forms

TEST(widths_are_those_that_are_published)
{
    for_each_case(one, "published_widths.txt") {
        double sigma, within;
        assert_scanned(2, one.expected, "%lf within %lf", &sigma, &within);
        assert_within(blur_of(one.trimmed, 1).width, sigma, within, one.trimmed);
    }
    for (int n = 1; n <= 4; n++) {
        const struct chain dual = blur_at("dual:offset=1:levels=%g", n);
        const struct chain five = blur_at("pyramid:sigma=250:kernel=gauss5:levels=%g", n);
        const struct chain mips = blur_at("mips:level=%g", n);
        const struct chain *const chains[] = { &dual, &five, &mips };
        const double four = pow(4, n),
                     sigmas[] = { 17 * (four - 1) / 18, 2 * (four - 1), four / 4 };
        for (int i = 0; i < 3; i++) {
            const struct chain_step *step = &chains[i]->steps[0];
            assert_within(step->effect->blur(step->params, 1).width, sqrt(sigmas[i]), 1e-6,
                          step->effect->name);
        }
    }
}

// From none to the widest, 1000 px or what the text has in per cent of 2000 px.
TEST(every_width_is_met)
{
    for_each_text(text, "dual", "dual:taps=source", "dual:offset=0.8", "dual:scatter=0.5",
                  "pyramid", "pyramid:kernel=gauss5", "kawase", "pyramid:scatter=0.5", "mips",
                  "dual:scatter=0.1", "box") {
        const struct effect *effect = parse_chain(*text).steps[0].effect;
        const float most = param_find(effect->params, "sigma")->max;
        for (float sigma = 0; sigma <= most; sigma += sigma < 64 ? 0.5f : 31) {
            struct chain chain = parse_chain(*text);
            param_set(param_find(effect->params, "sigma"), chain.steps[0].params, 0, sigma);
            assert_within(effect->blur(chain.steps[0].params, 1).width, sigma, 1e-5, *text);
        }
    }
    for (int tenths = 1; tenths <= 10; tenths++)
        for_each_text(format, "pyramid:sigma=50%%h:scatter=%g", "dual:sigma=50%%h:scatter=%g",
                      "pyramid:sigma=50%%h:scatter=%g:kernel=gauss5") {
            const char *text = formatted(*format, tenths / 10.0);
            assert_within(blur_of(text, 2000).width, SIGMA_MAX_ON_LEVELS, 1e-5, text);
        }
}

// ---- the image of a point

// Over neighbouring places of the point: those of a level lie in every way to its texels. The reach
// is that of the furthest pixel that is lit.
static void assert_point(const char *text, double within)
{
    const struct chain chain = parse_chain(text);
    const struct chain_step *step = &chain.steps[0];
    const struct effect_blur amounts = step->effect->blur(step->params, 720);
    const int places = 1 << amounts.levels;
    double energy = 0, squares = 0;
    int reach = 0;
    for (int place = 0; place < places; place++) {
        LOCAL_IMAGE output = blur_point(&chain, MIDDLE + place);
        for (int x = 0; x < IMAGE_WIDTH; x++) {
            const double value = image_at(&output, x, 0)[0] / places;
            const int distance = abs(x - MIDDLE - place);
            energy += value;
            squares += value * distance * distance;
            reach = value > 0 && distance > reach ? distance : reach;
        }
    }
    assert_within(energy, 1, 1e-9, text);
    assert_within(sqrt(squares), step->effect->blur(step->params, 720).width, within, text);
    // While a pyramid's level fades in, the stated reach has all of its light.
    if (step->effect != &effect_pyramid || reach > amounts.reach || reach < amounts.reach * 2 / 3)
        assert_within(reach, amounts.reach, 0, text);
}

// A number turns from one value to another; a step is a factor and what is added.
struct turn {
    double from, to, by, plus, within;
};

static struct turn read_turn(const struct test_case *one)
{
    struct turn turn;
    assert_scanned(5, one->expected, "%lf to %lf by %lf + %lf within %lf", &turn.from, &turn.to,
                   &turn.by, &turn.plus, &turn.within);
    return turn;
}

// With one bell, with nearly one, with a core; also where one scale fades into another.
TEST(references_have_the_widths_and_the_reach_that_is_said)
{
    for_each_case(one, "turned_widths.txt") {
        const struct turn turn = read_turn(&one);
        for (double at = turn.from; at <= turn.to; at = at * turn.by + turn.plus)
            assert_point(formatted(one.trimmed, at), turn.within);
    }
}

TEST(references_have_the_widths_of_own_numbers)
{
    static const double numbers[] = { 0.5, 1, 1.17, 2 }, factors[] = { 0.8, 1, 1.25 };
    static const char *const taps[] = { "target", "source", "far" };
    static const char *const scales[] = { "full", "half", "quarter", "eighth" };
    for (int levels = 1; levels <= 4; levels++)
        for (int i = 0; i < 12; i++)
            assert_point(
                formatted("dual:levels=%d:offset=%g:taps=%s", levels, numbers[i / 3], taps[i % 3]),
                1e-9);
    for (int i = 0; i < 4 * 3 * 2; i++)
        assert_point(formatted("kawase:sigma=11.3:scale=%s:factor=%g:passes=%d", scales[i % 4],
                               factors[i / 8], i / 4 % 2 ? 2 : 5),
                     1e-9);
}

TEST(every_blur_says_what_its_values_come_to)
{
    for_each_case(one, "amounts.txt") {
        char said[AMOUNTS_TEXT_SIZE];
        const struct chain_step *step = &chain_of(one.trimmed)->steps[0];
        amounts_print(step->effect, step->params, 720, said);
        assert_string_equal(said, one.expected);
    }
}

// ---- what is seen while a parameter turns

// A hundredth wider moves a hundredth of the light, also where a level or a pass comes in, and
// hardly more where light is scattered: no picture of values 0..1 changes by more in a step.
// Kawase's scale is given: a change of the working resolution does show.
TEST(nothing_jumps_while_sigma_or_scatter_turns)
{
    for_each_case(one, "turned_points.txt") {
        const struct turn turn = read_turn(&one);
        struct image before = { 0 };
        for (double at = turn.from; at <= turn.to; at = at * turn.by + turn.plus) {
            double moved = 0;
            const struct chain chain = blur_at(one.trimmed, at);
            struct image image = blur_point(&chain, MIDDLE);
            for (int x = 0; x < IMAGE_WIDTH && before.texels; x++)
                moved += fabs(image_at(&before, x, 0)[0] - image_at(&image, x, 0)[0]) / 2;
            if (!(moved <= turn.within))
                fail_msg("%s at %g: %.4f of the light moved in the last step", one.trimmed, at,
                         moved);
            image_finish(&before);
            before = image;
        }
        image_finish(&before);
    }
}

// ---- scatter

// Wider is the same picture at another scale, where the core is not as narrow as the texels.
TEST(scatter_has_one_shape_at_every_width)
{
    for (double sigma = 32; sigma < 64; sigma *= 1.07)
        for (double scatter = 0.5; scatter < 0.85; scatter += 0.1) {
            const struct sigma_dual_knobs small = { .sigma = sigma, .scatter = scatter };
            const struct sigma_dual_knobs large = { .sigma = 4 * sigma, .scatter = scatter };
            const struct sigma_dual duals[] = { sigma_dual_solve(&small),
                                                sigma_dual_solve(&large) };
            const struct sigma_bells bells[] = { sigma_dual_bells(&duals[0]),
                                                 sigma_dual_bells(&duals[1]) };
            const double core = sigma_bells_core(&bells[0]) / sigma;
            assert_within(sigma_bells_core(&bells[1]) / (4 * sigma), core, 0.2 * core, "core");
        }
}

// The core is measured as it is told: where a point's image falls to half of its height, averaged
// over its places in a square of 8 texels.
static double measured_core(const struct chain *chain)
{
    enum { PHASES = 16, SIDE = 160 };
    double profile[SIDE / 4] = { 0 };
    for (int i = 0; i < PHASES; i++) {
        const int at = SIDE / 2 + i;
        LOCAL_IMAGE input = new_image(SIDE, SIDE, IMAGE_TYPE_F64);
        image_at(&input, at, at)[0] = 1;
        LOCAL_IMAGE output = reference_of(chain, &input, 0);
        for (int x = 0; x < SIDE / 4; x++)
            profile[x] += image_at(&output, at + x, at)[0];
    }
    int x = 0;
    while (profile[x + 1] > profile[0] / 2)
        x++;
    const double half = x + (profile[x] - profile[0] / 2) / (profile[x] - profile[x + 1]);
    return half / sqrt(2 * log(2));
}

TEST(the_core_is_as_wide_as_it_says)
{
    for (double sigma = 9; sigma < 40; sigma *= 1.9) {
        const struct chain chain = blur_at("dual:scatter=0.7:sigma=%g", sigma);
        const double core = effect_dual.blur(chain.steps[0].params, 160).core;
        assert_within(measured_core(&chain), core, 0.25 * core, "core");
    }
}

// Adds the mean image of a point over all phases to `sum`, and returns the mean of the sum of
// squares.
static double add_images(const struct chain *chain, double sum[IMAGE_WIDTH])
{
    const int phases = 1 << chain->steps[0].effect->blur(chain->steps[0].params, 1).levels;
    double squares = 0;
    for (int i = 0; i < phases; i++) {
        LOCAL_IMAGE output = blur_point(chain, MIDDLE + i);
        for (int x = 0; x + i < IMAGE_WIDTH; x++) {
            const double value = image_at(&output, x + i, 0)[0];
            sum[x] += value / phases;
            squares += value * value / phases;
        }
    }
    return squares;
}

// Returns how much the image of a point changes while the point moves over all phases: the standard
// deviation of its texels, once the motion is taken out, relative to the mean image.
static double shimmer(const char *text)
{
    double sum[IMAGE_WIDTH] = { 0 }, mean = 0;
    const double squares = add_images(chain_of(text), sum);
    for (int x = 0; x < IMAGE_WIDTH; x++)
        mean += sum[x] * sum[x];
    return sqrt((squares - mean) / mean);
}

TEST(a_moving_point_does_not_shimmer)
{
    for_each_case(one, "shimmer.txt") {
        double least, most;
        const double change = shimmer(one.trimmed);
        assert_scanned(2, one.expected, "%lf to %lf", &least, &most);
        if (!(change >= least && change < most))
            fail_msg("%s: %g", one.trimmed, change);
    }
}

// Returns how far the mean image of a point, over all its places, is from a Gaussian, relative to
// its peak.
static double distance_to_gaussian(const struct chain *chain, double sigma)
{
    const double scale = 1 / (sigma * sqrt(2 * acos(-1)));
    double sum[IMAGE_WIDTH] = { 0 }, worst = 0;
    add_images(chain, sum);
    for (int x = 0; x < IMAGE_WIDTH; x++) {
        const double gaussian = scale * exp(-(x - MIDDLE) * (x - MIDDLE) / (2 * sigma * sigma));
        worst = fmax(worst, fabs(sum[x] - gaussian) / scale);
    }
    return worst;
}

// Between whole levels too, and out of a single one.
TEST(pyramid_is_nearly_a_gaussian)
{
    for (double sigma = 1; sigma < 20; sigma *= 1.08) {
        const struct chain chain = blur_at("pyramid:sigma=%g", sigma);
        const double distance = distance_to_gaussian(&chain, sigma);
        if (distance > (sigma < 2.5 ? 0.075 : 0.035))
            fail_msg("sigma=%g is %.3f off", sigma, distance);
    }
}

static double sigma_of(const char *text, int height)
{
    return chain_sigma(chain_of(text), height);
}

// Variances add; what is off or blurs nothing adds none.
TEST(a_chain_is_as_wide_as_its_blurs)
{
    assert_true(sigma_of("threshold,tonemap", 100) == 0);
    assert_true(sigma_of("gaussian:sigma=0", 100) == 0);
    assert_within(sigma_of("gaussian:sigma=3,threshold,gaussian:sigma=4", 100), 5, 0.1, "a chain");
    assert_within(sigma_of("gaussian:sigma=3,-gaussian:sigma=4", 100), 3, 0.06, "a chain");
    assert_within(sigma_of("dual:sigma=10%h", 200), 20, 0.4, "a chain");
    assert_within(sigma_of("box:sigma=10%h", 200), 20, 1e-6, "a chain");
}

static void check_bells(const struct sigma_bells *bells, double sigma)
{
    double light = 0, variance = 0;
    for (int i = 0; i < bells->count; i++) {
        light += bells->lights[i];
        variance += bells->lights[i] * bells->variances[i];
    }
    assert_within(light, 1, 1e-9, "light");
    assert_within(sqrt(variance), sigma, 0.01 * sigma, "bells");
}

// All light lies in the bells, and together they are as wide as was asked.
TEST(the_sum_of_bells_preserves_light_and_width)
{
    for (double scatter = 0.4; scatter <= 1; scatter += 0.3)
        for (double sigma = 3; sigma < 100; sigma *= 1.9) {
            const struct sigma_dual dual =
                sigma_dual_solve(&(struct sigma_dual_knobs){ .sigma = sigma, .scatter = scatter });
            const struct sigma_pyramid pyramid = sigma_pyramid_solve(
                &(struct sigma_pyramid_knobs){ .sigma = sigma, .scatter = scatter });
            const struct sigma_bells of_dual = sigma_dual_bells(&dual);
            const struct sigma_bells of_pyramid = sigma_pyramid_bells(&pyramid);
            check_bells(&of_dual, sigma);
            check_bells(&of_pyramid, sigma);
        }
}
