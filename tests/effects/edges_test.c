// A blur's `edge` describes the world beyond the border. It is held against a picture that truly
// goes on there: blurred whole, and cut out. By the references in plain C, which the shaders equal.

#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

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

// docs/effects.md promises the bound of blurs on levels. Clamped, each of their steps repeats the
// border of its own image. Wide margins, which take longest, are tried at one size.
TEST(blurs_keep_what_edge_says)
{
    static const int sizes[][2] = { { 33, 17 }, { 32, 16 }, { 129, 1 } };
    for_each_case(one, "edges.txt")
        for (int edge = 0; edge < EDGE_COUNT; edge++)
            for (int i = 0; i < (atoi(one.expected) > 32 ? 1 : 3); i++) {
                const bool is_exact = strstr(one.expected, "exact");
                const double bound = is_exact ? 1e-9 : edge == EDGE_CLAMP ? 0.5 : 0.01;
                assert_true(is_exact || strstr(one.expected, "on levels"));
                const double off =
                    error_of(one.trimmed, edge, sizes[i][0], sizes[i][1], atoi(one.expected));
                if (off > bound)
                    fail_msg("%s:edge=%s at %dx%d: %g off", one.trimmed, effect_edges[edge],
                             sizes[i][0], sizes[i][1], off);
            }
}
