#include "effects/blur/kernel.h"
#include "tests/fixtures/cmocka.h"

static struct kernel make_reaching(double sigma, double reach, double radius,
                                   enum kernel_weights weights)
{
    const struct kernel_knobs knobs = { sigma, radius, weights, reach };
    struct kernel kernel;
    kernel_init(&kernel, &knobs);
    return kernel;
}

static struct kernel make(double sigma, double radius, enum kernel_weights weights)
{
    return make_reaching(sigma, 3, radius, weights);
}

static double sum(const struct kernel *kernel)
{
    double sum = 0;
    for (int i = kernel->radius; i > 0; i--)
        sum += 2 * (double) kernel->weights[i];
    return sum + kernel->weights[0];
}

static void assert_sound(const struct kernel *kernel)
{
    assert_near(sum(kernel), 1, 1e-6);
    for (int i = 0; i < KERNEL_MAX_RADIUS; i++)
        assert_compare(kernel->weights[i + 1], <=, kernel->weights[i]);
    for (int i = 0; i <= KERNEL_MAX_RADIUS; i++)
        assert_true(i <= kernel->radius ? kernel->weights[i] >= 0 : kernel->weights[i] == 0);
}

// The cut is made good for, and so is what the bins of erf add.
TEST(a_kernel_is_as_wide_as_asked)
{
    for (int weights = KERNEL_SAMPLES; weights <= KERNEL_ERF; weights++)
        for (double sigma = 0.002; sigma <= 64; sigma *= 1.013) {
            const struct kernel kernel = make(sigma, 0, (enum kernel_weights) weights);
            assert_sound(&kernel);
            assert_int_equal(kernel.radius, (int) ceil(3 * sigma));
            assert_near(kernel_sigma(&kernel) / sigma, 1, 1e-5);
        }
    const struct kernel widest = make_reaching(250, 4.5, 0, KERNEL_SAMPLES);
    const struct kernel cut = make_reaching(250, 6, 0, KERNEL_SAMPLES);
    assert_int_equal(widest.radius, KERNEL_MAX_RADIUS);
    assert_int_equal(cut.radius, KERNEL_MAX_RADIUS);
}

// It is as wide as asked at any reach, and the nearer to the curve the further.
TEST(a_kernel_reaches_as_far_as_asked)
{
    for (double sigma = 1; sigma <= 48; sigma *= 1.7) {
        double before = INFINITY;
        for (double reach = 2.5; reach <= 6; reach += 0.5) {
            const struct kernel kernel = make_reaching(sigma, reach, 0, KERNEL_SAMPLES);
            double off = 0;
            for (int i = 0; i <= KERNEL_MAX_RADIUS; i++) {
                const double curve =
                    exp(-0.5 * i * i / (sigma * sigma)) / (sigma * sqrt(2 * acos(-1)));
                off = fmax(off, fabs(kernel.weights[i] - curve) * sigma);
            }
            assert_sound(&kernel);
            assert_int_equal(kernel.radius, (int) ceil(reach * sigma));
            assert_near(kernel_sigma(&kernel) / sigma, 1, 1e-5);
            assert_compare(off, <=, before + 2e-7);
            before = off;
        }
        assert_compare(before, <, 1e-6);
    }
}

// The weights that lisyarus prints for 33 taps of sigma 10 (Gaussian blur with compute shaders,
// 2022). So few taps hold 90 % of that Gaussian and are only 7.91 px wide.
TEST(an_own_radius_gives_the_published_table)
{
    const struct kernel kernel = make(10, 16, KERNEL_ERF);
    assert_near(kernel.weights[0], 0.0442566, 1e-6);
    assert_near(kernel.weights[16], 0.0123181, 1e-6);
    assert_near(kernel_sigma(&kernel), 7.91, 0.005);
}

TEST(the_erf_bins_are_wider_without_the_solver)
{
    const struct kernel kernel = make(0.6, 8, KERNEL_ERF);
    assert_near(kernel_sigma(&kernel), sqrt(0.36 + 1.0 / 12), 2e-3);
}

TEST(no_blur_is_one_tap)
{
    const double none[] = { 0, 1e-4 };
    for (int i = 0; i < 4; i++) {
        const struct kernel kernel = make(none[i % 2], i < 2 ? 0 : 7, KERNEL_SAMPLES);
        assert_int_equal(kernel.radius, 0);
        assert_true(kernel.weights[0] == 1);
        assert_sound(&kernel);
    }
}

// From 7 to 8 the outermost texels fade in.
TEST(a_radius_may_have_a_fraction)
{
    const struct kernel low = make(5, 7, KERNEL_SAMPLES), high = make(5, 8, KERNEL_SAMPLES);
    const struct kernel near_low = make(5, 7.0001, KERNEL_SAMPLES);
    const struct kernel middle = make(5, 7.5, KERNEL_SAMPLES);
    assert_sound(&middle);
    assert_int_equal(middle.radius, 8);
    for (int i = 0; i <= 8; i++)
        assert_near(near_low.weights[i], low.weights[i], 1e-5);
    assert_near((middle.weights[8] / middle.weights[0]),
                (double) (high.weights[8] / high.weights[0]) / 2, 1e-7);
    assert_compare(kernel_sigma(&low), <, kernel_sigma(&middle));
    assert_compare(kernel_sigma(&middle), <, kernel_sigma(&high));
}

// A bilinear read spreads over the two texels beside it.
static void spread(double *texels, double place, double weight)
{
    const double fraction = place - floor(place);
    texels[(int) floor(place)] += weight * (1 - fraction);
    texels[(int) floor(place) + 1] += weight * fraction;
}

TEST(pairs_are_the_same_kernel)
{
    for (int radius = 0; radius <= KERNEL_MAX_RADIUS; radius++) {
        const struct kernel kernel = make(radius / 2.5, radius, KERNEL_SAMPLES);
        struct kernel_pairs pairs;
        double texels[2 * KERNEL_MAX_RADIUS + 4] = { 0 };
        kernel_pair(&kernel, &pairs);
        assert_int_equal(2 * pairs.count + (pairs.centre > 0), kernel.radius + 1);
        const int middle = KERNEL_MAX_RADIUS + 1;
        texels[middle] = pairs.centre;
        for (int i = 0; i < pairs.count; i++) {
            spread(texels, middle + (double) pairs.reads[i][0], pairs.reads[i][1]);
            spread(texels, middle - (double) pairs.reads[i][0], pairs.reads[i][1]);
        }
        for (int i = 0; i <= kernel.radius; i++) {
            assert_near(texels[middle + i], kernel.weights[i], 1e-6);
            assert_near(texels[middle - i], kernel.weights[i], 1e-6);
        }
    }
}

TEST(classes_hold_every_radius)
{
    for (int radius = 0; radius <= KERNEL_MAX_CLASS; radius++) {
        const int size = kernel_class(radius);
        const int step = size <= 4 ? 1 : size <= 16 ? 2 : 4;
        assert_compare(size, >=, radius);
        assert_compare(size, <=, KERNEL_MAX_CLASS);
        assert_true(size % step == 0);
        assert_true(size < radius + step || size <= 1.34 * radius || radius == 0);
        assert_int_equal(kernel_class(size), size);
    }
    assert_int_equal(kernel_class(16), 16);
}
