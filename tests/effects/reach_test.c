// What a blur says of its values, held against the pictures of the references in plain C, which
// know nothing of it: the furthest pixel that a point lights, and the width of what it becomes.

#include "effects/amounts.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"

#include <math.h>

enum { IMAGE_WIDTH = 640, PLACES = 16 };

// Over neighbouring places of the point; those of a level lie in every way to its texels.
static void measure(const struct chain_step *step, int *reach, double *sigma)
{
    double light = 0, squares = 0;
    *reach = 0;
    for (int place = 0; place < PLACES; place++) {
        LOCAL_IMAGE output;
        const int at = IMAGE_WIDTH / 2 + place;
        // One row is enough: its border goes on above and below it.
        const struct reference *reference = references;
        LOCAL_IMAGE input;
        while (reference->effect != step->effect)
            reference++;
        image_init(&input, IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
        image_init(&output, IMAGE_WIDTH, 1, IMAGE_TYPE_F64);
        image_at(&input, at, 0)[0] = 1;
        const struct reference_call call = {
            .params = step->params, .source = &input, .input = &input, .output = &output
        };
        reference->run(&call);
        for (int x = 0; x < IMAGE_WIDTH; x++) {
            const int distance = x < at ? at - x : x - at;
            const double value = image_at(&output, x, 0)[0];
            light += value;
            squares += value * distance * distance;
            *reach = value > 0 && distance > *reach ? distance : *reach;
        }
    }
    *sigma = sqrt(squares / light);
}

TEST(amounts_are_those_of_the_picture)
{
    static const char *const texts[] = {
        "gaussian:sigma=7",
        "gaussian:sigma=10:radius=16",
        "box:sigma=9",
        "box:radius=12:iterations=3",
        "dual:sigma=3",
        "dual:sigma=12",
        "dual:levels=3:offset=1.4",
        "dual:levels=2:offset=1",
        "kawase:sigma=2.2",
        "kawase:sigma=6.2",
        "kawase:sigma=12",
        "kawase:passes=4:factor=1:scale=half",
        "pyramid:sigma=5",
        "pyramid:levels=2",
        "pyramid:sigma=9:kernel=gauss5",
        "mips:sigma=4",
        "mips:level=3",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        const struct chain chain = parse_chain(texts[i]);
        const struct chain_step *step = &chain.steps[0];
        int reach;
        double sigma;
        measure(step, &reach, &sigma);
        const struct effect_amounts amounts = step->effect->amounts(step->params, 720);
        const struct effect_width width = step->effect->width(step->params, 720);
        if (reach != amounts.reach)
            fail_msg("%s: reach %.2f px, in the picture %d", texts[i], amounts.reach, reach);
        if (fabs(sigma - width.in_effect) > 0.02 * sigma)
            fail_msg("%s: sigma %.2f px, in the picture %.2f", texts[i], width.in_effect, sigma);
    }
}

static void assert_said(const char *text, const char *words)
{
    char said[AMOUNTS_TEXT_SIZE];
    const struct chain chain = parse_chain(text);
    amounts_print(chain.steps[0].effect, chain.steps[0].params, 720, said);
    assert_string_equal(said, words);
}

TEST(every_blur_says_what_its_values_come_to)
{
    for (int i = 0; effects[i]; i++)
        assert_true(effects[i]->blurs == (effects[i]->amounts != NULL));
    assert_said("gaussian:sigma=10", "sigma 10.00 px, reach 45 px, 91 taps along each axis");
    assert_said("box:radius=12:iterations=3",
                "sigma 12.49 px, reach 36 px, 25 taps along each axis, 3 times");
    assert_said("dual:sigma=3", "sigma 3.00 px, reach 14 px, 2 levels, the smallest 1/4");
    assert_said("dual:sigma=16:scatter=0.7",
                "sigma 16.00 px, core 1.83 px, reach 155 px, 5 levels, the smallest 1/32");
    assert_said("kawase:sigma=12",
                "sigma 12.00 px, reach 47 px, 2 levels, the smallest 1/4, 5 passes there");
    assert_said("mips:level=3",
                "sigma 4.00 px on average, reach 11 px, 3 levels, the smallest 1/8");
    assert_said("dual:sigma=0", "");
    assert_said("threshold", "");
}

RUN_TESTS(NULL, NULL)
