// Taps of other programs, drawn on the GPU as a shader file: the image of a point is as wide as
// their translation says, and the chain that equals them draws the same picture.

#include "effects/translate/translate.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

static char file[8192];

// Appends a pass that reads the image `from` and saves its result as `to`, "" for the picture.
static void add_pass(const char *from, const char *to, const char *scale, const char *body)
{
    const size_t length = strlen(file);
    snprintf(
        file + length, sizeof(file) - length,
        "//!HOOK LINEAR\n//!BIND %s\n%s%s%s%s%s%s%s%s#define READ(X, Y) %s_tex(%s_pos + vec2(X, Y) "
        "* %s_pt)\nvec4 hook()\n{\n%s}\n",
        from, to[0] ? "//!SAVE " : "", to, to[0] ? "\n" : "", scale[0] ? "//!WIDTH HOOKED.w " : "",
        scale, scale[0] ? "\n//!HEIGHT HOOKED.h " : "", scale, scale[0] ? "\n" : "", from, from,
        from, body);
}

// `down` finer texels to the diagonals on the way down, `up` coarser ones on the way up.
static void make_dual(int levels, double down, double up)
{
    static const char *const names[] = { "HOOKED", "A", "B", "C" };
    static const char *const scales[] = { "", "2 /", "4 /", "8 /" };
    const char *body =
        formatted("const float D = %.9g;\nreturn (4.0 * READ(0, 0) + READ(-D, -D) + READ(D, -D) + "
                  "READ(-D, D) + READ(D, D)) / 8.0;\n",
                  down);
    for (int i = 0; i < levels; i++)
        add_pass(names[i], names[i + 1], scales[i + 1], body);
    body = formatted(
        "const float H = %.9g;\nreturn (READ(-2 * H, 0) + READ(2 * H, 0) + READ(0, -2 * H) + "
        "READ(0, 2 * H) + 2.0 * (READ(-H, -H) + READ(H, -H) + READ(-H, H) + READ(H, H))) / "
        "12.0;\n",
        up);
    for (int i = levels; i > 0; i--)
        add_pass(names[i], i > 1 ? names[i - 1] : "", i > 1 ? scales[i - 1] : "", body);
}

static void make_boxes(int width)
{
    for (int i = 0; i < 3; i++) {
        const int even = width % 2 == 0, first = -width / 2 + (even && i == 1);
        const char *body = formatted(
            "vec4 sum = vec4(0.0);\nfor (int i = 0; i < %d; i++)\nsum += READ(%d + i, 0);\n"
            "return sum / %d.0;\n",
            width + (even && i == 2), first, width + (even && i == 2));
        add_pass(i == 0 ? "HOOKED" : "A", i < 2 ? "A" : "", "", body);
    }
}

// Levels of half the size with nine taps each, and a cubic B-spline back to the picture.
static void make_glow(int levels)
{
    static const char *const scales[] = { "", "2 /", "4 /" };
    static const char nine[] = "return 0.2024 * READ(0, 0) + 0.1790 * (READ(-1, 0) + READ(1, 0)) + "
                               "0.1240 * (READ(-2, 0) + "
                               "READ(2, 0)) + 0.0672 * (READ(-3, 0) + READ(3, 0)) + 0.0285 * "
                               "(READ(-4, 0) + READ(4, 0));\n";
    static const char spline[] = "float f = fract(A_pos.x * A_size.x - 0.5), g = 1.0 - f;\n"
                                 "return (READ(-1.0 - f, 0) * g * g * g + READ(-f, 0) * (4.0 - 6.0 "
                                 "* f * f + 3.0 * f * f * f) "
                                 "+ READ(1.0 - f, 0) * (4.0 - 6.0 * g * g + 3.0 * g * g * g) + "
                                 "READ(2.0 - f, 0) * f * f * f) "
                                 "/ 6.0;\n";
    for (int i = 0; i < levels; i++) {
        add_pass(i == 0 ? "HOOKED" : "A", "B", scales[i + 1], "return READ(0, 0);\n");
        add_pass("B", "A", scales[i + 1], nine);
    }
    add_pass("A", "", "", spline);
}

enum { PLACES = 8, SPACING = 128, HEIGHT = 8, LIGHT = 1000 };

// Points at all phases of levels down to an eighth of the size.
static int place_of(int i)
{
    return i * SPACING + SPACING / 2 + i;
}

static double sigma_of(const struct image *image)
{
    double light = 0, squares = 0;
    for (int x = 0; x < image->width; x++) {
        const double value = image_at(image, x, HEIGHT / 2)[0], from = x - place_of(x / SPACING);
        light += value;
        squares += value * from * from;
    }
    if (!(fabs(light / (PLACES * LIGHT) - 1) <= 2e-3))
        fail_msg("%g of the light is there", light / (PLACES * LIGHT));
    return sqrt(squares / light);
}

static struct image draw(const char *chain)
{
    LOCAL_IMAGE source = new_image(PLACES * SPACING, HEIGHT, IMAGE_TYPE_F64);
    for (int y = 0; y < HEIGHT; y++)
        for (int i = 0; i < PLACES; i++)
            image_at(&source, place_of(i), y)[0] = LIGHT;
    return run_text(chain, &light_in_floats, &source);
}

// Draws the file, and the chain where that equals it.
static void assert_drawn(const char *text, bool is_equal)
{
    struct translate_setting setting;
    struct translation translation;
    LOCAL_IMAGE taps;
    put_file("taps.glsl", file);
    taps = draw("taps.glsl");
    file[0] = '\0';
    assert_true(translate_parse(&setting, text, &error));
    translate(&setting, &translation);
    const double sigma = sigma_of(&taps);
    if (!(fabs(sigma / translation.sigma - 1) <= 0.02))
        fail_msg("%s: %g drawn, and %g said", text, sigma, translation.sigma);
    if (!is_equal)
        return;
    LOCAL_IMAGE chain = draw(translation.chain);
    const struct difference off = compare_images(&taps, &chain);
    if (!(off.most <= 1e-4 * image_largest(&taps)))
        fail_msg("%s: %s is %g of %g off at %d, %d", text, translation.chain, off.most,
                 image_largest(&taps), off.x, off.y);
}

TEST(a_width_is_that_of_the_taps_as_they_are_drawn)
{
    make_dual(2, 4.25 / 2, 4.25 / 2);
    assert_drawn("picom:strength=5", true);
    make_dual(1, 1, 1);
    assert_drawn("kwin:strength=2", true);
    make_dual(3, 2, 0.5);
    assert_drawn("hyprland:size=2,passes=3", true);
    make_dual(1, 8, 2);
    assert_drawn("hyprland", true);
    make_boxes(9);
    assert_drawn("css:blur=5px", true);
    make_boxes(6);
    assert_drawn("css:blur=3px", false);
    make_glow(2);
    assert_drawn("godot:level=2", false);
}

AROUND_TESTS(.begin = folder_enter)
