#include "effects/chain.h"
#include "effects/effect_impl.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

// The grammar is tested on effects of its own, so that it says the same whatever the real ones are
// called. They stand in for effects/effects.c.

struct bright {
    float level, knee;
};

static const struct param bright_params[] = {
    PARAM_FLOAT(struct bright, level, .def = 1, .max = 64),
    PARAM_FLOAT(struct bright, knee, .def = 0.5f, .max = 1),
    { 0 },
};

static const struct effect bright = {
    .name = "threshold",
    .params = bright_params,
};

static const struct effect_impl fragment = { .name = "fragment" }, compute = { .name = "compute" };
static const struct effect_impl *const blur_impls[] = { &fragment, &compute, NULL };

struct blur {
    int passes, impl;
    struct length sigma;
    struct colour tint;
    char palette[PARAM_TEXT_SIZE];
};

static const struct param blur_params[] = {
    PARAM_INT(struct blur, passes, .def = 5, .min = 1, .max = 12),
    PARAM_LENGTH(struct blur, sigma, .def = 16, .max = 250, .unit = "px"),
    PARAM_COLOUR(struct blur, tint, .def = 1, .max = 4),
    PARAM_TEXT(struct blur, palette, .def_text = "none"),
    PARAM_IMPL(struct blur, blur_impls),
    { 0 },
};

static bool check_blur(const void *params, int depth, struct error *why)
{
    (void) depth;
    const struct blur *p = params;
    return p->passes < 12 || p->sigma.value < 100 ||
           error_set(why, "12 passes are too many for a sigma of 100 px");
}

static const struct effect blur = {
    .name = "kawase",
    .params = blur_params,
    .impls = blur_impls,
    .check = check_blur,
};

static const struct effect plain = { .name = "encode" };

const struct effect *const effects[] = { &bright, &blur, &plain, NULL };

// Parsed, or the test fails. What lies between and behind the values is `padding`.
static struct chain parse(const char *text, int padding)
{
    struct chain chain;
    memset(&chain, padding, sizeof(chain));
    if (!chain_parse(&chain, text, NULL, &error))
        fail_msg("%s: %s", text, error.text);
    return chain;
}

// ---- reading

TEST(find)
{
    assert_ptr_equal(effect_find("kawase:passes", 6), &blur);
    assert_null(effect_find("kawase", 5));
    assert_null(effect_find("kawase2", 7));
    assert_null(effect_find("", 0));
    assert_int_equal(effect_impl_count(&blur), 2);
    assert_int_equal(effect_impl_count(&plain), 0);
}

static void assert_prints(const char *text, const char *printed)
{
    char out[CHAIN_TEXT_SIZE];
    const struct chain chain = parse(text, 0);
    assert_int_equal(chain_print(&chain, out, sizeof(out)), strlen(printed));
    assert_string_equal(out, printed);
    const struct chain back = parse(out, 0);
    assert_true(chain_equal(&chain, &back));
}

TEST(reads_and_prints)
{
    for_each_case(one, "chains.txt")
        assert_prints(one.trimmed, one.expected);
    assert_prints("", "");
    assert_prints(" \t\r\n\n # nothing\n", "");
    assert_prints("threshold\nkawase\r\nencode\n", "threshold,kawase,encode");
    assert_prints("\xEF\xBB\xBFthreshold", "threshold");
}

TEST(values_arrive)
{
    const struct chain chain =
        parse("threshold:level=2,-kawase:palette=\"a b\":sigma=3%h:roi=0/0.5/1/1", 0);
    assert_int_equal(chain.count, 2);
    const struct bright *b = (const void *) chain.steps[0].params;
    const struct blur *k = (const void *) chain.steps[1].params;
    assert_ptr_equal(chain.steps[0].effect, &bright);
    assert_true(b->level == 2 && b->knee == 0.5f && !chain.steps[0].off);
    assert_false(chain_step_has_roi(&chain.steps[0]));
    assert_true(chain.steps[1].off && k->passes == 5 && k->sigma.of_height == 1);
    assert_string_equal(k->palette, "a b");
    assert_true(chain_step_has_roi(&chain.steps[1]) && chain.steps[1].roi.y0 == 0.5f);
}

// A texel belongs to a region when its centre does; bounds such as 0.3 lie on centres.
TEST(regions_are_the_texels_whose_centres_lie_in_them)
{
    static const float bounds[] = { 0, 0.001f, 0.25f, 0.3f, 0.5f, 0.7f, 0.999f, 1 };
    static const int sizes[] = { 1, 2, 5, 66, 1919, 16384 };
    for (int i = 0; i < 8; i++)
        for (int j = i; j < 8; j++)
            for (int size = 0; size < 6; size++) {
                const int width = sizes[size], height = sizes[5 - size];
                const struct chain_step step = { .roi = { bounds[i], 0, bounds[j], bounds[j] } };
                const struct rect part = chain_step_texels(&step, width, height);
                for (int x = 0; x < width; x++) {
                    const float at = ((float) x + 0.5f) / (float) width;
                    const bool is_inside = at >= bounds[i] && at < bounds[j];
                    assert_int_equal((float) x >= part.x0 && (float) x < part.x1, is_inside);
                }
                assert_compare(part.y0, <=, 0);
                assert_compare(fabsf(part.y1 - bounds[j] * (float) height), <=, 0.5f);
            }
}

// ---- refusing

static void assert_refused(const char *text, size_t place, const char *message)
{
    const struct chain before = parse("threshold:level=3,kawase", 0);
    struct chain chain = before;
    size_t at = SIZE_MAX;
    if (chain_parse(&chain, text, &at, &error))
        fail_msg("'%s' is taken", text);
    assert_string_equal(error.text, message);
    if (at != place)
        fail_msg("'%s' is wrong at %zu, not %zu", text, at, place);
    assert_true(chain_equal(&chain, &before));
    assert_false(chain_parse(&chain, text, NULL, &error));
}

TEST(refuses)
{
    for_each_case(one, "refused_chains.txt") {
        char *message;
        const size_t at = strtoul(one.expected, &message, 10);
        assert_refused(one.trimmed, at, message + 2);
    }
    assert_refused("encode\x01", 6, "column 7: there is a control character, 0x01");
    assert_refused("threshold:\x02level=1", 10, "column 11: there is a control character, 0x02");
    assert_refused("kawase:palette=\"a\tb\x04\"", 19,
                   "column 20: there is a control character, 0x04");
    assert_refused("kawase:palette=\"a\tb\"", 16,
                   "column 17: palette must be without control characters and double quotes");
    assert_refused(formatted("kawase:palette=%0256d", 0), 15,
                   "column 16: palette must be at most 255 bytes long");
    assert_refused("\xEF\xBB\xBF,", 3, "column 1: a step is missing before this comma");
}

// ---- steps

TEST(step_params)
{
    struct chain_step step;
    void *values;
    chain_step_init(&step, &bright);
    assert_false(step.off || chain_step_has_roi(&step));
    assert_string_equal(chain_step_param(&step, 0, &values)->key, "level");
    assert_ptr_equal(values, step.params);
    assert_string_equal(chain_step_param(&step, 1, &values)->key, "knee");
    const struct param *roi = chain_step_param(&step, 2, &values);
    assert_string_equal(roi->key, "roi");
    param_set(roi, values, 0, 0.5f);
    assert_true(chain_step_has_roi(&step) && step.roi.x0 == 0.5f);
    assert_null(chain_step_param(&step, 3, &values));

    chain_step_init(&step, &plain);
    assert_string_equal(chain_step_param(&step, 0, &values)->key, "roi");
    assert_null(chain_step_param(&step, 1, &values));
}

TEST(step_impl)
{
    const struct chain chain = parse("threshold,kawase,kawase:impl=compute", 0);
    assert_int_equal(chain_step_impl(&chain.steps[0]), 0);
    assert_int_equal(chain_step_impl(&chain.steps[1]), 0);
    assert_int_equal(chain_step_impl(&chain.steps[2]), 2);
}

TEST(equal)
{
    static const char *const texts[] = {
        "",
        "encode",
        "-encode",
        "encode,encode",
        "threshold",
        "threshold:level=2",
        "threshold:roi=0/0/0.5/1",
        "kawase:palette=a",
    };
    for_each(text, texts)
        for_each(other, texts) {
            const struct chain a = parse(*text, 0x11), b = parse(*other, 0x22);
            assert_true(chain_equal(&a, &b) == (text == other));
        }
}

TEST(print_into_a_short_buffer)
{
    const struct chain chain = parse("threshold:level=2,encode", 0);
    for (size_t size = 1; size < 30; size++) {
        char out[30];
        memset(out, '!', sizeof(out));
        assert_int_equal(chain_print(&chain, out, size), 24);
        assert_true(strlen(out) == (size > 24 ? 24 : size - 1));
        assert_memory_equal(out, "threshold:level=2,encode", strlen(out));
    }
    assert_int_equal(chain_print(&chain, NULL, 0), 24);
    char step[32];
    assert_int_equal(chain_print_step(&chain.steps[0], step, sizeof(step)), 17);
    assert_string_equal(step, "threshold:level=2");
}
