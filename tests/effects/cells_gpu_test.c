// Squares of pixels: the mean that pixelate makes of them, and dithers that take them for pixels.

#include "effects/error_diffusion/error_diffusion.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/harness_fixture.h"

// An encode that reaches no pixel, so that a chain may begin with display values.
#define FROM_DISPLAY "encode:roi=0/0/0.0001/0.0001,"

// ---- pixelate

TEST(the_largest_values_stay_finite)
{
    LOCAL_IMAGE source = new_image(40, 40, IMAGE_TYPE_F64);
    fill_values(double, &source, i, i % 3 == 0 ? -3e38 : 3e38);
    LOCAL_IMAGE got = run_text("pixelate:cell=33", &light_in_floats, &source);
    assert_compare(image_largest(&got), <=, 3.1e38);
}

// A white area that lies half in a cell, beside what alpha hides of another colour.
static struct image make_cut_out(void)
{
    struct image image = new_image(20, 16, IMAGE_TYPE_F64);
    for_each_place(x, y, 20, 16) {
        double *texel = image_at(&image, x, y);
        texel[0] = 1;
        texel[1] = texel[2] = texel[3] = x < 12 && y < 11;
    }
    return image;
}

// Display values are straight: what is seen of a cell makes its colour, what is not when all is so.
TEST(what_is_hidden_does_not_bleed)
{
    LOCAL_IMAGE source = make_cut_out();
    for_each_text(row, "pixelate:cell=8:impl=fs_passes", "pixelate:cell=8:impl=cs_passes",
                  "error_diffusion:bits=8:cell=8:impl=cs_bands",
                  "error_diffusion:bits=8:cell=8:impl=cpu") {
        const char *text = formatted(FROM_DISPLAY "%s", *row);
        LOCAL_IMAGE got = run_text(text, &in_floats, &source);
        for (int x = 0; x < 20; x++) {
            const double *texel = image_at(&got, x, 9);
            assert_within(texel[0], 1, 1e-6, text);
            assert_within(texel[1], x < 16, 1e-6, text);
        }
    }
}

// ---- which cells a step works on

static int cell_of_last(const char *text, int width, int height)
{
    const struct plan_options options = { .width = width, .height = height };
    struct plan plan;
    assert_true(plan_without_programs(&plan, chain_of(text), &options, &error));
    const struct plan_node *last = &plan.nodes[plan.count - 1];
    const struct fused_steps *run = last->after.count > 0 ? &last->after : &last->fused;
    return run->cells[run->count - 1];
}

TEST(a_step_has_the_cells_before_it_or_its_own)
{
    for_each_case(one, "cells.txt")
        for_each_text(step, "dither:palette=bw", "error_diffusion:palette=bw") {
            const char *text = formatted(one.trimmed, *step);
            if (cell_of_last(text, 64, 200) != atoi(one.expected))
                fail_msg("%s: %d, not %s", text, cell_of_last(text, 64, 200), one.expected);
        }
}

// At a size that cells do not divide, and in the format that chains have.
TEST(every_cell_shows_one_colour)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, 129, 67);
    for_each_text(text, "pixelate:cell=7,tonemap,dither:palette=pico8",
                  "tonemap,pixelate:cell=7,dither:palette=bw:matrix=blue_noise",
                  "pixelate:cell=7,tonemap,dither:matrix=white:bits=2",
                  "pixelate:cell=7,tonemap,error_diffusion:palette=pico8:impl=cs_bands",
                  "tonemap,error_diffusion:palette=pico8:cell=7:impl=cpu") {
        LOCAL_IMAGE got = run_text(*text, &in_halves, &source);
        assert_int_equal(cell_of_last(*text, 129, 67), 7);
        for_each_place(x, y, got.width, got.height)
            if (memcmp(image_at(&got, x, y), image_at(&got, x - x % 7, y - y % 7),
                       3 * sizeof(double)) != 0)
                fail_msg("%s: a cell has two colours at %d, %d", *text, x, y);
    }
}

// ---- error diffusion

// White in every texel of the largest cells.
TEST(sums_of_large_cells_do_not_overflow)
{
    LOCAL_IMAGE source = new_image(515, 512, IMAGE_TYPE_F64);
    fill_values(double, &source, i, i % 4 == 1 ? 0.5 : 1);
    assert_holds("error_diffusion:bits=8:cell=512:space=linear", &source);
}
