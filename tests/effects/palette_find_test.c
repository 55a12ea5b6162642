// The colours that are found in a picture, held against other ways to find them.

#include "effects/colour.h"
#include "effects/palette/palette.h"
#include "render/image/srgb.h"
#include "render/text/chance.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"

static struct image make_picture(int width, int height, int colours, uint64_t *seed)
{
    unsigned char known[8192][3];
    struct image picture = new_image(width, height, IMAGE_TYPE_U8);
    for (int i = 0; i < colours; i++)
        for (int c = 0; c < 3; c++)
            known[i][c] = (unsigned char) (256 * chance_share(seed));
    for (int i = 0; i < width * height; i++) {
        uint8_t *texel = (uint8_t *) picture.texels + 4 * i;
        memcpy(texel, known[i % colours], 3);
        texel[3] = 255;
    }
    return picture;
}

static void place_of(const uint8_t rgb[3], double place[3])
{
    double encoded[3], light[3];
    for (int c = 0; c < 3; c++)
        encoded[c] = rgb[c] / 255.0;
    colour_decode(encoded, light);
    colour_oklab(light, place);
}

static double squared_distance(const double a[3], const double b[3])
{
    double sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sum;
}

// Returns the sum over all texels of the squared distance to the nearest colour.
static double energy_of(const struct palette *palette, const struct image *picture)
{
    double energy = 0, place[3], colours[PALETTE_MAX_COLOURS][3];
    for (int k = 0; k < palette->count; k++)
        place_of(palette->colours[k], colours[k]);
    for (int i = 0; i < picture->width * picture->height; i++) {
        double least = 9;
        place_of((const uint8_t *) picture->texels + 4 * i, place);
        for (int k = 0; k < palette->count; k++)
            least = fmin(least, squared_distance(place, colours[k]));
        energy += least;
    }
    return energy;
}

TEST(pictures_give_as_many_colours_as_requested_and_always_the_same)
{
    uint64_t seed = 6;
    struct image picture = make_picture(96, 64, 6000, &seed); // more than are kept apart
    double before = INFINITY;
    for (int requested = 1; requested <= PALETTE_MAX_COLOURS; requested *= 16) {
        struct palette palette, again;
        palette_find(&palette, &picture, requested);
        palette_find(&again, &picture, requested);
        assert_int_equal(palette.count, requested);
        assert_memory_equal(&palette, &again, sizeof(palette));
        const double energy = energy_of(&palette, &picture);
        assert_compare(energy, <, 0.3 * before);
        before = energy;
    }
    image_finish(&picture);
}

TEST(a_picture_of_fewer_colours_gives_those_that_are_seen)
{
    struct palette palette;
    static const uint8_t texels[4][4] = {
        { 200, 30, 7, 255 }, { 1, 2, 3, 255 }, { 200, 30, 7, 1 }, { 9, 9, 9, 0 }
    };
    LOCAL_IMAGE picture = new_image(4, 1, IMAGE_TYPE_U8);
    memcpy(picture.texels, texels, sizeof(texels));
    palette_find(&palette, &picture, 16);
    assert_int_equal(palette.count, 2);
    assert_memory_equal(palette.colours, ((const uint8_t[]){ 1, 2, 3, 200, 30, 7 }), 6);
    memset(picture.texels, 0, sizeof(texels));
    palette_find(&palette, &picture, 16);
    assert_int_equal(palette.count, 1);
    assert_memory_equal(palette.colours[0], ((const uint8_t[]){ 0, 0, 0 }), 3);
}

// ---- against k-means

enum { WIDTH = 160, HEIGHT = 90, TEXELS = WIDTH * HEIGHT, ROUNDS = 30 };

static double places[TEXELS][3], means[PALETTE_MAX_COLOURS][3];

// Lloyd's k-means over all texels of a picture, begun by k-means++, in doubles and without bins.
// Its means are rounded to bytes, as every palette is. Returns the energy of that palette.
static double k_means(const struct image *picture, int requested, uint64_t seed)
{
    static double nearest[TEXELS]; // squared distances from the means so far
    struct palette palette = { .count = requested };
    for (int i = 0; i < TEXELS; i++) {
        place_of((const uint8_t *) picture->texels + 4 * i, places[i]);
        nearest[i] = 1;
    }
    for (int k = 0; k < requested; k++) {
        double all = 0;
        for (int i = 0; i < TEXELS; i++)
            all += nearest[i];
        int taken = 0;
        for (double at = chance_share(&seed) * all; at > nearest[taken]; taken++)
            at -= nearest[taken];
        memcpy(means[k], places[taken], sizeof(means[k]));
        for (int i = 0; i < TEXELS; i++)
            nearest[i] = fmin(k > 0 ? nearest[i] : 9, squared_distance(places[i], means[k]));
    }
    for (int round = 0; round < ROUNDS; round++) {
        double sums[PALETTE_MAX_COLOURS][4] = { { 0 } };
        for (int i = 0; i < TEXELS; i++) {
            int best = 0;
            double least = 9;
            for (int k = 0; k < requested; k++) {
                const double d = squared_distance(places[i], means[k]);
                best = d < least ? k : best;
                least = d < least ? d : least;
            }
            for (int c = 0; c < 3; c++)
                sums[best][c] += places[i][c];
            sums[best][3]++;
        }
        for (int k = 0; k < 3 * requested; k++)
            if (sums[k / 3][3] > 0)
                means[k / 3][k % 3] = sums[k / 3][k % 3] / sums[k / 3][3];
    }
    for (int k = 0; k < requested; k++) {
        double light[3];
        colour_from_oklab(means[k], light);
        for (int c = 0; c < 3; c++)
            palette.colours[k][c] =
                (unsigned char) lround(255 * srgb_encode(fmin(fmax(light[c], 0), 1)));
    }
    return energy_of(&palette, picture);
}

// A picture of display values 0..1 at a place 0..1.
static void pattern(int kind, double x, double y, uint64_t *seed, double value[3])
{
    const double random[3] = { chance_share(seed), chance_share(seed), chance_share(seed) };
    const double gradient[3] = { x, y, 0.5 * (1 - x) };
    const double waves[3] = { sin(9 * x + 3 * y), sin(5 * y + 1), cos(7 * x * y + 2) };
    for (int c = 0; c < 3; c++)
        value[c] = kind == 0   ? gradient[c]
                   : kind == 1 ? 0.12 * gradient[c]
                   : kind == 2 ? random[c]
                               : 0.06 + 0.05 * waves[c] + 0.06 * (random[c] - 0.5);
}

// A pattern of that kind or, with light to that power, every third texel of a picture of the
// project: the larger the power, the more of the picture is dark. Noise of a step of 8 bits stands
// for the colours between its bytes.
static struct image make_known(const char *name, double kind)
{
    const bool is_pattern = strcmp(name, "pattern") == 0;
    uint64_t seed = 3;
    struct image picture = new_image(WIDTH, HEIGHT, IMAGE_TYPE_U8);
    LOCAL_TEXTS texts = { 0 };
    LOCAL_IMAGE file = { 0 };
    bool is_light;
    if (!is_pattern) {
        assert_works(
            image_read(&file, &is_light, &texts, formatted("tests/pictures/%s.png", name), &error));
        assert_true(file.width == 3 * WIDTH && file.height == 3 * HEIGHT &&
                    file.type == IMAGE_TYPE_U8);
    }
    for (int i = 0; i < TEXELS; i++) {
        const int x = i % WIDTH, y = i / WIDTH;
        const uint8_t *from = (const uint8_t *) file.texels + 4 * (3 * y * file.width + 3 * x);
        uint8_t *to = (uint8_t *) picture.texels + 4 * i;
        double value[3];
        if (is_pattern)
            pattern((int) kind, x / (double) WIDTH, y / (double) HEIGHT, &seed, value);
        for (int c = 0; c < 3 && !is_pattern; c++) {
            const double between = (from[c] + chance_share(&seed) - 0.5) / 255;
            value[c] = srgb_encode(pow(srgb_decode(fmin(fmax(between, 0), 1)), kind));
        }
        for (int c = 0; c < 3; c++)
            to[c] = (uint8_t) lround(255 * fmin(fmax(value[c], 0), 1));
        to[3] = 255;
    }
    return picture;
}

TEST(k_means_of_all_texels_is_hardly_nearer)
{
    for_each_case(one, "k_means.txt") {
        struct palette palette;
        char name[32];
        double kind;
        const int requested = atoi(one.expected);
        assert_scanned(2, one.trimmed, "%31s %lf", name, &kind);
        LOCAL_IMAGE picture = make_known(name, kind);
        palette_find(&palette, &picture, requested);
        const double best = fmin(k_means(&picture, requested, 7), k_means(&picture, requested, 8));
        const double ratio = energy_of(&palette, &picture) / best;
        print_message("%s, %s colours: %.3f of k-means\n", one.trimmed, one.expected, ratio);
        if (!(ratio <= (requested < 16 ? 1.02 : 1.1)))
            fail_msg("%.3f times the energy of k-means", ratio);
    }
}
