// Boxes beside what app/harness holds against the reference: running sums leave
// nothing behind, and the image between the passes is as it was asked for.

#include "effects/box/box.h"
#include "tests/fixtures/blur_fixture.h"

// One of each kind.
static const char *const some_impls[] = { "cs_segmented",     "cs_running", "cs_tiled", "cs_double",
                                          "cs_double_linear", "cs_fused",   "cs_scan" };
enum { SOME_IMPLS = COUNT_OF(some_impls) };

// ---- what is left behind a bright texel

// The middle one of three lines counts: drivers compile again for pictures of one line.
enum { LINE = 2500, BRIGHT = 400 };

static struct image blur_line(const char *text, const char *impl, bool down, double light)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, down ? 3 : LINE, down ? LINE : 3);
    image_at(&source, down ? 1 : BRIGHT, down ? BRIGHT : 1)[0] += light;
    return run_blur(text, impl, FORMAT_RGBA32F, &source);
}

// Returns the first place at which nothing may be left: sums begin again, those over tiles and
// strips after fewer texels.
static int first_silent(const struct box *box)
{
    const int seen = BRIGHT + box_reach(box), strip = 150;
    const int restart = (seen / box_restart(box) + 1) * box_restart(box);
    return restart > seen + strip ? restart : seen + strip;
}

// Behind the bright texel less than 1e-7 of it is left, and behind the next restart nothing. Lines
// too long for the loops of a software renderer are left out.
static void assert_no_residue(const char *text, const struct effect_impl *impl, bool down)
{
    static const double light = 1e4, residue = 1e-7;
    const struct box box = box_solve((const void *) chain_of(text)->steps[0].params, 1);
    if (!blur_fits(text, impl, down ? 3 : LINE, down ? LINE : 3)) {
        assert_compare(gpu_fixture()->info.max_iterations, >, 0);
        return;
    }
    LOCAL_IMAGE with = blur_line(text, impl->name, down, light);
    LOCAL_IMAGE without = blur_line(text, impl->name, down, 0);
    for (int i = BRIGHT + box_reach(&box) + 1; i < LINE; i++) {
        const double left = image_at(&with, down ? 1 : i, down ? i : 1)[0] -
                            image_at(&without, down ? 1 : i, down ? i : 1)[0];
        if (fabs(left) > (i < first_silent(&box) ? residue * light : 0))
            fail_msg("%s by %s: %g of the light left at %d", text, impl->name, left / light, i);
    }
}

// Sums of these run from texel to texel.
#define TESTED(X) X(box_cs_segmented) X(box_cs_running) X(box_cs_scan) X(box_cs_tiled)
TESTED(EFFECT_IMPL_DECLARE)

TEST(a_bright_texel_leaves_nothing_behind)
{
    static const char *const texts[] = { "box:radius=16", "box:sigma=0.3:iterations=2",
                                         "box:sigma=4.5:iterations=2", "box:sigma=1.2:iterations=3",
                                         "box:sigma=9:iterations=3" };
    static const struct effect_impl *const tested[] = { TESTED(EFFECT_IMPL_LIST) };
    for (int i = 0; i < 40; i++)
        if (test_runs_row(i, 40, 6))
            assert_no_residue(texts[i / 8], tested[i / 2 % 4], i % 2);
}

// ---- the image between the passes

TEST(the_image_between_has_the_format_asked_for)
{
    static const char *const texts[] = { "box:radius=9:via=rgba8", "box:radius=9:via=rgba16f",
                                         "box:radius=9:via=rgba32f" };
    static const double most[] = { 0.51 / 255, 0.51 / 1024, 2e-6 }; // of rounding the image between
    static const double least[] = { 1e-4, 1e-6, 0 };                // fused has none between
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, 129, 67);
    LOCAL_IMAGE expected = run_reference("box:radius=9", &source);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < SOME_IMPLS; j++) {
            if (!test_runs_row(SOME_IMPLS * i + j, 3 * SOME_IMPLS, 10))
                continue;
            LOCAL_IMAGE image = run_blur(texts[i], some_impls[j], FORMAT_RGBA32F, &source);
            const double off = compare_images(&image, &expected).most;
            const double filters = strstr(some_impls[j], "linear") ? 1.0 / 256 : 0;
            const double keeps = strcmp(some_impls[j], "cs_fused") == 0 ? 0 : least[i];
            if (off > most[i] + filters || off < keeps)
                fail_msg("%s by %s: %g off", texts[i], some_impls[j], off);
        }
}
