// Histograms counted on the GPU against the same in C, by logarithms in doubles.

#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/histogram_fixture.h"

static struct histogram_counter counter;

static void count_on_gpu(const struct image *light, const struct image *display,
                         struct histogram *histogram)
{
    LOCAL_TEXTURE lights = texture_of(light, FORMAT_RGBA32F);
    LOCAL_TEXTURE displays = texture_of(display, FORMAT_RGBA8);
    histogram_count(&counter, gpu_fixture(), &lights, &displays);
    assert_true(histogram_read(&counter, true, histogram));
    assert_false(histogram_read(&counter, true, histogram)); // once
}

// Every colour over all stops and past both ends, a quarter of a bin or more from where bins end,
// since floats and doubles may sum a luminance to other sides of that.
static struct image make_light(int width, int height, uint64_t *seed)
{
    struct image image = new_image(width, height, IMAGE_TYPE_F64);
    double *texels = (double *) image.texels;
    for (int i = 0; i < width * height; i++, texels += 4) {
        const double r = chance_share(seed), g = chance_share(seed), b = chance_share(seed);
        const double bin = floor(chance_share(seed) * 300 - 22) + 0.25 + 0.5 * chance_share(seed);
        const double scale = exp2(bin / 8 - 16) / (0.2126 * r + 0.7152 * g + 0.0722 * b + 1e-9);
        const bool is_black = chance_share(seed) < 0.1;
        texels[0] = is_black ? 0 : scale * r;
        texels[1] = is_black ? 0 : scale * g;
        texels[2] = is_black ? 0 : scale * b;
        texels[3] = 1;
    }
    return image;
}

static struct image make_display(int width, int height, uint64_t *seed)
{
    struct image image = new_image(width, height, IMAGE_TYPE_U8);
    fill_bytes(&image, i, 256 * chance_share(seed));
    return image;
}

TEST(counts_are_those_of_c)
{
    static const int sizes[][2] = { { 1, 1 }, { 3, 200 }, { 129, 67 }, { 64, 64 }, { 200, 1 } };
    uint64_t seed = 9;
    for_each(size, sizes) {
        struct histogram gpu, c;
        LOCAL_IMAGE light = make_light((*size)[0], (*size)[1], &seed);
        LOCAL_IMAGE display = make_display((*size)[0], (*size)[1], &seed);
        count_on_gpu(&light, &display, &gpu);
        histogram_in_c(&light, &display, &c);
        assert_memory_equal(gpu.luminance, c.luminance, sizeof(c.luminance));
        assert_memory_equal(gpu.display, c.display, sizeof(c.display));
        assert_int_equal(gpu.darker, c.darker);
        assert_int_equal(gpu.brighter, c.brighter);
    }
}

// Black; half a bin below the first; the first; where whole stops begin; the last; past it.
TEST(ends_and_whole_stops)
{
    const double values[] = {
        0, exp2(-16 - 1.0 / 16), exp2(-16 + 1.0 / 16), 0.9999, 1.0001, 65000, 70000, 1e-40
    };
    enum { COUNT = COUNT_OF(values) };
    struct histogram histogram;
    uint64_t seed = 1;
    LOCAL_IMAGE light = new_image(COUNT, 1, IMAGE_TYPE_F64);
    LOCAL_IMAGE display = make_display(COUNT, 1, &seed);
    fill_values(double, &light, i, i % 4 == 3 ? 1 : values[i / 4]);
    count_on_gpu(&light, &display, &histogram);
    assert_int_equal(histogram.darker, 3);
    assert_int_equal(histogram.brighter, 1);
    assert_int_equal(histogram.luminance[0], 1);
    assert_int_equal(histogram.luminance[127], 1);
    assert_int_equal(histogram.luminance[128], 1);
    assert_int_equal(histogram.luminance[255], 1);
}

static void finish(void)
{
    histogram_finish(&counter);
}

AROUND_TESTS(.finish = finish)
