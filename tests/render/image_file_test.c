#include "render/file/output_file.h"
#include "render/image/image_colour.h"
#include "render/image/image_orient.h"
#include "render/text/chance.h"
#include "render/text/names.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"

#include <unistd.h>

// Reading what was written, and files that others made: tests/corpus/image.

static const int sizes[][2] = { { 1, 1 }, { 3, 2 }, { 257, 3 }, { 8, 5 }, { 130, 2 }, { 1, 9 } };
enum { SIZE_COUNT = COUNT_OF(sizes) };

static const char *in_corpus(const char *name)
{
    return in_project(formatted("tests/corpus/image/%s", name));
}

static unsigned next_random(void)
{
    static uint64_t state = 1;
    return (unsigned) (chance_next(&state) >> 32);
}

static void fill_random(struct image *image, bool opaque)
{
    const size_t texel = image_texel_bytes(image->type);
    fill_bytes(image, i, opaque && i % texel >= texel - texel / 4 ? 255 : next_random());
}

// Light is floats, and display values are integers.
static struct image read_as(enum image_type type, const char *path)
{
    struct image image;
    bool is_linear;
    assert_works(image_read(&image, &is_linear, NULL, path, &error));
    assert_int_equal(image.type, type);
    assert_int_equal(is_linear, type == IMAGE_TYPE_F32);
    return image;
}

static struct image write_and_read(const struct image *image, const char *name)
{
    assert_works(image_write(image, NULL, name, &error));
    struct image back = read_as(image->type, name);
    assert_int_equal(back.width, image->width);
    assert_int_equal(back.height, image->height);
    return back;
}

static void assert_comes_back(const struct image *image, const char *name)
{
    LOCAL_IMAGE back = write_and_read(image, name);
    assert_same_image(image, &back);
}

TEST(opaque_png_is_bit_exact)
{
    for (int i = 0; i < 2 * SIZE_COUNT; i++) {
        LOCAL_IMAGE image =
            new_image(sizes[i / 2][0], sizes[i / 2][1], i % 2 ? IMAGE_TYPE_U8 : IMAGE_TYPE_U16);
        fill_random(&image, true);
        assert_comes_back(&image, "opaque.png");
    }
}

// Straight in memory and in the file; only what nothing covers has no colour there.
TEST(translucent_png_is_bit_exact)
{
    for_each_of(enum image_type, type, IMAGE_TYPE_U16, IMAGE_TYPE_U8) {
        LOCAL_IMAGE image = new_image(211, 97, *type);
        fill_random(&image, false);
        const size_t texel = image_texel_bytes(*type), alpha = texel / 4;
        char *first = image.texels, *end = first + image_bytes(&image);
        memset(first + texel - alpha, 0, alpha);
        LOCAL_IMAGE back = write_and_read(&image, "alpha.png");
        for (char *at = first; at < end; at += texel) {
            const bool is_nothing = memcmp(at + texel - alpha, "\0\0", alpha) == 0;
            assert_true(at > first || is_nothing);
            if (is_nothing)
                memset(at, 0, texel);
        }
        assert_same_image(&image, &back);
    }
}

// All but one texel, and that nearly.
TEST(a_png_that_is_hardly_transparent_has_its_alpha)
{
    for_each_of(enum image_type, type, IMAGE_TYPE_U16, IMAGE_TYPE_U8) {
        LOCAL_IMAGE image = new_image(3, 2, *type);
        const size_t last = image_bytes(&image) - image_texel_bytes(*type) / 4;
        fill_bytes(&image, i, i == last ? 254 : 255);
        assert_comes_back(&image, "hardly.png");
    }
}

static bool is_in_file(const struct image *image, const char *name, const char *bytes, size_t size)
{
    size_t length;
    bool is_found = false;
    assert_true(image_write(image, NULL, name, &error));
    const char *text = file_text(name, &length);
    for (size_t i = 0; i + size <= length; i++)
        is_found = is_found || memcmp(text + i, bytes, size) == 0;
    return is_found;
}

// Files of a folder are pictures by their endings, those that are only read among them.
TEST(endings)
{
    char names[64];
    assert_for_texts(image_has_ending, true, "a.png", "a.b.EXR", "a.hdr", "a.pfm", "a.jpg",
                     "b.JPEG");
    assert_for_texts(image_has_ending, false, "a", "a.txt", ".png", "png", "a.png~", "");
    names_join(&image_endings, names, sizeof(names));
    assert_string_equal(names, ".png, .exr, .hdr, .pfm, .jpg or .jpeg");
    assert_true(image_path_is_linear("a.png.exr") && image_path_has_halves("a.EXR"));
    assert_false(image_path_is_linear("a.hdr.png") || image_path_is_linear("pfm"));
    assert_false(image_path_has_halves("a.pfm") || image_path_has_halves("-"));
}

// That values are sRGB; and that rows of HDR are packed from a width of 8 on, as Radiance has it.
TEST(files_say_what_they_hold)
{
    LOCAL_IMAGE small = new_image(3, 2, IMAGE_TYPE_U8);
    assert_true(is_in_file(&small, "small.png", "sRGB", 4));
    for (int width = 7; width < 9; width++) {
        LOCAL_IMAGE image = new_image(width, 2, IMAGE_TYPE_F32);
        assert_int_equal(is_in_file(&image, "small.hdr", "\x02\x02\x00\x08", 4), width == 8);
    }
}

TEST(pfm_stores_every_bit)
{
    static const float odd[] = { 1e-45f, 3.4e38f, -3.4e38f, -0.0f, 1e-40f, 3e38f, -1, 65504 };
    for (int i = 0; i < SIZE_COUNT; i++) {
        LOCAL_IMAGE image = new_image(sizes[i][0], sizes[i][1], IMAGE_TYPE_F32);
        fill_values(float, &image, n, n % 4 == 3 ? 1 : odd[next_random() % 8]);
        assert_comes_back(&image, "light.pfm");
    }
}

// By half a step of the eight bits that the largest of the three has.
TEST(hdr_rounds_to_eight_bits)
{
    for (int i = 0; i < SIZE_COUNT; i++) {
        LOCAL_IMAGE image = new_image(sizes[i][0], sizes[i][1], IMAGE_TYPE_F32);
        fill_values(float, &image, n,
                    ldexp(next_random() & 0xffff, (int) (next_random() % 40) - 30));
        LOCAL_IMAGE back = write_and_read(&image, "light.hdr");
        const float *from = image.texels, *read = back.texels;
        for (int n = 0; n < image.width * image.height; n++, from += 4, read += 4) {
            const float largest = fmaxf(from[0], fmaxf(from[1], from[2]));
            for (int c = 0; c < 3; c++)
                assert_near(read[c], from[c], largest / 256);
            assert_true(read[3] == 1);
        }
    }
}

TEST(hdr_rounds_values_that_it_cannot_hold)
{
    for_each_case(one, "hdr_values.txt") {
        LOCAL_IMAGE image = new_image(1, 1, IMAGE_TYPE_F32);
        float *rgb = image.texels, expected[3];
        assert_scanned(3, one.text, "%f %f %f", &rgb[0], &rgb[1], &rgb[2]);
        assert_scanned(3, one.expected, "%f %f %f", &expected[0], &expected[1], &expected[2]);
        LOCAL_IMAGE back = write_and_read(&image, "light.hdr");
        assert_memory_equal(back.texels, expected, sizeof(expected));
    }
}

// It would be a number in one format and stay what it is in the other; in neither is it a picture.
TEST(what_is_not_finite_is_not_written)
{
    for_each_text(path, "bad.hdr", "bad.pfm", "bad.exr")
        for_each_of(float, bad, NAN, INFINITY, -INFINITY)
            for (int i = 0; i < 3; i++) {
                const bool has_alpha = strcmp(*path, "bad.exr") == 0;
                LOCAL_IMAGE image = new_image(3, 2, IMAGE_TYPE_F32);
                float *texel = (float *) image.texels + 4 * 4;
                texel[i] = *bad;
                assert_fails(image_write(&image, NULL, *path, &error), "bad.");
                assert_contains(error.text, "not finite at column 1, row 1");
                assert_int_not_equal(access(*path, F_OK), 0);
                texel[i] = 1;
                texel[3] = NAN;
                assert_int_equal(image_write(&image, NULL, *path, &error), !has_alpha);
                assert_true(!has_alpha ||
                            strstr(error.text, "alpha is not finite at column 1, row 1"));
                unlink(*path);
            }
}

TEST(hdr_packs_runs)
{
    for (int length = 1; length < 300; length += 7) {
        LOCAL_IMAGE image = new_image(300, 4, IMAGE_TYPE_F32);
        float *values = image.texels;
        for (int n = 0; n < 300 * 4; n++) {
            const float light = (float) (128 + (n / length) % 3);
            memcpy(values + 4 * n, (float[]){ light, n % 300 < length ? 200 : light, 0, 1 }, 16);
        }
        assert_comes_back(&image, "runs.hdr");
    }
}

static void assert_texts(const struct image_texts *read, const struct image_texts *expected)
{
    assert_int_equal(read->count, expected->count);
    for (int i = 0; i < expected->count; i++)
        assert_string_equal(image_texts_find(read, expected->items[i].key),
                            expected->items[i].value);
}

TEST(texts_come_back)
{
    static char value[IMAGE_MAX_TEXT_BYTES + 1];
    LOCAL_TEXTS texts = { 0 };
    memset(value, 'x', sizeof(value) - 1);
    image_texts_add(&texts, "Chain", "threshold:level=1.2,\ndual");
    image_texts_add(&texts, "Scene", "image:file=\xc3\xa4\xe5\x85\x89.png");
    image_texts_add(&texts, "Empty", "");
    image_texts_add(&texts, "a key of more than 31 characters, which is long", value);
    for_each_text(name, "texts.png", "texts.exr") {
        LOCAL_TEXTS read = { 0 }, alone = { 0 };
        LOCAL_IMAGE back;
        bool linear;
        LOCAL_IMAGE image =
            new_image(3, 2, image_path_is_linear(*name) ? IMAGE_TYPE_F32 : IMAGE_TYPE_U8);
        assert_works(image_write(&image, &texts, *name, &error));
        assert_works(image_read(&back, &linear, &read, *name, &error));
        assert_works(image_read_texts(&alone, *name, &error));
        assert_texts(&read, &texts);
        assert_texts(&alone, &texts);
    }
}

// ---- files that others made

static void read_texts(struct image_texts *texts, const char *name)
{
    LOCAL_IMAGE image;
    bool linear;
    *texts = (struct image_texts){ 0 };
    assert_true(image_read(&image, &linear, texts, in_corpus(name), &error));
}

TEST(texts_of_others)
{
    LOCAL_TEXTS texts;
    read_texts(&texts, "texts.png");
    assert_string_equal(image_texts_find(&texts, "Chain"), "threshold,dual");
    assert_string_equal(image_texts_find(&texts, "Author"), "Andr\xc3\xa9");
    assert_int_equal(strlen(image_texts_find(&texts, "Packed")), 100);
    assert_contains(image_texts_find(&texts, "Title"), "\xe5\x85\x89");
    image_texts_finish(&texts);

    // Keys and values that are none are left out, and what is more than there is room for.
    read_texts(&texts, "texts_odd.png");
    assert_int_equal(texts.count, IMAGE_MAX_TEXTS);
    assert_string_equal(image_texts_find(&texts, "Empty"), "");
    assert_null(image_texts_find(&texts, "Bad"));
    assert_null(image_texts_find(&texts, "Over"));
    assert_null(image_texts_find(&texts, "Bomb"));
    assert_null(image_texts_find(&texts, ""));
}

TEST(every_kind_of_png_is_the_same_picture)
{
    static const double rows[2][4] = { { 0, 1, 0, 1 }, { 1, 0, 1, 1 } };
    for_each_text(name, "grey1.png", "grey2.png", "grey8.png", "grey16.png", "grey_alpha8.png",
                  "grey_alpha16.png", "rgb8.png", "rgb16.png", "rgba8.png", "rgba16.png",
                  "palette1.png", "palette8.png", "interlaced.png") {
        LOCAL_IMAGE light;
        LOCAL_IMAGE image =
            read_as(strstr(*name, "16") ? IMAGE_TYPE_U16 : IMAGE_TYPE_U8, in_corpus(*name));
        image_convert(&image, IMAGE_TYPE_F64, &light);
        for_each_place(x, y, 4, 2) {
            const double *texel = image_at(&light, x, y);
            for (int c = 0; c < 3; c++)
                assert_true(texel[c] == rows[y][x]);
            assert_true(texel[3] == 1);
        }
    }
}

// A file of tests/corpus/image has these values from that texel on.
#define assert_values(name, texel, type, ...) \
    check_values(name, texel, (type[]){ __VA_ARGS__ }, sizeof((type[]){ __VA_ARGS__ }), \
                 sizeof(type) == 1 ? IMAGE_TYPE_U8 : IMAGE_TYPE_F32)

static void check_values(const char *name, size_t texel, const void *values, size_t size,
                         enum image_type type)
{
    LOCAL_IMAGE image = read_as(type, in_corpus(name));
    assert_memory_equal((char *) image.texels + texel * image_texel_bytes(type), values, size);
}

TEST(png_alpha_is_read_straight)
{
    assert_values("straight_alpha.png", 0, uint8_t, 200, 100, 50, 128, 10, 20, 30, 0);
    assert_values("palette_trns.png", 0, uint8_t, 0, 0, 0, 0, 255, 255, 255, 128);
}

TEST(pfm_of_both_byte_orders)
{
    for_each_text(name, "little.pfm", "big.pfm") {
        assert_values(*name, 0, float, 1, 2, 3, 1, 4, 5, 6, 1);
        assert_values(*name, 2, float, NAN, INFINITY, -1.5f, 1, 0, 1e-40f, 70000, 1);
    }
    assert_values("grey.pfm", 0, float, .25f, .25f, .25f, 1, 8, 8, 8, 1);
}

static void assert_one_colour(const struct image *image)
{
    for (int x = 0; x < image->width; x++)
        assert_memory_equal((float *) image->texels + 4 * x, ((float[]){ 1, .5f, .25f, 1 }), 16);
}

TEST(hdr_of_every_age)
{
    assert_values("flat.hdr", 0, float, 1, 0.5f, 0, 1, 0, 0, 0, 1);
    assert_values("runs.hdr", 0, float, 1, 10 / 128.f, 1 / 128.f, 1);
    assert_values("runs.hdr", 19, float, 2, 100 / 64.f, 9 / 64.f, 1);
    LOCAL_IMAGE image = read_as(IMAGE_TYPE_F32, in_corpus("old_runs.hdr"));
    assert_int_equal(image.width, 300);
    assert_one_colour(&image);
}

#define HDR_START(size)  "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X " size "\n"
#define WRITE_HDR(bytes) put_bytes("row.hdr", bytes, sizeof(bytes) - 1)

// A run may end with its row, and not one texel later; runs of old files that are not neighbours
// count anew.
TEST(hdr_runs_end_where_they_say)
{
    struct image none;
    bool linear;
#define RUN_OF_8 "\x88\x80\x88\x40\x88\x20\x88\x81"
    WRITE_HDR(HDR_START("8") "\x02\x02\x00\x08" RUN_OF_8);
    LOCAL_IMAGE whole = read_as(IMAGE_TYPE_F32, "row.hdr");
    assert_int_equal(whole.width, 8);
    assert_one_colour(&whole);
    WRITE_HDR(HDR_START("8") "\x02\x02\x00\x08"
                             "\x89\x80\x88\x40\x88\x20\x88\x81");
    assert_fails(image_read(&none, &linear, NULL, "row.hdr", &error), "a run reaches past its row");
    WRITE_HDR(HDR_START("4") "\x80\x40\x20\x81"
                             "\1\1\1\1"
                             "\x40\x40\x20\x81"
                             "\1\1\1\1");
    LOCAL_IMAGE old = read_as(IMAGE_TYPE_F32, "row.hdr");
    for (int x = 0; x < 4; x++)
        assert_true(((float *) old.texels)[4 * x] == (x < 2 ? 1 : 0.5f));
}

TEST(jpeg)
{
    LOCAL_IMAGE noise = read_as(IMAGE_TYPE_U8, in_corpus("noise.jpg"));
    for_each_text(row, "baseline.jpg", "progressive.jpg", "comment.jpg") { // red above, blue below
        LOCAL_IMAGE image = read_as(IMAGE_TYPE_U8, in_corpus(*row));
        const uint8_t *first = image.texels, *last = first + image_bytes(&image) - 4;
        assert_true(image.width == 17 && image.height == 9);
        assert_true(first[0] > 220 && first[1] < 30 && first[2] < 40 && first[3] == 255);
        assert_true(last[0] < 40 && last[1] < 30 && last[2] > 220 && last[3] == 255);
    }
}

// ---- files that are none

TEST(unreadable_files_say_why)
{
    for_each_case(one, "refused_images.txt") {
        struct image image = { .width = 7 };
        bool linear;
        const char *path = in_corpus(one.trimmed);
        assert_fails(image_read(&image, &linear, NULL, path, &error), one.expected);
        assert_ptr_equal(strstr(error.text, path), error.text); // begins with it
        assert_int_equal(image.width, 7);
    }
}

// Each cut of a file before the bytes at its end that are not read. A PFM that is cut off in its
// header could be many things.
static void assert_cuts_fail(const char *name, size_t unread)
{
    size_t size;
    const char *bytes = file_text(in_corpus(name), &size);
    for (size_t cut = 1; cut < size - unread; cut++)
        assert_undecodable(bytes, cut, strstr(name, ".pfm") ? "" : "cut off");
}

// The last level and the last part of an EXR are not looked at.
TEST(every_cut_is_an_error)
{
    for_each_text(name, "rgb16.png", "interlaced.png", "texts.png", "flat.hdr", "runs.hdr",
                  "big.pfm", "grey.pfm", "baseline.jpg", "progressive.jpg", "noise.jpg",
                  "exr_none_half.exr", "exr_zip_half.exr", "exr_tiled_zip.exr", "exr_layer.exr",
                  "exr_piz_half.exr")
        assert_cuts_fail(*name, 0);
    assert_cuts_fail("exr_mip.exr", 120);
    assert_cuts_fail("exr_parts.exr", 400);
}

// By each reader, and nothing is left.
TEST(a_file_that_is_cancelled_is_given_up)
{
    for_each_text(name, "baseline.jpg", "exposed.hdr", "crlf.pfm", "exr_layer.exr",
                  "code_points.png")
        for (int goes_on = 0; goes_on < 2; goes_on++) {
            LOCAL_IMAGE image = { 0 };
            bool linear;
            atomic_bool stop = !goes_on;
            assert_int_equal(image_read_until(&image, &linear, in_corpus(*name), &stop, &error),
                             goes_on);
            if (!goes_on)
                assert_contains(error.text, "it was not read to the end");
        }
}

// Neither colours nor orientation, which may take longer than the file, are worked at then.
TEST(conversions_end_where_nobody_waits)
{
    static const struct image_primaries wide = {
        { { 0.3127, 0.329 }, { 0.68, 0.32 }, { 0.265, 0.69 }, { 0.15, 0.06 } }
    };
    static const struct image_curve curve = { .exponent = 2.2 };
    for (int i = 0; i < 4; i++) {
        const bool is_cancelled = i % 2;
        atomic_bool stop = is_cancelled;
        struct image_picture picture = { .image = new_image(3, 2, IMAGE_TYPE_U8), .stop = &stop };
        fill_bytes(&picture.image, n, 200);
        if (i < 2)
            image_orient(&picture, 6);
        else
            image_colour_convert(&picture, &curve, &wide);
        assert_int_equal(*(uint8_t *) picture.image.texels == 0, is_cancelled);
        image_finish(&picture.image);
    }
}

// Pictures that people have and the program does not read are named, with a way to make a PNG.
TEST(other_kinds_are_named)
{
    static const struct {
        const char *bytes;
        size_t size;
        const char *words;
    } kinds[] = {
        { "RIFF\x24\0\0\0WEBPVP8 ", 16,
          "a WebP picture, which is not read; convert FILE FILE.png" },
        { "\0\0\0\x20"
          "ftypavif\0\0\0\0",
          16, "an AVIF picture" },
        { "\0\0\0\x18"
          "ftypheic\0\0\0\0",
          16, "an HEIC picture" },
        { "\0\0\0\x20"
          "ftypisom\0\0\2\0",
          16, "a film, which is not read; ffmpeg" },
        { "GIF89a\1\0", 8, "a GIF" },
        { "\0\0\0\x0cJXL \r\n\x87\n", 12, "a JPEG XL picture, which is not read; djxl" },
        { "II*\0", 4, "a TIFF" },
        { "RIFF\x24\0\0\0WEB", 11, "no image" }, // cut
    };
    for_each(kind, kinds)
        assert_undecodable(kind->bytes, kind->size, kind->words);
    assert_fails(image_check_path("a.webp", &error),
                 "convert FILE.png FILE.webp (ImageMagick) makes one of a PNG");
}

TEST(texts_of_what_has_none)
{
    struct image_texts texts = { 0 };
    assert_true(image_read_texts(&texts, in_corpus("baseline.jpg"), &error));
    assert_int_equal(texts.count, 0);
    assert_fails(image_read_texts(&texts, in_corpus("empty"), &error), "empty: the file is empty");
    assert_fails(image_read_texts(&texts, in_project("LICENSE"), &error), "no image");
    assert_fails(image_read_texts(&texts, in_project("tests"), &error), "a folder");
}

AROUND_TESTS(.begin = folder_enter)
