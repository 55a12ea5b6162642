// A blur's `edge` describes the world beyond the border. It is held against a picture that truly
// goes on there: blurred whole, and cut out. By the references in plain C, which the shaders equal.

#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"

// The largest difference between a blur at the border and what is cut out of the wide picture.
static double error_of(const char *text, int edge, int width, int height, int margin)
{
    double most = 0;
    const char *with_edge = formatted("%s:edge=%s", text, effect_edges[edge]);
    // Flat light, a ramp, every other texel, and one bright column beside the border.
    LOCAL_IMAGE picture = new_image(width, height, IMAGE_TYPE_F64);
    for_each_place(x, y, width, height) {
        double *texel = image_at(&picture, x, y);
        texel[0] = 1;
        texel[1] = (x + y + 1.0) / (width + height);
        texel[2] = (x ^ y) & 1;
        texel[3] = x == width - 1;
    }
    // `margin` texels more on every side, as `edge` says.
    LOCAL_IMAGE wide =
        new_image(picture.width + 2 * margin, picture.height + 2 * margin, IMAGE_TYPE_F64);
    for_each_place(x, y, wide.width, wide.height)
        for (int c = 0; c < 4; c++)
            image_at(&wide, x, y)[c] = reference_texel(&picture, x - margin, y - margin, edge)[c];
    LOCAL_IMAGE blurred = run_reference(with_edge, &picture);
    LOCAL_IMAGE expected = run_reference(text, &wide);
    for_each_place(x, y, width, height)
        for (int c = 0; c < 4; c++)
            most = fmax(most, fabs(image_at(&blurred, x, y)[c] -
                                   image_at(&expected, x + margin, y + margin)[c]));
    return most;
}

// A blur of one width. `margin` is four times that or more, and whole texels of every level, so
// that they lie in the wide picture as they do in the picture.
struct trial {
    const char *text;
    int margin;
};

// Wide margins, which take longest, at one size.
static void assert_bounded(const struct trial *trial, int edge, double bound)
{
    static const int sizes[][2] = { { 33, 17 }, { 32, 16 }, { 129, 1 } };
    for (int i = 0; i < (trial->margin > 32 ? 1 : 3); i++) {
        const int width = sizes[i][0], height = sizes[i][1];
        const double off = error_of(trial->text, edge, width, height, trial->margin);
        if (off > bound)
            fail_msg("%s:edge=%s at %dx%d: %g off", trial->text, effect_edges[edge], width, height,
                     off);
    }
}

static const struct trial on_levels[] = {
    { "kawase:sigma=1.5", 32 },
    { "kawase:sigma=4", 32 },
    { "kawase:sigma=12", 64 },
    { "kawase:sigma=30", 128 },
    { "dual:sigma=1.5", 32 },
    { "dual:sigma=4", 32 },
    { "dual:sigma=12", 64 },
    { "dual:sigma=30", 128 },
    { "dual:sigma=12:scatter=0.6", 128 },
    { "dual:levels=3", 64 },
    { "dual:sigma=3:scatter=0.1", 128 },
    { "pyramid:sigma=1.5", 32 },
    { "pyramid:sigma=4", 32 },
    { "pyramid:sigma=12", 64 },
    { "pyramid:sigma=30", 128 },
    { "pyramid:sigma=4:karis=partial", 32 },
    { "pyramid:sigma=12:kernel=gauss5:scatter=0.7", 128 },
    { "mips:sigma=1.5", 32 },
    { "mips:sigma=12", 64 },
    { "mips:sigma=30", 128 },
};

enum { ON_LEVELS = COUNT_OF(on_levels) };

// docs/effects.md promises this bound.
TEST(blurs_on_levels_keep_what_edge_says)
{
    for (int i = 0; i < ON_LEVELS; i++)
        for (int edge = EDGE_MIRROR; edge <= EDGE_ZERO; edge++)
            assert_bounded(&on_levels[i], edge, 0.01);
}

// Clamped, each step repeats the border of its own image.
TEST(clamped_levels_are_within_half_of_the_light)
{
    for (int i = 3; i < ON_LEVELS; i += 4)
        assert_bounded(&on_levels[i], EDGE_CLAMP, 0.5);
}

TEST(blurs_on_the_picture_keep_it_exactly)
{
    static const struct trial trials[] = {
        { "gaussian:sigma=4", 32 },
        { "gaussian:sigma=12", 64 },
        { "box:sigma=4", 32 },
        { "box:sigma=12:iterations=3", 64 },
    };
    for_each(trial, trials)
        for (int edge = 0; edge < EDGE_COUNT; edge++)
            assert_bounded(trial, edge, 1e-9);
}
