#include "app/command/describe.h"
#include "effects/effect_impl.h"
#include "render/file/embedded.h"
#include "tests/fixtures/random_fixture.h"

#include <stdalign.h>

// The tables of all effects and scenes: whether every row makes sense, and whether every chain that
// they can make survives being printed.

static bool is_name(const char *text)
{
    return text[0] >= 'a' && text[0] <= 'z' &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

static bool is_sentence(const char *text)
{
    return text && !(text[0] >= 'a' && text[0] <= 'z') && text[strlen(text) - 1] != '.' &&
           !strchr(text, '\n');
}

static const char *wrong_with_range(const struct param *row, const void *values)
{
    float min, max, slider_min, slider_max;
    param_range(row, values, &min, &max);
    param_slider(row, &slider_min, &slider_max);
    if (!(min < max) && row->type != PARAM_TYPE_CHOICE)
        return "its range is empty";
    if (row->type == PARAM_TYPE_INT && (min < -16777216.0f || max > 16777216.0f))
        return "its range is not exact in a float";
    if (row->type != PARAM_TYPE_CHOICE && row->type != PARAM_TYPE_RECT && slider_min >= slider_max)
        return "its slider is empty";
    if (row->curve == PARAM_CURVE_LOG && (min < 0 || slider_max <= 0))
        return "a log curve has no negative side";
    if (row->curve == PARAM_CURVE_LOG && row->step != 0 && !(row->step > 1 && row->step < 10))
        return "the step of a log curve is a factor";
    if (row->curve == PARAM_CURVE_LINEAR && row->step < 0)
        return "its step goes down";
    if (row->curve == PARAM_CURVE_LINEAR && row->step > max - min)
        return "its step is wider than its range";
    for (int i = 0; i < param_components(row); i++) {
        const float value = param_get(row, values, i);
        if (!(value >= min && value <= max) && !(row->zero && value == row->zero_value))
            return "its default is out of range";
    }
    return NULL;
}

// --list and docs/effects.md name all of them: none is cut off.
static const char *wrong_with_choices(const struct param *row)
{
    char range[DESCRIBE_RANGE_SIZE];
    const char *last = "";
    for (int i = 0; param_choice(row, i); i++) {
        last = param_choice(row, i);
        // A value may begin with a digit: 13tap.
        if (!(is_name(last) ||
              (last[0] >= '0' && last[0] <= '9' && is_name(last + strspn(last, "0123456789")))))
            return "one of its choices is no name";
    }
    describe_range(row, range, sizeof(range));
    const size_t length = strlen(range), end = strlen(last);
    return length > end && strcmp(range + length - end, last) == 0 ? NULL
                                                                   : "its choices are cut off";
}

static const char *wrong_with_row(const struct param *row, const void *values)
{
    if (!is_name(row->key) || strcmp(row->key, "roi") == 0)
        return "its key is no name, or roi";
    if (!is_sentence(row->help))
        return "its help is no sentence in the form that others have";
    if (row->type == PARAM_TYPE_TEXT)
        return NULL;
    const char *wrong = row->type == PARAM_TYPE_CHOICE ? wrong_with_choices(row) : NULL;
    return wrong ? wrong : wrong_with_range(row, values);
}

static void check_rows(const char *name, const struct param *table, size_t most)
{
    alignas(max_align_t) unsigned char values[EFFECT_MAX_PARAMS_SIZE] = { 0 };
    assert_true(param_values_size(table) <= most);
    param_set_defaults(table, values);
    param_for_each(row, table) {
        const char *wrong = wrong_with_row(row, values);
        if (wrong)
            fail_msg("%s:%s: %s", name, row->key, wrong);
        if (param_find(table, row->key) != row)
            fail_msg("%s:%s is there twice", name, row->key);
    }
}

static void check_impls(const struct effect *effect)
{
    for (int i = 0; i < effect_impl_count(effect); i++) {
        const struct effect_impl *impl = effect->impls[i];
        int programs = 0;
        for (; impl->programs[programs].file; programs++)
            if (!strstr(impl->programs[programs].file, ".comp") == effect_impl_is_compute(impl))
                fail_msg("%s:impl=%s: a program runs otherwise", effect->name, impl->name);
        if (programs == 0 || programs > EFFECT_MAX_PROGRAMS)
            fail_msg("%s:impl=%s: it has %d programs", effect->name, impl->name, programs);
        if (!is_name(impl->name) || !is_sentence(impl->summary) || !impl->run)
            fail_msg("%s:impl=%s: its row is not whole", effect->name, impl->name);
    }
}

TEST(effects_have_sound_tables)
{
    for (int i = 0; effects[i]; i++) {
        const struct effect *effect = effects[i];
        if (!is_name(effect->name) || !is_sentence(effect->about.summary))
            fail_msg("%s: its name or summary is not in the form that others have", effect->name);
        if (effect_find(effect->name, strlen(effect->name)) != effect)
            fail_msg("%s is there twice", effect->name);
        if (effect->pointwise == (effect_impl_count(effect) > 0))
            fail_msg("%s: an effect is pointwise or has implementations", effect->name);
        if (effect_impl_count(effect) > 1 && !param_find(effect->params, "impl"))
            fail_msg("%s: several implementations need the row impl", effect->name);
        check_impls(effect);
        check_rows(effect->name, effect->params, EFFECT_MAX_PARAMS_SIZE);
    }
}

TEST(scenes_have_sound_tables)
{
    for (int i = 0; scenes[i]; i++) {
        const struct scene *scene = scenes[i];
        if (!is_name(scene->name) || !is_sentence(scene->summary))
            fail_msg("%s: its name or summary is not in the form that others have", scene->name);
        if (scene_find(scene->name, strlen(scene->name)) != scene)
            fail_msg("%s is there twice", scene->name);
        check_rows(scene->name, scene->params, SCENE_MAX_PARAMS_SIZE);
    }
}

static void make_some_step(struct chain_step *step, uint64_t *seed)
{
    int count = 0;
    const void *file;
    while (effects[count])
        count++;
    do {
        make_random_step(step, effects[chance_next(seed) % (uint64_t) count], seed);
        step->off = chance_next(seed) % 4 == 0;
    } while (!effect_check(step->effect, step->params, 8, &file, &error));
}

TEST(round_trip)
{
    uint64_t seed = 1;
    const int count = getenv("HALATION_TEST_FEW") ? 500 : 3000; // sanitizers take ten times as long
    for (int n = 0; n < count; n++) {
        struct chain chain = { .count = n % (CHAIN_MAX_STEPS + 1) }, back;
        char text[CHAIN_TEXT_SIZE], again[CHAIN_TEXT_SIZE];
        for (int i = 0; i < chain.count; i++)
            make_some_step(&chain.steps[i], &seed);
        const int length = chain_print(&chain, text, sizeof(text));
        assert_true(length >= 0 && length < CHAIN_TEXT_SIZE);
        if (!chain_parse(&back, text, NULL, &error) || !chain_equal(&chain, &back))
            fail_msg("%s reads back as something else: %s", text, error.text);
        chain_print(&back, again, sizeof(again));
        assert_string_equal(text, again);
    }
}
// The presets are chains of these effects, and are called so that no name means two things.
TEST(presets_are_read)
{
    static const char folder[] = "assets/chains/";
    int count = 0;
    for (const struct embedded_file *file = embedded_files; file->path; file++) {
        struct chain chain;
        if (strncmp(file->path, folder, strlen(folder)) != 0)
            continue;
        const char *name = file->path + strlen(folder);
        if (!chain_parse(&chain, file->text, NULL, &error))
            fail_msg("%s: %s", file->path, error.text);
        if (effect_find(name, strcspn(name, ".")))
            fail_msg("%s has the name of an effect", file->path);
        if (file->text[0] != '#')
            fail_msg("%s does not begin with a comment that says what it is", file->path);
        count++;
    }
    assert_true(count >= 5);
}
