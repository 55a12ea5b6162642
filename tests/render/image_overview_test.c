// Overviews of large pictures: every n-th texel of every n-th row.

#include "render/image/image.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/local_image.h"

static void fill(struct image *image)
{
    for (size_t i = 0; i < image_bytes(image); i++)
        ((uint8_t *) image->texels)[i] = (uint8_t) (i * 7 % 251);
}

TEST(every_third_texel_of_every_third_row)
{
    for_each_of(enum image_type, type, IMAGE_TYPE_U8, IMAGE_TYPE_U16, IMAGE_TYPE_F32) {
        LOCAL_IMAGE overview;
        LOCAL_IMAGE image = new_image(8, 4, *type);
        const size_t bytes = image_texel_bytes(*type);
        fill(&image);
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
