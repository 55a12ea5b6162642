// Error diffusion in its reference: what areas keep. app/harness holds the rows
// against it.

#include "effects/colour.h"
#include "effects/error_diffusion/error_diffusion.h"
#include "effects/pointwise/pointwise.h"
#include "tests/fixtures/chain_fixture.h"

enum { SIDE = 128 };

static void ramp(int x, double rgb[3])
{
    rgb[0] = rgb[1] = rgb[2] = (x + 0.5) / SIDE;
}

static void yellow(int x, double rgb[3])
{
    (void) x;
    rgb[0] = rgb[1] = 1;
}

static struct image run(const char *text, void (*paint)(int x, double rgb[3]))
{
    LOCAL_IMAGE input = new_image(SIDE, SIDE, IMAGE_TYPE_F64);
    for_each_place(x, y, SIDE, SIDE) {
        paint(x, image_at(&input, x, y));
        image_at(&input, x, y)[3] = 1;
    }
    return run_reference(text, &input);
}

static double mean(const struct image *image, int left, int top, int side, int channel)
{
    double sum = 0;
    for (int y = top; y < top + side; y++)
        for (int x = left; x < left + side; x++)
            sum += image_at(image, x, y)[channel];
    return sum / (side * side);
}

// A block may have two or three pixels more or less of a colour, which its neighbours make up
// for. Atkinson's lets a quarter of the error go, and is not meant to.
TEST(blocks_of_a_ramp_keep_their_mean)
{
    for_each_text(text, "error_diffusion:bits=1", "error_diffusion:kernel=sierra_lite:bits=2",
                  "error_diffusion:kernel=burkes:palette=grey4",
                  "error_diffusion:kernel=sierra2:palette=bw:distance=oklab",
                  "error_diffusion:kernel=jarvis:bits=3") {
        LOCAL_IMAGE image = run(*text, ramp);
        for (int at = 16; at < SIDE - 16; at += 16) {
            const double requested = (at + 8.0) / SIDE;
            double sum = 0, worst = 0; // of the blocks of a column, beyond the first
            for (int y = 16; y < SIDE; y += 16) {
                const double block = mean(&image, at, y, 16, 0);
                sum += block / (SIDE / 16 - 1);
                worst = fmax(worst, fabs(block - requested));
            }
            if (!(fabs(sum - requested) < 0.01 && worst < 0.022))
                fail_msg("%s: %g instead of %g, a block off by %g", *text, sum, requested, worst);
        }
    }
}

// Out of black, white, red, green and blue, which together cannot reach it: as much red as green,
// brightened by white, and neither black nor blue anywhere.
TEST(yellow_is_made_of_red_and_green)
{
    LOCAL_IMAGE image = run("error_diffusion:palette=bwrgb", yellow);
    const double red = mean(&image, 16, 16, 96, 0), green = mean(&image, 16, 16, 96, 1);
    assert_compare(red, >, 0.5);
    assert_near(red, green, 0.02);
    for_each_place(x, y, SIDE, SIDE) {
        const double *texel = image_at(&image, x, y);
        assert_compare(texel[0] + texel[1], >=, 1);
    }
}

TEST(strength_0_only_rounds)
{
    LOCAL_IMAGE image = run("error_diffusion:bits=1:strength=0", ramp);
    for (int x = 0; x < SIDE; x++)
        assert_true(image_at(&image, x, 77)[0] == (x >= SIDE / 2));
}

// ---- colours in whole numbers

static struct diffusion make_diffusion(int distance, int space)
{
    struct diffusion diffusion;
    const struct error_diffusion_params params = { .distance = distance,
                                                   .space = space,
                                                   .strength = 1 };
    const struct palette palette = { .count = 2, .colours = { { 0, 0, 0 }, { 255, 255, 255 } } };
    diffusion_init(&diffusion, &params, &palette, 8);
    return diffusion;
}

// Returns how far a place by whole numbers is from the one by doubles, in units of 1 / `scale`.
static double worst_place(int distance, int space, double scale,
                          void (*convert)(const double linear[3], double lab[3]))
{
    const struct diffusion diffusion = make_diffusion(distance, space);
    uint64_t seed = 3;
    double worst = 0;
    for (int n = 0; n < 20000; n++) {
        int sum[3], place[3];
        double display[3], light[3], lab[3];
        for (int i = 0; i < 3; i++) {
            sum[i] = (int) (chance_share(&seed) * 65535);
            display[i] = light[i] = sum[i] / 65535.0;
        }
        if (space == DITHER_ENCODED)
            colour_decode(display, light);
        convert(light, lab);
        diffusion_find_place(&diffusion, sum, place);
        for (int i = 0; i < 3; i++)
            worst = fmax(worst, fabs(place[i] - scale * lab[i]));
    }
    return worst;
}

// Within 0.1 of L*, a* and b*, where 1 is a difference that can just be seen, and 0.0005 of Oklab.
TEST(places_are_those_of_lab_and_oklab)
{
    const double worst[] = {
        worst_place(DITHER_LAB, DITHER_ENCODED, 64, colour_lab) / 64,
        worst_place(DITHER_LAB, DITHER_LINEAR, 64, colour_lab) / 64,
        worst_place(DITHER_OKLAB, DITHER_ENCODED, 8192, colour_oklab) / 8192,
        worst_place(DITHER_OKLAB, DITHER_LINEAR, 8192, colour_oklab) / 8192,
    };
    assert_compare(worst[0], <, 0.1);
    assert_compare(worst[1], <, 0.1);
    assert_compare(worst[2], <, 0.0005);
    assert_compare(worst[3], <, 0.0005);
}
