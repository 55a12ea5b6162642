// The scene image: files of known texels, drawn at their own size and at others.

#include "render/image/srgb.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"
#include "tests/fixtures/scene_fixture.h"

static void write_image(struct image *image, const char *name)
{
    assert_works(image_write(image, NULL, name, &error));
    image_finish(image);
}

static struct image make_noise(int width, int height)
{
    uint64_t seed = 11;
    struct image image = new_image(width, height, IMAGE_TYPE_U8);
    fill_bytes(&image, i, 256 * chance_share(&seed));
    return image;
}

static struct image shoot(const char *name, const char *options, int width, int height)
{
    const char *scene = formatted("image:file=%s%s", name, options);
    const struct scene_shot shot = { scene, width, height };
    struct image image = shoot_scene(&shot);
    assert_is_light(&image);
    return image;
}

// Two images of half floats lie on the way, and a driver may cut the rest of a half off instead of
// rounding.
static const double two_halves = 2.0 / 2048;

static void assert_texel(const struct image *image, int x, int y, double r, double g, double b)
{
    const double expected[3] = { r, g, b };
    for (int i = 0; i < 3; i++)
        if (fabs(image_at(image, x, y)[i] - expected[i]) > two_halves)
            fail_msg("channel %d at %d, %d of %dx%d is %g, not %g", i, x, y, image->width,
                     image->height, image_at(image, x, y)[i], expected[i]);
}

TEST(every_display_value_comes_back)
{
    struct image file = new_image(256, 1, IMAGE_TYPE_U8);
    fill_bytes(&file, i, i % 4 == 3 ? 255 : i / 4);
    write_image(&file, "values.png");
    LOCAL_IMAGE image = shoot("values.png", "", 256, 1);
    for (int i = 0; i < 256; i++) {
        const double value = 255 * srgb_encode(image_at(&image, i, 0)[1]);
        assert_near(value, i, 1e-3); // not held as half floats, of which one cut off is 0.06
    }
}

static void write_flat(const char *name, int width, int height)
{
    struct image image = new_image(width, height, IMAGE_TYPE_U8);
    memset(image.texels, 255, image_bytes(&image));
    write_image(&image, name);
}

// The order of the two axes matters: the other one needs a square of 2 GiB between them.
TEST(a_column_becomes_a_row_without_a_square)
{
    enum { SIDE = 16384 };
    for (int i = 0; i < 2; i++) {
        write_flat("long.png", i ? SIDE : 1, i ? 1 : SIDE);
        LOCAL_IMAGE image = shoot("long.png", ":fit=stretch", i ? 1 : SIDE, i ? SIDE : 1);
        for (int n = 0; n < SIDE; n += 1000)
            assert_texel(&image, i ? 0 : n, i ? n : 0, 1, 1, 1);
    }
}

// Files of light are as they are. `halation --audit=scenes` holds those of display values against
// Reinhard's curve.
TEST(highlights_reach_the_light_asked_for)
{
    write_flat("white.png", 4, 1);
    LOCAL_IMAGE white = shoot("white.png", ":light=8", 4, 1);
    assert_texel(&white, 0, 0, 8, 8, 8);
    struct image file = new_image(1, 1, IMAGE_TYPE_F32);
    memcpy(file.texels, ((float[]){ 1, 0.5f, 3, 1 }), 16);
    write_image(&file, "light.pfm");
    LOCAL_IMAGE light = shoot("light.pfm", ":light=8", 1, 1);
    assert_texel(&light, 0, 0, 1, 0.5, 3);
}

static bool shows_highlights(const char *chain)
{
    return chain_shows_highlights(chain_of(chain));
}

// Only a tone curve has a use for what is above 1; one that is switched off still counts.
TEST(light_is_made_where_a_curve_fits_it)
{
    assert_for_texts(shows_highlights, true, "threshold,tonemap", "-tonemap:curve=aces");
    assert_for_texts(shows_highlights, false, "", "dual", "tonemap:curve=linear", "encode",
                     "dither:palette=bw");
    write_flat("auto.png", 2, 2);
    LOCAL_SCENE scene = make_scene("image:file=auto.png");
    for_each_of(int, light, 1, 4, 1) { // and what was made for one is made again for the other
        const struct scene_shot shot = { .width = 2, .height = 2 };
        scene.choice.is_tone_mapped = *light == 4;
        LOCAL_IMAGE image = shoot_made(&scene, &shot);
        assert_texel(&image, 1, 1, *light, *light, *light);
    }
}

TEST(bad_light_is_mended)
{
    const float values[] = { NAN, 2, 3, INFINITY, 2, 3, -1, 1e6f, 3, 0.5f, 40000, 3 };
    // Other programs write such files; this one refuses to.
    const uint16_t order = 1;
    FILE *file = fopen("bad.pfm", "wb");
    assert_non_null(file);
    fprintf(file, "PF\n4 1\n%d\n", *(const uint8_t *) &order == 1 ? -1 : 1);
    assert_int_equal(fwrite(values, 3 * sizeof(float), 4, file), 4);
    assert_int_equal(fclose(file), 0);
    LOCAL_IMAGE image = shoot("bad.pfm", "", 4, 1);
    assert_texel(&image, 0, 0, 0, 2, 3);
    assert_texel(&image, 1, 0, 65504, 2, 3);
    assert_texel(&image, 2, 0, 0, 65504, 3);
    assert_texel(&image, 3, 0, 0.5, 40000, 3);
    image_finish(&image);
    image = shoot("bad.pfm", ":fit=stretch", 9, 3); // and does not spread when it is filtered
    assert_texel(&image, 8, 2, 0.5, 40000, 3);
}

static void assert_white(const struct image *image)
{
    for_each_place(x, y, image->width, image->height) {
        assert_texel(image, x, y, 1, 1, 1);
        assert_near(image_at(image, x, y)[3], 1, two_halves);
    }
}

// A bar beside the picture would be spread into it by a blur.
TEST(a_picture_fills_every_size)
{
    static const struct {
        const char *options;
        int width, height;
    } cases[] = {
        { "", 20, 10 },           { "", 20, 20 },         { "", 40, 10 },
        { "", 10, 20 },           { "", 1, 1 },           { "", 16, 4096 },
        { ":fit=fill", 20, 20 },  { ":fit=fill", 7, 31 }, { ":fit=stretch", 3, 50 },
        { ":fit=stretch", 1, 1 },
    };
    write_flat("flat.png", 20, 10);
    for_each(row, cases) {
        LOCAL_IMAGE image = shoot("flat.png", row->options, row->width, row->height);
        assert_white(&image);
    }
}

// The size within another one that has the picture's shape is the largest such, and has itself no
// other within it.
TEST(a_size_gets_the_shape_of_the_picture)
{
    static const int pictures[][2] = { { 20, 10 }, { 7, 31 }, { 1, 60 }, { 90, 2 }, { 13, 13 } };
    for_each(picture, pictures) {
        const int *own = *picture;
        write_flat("shape.png", own[0], own[1]);
        const struct scene_choice filled = parse_scene("image:file=shape.png:fit=fill");
        LOCAL_SCENE scene = make_scene("image:file=shape.png");
        for_each_place(x, y, 60, 60) {
            const int room[2] = { 1 + x, 1 + y };
            int size[2] = { room[0], room[1] }, again[2], whole[2] = { room[0], room[1] };
            scene_fit(&scene.choice, scene.state, size);
            const double width = (double) own[0] * size[1] / own[1];
            const double height = (double) own[1] * size[0] / own[0];
            assert_true(fabs(size[0] - fmax(width, 1)) <= 0.5 ||
                        fabs(size[1] - fmax(height, 1)) <= 0.5);
            assert_compare(size[0], >=, 1);
            assert_compare(size[1], >=, 1);
            assert_true((size[0] == room[0] && size[1] <= room[1]) ||
                        (size[1] == room[1] && size[0] <= room[0]));
            memcpy(again, size, sizeof(again));
            scene_fit(&scene.choice, scene.state, again);
            assert_memory_equal(size, again, sizeof(size));
            scene_fit(&filled, scene.state, whole);
            assert_memory_equal(whole, room, sizeof(whole));
        }
    }
}

TEST(fill_cuts_both_sides_alike)
{
    struct image file = new_image(6, 2, IMAGE_TYPE_U8);
    fill_bytes(&file, i, i % 4 == 3 || i / 8 % 3 == 1 ? 255 : 0);
    write_image(&file, "middle.png");
    LOCAL_IMAGE image = shoot("middle.png", ":fit=fill", 2, 2);
    assert_white(&image);
}

// ---- against what it is made of

// The definition: a tent as wide as the texels that one stands for, at least two, of what lies in
// the image; borders go on. Along one axis, in doubles.
static struct image tent(const struct image *from, int axis, int length)
{
    const int count = axis ? from->height : from->width;
    const double scale = (double) count / length, reach = fmax(scale, 1);
    struct image to =
        new_image(axis ? from->width : length, axis ? length : from->height, IMAGE_TYPE_F64);
    for_each_place(x, y, to.width, to.height) {
        const double centre = ((axis ? y : x) + 0.5) * scale - 0.5;
        double weights = 0;
        for (int i = (int) floor(centre - reach); i <= (int) ceil(centre + reach); i++) {
            const double weight = fmax(1 - fabs(i - centre) / reach, 0);
            const double *texel = axis ? image_clamped(from, x, i) : image_clamped(from, i, y);
            for (int c = 0; c < 4; c++)
                image_at(&to, x, y)[c] += weight * texel[c];
            weights += weight;
        }
        for (int c = 0; c < 4; c++)
            image_at(&to, x, y)[c] /= weights;
    }
    return to;
}

// Mixed as light that is premultiplied: what alpha hides has no colour. File to light in C.
TEST(every_size_is_what_the_definition_says)
{
    static const int sizes[][2] = { { 5, 4 }, { 36, 9 }, { 13, 40 }, { 1, 1 }, { 12, 9 } };
    struct image file = make_noise(12, 9);
    LOCAL_IMAGE light = new_image(12, 9, IMAGE_TYPE_F64);
    for (int i = 0; i < 12 * 9; i++) {
        uint8_t *texel = (uint8_t *) file.texels + 4 * i;
        double *to = (double *) light.texels + 4 * i;
        texel[3] = i % 2 ? texel[3] : 0;
        to[3] = texel[3] / 255.0;
        for (int c = 0; c < 3; c++)
            to[c] = to[3] * srgb_decode(texel[c] / 255.0);
    }
    write_image(&file, "mixed.png");
    for_each(size, sizes) {
        LOCAL_IMAGE image = shoot("mixed.png", ":fit=stretch", (*size)[0], (*size)[1]);
        LOCAL_IMAGE between = tent(&light, 0, (*size)[0]);
        LOCAL_IMAGE expected = tent(&between, 1, (*size)[1]);
        assert_within(compare_images(&image, &expected).most, 0, two_halves, "a size");
    }
}

// ---- parts

static void write_noise(const char *name, int width, int height)
{
    struct image file = make_noise(width, height);
    write_image(&file, name);
}

static size_t refine(const struct made_scene *scene, const struct scene_shot *shot, size_t texels)
{
    struct texture output = { .width = shot->width,
                              .height = shot->height,
                              .format = FORMAT_RGBA32F };
    return scene_refine(&scene->choice, scene->state, gpu_fixture(), 1, &output, texels);
}

// Has an overview of a few texels, as a window has of a large picture.
static struct made_scene make_preview(const char *name, const char *options)
{
    struct scene_picture picture = { 0 };
    struct made_scene preview = {
        .choice = parse_scene(formatted("image:file=%s%s", name, options)),
    };
    const struct scene *scene = preview.choice.scene;
    preview.choice.may_be_coarse = true;
    preview.state = scene->create(gpu_fixture(), preview.choice.params, &error);
    assert_true(scene->read(preview.choice.params, NULL, &picture, &error));
    image_overview(&picture.image, 16, &picture.overview);
    scene->receive(preview.state, &picture);
    return preview;
}

// A frame makes no more of the picture than it may, or a line of it, and it ends with every bit as
// it is when all is made at once; before, an overview is seen.
TEST(what_comes_in_parts_is_the_same)
{
    static const struct {
        int width, height;
        const char *options;
        struct scene_shot shot;
    } cases[] = {
        { 37, 23, "", { .width = 37, .height = 23 } },
        { 37, 23, "", { .width = 16, .height = 9 } },
        { 23, 37, ":fit=fill", { .width = 64, .height = 5 } }, // columns come first
        { 9, 61, ":fit=stretch", { .width = 80, .height = 40 } },
        { 5000, 3, ":fit=stretch", { .width = 7, .height = 9 } }, // a strip is folded
        { 3, 5000, ":fit=stretch", { .width = 9, .height = 7 } },
    };
    enum { TEXELS = 100 };
    for_each(row, cases) {
        const struct scene_shot *shot = &row->shot;
        const size_t line = (size_t) (row->width > row->height ? row->width : row->height);
        const size_t most = line > TEXELS ? line : TEXELS;
        write_noise("parts.png", row->width, row->height);
        LOCAL_SCENE scene = make_preview("parts.png", row->options);
        LOCAL_IMAGE coarse = shoot_made(&scene, shot);
        size_t left = (size_t) (row->width * row->height), parts = 0;
        while (left > 0) {
            const size_t now = refine(&scene, shot, TEXELS);
            assert_compare(now, <, left);
            assert_compare(left - now, <=, most);
            left = now;
            parts++;
        }
        assert_compare(parts, >, 2);
        LOCAL_IMAGE fine = shoot_made(&scene, shot);
        LOCAL_IMAGE whole = shoot("parts.png", row->options, shot->width, shot->height);
        assert_same_image(&fine, &whole);
        assert_memory_not_equal(coarse.texels, whole.texels, image_bytes(&whole));
    }
}

// Nothing is drawn between two sizes that is of neither, and what was made for one is there again.
TEST(another_size_is_made_again_and_the_first_stays)
{
    const struct scene_shot shots[2] = { { .width = 20, .height = 11 },
                                         { .width = 31, .height = 8 } };
    write_noise("parts.png", 67, 43);
    LOCAL_SCENE scene = make_preview("parts.png", "");
    assert_int_equal(refine(&scene, &shots[0], SIZE_MAX), 0);
    LOCAL_IMAGE first = shoot_made(&scene, &shots[0]);
    assert_int_equal(refine(&scene, &shots[1], 0), 67 * 43);
    assert_compare(refine(&scene, &shots[1], 1000), >, 0);
    assert_int_equal(refine(&scene, &shots[0], 0), 0);
    LOCAL_IMAGE again = shoot_made(&scene, &shots[0]);
    assert_same_image(&first, &again);
}

// No GPU need take the picture whole: its sides may be longer than a texture's.
TEST(a_side_may_be_longer_than_a_texture)
{
    for (int i = 0; i < 2; i++) {
        const int length = IMAGE_MAX_SIDE;
        struct image file = new_image(i ? 2 : length, i ? length : 2, IMAGE_TYPE_U8);
        fill_bytes(&file, n,
                   n % 4 == 3 || (int) (i ? n / 8 : n / 4 % (size_t) length) >= length / 2 ? 255
                                                                                           : 0);
        write_image(&file, "long.png");
        LOCAL_IMAGE image = shoot("long.png", ":fit=stretch", i ? 1 : 64, i ? 64 : 1);
        for (int n = 0; n < 64; n++) {
            const double light = n < 31 ? 0 : n > 32 ? 1 : n == 31 ? 0.125 : 0.875;
            assert_texel(&image, i ? 0 : n, i ? n : 0, light, light, light);
        }
    }
}

static void assert_wrong(const char *text, const char *expected)
{
    const struct scene_choice choice = parse_scene(text);
    void *made;
    assert_fails(scene_create(&choice, gpu_fixture(), &made, &error), expected);
}

TEST(wrong_files_are_named)
{
    assert_wrong("image", "file=");
    assert_wrong("image:file=/nowhere/a.png", "/nowhere/a.png");
    put_file("empty.png", "");
    assert_wrong("image:file=empty.png", "empty.png");
}

TEST(an_image_knows_its_size)
{
    int width = 0, height = 0;
    write_flat("size.png", 33, 21);
    LOCAL_SCENE scene = make_scene("image:file=size.png");
    assert_true(scene.choice.scene->size(scene.state, &width, &height));
    assert_int_equal(width, 33);
    assert_int_equal(height, 21);
}

AROUND_TESTS(.begin = folder_enter)
