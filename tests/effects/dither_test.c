// Dithering in its reference, and the blue noise: what areas keep, what stays pure, what a palette
// gives. app/harness holds the shader against the reference.

#include "effects/dither/noise.h"
#include "effects/palette/palette.h"
#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"
#include "render/text/clock.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

enum { SIDE = 64, COUNT = SIDE * SIDE };

static struct dithered {
    double in[COUNT][4], out[COUNT][4];
} image;

static struct dither_params params_of(const char *text)
{
    struct dither_params params;
    memcpy(&params, chain_of(text)->steps[0].params, sizeof(params));
    return params;
}

static void run(const struct dither_params *params, int frame)
{
    const struct image in = { SIDE, SIDE, IMAGE_TYPE_F64, image.in };
    struct image out = { SIDE, SIDE, IMAGE_TYPE_F64, image.out };
    const struct reference_call call = {
        .params = params,
        .source = &in,
        .input = &in,
        .output = &out,
        .depth = 8,
        .frame = frame,
    };
    reference_dither(&call);
}

static void run_texel(const struct dither_params *params, const double texel[4])
{
    for (int i = 0; i < COUNT; i++)
        memcpy(image.in[i], texel, sizeof(image.in[i]));
    run(params, 0);
}

static void run_flat(const struct dither_params *params, double r, double g, double b)
{
    run_texel(params, (double[]){ r, g, b, 1 });
}

// Returns the value in which means are kept: light, or the display value itself.
static double value_in(int space, double value)
{
    return space == DITHER_LINEAR ? reference_srgb_decode(value) : value;
}

static double mean_in(int space, int channel)
{
    double sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum += value_in(space, image.out[i][channel]);
    return sum / COUNT;
}

static double mean_of(int channel)
{
    return mean_in(DITHER_ENCODED, channel);
}

// ---- levels

// The number of greys between two thresholds that turn bright is the entry: high entries first.
static int rank_at(int matrix, int x, int y)
{
    struct dither_params params = params_of("dither:bits=1");
    const int count = 4 << 2 * (matrix - DITHER_BAYER2);
    int rank = 0;
    params.matrix = matrix;
    for (int i = 1; i < count; i++) {
        run_flat(&params, i / (double) count, 0, 0);
        rank += image.out[y * SIDE + x][0] > 0.5;
    }
    return rank;
}

TEST(bayer_is_the_published_matrix)
{
    static const int two[2][2] = { { 0, 2 }, { 3, 1 } };
    static const int four[4][4] = {
        { 0, 8, 2, 10 },
        { 12, 4, 14, 6 },
        { 3, 11, 1, 9 },
        { 15, 7, 13, 5 },
    };
    for_each_place(x, y, 4, 4) {
        assert_int_equal(rank_at(DITHER_BAYER2, x, y), two[y % 2][x % 2]);
        assert_int_equal(rank_at(DITHER_BAYER4, x, y), four[y][x]);
    }
    assert_int_equal(rank_at(DITHER_BAYER8, 1, 0), 32);
    assert_int_equal(rank_at(DITHER_BAYER8, 7, 7), 21);
}

// Returns how strongly a picture repeats with u turns across its first 8 pixels and v down.
static double strength_at(int u, int v)
{
    double re = 0, im = 0;
    for (int i = 0; i < 64; i++) {
        const double turn = acos(-1) / 4 * (u * (i % 8) + v * (i / 8));
        re += image.out[i / 8 * SIDE + i % 8][0] * cos(turn);
        im += image.out[i / 8 * SIDE + i % 8][0] * sin(turn);
    }
    return hypot(re, im);
}

// Its strongest frequency lies on a diagonal, once a tile across and down, so that dots are 4 root
// 2 pixels apart. Near the ends, where dots are single pixels, so do others.
TEST(halftone_has_dots_at_45_degrees)
{
    const struct dither_params params = params_of("dither:matrix=halftone:bits=1");
    for (int level = 5; level < 60; level += 3) {
        run_flat(&params, level / 64.0, 0, 0);
        const double dots = fmax(strength_at(1, 1), strength_at(-1, 1));
        for (int i = 1; i < 32; i++) { // the other half is the same
            const int u = i % 8 > 4 ? i % 8 - 8 : i % 8, v = i / 8;
            if (!(abs(u) == 1 && v == 1) && !(strength_at(u, v) < dots))
                fail_msg("%d of 64: %d across and %d down are as strong as the dots", level, u, v);
        }
    }
}

// A threshold of v / n^2 - 0.5 would be too dark by half an entry, always to the same side.
TEST(flat_greys_keep_their_mean)
{
    for_each_case(one, "flat_greys.txt") {
        const struct dither_params params = params_of(one.trimmed);
        const double top = params.palette[0] == 'b' ? 1 : exp2(params.bits ? params.bits : 8) - 1;
        double sum = 0, most, average;
        assert_scanned(2, one.expected, "1/%lf, on average 1/%lf", &most, &average);
        for (int i = 0; i < 200; i++) { // never on a threshold
            const double grey = (i + 0.5) / 200;
            run_flat(&params, grey, grey, grey);
            const double off = (mean_of(0) - grey) * top;
            if (!(fabs(off) <= 1 / most + 1e-9))
                fail_msg("%s: grey %g is off by %g of a step", one.trimmed, grey, off);
            sum += off;
        }
        if (!(fabs(sum / 200) <= 1 / average))
            fail_msg("%s: off by %g of a step on average", one.trimmed, sum / 200);
    }
}

TEST(light_has_its_mean_in_linear_space)
{
    struct dither_params params = params_of("dither:matrix=bayer16:bits=2:space=linear");
    for (int bits = 1; bits <= 3; bits++)
        for (int grey = 0; grey <= 50; grey++) {
            params.bits = bits;
            run_flat(&params, grey / 50.0, 0, 0);
            assert_near(mean_in(DITHER_LINEAR, 0), reference_srgb_decode(grey / 50.0),
                        1.0 / 512 + 1e-9);
        }
}

TEST(ends_and_steps_stay_pure)
{
    struct dither_params params = params_of("dither");
    for (int matrix = 0; matrix < DITHER_MATRIX_COUNT; matrix++)
        for (int bits = 0; bits <= 10; bits++)
            for (int strength = 1; strength <= 4; strength++) {
                params.matrix = matrix;
                params.bits = bits;
                params.strength = (float) strength;
                run_flat(&params, 0, 1, 2);
                for (int i = 0; i < COUNT; i++)
                    assert_true(image.out[i][0] == 0 && image.out[i][1] == 1 &&
                                image.out[i][2] == 1);
            }
    params.strength = 1;
    for (int matrix = 0; matrix < DITHER_TRIANGULAR; matrix++) {
        params.matrix = matrix;
        params.bits = 2;
        run_flat(&params, 1.0 / 3, 2.0 / 3, 1);
        assert_near(mean_of(0), 1.0 / 3, 1e-12);
        assert_near(mean_of(1), 2.0 / 3, 1e-12);
    }
}

// Triangular noise makes the error's variance a quarter of a step squared, whatever the value.
TEST(triangular_noise_has_one_variance)
{
    const struct dither_params params = params_of("dither:matrix=triangular:bits=4");
    for (int i = 0; i <= 20; i++) {
        const double value = (5 + i / 20.0) / 15;
        double variance = 0;
        run_flat(&params, value, 0, 0);
        for (int t = 0; t < COUNT; t++)
            variance += pow((image.out[t][0] - value) * 15, 2) / COUNT;
        assert_near(variance, 0.25, 0.02);
    }
}

TEST(strength_0_only_rounds)
{
    const struct dither_params params = params_of("dither:bits=2:strength=0");
    run_flat(&params, 0.16, 0.17, 0.9);
    for (int i = 0; i < COUNT; i++)
        assert_true(image.out[i][0] == 0 && image.out[i][1] == 1.0 / 3 && image.out[i][2] == 1);
}

TEST(steps_are_those_of_straight_values)
{
    struct dither_params params = params_of("dither:bits=1");
    run_texel(&params, (double[]){ 0.25, 0.5, 0, 0.5 });
    for (int i = 0; i < COUNT; i++) {
        assert_true(image.out[i][0] == 0 || image.out[i][0] == 1);
        assert_true(image.out[i][2] == 0 && image.out[i][3] == 0.5);
    }
    params.bits = 0;
    run(&params, 0);
    for (int i = 0; i < COUNT; i++)
        assert_true(fmod(image.out[i][0] * 255, 1) == 0);
}

TEST(animation_moves_every_pattern)
{
    static struct dithered first;
    struct dither_params params = params_of("dither:bits=1:animate=on");
    for (int matrix = 0; matrix < DITHER_MATRIX_COUNT; matrix++) {
        double light[COUNT] = { 0 };
        params.matrix = matrix;
        run_flat(&params, 0.5, 0.3, 0.7);
        first = image;
        for (int frame = 0; frame < 64; frame++) {
            run(&params, frame);
            assert_true(frame == 0 || memcmp(first.out, image.out, sizeof(image.out)) != 0 ||
                        matrix <= DITHER_HALFTONE);
            for (int i = 0; i < COUNT; i++)
                light[i] += image.out[i][0] / 64;
        }
        for (int i = 0; i < COUNT; i++) // every pixel takes its turn
            assert_true(light[i] > 0.2 && light[i] < 0.8);
    }
}

// ---- palettes

static double weigh(const struct dither_params *params, const double a[3], const double b[3])
{
    static const double luma[] = { 0.299, 0.587, 0.114 };
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (params->distance == DITHER_LUMA ? luma[c] : 1) * a[c] * b[c];
    return sum;
}

// Whatever the distance by which the first colour of a mix is found. The greys of a colourful
// palette lie far apart, so that colours take part.
TEST(greys_stay_at_every_distance)
{
    for (int i = 0; i < 2 * 4 * 9; i++) {
        struct dither_params params = params_of("dither:matrix=bayer16:palette=pico8");
        const double grey = (i / 8 + 1) / 10.0;
        double off[3];
        params.space = i % 2 ? DITHER_LINEAR : DITHER_ENCODED;
        params.distance = i / 2 % 4;
        run_flat(&params, grey, grey, grey);
        for (int c = 0; c < 3; c++)
            off[c] = mean_in(params.space, c) - value_in(params.space, grey);
        const double miss = sqrt(weigh(&params, off, off));
        if (!(miss < 0.025))
            fail_msg("space %d, distance %d, grey %g: off by %g", params.space, params.distance,
                     grey, miss);
    }
}

// A point of a hull is the nearest to another exactly if every corner is at a right angle or more,
// seen from there.
static void assert_nearest(const struct dither_params *params, const struct palette *palette,
                           const double requested[3])
{
    double miss[3], corner[3];
    run_flat(params, requested[0], requested[1], requested[2]);
    for (int i = 0; i < palette->count; i++) {
        for (int c = 0; c < 3; c++) {
            const double mean = mean_in(params->space, c);
            miss[c] = value_in(params->space, requested[c]) - mean;
            corner[c] = value_in(params->space, palette->colours[i][c] / 255.0) - mean;
        }
        if (!(weigh(params, miss, corner) < 0.01))
            fail_msg("%s, distance %d, space %d: %g %g %g might come nearer to colour %d",
                     params->palette, params->distance, params->space, requested[0], requested[1],
                     requested[2], i);
    }
}

TEST(few_colours_make_the_nearest_mix)
{
    struct dither_params params = params_of("dither:matrix=bayer16");
    uint64_t seed = 9;
    for_each_text(name, "cga", "tests/palettes/three.hex", "tests/palettes/four.hex")
        for (int i = 0; i < 40; i++) {
            const double requested[] = { chance_share(&seed), chance_share(&seed),
                                         chance_share(&seed) };
            strcpy(params.palette, *name);
            params.distance = i % 2 ? DITHER_LUMA : DITHER_RGB;
            params.space = i / 2 % 2 ? DITHER_LINEAR : DITHER_ENCODED;
            const struct palette *palette = palette_load(*name, &error);
            assert_nearest(&params, palette, requested);
        }
}

// A value that the palette's colours can mix, of four of them at random.
static void mix_colours(const struct palette *palette, uint64_t *seed, double value[3])
{
    double total = 0;
    memset(value, 0, 3 * sizeof(value[0]));
    for (int i = 0; i < 4; i++) {
        const int n = (int) (chance_share(seed) * palette->count) % palette->count;
        const double part = chance_share(seed);
        for (int c = 0; c < 3; c++)
            value[c] += part * palette->colours[n][c] / 255.0;
        total += part;
    }
    for (int c = 0; c < 3; c++)
        value[c] /= total;
}

struct misses {
    double worst, mean;
};

// Measures how far areas are from the means that were asked for, where the palette could give them.
static struct misses find_misses(const char *name)
{
    enum { TURNS = 12 };
    struct dither_params params = params_of("dither:matrix=bayer16");
    struct misses misses = { 0 };
    uint64_t seed = 21;
    strcpy(params.palette, name);
    const struct palette *palette = palette_load(name, &error);
    for (int i = 0; i < TURNS; i++) {
        double requested[3], miss = 0;
        mix_colours(palette, &seed, requested);
        run_flat(&params, requested[0], requested[1], requested[2]);
        for (int c = 0; c < 3; c++)
            miss = fmax(miss, fabs(mean_of(c) - requested[c]));
        misses.worst = fmax(misses.worst, miss);
        misses.mean += miss / TURNS;
    }
    return misses;
}

// docs/effects.md states these bounds.
static struct misses find_bound(const char *name)
{
    struct misses bound = { 0.15, 0.04 };
    for_each_case(one, "mixed_colours.txt")
        if (strcmp(name, one.trimmed) == 0)
            assert_scanned(2, one.expected, "%lf, %lf", &bound.worst, &bound.mean);
    return bound;
}

TEST(what_colours_can_mix_is_kept_within_bounds)
{
    for (const struct palette_named *named = palettes; named->name; named++) {
        const struct misses misses = find_misses(named->name), bound = find_bound(named->name);
        if (!(misses.worst < bound.worst && misses.mean < bound.mean))
            fail_msg("%s: off by %g on average, %g at worst", named->name, misses.mean,
                     misses.worst);
    }
}

TEST(the_colours_of_a_palette_stay)
{
    for (const struct palette_named *named = palettes; named->name; named++)
        for (int distance = 0; distance < 4; distance++) {
            struct dither_params params =
                params_of(formatted("dither:palette=%s:strength=4", named->name));
            params.distance = distance;
            const struct palette *palette = palette_load(named->name, &error);
            for (int i = 0; i < COUNT; i++) {
                const unsigned char *rgb = palette->colours[i % palette->count];
                const double texel[4] = { rgb[0] / 255.0, rgb[1] / 255.0, rgb[2] / 255.0, 1 };
                memcpy(image.in[i], texel, sizeof(texel));
            }
            run(&params, 0);
            for (int i = 0; i < COUNT; i++)
                for (int c = 0; c < 3; c++)
                    assert_near(image.out[i][c], image.in[i][c], 4e-12);
        }
}

// ---- blue noise

static double noise_seconds, search_seconds; // of the processor

// Whole numbers make one tile on every machine, and saved pictures rest on it.
TEST(blue_noise_is_one_tile_that_has_every_rank_and_is_made_fast)
{
    bool seen[NOISE_COUNT] = { false };
    unsigned long sum = 0;
    const unsigned short *ranks = noise_blue();
    print_message("%.3f s, and %.3f s for a search\n", noise_seconds, search_seconds);
    assert_compare(noise_seconds, <, 15 * search_seconds);
    for (int i = 0; i < NOISE_COUNT; i++) {
        assert_compare(ranks[i], <, NOISE_COUNT);
        assert_true(!seen[ranks[i]]);
        seen[ranks[i]] = true;
        sum += (unsigned long) i * ranks[i];
    }
    assert_true(sum == 17193591910);
    assert_ptr_equal(ranks, noise_blue());
}

// The power of the points below `level` at a frequency of u, v turns a tile; 1 is white noise.
static double power_at(const unsigned short *ranks, int level, int u, int v)
{
    double re = 0, im = 0;
    for_each_place(x, y, NOISE_SIDE, NOISE_SIDE)
        if (ranks[y * NOISE_SIDE + x] < level) {
            const double turn = (u * x + v * y) % NOISE_SIDE / (double) NOISE_SIDE;
            re += cos(2 * acos(-1) * turn);
            im += sin(2 * acos(-1) * turn);
        }
    const double share = level / (double) NOISE_COUNT;
    return (re * re + im * im) / (NOISE_COUNT * share * (1 - share));
}

static double mean_power(const unsigned short *ranks, int level, double from, double to)
{
    double sum = 0;
    int count = 0;
    for (int v = -32; v < 32; v++)
        for (int u = 0; u < 32; u++) {
            const double frequency = hypot(u, v);
            if (frequency < from || frequency >= to)
                continue;
            sum += power_at(ranks, level, u, (v + NOISE_SIDE) % NOISE_SIDE);
            count++;
        }
    return sum / count;
}

// Half, a quarter and a tenth of the points: nothing below a third of the principal frequency
// (the root of the share, or of what is left, in points a texel; Ulichney 1987), most above it.
TEST(blue_noise_has_no_low_frequencies)
{
    for_each_of(int, level, NOISE_COUNT / 2, NOISE_COUNT / 4, NOISE_COUNT / 10,
                NOISE_COUNT * 3 / 4) {
        const double share = *level / (double) NOISE_COUNT;
        const double principal = NOISE_SIDE * sqrt(fmin(share, 1 - share));
        const double low = mean_power(noise_blue(), *level, 1, principal / 3);
        const double high = mean_power(noise_blue(), *level, 0.7 * principal, 46);
        if (!(low < 0.08 && high > 1))
            fail_msg("%d points: power %.3f at low frequencies, %.3f at high", *level, low, high);
    }
}

// Seconds of a search through all places for each of them, which is what the method needs at least.
static double search_all(void)
{
    const double begin = clock_thread_time();
    volatile unsigned best = 0;
    for (unsigned i = 0; i < NOISE_COUNT * NOISE_COUNT; i++)
        best = best > i ? best : i;
    return clock_thread_time() - begin;
}

// Measures the tile while it is made, by the first call.
static void begin(void)
{
    const double before = search_all(), begin = clock_thread_time();
    noise_blue();
    noise_seconds = clock_thread_time() - begin;
    search_seconds = fmax(before, search_all());
}

AROUND_TESTS(.begin = begin)
