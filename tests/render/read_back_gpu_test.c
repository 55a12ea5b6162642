// Reading textures while the GPU goes on drawing: the texels are those of texture_read.

#include "render/read_back.h"
#include "render/text/chance.h"
#include "tests/fixtures/gpu_fixture.h"
#include "tests/fixtures/local_image.h"

static struct read_back reader;

// Fills it with values that no other `seed` gives, below 0 and above 1 too.
static void fill(struct texture *texture, uint64_t seed)
{
    LOCAL_IMAGE image = new_image(texture->width, texture->height, IMAGE_TYPE_F32);
    fill_values(float, &image, i, chance_between(&seed, -0.5, 1.5));
    texture_upload(texture, &image);
}

static void start(const struct texture *texture, enum image_type type)
{
    read_back_start(&reader, texture, type, &gpu_fixture()->fault);
}

static void take_expects(struct image *expected)
{
    LOCAL_IMAGE taken;
    bool is_faulty;
    read_back_take(&reader, &taken, &is_faulty);
    assert_false(is_faulty);
    assert_int_equal(taken.type, expected->type);
    assert_int_equal(taken.width, expected->width);
    assert_int_equal(taken.height, expected->height);
    assert_same_image(&taken, expected);
    image_finish(expected);
}

TEST(texels_are_those_of_texture_read)
{
    static const int sizes[][2] = { { 1, 1 }, { 3, 200 }, { 129, 67 } };
    static const enum texture_format formats[] = { FORMAT_RGBA8, FORMAT_RGBA16, FORMAT_RGBA16F,
                                                   FORMAT_RGBA32F, FORMAT_R11F_G11F_B10F };
    static const enum image_type types[] = { IMAGE_TYPE_U8, IMAGE_TYPE_U16, IMAGE_TYPE_F32 };
    for (int i = 0; i < 3 * 5 * 3; i++) {
        LOCAL_TEXTURE texture = new_texture(sizes[i % 3][0], sizes[i % 3][1], formats[i / 3 % 5]);
        fill(&texture, (uint64_t) i);
        struct image expected = read_texture(&texture, types[i / 15]);
        start(&texture, types[i / 15]);
        take_expects(&expected);
    }
    read_back_finish(&reader);
}

// In the order of their starts, whatever is drawn to the texture meanwhile, and in turns of another
// size.
TEST(several_are_under_way)
{
    struct image expected[READ_BACK_SLOTS];
    LOCAL_TEXTURE wide = new_texture(33, 17, FORMAT_RGBA8);
    LOCAL_TEXTURE high = new_texture(16, 40, FORMAT_RGBA8);
    for (int round = 0; round < 3; round++) {
        assert_true(read_back_is_empty(&reader));
        for (int i = 0; i < READ_BACK_SLOTS; i++) {
            struct texture *texture = (i + round) % 2 ? &high : &wide;
            assert_false(read_back_is_full(&reader));
            fill(texture, (uint64_t) (10 * round + i));
            expected[i] = read_texture(texture, IMAGE_TYPE_U8);
            start(texture, IMAGE_TYPE_U8);
            fill(texture, 99);
        }
        assert_true(read_back_is_full(&reader));
        for (int i = 0; i < READ_BACK_SLOTS; i++)
            take_expects(&expected[i]);
    }
    read_back_finish(&reader);
}

TEST(a_fault_is_known_with_its_frame)
{
    struct gpu_fault *fault = &gpu_fixture()->fault;
    LOCAL_TEXTURE texture = new_texture(4, 4, FORMAT_RGBA8);
    const uint32_t word = 1;
    fill(&texture, 1);
    start(&texture, IMAGE_TYPE_U8);
    buffer_write(&fault->buffer, &word, sizeof(word)); // as a shader does
    start(&texture, IMAGE_TYPE_U8);
    for (int i = 0; i < 2; i++) {
        LOCAL_IMAGE image;
        bool is_faulty;
        read_back_take(&reader, &image, &is_faulty);
        assert_int_equal(is_faulty, i == 1);
    }
    buffer_clear(&fault->buffer);
    read_back_finish(&reader);
}
