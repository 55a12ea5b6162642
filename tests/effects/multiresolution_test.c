// The Gaussian by a smaller image along a line, in doubles and without a GPU: how far it is off at
// most.

#include "effects/blur/kernel.h"
#include "effects/blur/multiresolution.h"
#include "effects/effect.h"
#include "effects/effect_impl.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

enum { LENGTH = 1024, MIDDLE = LENGTH / 2 };

// Binomial coefficients over 2^(taps - 1).
static const double filters[][8] = {
    [4] = { 1 / 8., 3 / 8., 3 / 8., 1 / 8. },
    [6] = { 1 / 32., 5 / 32., 10 / 32., 10 / 32., 5 / 32., 1 / 32. },
    [8] = { 1 / 128., 7 / 128., 21 / 128., 35 / 128., 35 / 128., 21 / 128., 7 / 128., 1 / 128. },
};

// Texel i of the smaller line lies between the texels 2i and 2i + 1.
static void shrink(const double from[LENGTH], int taps, double to[LENGTH])
{
    for (int i = 0; i < LENGTH; i++) {
        to[i] = 0;
        for (int k = 0; k < taps; k++) {
            const int at = 2 * i - taps / 2 + 1 + k;
            to[i] += at >= 0 && at < LENGTH ? filters[taps][k] * from[at] : 0;
        }
    }
}

static void enlarge(const double from[LENGTH], int taps, double to[LENGTH])
{
    for (int at = 0; at < LENGTH; at++)
        to[at] = 0;
    for (int i = 0; i < LENGTH; i++)
        for (int k = 0; k < taps; k++) {
            const int at = 2 * i - taps / 2 + 1 + k;
            if (at >= 0 && at < LENGTH)
                to[at] += 2 * filters[taps][k] * from[i];
        }
}

static void blur(const struct multiresolution *levels, const double weights[], double line[LENGTH])
{
    static double other[LENGTH];
    for (int factor = 1; factor < levels->factor; factor *= 2) {
        memcpy(other, line, sizeof(other));
        shrink(other, levels->taps, line);
    }
    memcpy(other, line, sizeof(other));
    for (int i = 0; i < LENGTH; i++) {
        line[i] = 0;
        for (int k = -levels->radius; k <= levels->radius; k++)
            line[i] += i + k >= 0 && i + k < LENGTH ? weights[abs(k)] * other[i + k] : 0;
    }
    for (int factor = 1; factor < levels->factor; factor *= 2) {
        memcpy(other, line, sizeof(other));
        enlarge(other, levels->taps, line);
    }
}

// Returns the most that a line of 0 and 1 can gain, from the images of all points near a texel, and
// gives the least of their values.
static double gain(const struct multiresolution *levels, const double weights[], double sigma,
                   double *least)
{
    static double line[LENGTH];
    double gained[8] = { 0 }, sum = 0;
    const int reach = (int) ceil(6 * sigma) + 32;
    for (int x = -reach; x <= reach; x++)
        sum += exp(-x * x / (2 * sigma * sigma));
    for (int point = MIDDLE - reach; point <= MIDDLE + reach + levels->factor; point++) {
        memset(line, 0, sizeof(line));
        line[point] = 1;
        blur(levels, weights, line);
        for (int place = 0; place < levels->factor; place++) {
            const double x = MIDDLE + place - point;
            *least = fmin(*least, line[MIDDLE + place]);
            gained[place] +=
                fmax(line[MIDDLE + place] - exp(-x * x / (2 * sigma * sigma)) / sum, 0);
        }
    }
    for (int place = 1; place < levels->factor; place++)
        gained[0] = fmax(gained[0], gained[place]);
    return gained[0];
}

// In per cent: 2 * gain, as another program computes it with the least squares of a library for
// matrices.
TEST(the_weights_are_the_best_there_are)
{
    for_each_case(one, "multiresolutions.txt") {
        struct kernel_knobs knobs = { .reach = 6 };
        struct multiresolution levels;
        struct kernel exact;
        double weights[MULTIRESOLUTION_RADIUS + 1], least = 0;
        assert_scanned(4, one.text, "%lf px by %d, %d taps, %d beside", &knobs.sigma,
                       &levels.factor, &levels.taps, &levels.beside);
        levels.radius = (int) ceil(4.2 * knobs.sigma / levels.factor);
        kernel_init(&exact, &knobs);
        multiresolution_weigh(&levels, &exact, weights);
        const double per_cent = 200 * gain(&levels, weights, knobs.sigma, &least);
        assert_within(per_cent, strtod(one.expected, NULL), 0.0001, one.trimmed);
    }
}

// Light of 0 and more stays so.
TEST(what_is_stated_is_what_a_line_can_gain)
{
    for (double sigma = 2.9; sigma <= 64; sigma *= 1.17) {
        const struct chain *chain = chain_of(formatted("gaussian:sigma=%g:reach=6", sigma));
        const struct effect_site site = { .effect = chain->steps[0].effect,
                                          .params = chain->steps[0].params,
                                          .height = 1080 };
        const struct multiresolution levels = multiresolution_of(&site);
        struct kernel exact;
        double weights[MULTIRESOLUTION_RADIUS + 1], least = 0;
        site.effect->kernel(site.params, site.height, &exact);
        multiresolution_weigh(&levels, &exact, weights);
        const double gained = gain(&levels, weights, sigma, &least),
                     stated = multiresolution_error(&site);
        if (fabs(stated - 2 * gained * (1 + gained)) > 2e-6 || least < -1e-12)
            fail_msg("%g px: %g is stated, a line gains %g, and its least texel is %g", sigma,
                     stated, gained, least);
    }
}
