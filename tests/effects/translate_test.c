#include "effects/translate/translate.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"

static struct translation translation_of(const char *text)
{
    struct translate_setting setting;
    struct translation translation;
    if (!translate_parse(&setting, text, &error))
        fail_msg("%s: %s", text, error.text);
    translate(&setting, &translation);
    return translation;
}

// Simulated apart from this program, by matrices of the passes as numpy has them. Fit 0: not known.
static const struct known {
    const char *text;
    double sigma, fit;
} known[] = {
    { "picom:strength=1", 1.77, 1.95 },
    { "picom", 11.67, 12.78 },
    { "picom:strength=14", 81.16, 88.27 },
    { "picom:strength=20", 190.3, 206.9 },
    { "picom:method=gaussian", 0.841, 0 },
    { "picom:method=gaussian,size=20,deviation=10", 8.90, 0 },
    { "picom:method=box", 2.00, 0 },
    { "picom:method=box,size=40", 23.38, 0 },
    { "kwin:strength=1", 2.02, 2.23 },
    { "kwin:strength=5", 14.99, 16.11 },
    { "kwin:strength=8", 24.72, 26.82 },
    { "kwin:strength=10", 43.62, 47.11 },
    { "kwin", 89.55, 97.38 },
    { "hyprland", 7.37, 0 },
    { "hyprland:size=3,passes=2", 6.45, 0 },
    { "hyprland:size=8,passes=3", 33.78, 0 },
    { "hyprland:size=10,passes=4", 84.67, 0 },
    { "scenefx", 21.33, 22.1 },
    { "css:blur=2px", 2.12, 0 },
    { "css:blur=3", 3.14, 0 },
    { "css:blur=5px", 4.47, 4.71 },
    { "css", 7.48, 7.87 },
    { "css:blur=40px,of=shadow", 20, 20 },
    { "firefox:blur=2", 1.98, 0 },
    { "niri", 25.51, 0 },
    { "css:blur=50:by=gaussian", 50, 50 },
    { "godot:level=1", 3.93, 0 },
    { "godot", 17.84, 18.4 },
    { "godot:level=7", 287.5, 0 },
    { "godot:level=2,upscale=bilinear", 8.57, 0 },
    { "godot:level=1,renderer=mobile", 1.94, 0 },
    { "godot:level=6,renderer=mobile", 122, 0 },
    { "godot:renderer=compatibility", 11.9, 12.1 },
    { "opencv:sigma=1", 0.998, 0 },
    { "opencv:sigma=10", 9.88, 0 },
    { "opencv:size=3", 0.707, 0 },
    { "opencv:size=9", 1.658, 0 },
    { "opencv:size=99", 15.10, 0 },
    { "imagemagick:sigma=1", 1.04, 0 },
    { "imagemagick:sigma=5", 5.01, 0 },
    { "imagemagick:sigma=20,quantum=8", 16.8, 0 },
    { "imagemagick:radius=5,sigma=5", 2.92, 0 },
    { "gimp:size=1", 1.24, 1.03 },
    { "gimp:size=3", 3.30, 3.01 },
    { "gimp:size=10", 11.0, 10.14 },
    { "gimp:size=50", 53.9, 49.9 },
    { "gimp:radius=20,version=2.8", 6.31, 0 },
};

// The last digit that is printed is rounded, too.
static bool is_near(double value, double printed)
{
    return fabs(value / printed - 1) <= 0.005 + 0.0035 * (printed < 10);
}

TEST(widths_are_those_that_others_computed)
{
    for_each(row, known) {
        const struct translation got = translation_of(row->text);
        if (!is_near(got.sigma, row->sigma) || (row->fit > 0 && !is_near(got.fit, row->fit)))
            fail_msg("%s: sigma %g and not %g, fit %g and not %g", row->text, got.sigma, row->sigma,
                     got.fit, row->fit);
    }
}

// The simulated image of a point, over all its places, has the variance of the closed form.
TEST(the_closed_form_is_the_variance_of_the_profile)
{
    for (size_t i = 0; i < COUNT_OF(known); i += 3) {
        struct line_blur blur = { 0 };
        struct line_profile profile;
        struct translate_setting setting;
        double sum = 0, squares = 0;
        assert_true(translate_parse(&setting, known[i].text, &error));
        setting.program->draw(setting.params, &blur, (char[TRANSLATE_TEXT_SIZE]){ 0 });
        line_profile_init(&profile, &blur);
        for (int x = -profile.reach; x <= profile.reach; x++) {
            sum += line_profile_at(&profile, x);
            squares += line_profile_at(&profile, x) * pow(x - profile.mean, 2);
        }
        line_profile_finish(&profile);
        if (fabs(sum - 1) > 2e-3 || fabs(sqrt(squares / sum) / line_blur_sigma(&blur) - 1) > 1e-3)
            fail_msg("%s: light %g, sigma %g", known[i].text, sum, sqrt(squares / sum));
    }
}

TEST(a_chain_that_equals_a_setting_leaves_nothing)
{
    static const struct {
        const char *text, *chain;
    } equal[] = {
        { "kwin:strength=8", "dual:levels=3:offset=4.4:taps=source" },
        { "picom", "dual:levels=2:offset=4.25:taps=source" },
        { "picom:method=gaussian,size=5,deviation=2", "gaussian:sigma=2:radius=5" },
        { "picom:method=box,size=10", "box:radius=10" },
        { "hyprland:size=8,passes=3", "dual:levels=3:offset=4:taps=far" },
        { "scenefx", "dual:levels=3:offset=2.5:taps=far" },
        { "niri", "dual:levels=3:offset=3:taps=far" },
        { "css", "box:radius=7:iterations=3" },
        { "opencv:size=21", "gaussian:sigma=3.5:radius=10" },
    };
    for_each(row, equal) {
        const struct translation got = translation_of(row->text);
        assert_string_equal(got.chain, row->chain);
        if (!(got.chain_residual <= 1e-5))
            fail_msg("%s: %s is %g off", row->text, got.chain, got.chain_residual);
    }
    for_each(row, known) {
        const struct translation got = translation_of(row->text);
        const bool shifts = strstr(row->text, "mobile"); // by half a texel
        if (!(got.chain_residual <= fmax(shifts ? 0.2 : 0.02, 1.02 * got.residual)))
            fail_msg("%s: %s is %g off", row->text, got.chain, got.chain_residual);
    }
}

static double squares_from(const struct translate_setting *setting, double sigma)
{
    struct line_blur blur = { 0 };
    struct line_profile profile;
    setting->program->draw(setting->params, &blur, (char[TRANSLATE_TEXT_SIZE]){ 0 });
    line_profile_init(&profile, &blur);
    const double squares = line_profile_squares(&profile, sigma);
    line_profile_finish(&profile);
    return squares;
}

// The Gaussian that a setting looks like leads back to it, or to one that is nearer.
TEST(no_setting_is_nearer_than_the_nearest)
{
    for_each_text(row, "kwin:strength=5", "kwin:strength=12", "hyprland:size=5,passes=3",
                  "scenefx:radius=7,passes=2", "picom:strength=7", "godot:level=4", "css:blur=20",
                  "opencv:sigma=7.3", "imagemagick:sigma=12.5", "gimp:size=30",
                  "hyprland:size=1,passes=1") {
        struct translate_setting setting, nearest;
        struct translation of;
        char text[TRANSLATE_TEXT_SIZE];
        assert_true(translate_parse(&setting, *row, &error));
        translate(&setting, &of);
        translate_nearest(setting.program, of.fit, &nearest);
        translate_print(&nearest, text);
        const double squares = squares_from(&nearest, of.fit);
        if (squares > squares_from(&setting, of.fit) * 1.01 + 1e-9)
            fail_msg("%s looks like %g, and %s less so", *row, of.fit, text);
        const bool is_found = strcmp(*row, text) == 0;
        if (!is_found &&
            param_find(setting.program->params, setting.program->turned)->type == PARAM_TYPE_INT &&
            !setting.program->levels)
            fail_msg("%s became %s", *row, text);
    }
}

TEST(what_is_wrong_is_said_in_a_line)
{
    for_each_case(one, "refused_translations.txt") {
        struct translate_setting setting = { 0 };
        assert_false(translate_parse(&setting, one.trimmed, &error));
        assert_int_equal(strncmp(error.text, one.expected, strlen(one.expected)), 0);
        assert_null(setting.program);
    }
}
