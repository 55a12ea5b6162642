#include "render/text/chance.h"
#include "render/text/names.h"
#include "render/text/number.h"
#include "render/text/param.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

#include <float.h>

// A row of every type, and of every way to bound it.
struct all {
    float level, gain, limit, offset;
    int passes, levels, mode, impl, seed, taps;
    struct length sigma, radius;
    struct colour tint;
    struct rect part;
    char file[PARAM_TEXT_SIZE];
};

struct named {
    const char *name;
    int more;
};

static const struct named fragment = { "fragment", 1 }, compute = { "compute", 2 };
static const struct named *const impls[] = { &fragment, &compute, NULL };

static const char *const modes[] = { "add", "mix", "screen", NULL };

static const struct param rows[] = {
    PARAM_FLOAT(struct all, level, .def = 1, .max = 64, .slider_max = 8, .step = 0.1f),
    PARAM_FLOAT(struct all, gain, .def = 1, .min = 0.125f, .max = 1000, .curve = PARAM_CURVE_LOG,
                .step = 1.1f, .unit = "EV"),
    PARAM_FLOAT(struct all, limit, .max = 65504, .slider_max = 100, .zero = "none"),
    PARAM_FLOAT(struct all, offset, .min = 0.5f, .max = 2, .step = 0.05f, .zero = "auto"),
    PARAM_INT(struct all, passes, .def = 5, .min = 1, .max = 12, .unit = "passes"),
    PARAM_INT(struct all, levels, .min = 2, .max = 8, .zero = "auto", .help = "Half sizes"),
    PARAM_CHOICE(struct all, mode, .def = 1, .choices = modes),
    PARAM_CHOICE(struct all, impl, .zero = "auto", .choice_structs = impls, .old_prefix = "cs_by_",
                 .new_prefix = "impl=compute:by="),
    PARAM_INT(struct all, seed, .min = -100, .max = 16000),
    PARAM_INT(struct all, taps, .def = 8, .max = 4096, .curve = PARAM_CURVE_LOG, .step = 1.1f),
    PARAM_LENGTH(struct all, sigma, .def = 16, .max = 250, .slider_min = 1, .slider_max = 64,
                 .curve = PARAM_CURVE_LOG, .unit = "px"),
    PARAM_LENGTH(struct all, radius, .min = 1, .max = 127, .zero = "auto", .unit = "px"),
    PARAM_COLOUR(struct all, tint, .def = 1, .max = 4, .step = 0.05f),
    PARAM_RECT(struct all, part, .def_rect = { 0, 0, 1, 1 }),
    PARAM_TEXT(struct all, file, .def_text = "none", .help = "The file"),
    { 0 },
};

static const struct param *row_of(const char *key)
{
    const struct param *row = param_find(rows, key);
    assert_non_null(row);
    return row;
}

static struct all defaults(void)
{
    struct all values;
    memset(&values, 0xAA, sizeof(values));
    param_set_defaults(rows, &values);
    return values;
}

// Takes "key=value" over the defaults; false where the value is refused. `row` gets the key's.
static bool take(const char *text, const struct param **row, struct all *values)
{
    char key[16] = "";
    const size_t length = strcspn(text, "=");
    memcpy(key, text, length);
    *row = row_of(key);
    *values = defaults();
    return param_parse(*row, values, text + length + 1, strlen(text + length + 1), &error);
}

// ---- numbers

TEST(number_reads_or_refuses)
{
    static const char *const refusals[] = {
        [NUMBER_MALFORMED] = "malformed", [NUMBER_NOT_FINITE] = "not finite"
    };
    char printed[NUMBER_PRINTED_SIZE];
    float value;
    for_each_case(one, "numbers.txt") {
        value = 99;
        const enum number_result result = number_parse(one.trimmed, strlen(one.trimmed), &value);
        number_print(value, printed);
        assert_string_equal(result == NUMBER_FINE ? printed : refusals[result], one.expected);
        assert_true(result == NUMBER_FINE || value == 99);
    }
    assert_int_equal(number_parse("1\0002", 3, &value), NUMBER_MALFORMED);
}

TEST(number_prints)
{
    static const struct {
        float value;
        const char *text;
    } table[] = {
        { 0, "0" },
        { 1, "1" },
        { -0.5f, "-0.5" },
        { 0.1f, "0.1" },
        { 1.0f / 3, "0.33333334" },
        { 1200000, "1200000" },
        { 1234567.5f, "1234567.5" },
        { 65504, "65504" },
        { 1e7f, "1e7" },
        { 16777216, "1.6777216e7" },
        { 0.0001f, "0.0001" },
        { 0.00001f, "1e-5" },
        { -1.5e-12f, "-1.5e-12" },
        { FLT_MAX, "3.4028235e38" },
        { FLT_MIN, "1.1754944e-38" },
        { 1e-45f, "1e-45" },
    };
    for_each(row, table) {
        char text[NUMBER_PRINTED_SIZE];
        assert_int_equal(number_print(row->value, text), (int) strlen(row->text));
        assert_string_equal(text, row->text);
    }
}

static float any_float(uint64_t *seed)
{
    float value;
    do {
        const uint32_t bits = (uint32_t) chance_next(seed);
        memcpy(&value, &bits, sizeof(value));
    } while (!isfinite(value));
    return value;
}

TEST(number_round_trip)
{
    uint64_t seed = 1;
    const int count =
        getenv("HALATION_TEST_FEW") ? 5000 : 50000; // sanitizers take ten times as long
    for (int i = 0; i < count; i++) {
        const float value = any_float(&seed);
        char text[NUMBER_PRINTED_SIZE];
        float back = 0;
        const int length = number_print(value, text);
        assert_true(length < NUMBER_PRINTED_SIZE && length == (int) strlen(text));
        assert_int_equal(number_parse(text, strlen(text), &back), NUMBER_FINE);
        if (back != value)
            fail_msg("%a prints as %s", value, text);
    }
}

// ---- names

TEST(nearest_name)
{
    static const char *const words[] = { "threshold", "level", "knee", "dual",
                                         "roi",       "cs_1",  "cs_2", NULL };
    const struct names names = { names_of_array, words };
    for_each_case(one, "nearest_names.txt") {
        const char *nearest = names_nearest(&names, one.trimmed, strlen(one.trimmed));
        assert_string_equal(nearest ? nearest : "", one.expected);
    }
}

TEST(names_in_a_message)
{
    static const char *const words[] = { "add", "mix", NULL };
    static const char *const none[] = { NULL };
    error_set(&error, "it has ");
    assert_false(names_append(&error, &(struct names){ names_of_array, words }, "ad", 2));
    assert_string_equal(error.text, "it has add, mix; did you mean 'add'?");
    error_set(&error, "it has ");
    names_append(&error, &(struct names){ names_of_array, none }, "ad", 2);
    assert_string_equal(error.text, "it has none");
}

// ---- values

TEST(defaults_are_those_of_the_table)
{
    struct all values = defaults();
    param_for_each(row, rows)
        if (!param_is_default(row, &values))
            fail_msg("%s is not at its default", row->key);
    assert_true(values.level == 1 && values.passes == 5 && values.mode == 1);
    assert_true(values.sigma.value == 16 && values.sigma.of_height == 0);
    assert_true(values.tint.r == 1 && values.tint.g == 1 && values.tint.b == 1);
    assert_true(values.part.x0 == 0 && values.part.x1 == 1);
    assert_string_equal(values.file, "none");
    param_set_defaults(NULL, &values);
    assert_null(param_find(NULL, "x"));
}

TEST(choices)
{
    assert_int_equal(param_choice_count(row_of("mode")), 3);
    assert_string_equal(param_choice(row_of("mode"), 2), "screen");
    assert_null(param_choice(row_of("mode"), 3));
    assert_int_equal(param_choice_count(row_of("impl")), 3);
    assert_string_equal(param_choice(row_of("impl"), 0), "auto");
    assert_string_equal(param_choice(row_of("impl"), 2), "compute");
    assert_null(param_choice(row_of("impl"), 3));
}

TEST(setting_clamps)
{
    for_each_case(one, "clamped.txt") {
        char key[16];
        float value;
        int component = 0;
        struct all values = defaults();
        assert_compare(sscanf(one.text, "%15s %f %d", key, &value, &component), >=, 2);
        param_set(row_of(key), &values, component, value);
        assert_near(param_get(row_of(key), &values, component), strtof(one.expected, NULL), 0);
    }
}

TEST(length)
{
    assert_true(length_pixels((struct length){ 12, 0 }, 1080) == 12);
    assert_true(length_pixels((struct length){ 2, 1 }, 1080) == 21.6f);
    struct all values = defaults();
    float min, max;
    param_range(row_of("sigma"), &values, &min, &max);
    assert_true(min == 0 && max == 250);
    values.sigma = (struct length){ 50, 1 };
    param_range(row_of("sigma"), &values, &min, &max);
    assert_true(min == 0 && max == 100);
    param_set(row_of("sigma"), &values, 0, 150);
    assert_true(values.sigma.value == 100 && values.sigma.of_height == 1);
    values.radius = (struct length){ 50, 1 };
    param_set(row_of("radius"), &values, 0, 0);
    assert_true(values.radius.value == 0 && values.radius.of_height == 0);
}

TEST(slider)
{
    float min, max;
    param_slider(row_of("level"), &min, &max);
    assert_true(min == 0 && max == 8);
    param_slider(row_of("gain"), &min, &max);
    assert_true(min == 0.125f && max == 1000);
    param_slider(row_of("sigma"), &min, &max);
    assert_true(min == 1 && max == 64);
}

TEST(equal)
{
    param_for_each(row, rows) {
        struct all a = defaults(), b = defaults();
        assert_true(param_all_equal(rows, &a, &b));
        if (row->type == PARAM_TYPE_TEXT)
            strcpy(b.file, "other");
        else
            param_set(row, &b, 0, param_get(row, &b, 0) > 1 ? 1.5f : 2);
        if (row->type == PARAM_TYPE_RECT)
            param_set(row, &b, 0, 0.5f);
        if (param_all_equal(rows, &a, &b) || param_is_default(row, &b))
            fail_msg("a changed %s is not seen", row->key);
    }
    struct all a = defaults(), b = defaults();
    b.sigma.of_height = 1;
    assert_false(param_all_equal(rows, &a, &b));
    assert_false(param_is_default(row_of("sigma"), &b));
}

// ---- text

TEST(reads_and_prints)
{
    for_each_case(one, "values.txt") {
        struct all values;
        const struct param *row;
        char out[PARAM_PRINTED_SIZE];
        assert_works(take(one.trimmed, &row, &values));
        assert_int_equal(param_print(row, &values, out, sizeof(out)), strlen(one.expected));
        assert_string_equal(out, one.expected);
    }
}

static void assert_refused(const char *text, const char *message)
{
    struct all values;
    const struct param *row;
    if (take(text, &row, &values))
        fail_msg("%s is taken", text);
    assert_string_equal(error.text, message);
    assert_true(param_is_default(row, &values));
}

TEST(refuses)
{
    for_each_case(one, "refused_values.txt")
        assert_refused(one.trimmed, one.expected);
    assert_refused("file=a\xC2\x9B", "file must be without control characters and double quotes");
    assert_refused(formatted("file=%0256d", 0), "file must be at most 255 bytes long");
}

TEST(values_are_read_together_or_refused)
{
    static const struct {
        const char *text, *message;
    } table[] = {
        { "levels=3:mode=screen,file=a.png", "" },
        { "mode=mox", "mode has no choice 'mox'; it has add, mix, screen; did you mean 'mix'?" },
        { "file=", "file needs a value (The file)" },
        { "file=a,mode=", "mode has no choice ''; it has add, mix, screen" },
        { "levels=9", "levels must be auto or 2 to 8, not '9' (Half sizes)" },
        { "levels=3,levels=4", "levels is given twice; leave one out" },
    };
    for (int i = 0; i < 6; i++) {
        struct all values = defaults();
        const bool is_read = param_read_values(rows, &values, table[i].text, &error);
        assert_string_equal(is_read ? "" : error.text, table[i].message);
    }
}

TEST(short_buffer)
{
    struct all values = defaults();
    char out[4] = "xyz";
    assert_int_equal(param_print(row_of("tint"), &values, out, sizeof(out)), 5);
    assert_string_equal(out, "1/1");
    assert_int_equal(param_print(row_of("tint"), &values, NULL, 0), 5);
}

// ---- keys

TEST(nudge)
{
    for_each_case(one, "nudges.txt") {
        char from[64], step[8] = "coarse", out[PARAM_PRINTED_SIZE];
        int presses, component = 0;
        struct all values;
        const struct param *row;
        assert_compare(sscanf(one.text, "%63s %d %7s %d", from, &presses, step, &component), >=, 2);
        assert_works(take(from, &row, &values));
        param_nudge(row, &values, component, presses, strcmp(step, "fine") == 0);
        param_print(row, &values, out, sizeof(out));
        if (strcmp(out, one.expected) != 0)
            fail_msg("%s: %s, not %s", one.trimmed, out, one.expected);
    }
}

// Presses until nothing moves any more; every press must move the same way and stay in range.
static float walk(const struct param *row, struct all *values, int direction, bool fine)
{
    float min, max;
    param_range(row, values, &min, &max);
    for (int i = 0; i < 2000000; i++) {
        const float before = param_get(row, values, 0);
        param_nudge(row, values, 0, direction, fine);
        const float after = param_get(row, values, 0);
        if (after == before)
            return after;
        if ((after > before) != (direction > 0) || after > max || (after < min && after != 0))
            fail_msg("%s went from %g to %g", row->key, before, after);
    }
    fail_msg("%s never comes to an end", row->key);
    return 0;
}

TEST(nudge_comes_to_both_ends)
{
    param_for_each(row, rows)
        for (int fine = 0; fine < 2; fine++) {
            struct all values = defaults();
            float min, max;
            if (row->type == PARAM_TYPE_TEXT || row->type == PARAM_TYPE_RECT)
                continue;
            param_range(row, &values, &min, &max);
            assert_true(walk(row, &values, 1, fine) == max);
            assert_true(walk(row, &values, -1, fine) == (row->zero ? 0 : min));
            assert_true(walk(row, &values, 1, fine) == max);
        }
}

// From one round number to the next every step is the same, back is the way there, and the size of
// a step stays near what the row asks for.
TEST(log_curve_goes_in_even_steps)
{
    struct all values = defaults();
    const struct param *row = row_of("sigma");
    static const double ends[] = { 1, 2, 5, 10, 20, 50, 100, 200 };
    static const double steps[] = { 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5 };
    for (size_t i = 0; i + 1 < COUNT_OF(ends); i++) {
        param_set(row, &values, 0, (float) ends[i]);
        for (double at = ends[i]; at < ends[i + 1] - 1e-6; at += steps[i]) {
            assert_true(values.sigma.value == (float) at);
            param_nudge(row, &values, 0, 1, false);
            param_nudge(row, &values, 0, -1, false);
            assert_true(values.sigma.value == (float) at);
            param_nudge(row, &values, 0, 1, false);
        }
        assert_true(values.sigma.value == (float) ends[i + 1]);
    }
}
