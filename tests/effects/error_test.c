// The error that a step allows `auto`: its text, and what is taken for it. Without a GPU.

#include "effects/auto/impl_choice.h"
#include "effects/chain.h"
#include "effects/effect_impl.h"
#include "effects/plan/plan_layout.h"
#include "render/text/text.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/profile_fixture.h"

// Nanoseconds; a chip that draws as well as it computes.
static const struct gpu_profile filters = {
    .fragment = { .copy = 0.1, .texel = 0.1, .bilinear = 0.0001, .sum = 0.1, .dispatch = 1000 },
    .compute = { .copy = 9, .texel = 9, .bilinear = 9, .sum = 9, .dispatch = 1000 },
};
static const struct context_info info = { .max_storage = INT64_C(1) << 30, .shared_bytes = 32768 };

static struct chain_step step_of(const char *text)
{
    return parse_chain(text).steps[0];
}

static struct effect_site site_for(const struct chain_step *step, int width, int height)
{
    const struct plan_options options = { .width = width,
                                          .height = height,
                                          .format = FORMAT_RGBA16F };
    return plan_step_site(&options, &info, step, 1, false);
}

// ---- text

TEST(it_is_a_share_in_per_cent_or_refused)
{
    for_each_case(one, "errors.txt") {
        struct chain chain;
        const bool is_read = chain_parse(&chain, one.trimmed, NULL, &error);
        if (is_read)
            assert_string_equal(chain_text(&chain), one.expected);
        else
            assert_contains(error.text, one.expected);
    }
}

static float nudged(const char *text, int presses)
{
    struct chain_step step = step_of(text);
    const struct param *row = param_find(step.effect->params, "error");
    param_nudge(row, step.params, 0, presses, false);
    return param_get(row, step.params, 0);
}

TEST(keys_reach_none_and_the_most)
{
    assert_true(nudged("gaussian", -1) == -1); // auto
    assert_true(nudged("gaussian", 1) == 0);
    assert_true(nudged("gaussian", 2) == 0.01f);
    assert_true(nudged("gaussian:error=0", 1) == 0.01f);
    assert_true(nudged("gaussian:error=0", -1) == -1);
    assert_true(nudged("gaussian:error=0.01%", -1) == 0);
    assert_true(nudged("gaussian:error=1%", 1) == 1.5f);
    assert_true(nudged("gaussian:error=9%", 10) == 10);
}

// ---- which effects

// At some width, in some format.
static bool states_a_useful_error(const struct effect *effect)
{
    for (int i = 0; effect->impls && effect->impls[i]; i++)
        for (int format = 0; format < 2; format++) {
            struct chain_step step;
            chain_step_init(&step, effect);
            struct effect_site site = site_for(&step, 640, 360);
            site.format = format ? FORMAT_RGBA32F : FORMAT_RGBA16F;
            const double stated = effect_impl_error(effect->impls[i], &site);
            if (stated > 0 && stated < 1)
                return true;
        }
    return false;
}

TEST(the_row_is_there_if_it_allows_something)
{
    int count = 0;
    for (int i = 0; effects[i]; i++) {
        const struct param *row = param_find(effects[i]->params, "error");
        if ((row != NULL) != states_a_useful_error(effects[i]))
            fail_msg("%s", effects[i]->name);
        count += row != NULL;
    }
    assert_compare(count, >=, 2);
}

static bool may_differ(const char *text)
{
    const struct chain_step step = step_of(text);
    return effect_may_differ(step.effect, step.params);
}

TEST(who_allows_an_error_may_differ)
{
    assert_for_texts(may_differ, true, "gaussian", "gaussian:error=1%",
                     "gaussian:impl=cs_multiresolution");
    assert_for_texts(may_differ, false, "gaussian:error=0", "gaussian:impl=cs_blocked:error=1%",
                     "dual", "tonemap");
}

// ---- what is taken

TEST(a_cheaper_one_is_taken_within_the_error)
{
    for_each_case(one, "taken.txt") {
        const char *text = strchr(one.trimmed, ' ') + 1;
        struct impl_chooser chooser = { 0 };
        if (text_begins_with(one.text, "computes"))
            chooser.profile = &profile_computes;
        else if (text_begins_with(one.text, "draws"))
            chooser.profile = &filters;
        const struct chain_step step = step_of(text);
        const struct effect_site site = site_for(&step, 3840, 2160);
        const struct effect_impl *impl = impl_choose(&chooser, &site, &error);
        assert_works(impl);
        if (strcmp(impl->name, one.expected) != 0)
            fail_msg("%s takes %s and not %s", one.trimmed, impl->name, one.expected);
    }
}

TEST(auto_allows_nothing_where_floats_or_16_bits_are_kept)
{
    static const struct {
        struct plan_options options;
        bool allows;
    } cases[] = {
        { { .format = FORMAT_RGBA16F }, true },
        { { .format = FORMAT_R11F_G11F_B10F, .depth = 8 }, true },
        { { .format = FORMAT_RGBA16F, .depth = 16 }, false },
        { { .format = FORMAT_RGBA16F, .linear = true }, true },
        { { .format = FORMAT_RGBA16F, .linear = true, .depth = 16 }, true },
        { { .format = FORMAT_RGBA16F, .linear = true, .as_floats = true }, false },
        { { .format = FORMAT_RGBA32F }, false },
        { { .format = FORMAT_RGBA32F, .linear = true }, false },
    };
    for_each(row, cases)
        assert_true(plan_invisible_error(&row->options) ==
                    (row->allows ? EFFECT_INVISIBLE_ERROR : 0));
}

// ---- what is remembered

static const char *key_of(const char *text)
{
    char key[IMPL_TIMES_KEY_SIZE];
    const struct chain_step step = step_of(text);
    const struct effect_site site = site_for(&step, 640, 360);
    impl_time_key(&site, key);
    return formatted("%s", key);
}

TEST(times_are_kept_by_what_is_allowed)
{
    const char *none = key_of("gaussian:sigma=16:error=0");
    const char *some = key_of("gaussian:sigma=16:error=0.1%");
    assert_string_not_equal(none, some);
    assert_string_equal(some, key_of("gaussian:sigma=16:error=0.2%"));   // the same may be taken
    assert_string_not_equal(some, key_of("gaussian:sigma=16:error=1%")); // and by the filter
    assert_string_equal(none, key_of("gaussian:sigma=16:error=0.01%"));  // no more than without
}
