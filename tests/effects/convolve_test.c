// Kernels as numbers: where the light of a point goes. Areas and moments are those of geometry.

#include "effects/convolve/convolve_kernel.h"
#include "effects/convolve/convolve_params.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

#define PI 3.14159265358979323846

struct kernel {
    struct convolve_recipe recipe;
    float *weights;
};
#define LOCAL_KERNEL __attribute__((cleanup(finish_kernel))) struct kernel

static void finish_kernel(struct kernel *kernel)
{
    free(kernel->weights);
}

// Makes the kernel for a picture 1000 px high.
static struct kernel kernel_of(const char *text)
{
    struct kernel kernel;
    const struct convolve_picture *picture;
    const void *params = chain_of(text)->steps[0].params;
    assert_true(convolve_picture_read(params, &picture, &error));
    convolve_recipe_init(&kernel.recipe, params, picture, 1000);
    kernel.weights =
        calloc((size_t) (kernel.recipe.width * kernel.recipe.height), 4 * sizeof(float));
    convolve_kernel_make(&kernel.recipe, kernel.weights);
    return kernel;
}

// By its distance from the centre; 0 beyond the kernel.
static double weight_at(const struct kernel *kernel, int x, int y, int channel)
{
    const int width = kernel->recipe.width, height = kernel->recipe.height;
    x += (width - 1) / 2;
    y += (height - 1) / 2;
    if (x < 0 || y < 0 || x >= width || y >= height)
        return 0;
    return kernel->weights[4 * (y * width + x) + channel];
}

// The sum of the weights, each times x^i y^j.
static double moment(const struct kernel *kernel, int i, int j, int channel)
{
    double sum = 0;
    const int reach_x = kernel->recipe.width / 2, reach_y = kernel->recipe.height / 2;
    for (int y = -reach_y; y <= reach_y; y++)
        for (int x = -reach_x; x <= reach_x; x++)
            sum += weight_at(kernel, x, y, channel) * pow(x, i) * pow(y, j);
    return sum;
}

// Sanitizers take ten times as long.
static int stride(void)
{
    return getenv("HALATION_TEST_FEW") ? 5 : 1;
}

static int count_taps(const struct kernel *kernel)
{
    int count = 0;
    for (int i = 0; i < kernel->recipe.width * kernel->recipe.height; i++) {
        assert_compare(kernel->weights[4 * i + 3], >=, 0);
        count += kernel->weights[4 * i + 3] > 0;
    }
    return count;
}

TEST(every_shape_preserves_energy_and_its_taps_are_counted)
{
    for_each_text(shape, "disc", "polygon:blades=3", "polygon:blades=16:roundness=0.5:angle=11",
                  "streak", "streak:falloff=0:angle=3", "star:rays=16:falloff=0",
                  "star:rays=1:angle=-45", "gaussian")
        for_each_text(size, "1", "1.01", "2", "2.5", "3", "9", "64.3", "20%h") {
            const char *text = formatted("convolve:kernel=%s:size=%s", *shape, *size);
            LOCAL_KERNEL kernel = kernel_of(text);
            for (int c = 0; c < 4; c++)
                if (!(fabs(moment(&kernel, 0, 0, c) - 1) < 1e-6))
                    fail_msg("%s: %g", text, moment(&kernel, 0, 0, c) - 1);
            if (count_taps(&kernel) > convolve_most_taps(&kernel.recipe))
                fail_msg("%s has %d taps, said to be at most %g", text, count_taps(&kernel),
                         convolve_most_taps(&kernel.recipe));
        }
}

// Even light over an area A is 1 / A inside; the area's edge is as sharp as a texel.
static void assert_area(const char *text, double area)
{
    LOCAL_KERNEL kernel = kernel_of(text);
    const double inside = weight_at(&kernel, 0, 0, 0);
    if (!(fabs(inside * area - 1) < 2e-3))
        fail_msg("%s: an area of %g, not %g", text, 1 / inside, area);
}

TEST(discs_and_polygons_have_the_areas_of_geometry)
{
    assert_area("convolve:size=101", PI * 50.5 * 50.5);
    assert_area("convolve:size=10%h", PI * 50 * 50);
    assert_area("convolve", PI * 20 * 20); // auto: 4 % of the height
    for (int n = 3; n <= 16; n += stride()) {
        assert_area(formatted("convolve:kernel=polygon:size=201:blades=%d:angle=%d", n, n),
                    n / 2.0 * 100.5 * 100.5 * sin(2 * PI / n));
    }
    assert_area("convolve:kernel=polygon:size=101:roundness=1", PI * 50.5 * 50.5);
}

// x^2 + y^2 is in the mean R^2 / 2 over a disc, and 2 sigma^2 of a Gaussian that is cut at 4 sigma.
TEST(widths_are_those_of_the_shapes)
{
    LOCAL_KERNEL disc = kernel_of("convolve:size=80");
    LOCAL_KERNEL gaussian = kernel_of("convolve:kernel=gaussian:size=80");
    const double of_disc = moment(&disc, 2, 0, 0) + moment(&disc, 0, 2, 0);
    const double of_gaussian = moment(&gaussian, 2, 0, 0) + moment(&gaussian, 0, 2, 0);
    const double kept = 1 - 9 * exp(-8) / (1 - exp(-8)) + exp(-8);
    assert_near(of_disc, 40 * 40 / 2.0, 0.5);
    assert_near(of_gaussian, 2 * 10 * 10 * kept, 0.5);
}

// Screens count rows downwards, and angles go clockwise from the top.
TEST(corners_and_rays_point_up_and_turn_clockwise)
{
    static const struct {
        const char *text;
        int lit[2], dark[2];
    } rows[] = {
        { "polygon:blades=3:size=100", { 0, -47 }, { 0, 47 } },
        { "polygon:blades=3:size=100:angle=90", { 47, 0 }, { -47, 0 } },
        { "star:rays=1:size=100:angle=45", { 20, -20 }, { -20, 20 } },
        { "streak:size=100:angle=30", { 26, 15 }, { 26, -15 } },
        { "streak:size=100:angle=30", { -26, -15 }, { -26, 15 } },
    };
    for_each(row, rows) {
        LOCAL_KERNEL kernel = kernel_of(formatted("convolve:kernel=%s", row->text));
        assert_compare(weight_at(&kernel, row->lit[0], row->lit[1], 0), >, 0);
        assert_near(weight_at(&kernel, row->dark[0], row->dark[1], 0), 0, 0);
    }
}

// Round a circle of half the radius there is light as often as there are rays, and along a ray it
// falls with the power of the way that is left.
TEST(a_star_has_its_rays_and_they_fade)
{
    for (int rays = 1; rays <= 16; rays += rays < 4 ? 1 : 6) {
        LOCAL_KERNEL star =
            kernel_of(formatted("convolve:kernel=star:size=400:rays=%d:falloff=2", rays));
        int count = 0;
        bool was_lit = weight_at(&star, 0, -100, 0) > 0;
        for (int i = 1; i <= 3600; i++) {
            const double turn = i * PI / 1800;
            const bool is_lit = weight_at(&star, (int) lround(100 * sin(turn)),
                                          (int) lround(-100 * cos(turn)), 0) > 0;
            count += is_lit && !was_lit;
            was_lit = is_lit;
        }
        assert_int_equal(count, rays);
        assert_near(weight_at(&star, 0, -150, 0) / weight_at(&star, 0, -50, 0), 1 / 9.0, 5e-3);
    }
}

// ---- pictures

static void put_picture(const char *path, int width, int height, const double *texels)
{
    LOCAL_IMAGE image;
    LOCAL_IMAGE doubles = new_image(width, height, IMAGE_TYPE_F64);
    for (int i = 0; i < width * height; i++)
        for (int c = 0; c < 4; c++)
            ((double *) doubles.texels)[4 * i + c] = c < 3 ? texels[3 * i + c] : 1;
    image_convert(&doubles, image_path_is_linear(path) ? IMAGE_TYPE_F32 : IMAGE_TYPE_U8, &image);
    assert_works(image_write(&image, NULL, path, &error));
}

static const double four[] = { 1, 4, 1, 3, 0, 0, 0, 0, 0, 0, 0, 1 };

TEST(a_picture_spreads_each_channel_by_its_own_light)
{
    put_picture("four.pfm", 2, 2, four);
    LOCAL_KERNEL kernel = kernel_of("convolve:kernel=@four.pfm");
    assert_false(convolve_is_grey(&kernel.recipe));
    assert_near(weight_at(&kernel, 0, 0, 0), 0.25, 1e-6);
    assert_near(weight_at(&kernel, 1, 0, 0), 0.75, 1e-6);
    assert_near(weight_at(&kernel, 0, 0, 1), 1, 1e-6);
    assert_near(weight_at(&kernel, 1, 1, 2), 0.5, 1e-6);
    assert_near(weight_at(&kernel, 1, 0, 3), 0.25, 1e-6);
}

TEST(display_values_are_made_light)
{
    static const double grey[] = { 1, 1, 1, 0.5, 0.5, 0.5 };
    put_picture("grey.png", 2, 1, grey);
    LOCAL_KERNEL kernel = kernel_of("convolve:kernel=@grey.png");
    assert_true(convolve_is_grey(&kernel.recipe));
    assert_near(weight_at(&kernel, 1, 0, 0) / weight_at(&kernel, 0, 0, 0), 0.2159, 1e-3);
}

// Its centre of light stays in the middle, and its width grows with it.
TEST(a_picture_is_resized_to_the_size_asked_for)
{
    double texels[3 * 31 * 31];
    for (int i = 0; i < 31 * 31; i++)
        for (int c = 0; c < 3; c++)
            texels[3 * i + c] = exp(-(pow(i % 31 - 15, 2) + pow((double) (i / 31) - 15, 2)) / 50);
    put_picture("dot.pfm", 31, 31, texels);
    LOCAL_KERNEL own = kernel_of("convolve:kernel=@dot.pfm");
    LOCAL_KERNEL large = kernel_of("convolve:kernel=@dot.pfm:size=93");
    LOCAL_KERNEL small = kernel_of("convolve:kernel=@dot.pfm:size=11");
    assert_int_equal(large.recipe.width, 93);
    assert_near(moment(&large, 1, 0, 0), 0, 1e-4);
    assert_near(moment(&small, 0, 1, 0), 0, 1e-4);
    const double variance = moment(&own, 2, 0, 0); // a tent as wide as n texels adds n^2 / 6
    assert_near(variance, 24.5, 0.1);
    assert_near(moment(&large, 2, 0, 0), 9 * variance + 9 / 6.0, 1);
    assert_near(moment(&small, 2, 0, 0), variance * 121 / 961 + 1 / 6.0, 0.05);
}

static const struct convolve_picture *picture_of(const char *path)
{
    struct convolve_params params = { .size = { 0, 0 } };
    const struct convolve_picture *picture;
    snprintf(params.kernel, sizeof(params.kernel), "@%s", path);
    assert_works(convolve_picture_read(&params, &picture, &error));
    return picture;
}

// A plan points to a picture, which must not change under it.
TEST(a_file_is_read_once_and_what_was_read_stays)
{
    put_picture("four.pfm", 2, 2, four);
    const struct convolve_picture *first = picture_of("four.pfm");
    assert_ptr_equal(picture_of("four.pfm"), first);
    put_picture("four.pfm", 1, 4, four);
    assert_ptr_not_equal(picture_of("four.pfm"), first);
    put_picture("grey.pfm", 1, 4, four);
    assert_ptr_not_equal(picture_of("grey.pfm"), picture_of("four.pfm"));
}

static void assert_refused(const char *path, const char *why)
{
    struct chain chain;
    const char *text = formatted("convolve:kernel=@%s", path);
    assert_fails(chain_parse(&chain, text, NULL, &error), why);
}

TEST(a_picture_that_is_no_kernel_is_refused_with_the_reason)
{
    static const double black[3 * 4], no_green[] = { 1, 0, 1, 2, 0, 3 };
    static const double negative[] = { 1, 1, 1, 1, -2, 1 }, wide[3 * 1025] = { 1, 1, 1 };
    put_picture("black.png", 2, 2, black);
    put_picture("no_green.pfm", 2, 1, no_green);
    put_picture("negative.pfm", 2, 1, negative);
    put_picture("wide.pfm", 1025, 1, wide);
    put_file("nan.pfm", "PF\n1 1\n-1.0\n\377\377\377\377\377\377\377\377\377\377\377\377");
    put_file("empty.png", "");
    assert_refused("black.png", "black.png: it is black, and a kernel needs light");
    assert_refused("no_green.pfm", "it has no green");
    assert_refused("negative.pfm", "column 2 of row 1 is -2, and a kernel has light of 0 or more");
    assert_refused("wide.pfm", "it is 1025x1 px, and a kernel is up to 1024 px wide and high");
    assert_refused("nan.pfm", "nan.pfm");
    assert_refused("empty.png", "empty.png");
    assert_refused("missing.png", "missing.png");
}

AROUND_TESTS(.begin = folder_enter)
