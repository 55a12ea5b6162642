#include "render/image/image.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"

TEST(new_image_is_zero)
{
    LOCAL_IMAGE empty = { 0 }; // is freed as none
    assert_null(empty.texels);
    struct image image = new_image(5, 3, IMAGE_TYPE_U16);
    assert_int_equal(image_bytes(&image), 5 * 3 * 4 * 2);
    for (int i = 0; i < 60; i++)
        assert_int_equal(((uint16_t *) image.texels)[i], 0);
    image_finish(&image);
    assert_null(image.texels);
}

TEST(texels_lie_in_rows_from_the_top)
{
    LOCAL_IMAGE image = new_image(7, 3, IMAGE_TYPE_F64);
    image_at(&image, 6, 2)[3] = 5;
    assert_true(((double *) image.texels)[7 * 3 * 4 - 1] == 5);
    assert_ptr_equal(image_at(&image, 2, 1), (double *) image.texels + 4 * 9);
    assert_ptr_equal(image_clamped(&image, -4, 1), image_at(&image, 0, 1));
    assert_ptr_equal(image_clamped(&image, 3, -1), image_at(&image, 3, 0));
    assert_ptr_equal(image_clamped(&image, 7, 3), image_at(&image, 6, 2));
}

static void assert_survives(const struct image *image, enum image_type type)
{
    LOCAL_IMAGE other, back;
    image_convert(image, type, &other);
    image_convert(&other, image->type, &back);
    assert_same_image(image, &back);
}

TEST(integers_survive)
{
    LOCAL_IMAGE narrow = new_image(64, 1, IMAGE_TYPE_U8);
    LOCAL_IMAGE wide = new_image(129, 128, IMAGE_TYPE_U16); // no multiple of a step of conversions
    fill_bytes(&narrow, i, i);
    fill_values(uint16_t, &wide, i, i);
    for_each_of(enum image_type, type, IMAGE_TYPE_F64, IMAGE_TYPE_F32, IMAGE_TYPE_U16) {
        assert_survives(&narrow, *type);
        assert_survives(&wide, *type);
    }
}

TEST(to_integers_clamps_and_rounds)
{
    for_each_case(one, "rounded.txt") {
        double value, divisor = 1;
        assert_compare(sscanf(one.text, "%lf/%lf", &value, &divisor), >=, 1);
        LOCAL_IMAGE narrow, wide;
        LOCAL_IMAGE image = new_image(1, 1, IMAGE_TYPE_F64);
        image_at(&image, 0, 0)[2] = value / divisor;
        image_convert(&image, IMAGE_TYPE_U8, &narrow);
        image_convert(&image, IMAGE_TYPE_U16, &wide);
        const uint8_t *bytes = narrow.texels;
        const uint16_t *words = wide.texels;
        assert_string_equal(formatted("%d %d", bytes[2], words[2]), one.expected);
        assert_int_equal(bytes[1], 0);
    }
}

TEST(floats_keep_what_is_not_finite)
{
    static const float values[] = { NAN, INFINITY, -INFINITY, 1e-40f, -0.0f, 65504, 0.1f, 3e38f };
    LOCAL_IMAGE image = new_image(2, 1, IMAGE_TYPE_F32);
    memcpy(image.texels, values, sizeof(values));
    assert_survives(&image, IMAGE_TYPE_F64);
}

TEST(texts_are_found_by_key)
{
    struct image_texts texts = { 0 };
    char value[] = "threshold";
    image_texts_add(&texts, "Chain", value);
    image_texts_add(&texts, "Scene", "");
    value[0] = 'T';
    assert_string_equal(image_texts_find(&texts, "Chain"), "threshold");
    assert_string_equal(image_texts_find(&texts, "Scene"), "");
    assert_null(image_texts_find(&texts, "chain"));
    image_texts_finish(&texts);
    assert_int_equal(texts.count, 0);
}

TEST(an_overview_has_every_third_texel_of_every_third_row)
{
    for_each_of(enum image_type, type, IMAGE_TYPE_U8, IMAGE_TYPE_U16, IMAGE_TYPE_F32) {
        LOCAL_IMAGE overview;
        LOCAL_IMAGE image = new_image(8, 4, *type);
        const size_t bytes = image_texel_bytes(*type);
        fill_bytes(&image, i, i * 7 % 251);
        image_overview(&image, 7, &overview); // halves would be 4x2 = 8
        assert_int_equal(overview.width, 3);
        assert_int_equal(overview.height, 2);
        assert_int_equal(overview.type, *type);
        for (int i = 0; i < 6; i++) {
            const size_t from = (size_t) (i / 3 * 3 * 8 + i % 3 * 3);
            assert_memory_equal((char *) overview.texels + (size_t) i * bytes,
                                (char *) image.texels + from * bytes, bytes);
        }
    }
}

TEST(a_small_picture_has_no_overview)
{
    struct image overview;
    LOCAL_IMAGE image = new_image(40, 20, IMAGE_TYPE_U8);
    image_overview(&image, 800, &overview);
    assert_null(overview.texels);
}
