#include "render/text/chance.h"
#include "tests/fixtures/cmocka.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/local_image.h"

// OpenEXR: what was written comes back, and what others wrote is read or refused. The files
// tests/corpus/image/exr_* are of OpenEXR's C++ library, which shares no code with its C core.

struct file {
    uint8_t bytes[64 * 1024];
    size_t size;
};

static void finish_picture(struct image_picture *picture)
{
    image_finish(&picture->image);
}
#define LOCAL_PICTURE FINISHED_BY(finish_picture) struct image_picture

static void load(struct file *file, const char *name)
{
    const char *path = formatted("tests/corpus/image/exr_%s.exr", name);
    const char *bytes = file_text(path, &file->size);
    assert_true(file->size <= sizeof(file->bytes));
    memcpy(file->bytes, bytes, file->size);
}

static void decode_corpus(struct image_picture *picture, const char *name)
{
    static struct file file;
    load(&file, name);
    *picture = (struct image_picture){ .texts = picture->texts };
    assert_works(image_decode(picture, file.bytes, file.size, &error));
    assert_true(picture->is_light);
    assert_int_equal(picture->image.type, IMAGE_TYPE_F32);
}

static void assert_refused(const struct file *file, const char *why)
{
    assert_undecodable(file->bytes, file->size, why);
}

static const float *texel(const struct image *image, int x, int y)
{
    assert_true(x < image->width && y < image->height);
    return (const float *) image->texels + 4 * (y * image->width + x);
}

// ---- what was written

static void write_and_read(const struct image *image, bool half, struct image_picture *picture)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    assert_non_null(stream);
    (half ? image_exr_write_halves : image_exr_write)(image, NULL, stream);
    fclose(stream);
    assert_works(image_decode(picture, (uint8_t *) bytes, size, &error));
    assert_string_equal(picture->note, "");
    assert_int_equal(picture->image.width, image->width);
    assert_int_equal(picture->image.height, image->height);
    free(bytes);
}

// Random floats behind `alike` ones that are equal come back to the bit.
static void assert_round_trip(int width, int height, size_t alike, uint64_t *seed)
{
    LOCAL_PICTURE picture = { 0 };
    LOCAL_IMAGE image = new_image(width, height, IMAGE_TYPE_F32);
    uint32_t *bits = image.texels;
    for (size_t n = alike; n < image_bytes(&image) / 4; n++)
        bits[n] = (uint32_t) chance_next(seed);
    write_and_read(&image, false, &picture);
    assert_same_image(&image, &picture.image);
}

TEST(every_bit_of_a_float_is_stored)
{
    static const int sizes[][2] = { { 1, 1 }, { 3, 16 }, { 257, 17 }, { 1, 33 }, { 40, 2 } };
    uint64_t seed = 1;
    for_each(size, sizes)
        assert_round_trip((*size)[0], (*size)[1], 0, &seed);
}

// Rows of which a twelfth is the same number and the rest random: some are as long packed as not.
TEST(rows_that_hardly_shrink_come_back)
{
    uint64_t seed = 1;
    for (int i = 0; i < 60; i++)
        assert_round_trip(9, 8, 23, &seed);
}

// All of them, and what lies a little below, at and above the middle between each and the next.
TEST(halves_are_rounded_to_the_nearest)
{
    LOCAL_PICTURE picture = { 0 };
    LOCAL_IMAGE image = new_image(256, 2 * 0x7bff / 256 + 2, IMAGE_TYPE_F32);
    float *values = image.texels;
    for (int i = 0; i < 0x7bff; i++) {
        const float below = value_of_half(i), above = value_of_half(i + 1);
        const double middle = (below + (double) above) / 2;
        values[8 * i] = below;
        values[8 * i + 1] = -below;
        values[8 * i + 2] = (float) middle;
        values[8 * i + 3] = nextafterf((float) middle, -1);
        values[8 * i + 4] = nextafterf((float) middle, 1e6f);
    }
    write_and_read(&image, true, &picture);
    const float *read = picture.image.texels;
    for (int i = 0; i < 0x7bff; i++) {
        const float below = value_of_half(i), above = value_of_half(i + 1);
        assert_memory_equal(read + 8 * i, values + 8 * i, 2 * sizeof(float));
        assert_true(read[8 * i + 2] == (i % 2 ? above : below));
        assert_true(read[8 * i + 3] == below && read[8 * i + 4] == above);
    }
}

TEST(halves_end_at_their_largest)
{
    const float values[8] = { 65504, 65519.9f, 65520, 1e9f, -65504, -65520, -3e38f, 65536 };
    const float expected[8] = { 65504, 65504, 65504, 65504, -65504, -65504, -65504, 65504 };
    LOCAL_IMAGE image = new_image(2, 1, IMAGE_TYPE_F32);
    LOCAL_PICTURE picture = { 0 };
    fill_values(float, &image, i, values[i]);
    write_and_read(&image, true, &picture);
    assert_memory_equal(picture.image.texels, expected, sizeof(expected));
    assert_memory_equal(image.texels, values, sizeof(values)); // the picture itself is as it was
}

// ---- what others wrote

// The channels of the files: of red, green and blue a ramp each, of alpha stripes.
static float expected(int channel, int x, int y)
{
    return channel == 3 ? (float) ((x + y) % 4) / 4
                        : 0.25f * (float) ((channel + 1) * (x + 1)) + 0.5f * (float) y;
}

static void assert_ramps_within(const struct image *image, const char *name, float share)
{
    for_each_place(x, y, image->width, image->height)
        for (int c = 0; c < 4; c++) {
            const float value = texel(image, x, y)[c], requested = expected(c, x, y);
            if (!(fabsf(value - requested) <= share * (1 + requested)))
                fail_msg("%s: channel %d at %d, %d is %g, not %g", name, c, x, y, value, requested);
        }
}

static void assert_ramps(const char *name, int width, int height)
{
    LOCAL_PICTURE picture = { 0 };
    decode_corpus(&picture, name);
    assert_int_equal(picture.image.width, width);
    assert_int_equal(picture.image.height, height);
    assert_ramps_within(&picture.image, name, 0);
}

// Packed in each way, in lines and tiles, with levels, from the bottom, of several types, in layers
// and parts.
TEST(files_of_every_kind)
{
    for_each_text(row, "none_half", "none_float", "rle_half", "zips_half", "zips_float", "zip_half",
                  "zip_float", "piz_half", "pxr24_half", "pxr24_float", "b44_half", "b44a_float",
                  "dwaa_half", "tiled_none", "tiled_rle", "tiled_zip", "tiled_b44a", "mip", "rip",
                  "layer", "decreasing", "mixed", "parts", "parts_tiled")
        assert_ramps(*row, 5, 3);
    for_each_text(row, "big_piz", "big_b44", "big_rle", "bigmix_pxr24", "bigmix_b44a")
        assert_ramps(*row, 37, 41);
}

TEST(channels_that_are_not_there)
{
    static const char *const names[] = { "grey", "grey_alpha", "rgb" };
    for (int i = 0; i < 3; i++) {
        LOCAL_PICTURE picture = { 0 };
        decode_corpus(&picture, names[i]);
        for_each_place(x, y, 5, 3) {
            const float *t = texel(&picture.image, x, y);
            for (int c = 0; c < 3; c++)
                assert_true(t[c] == expected(i < 2 ? 0 : c, x, y));
            assert_true(t[3] == (i == 1 ? expected(3, x, y) : 1));
        }
        assert_string_equal(picture.note, "");
    }
}

// The texels of a file lie within its picture, which begins at another place.
TEST(windows)
{
    static const struct {
        const char *name;
        int width, height, x, y, stored_width, stored_height; // where the first stored texel lies
        float alpha;                                          // where nothing is stored
    } cases[] = {
        { "inside", 7, 6, 1, 1, 3, 3, 0 },     { "inside_opaque", 3, 2, 1, 1, 1, 1, 1 },
        { "overscan", 3, 2, -2, -1, 7, 5, 0 }, { "tiled_window", 5, 3, -1, -1, 5, 3, 0 },
        { "beside", 3, 2, 10, 10, 2, 2, 0 },
    };
    for_each(row, cases) {
        LOCAL_PICTURE picture = { 0 };
        decode_corpus(&picture, row->name);
        assert_true(picture.image.width == row->width);
        assert_true(picture.image.height == row->height);
        for_each_place(column, line, row->width, row->height) {
            const int x = column - row->x, y = line - row->y;
            const float *t = texel(&picture.image, column, line);
            const bool is_stored =
                x >= 0 && y >= 0 && x < row->stored_width && y < row->stored_height;
            for (int c = 0; c < 3 + (row->alpha == 0); c++)
                assert_true(t[c] == (is_stored ? expected(c, x, y) : 0));
            assert_true(is_stored || t[3] == row->alpha);
        }
        const bool is_cropped = row - cases >= 2;
        assert_int_equal(strstr(picture.note, "outside its display window") != NULL, is_cropped);
    }
}

TEST(notes_say_what_is_left_out)
{
    static const char *const cases[][2] = {
        { "layer", "of its 8 channels 4 are read" },
        { "parts", "of its 3 parts one is read" },
        { "mixed", "of its 5 channels 4 are read" },
    };
    for_each(row, cases) {
        LOCAL_PICTURE picture = { 0 };
        decode_corpus(&picture, (*row)[0]);
        assert_string_equal(picture.note, (*row)[1]);
    }
}

// Display P3 to sRGB: the product of the matrices to XYZ and from it, both of D65.
TEST(primaries_and_texts)
{
    static const double matrix[3][3] = { { 1.2249402, -0.2249402, 0 },
                                         { -0.0420570, 1.0420570, 0 },
                                         { -0.0196376, -0.0786507, 1.0982884 } };
    LOCAL_TEXTS texts = { 0 };
    LOCAL_PICTURE picture = { .texts = &texts };
    decode_corpus(&picture, "primaries");
    for_each_place(x, y, 5, 3)
        for (int c = 0; c < 3; c++) {
            double requested = 0;
            for (int k = 0; k < 3; k++)
                requested += matrix[c][k] * expected(k, x, y);
            const double got = texel(&picture.image, x, y)[c];
            assert_near(got, fmax(requested, 0), 2e-4);
        }
    assert_string_equal(image_texts_find(&texts, "comments"), "a comment");
    assert_string_equal(image_texts_find(&texts, "owner"), "caf\xc3\xa9");
    assert_null(image_texts_find(&texts, "type"));
}

// ---- what is refused

// Blocks of cosines are about the picture. OpenEXR 3.1.5 does not unpack them in C; 3.1.13 does.
TEST(blocks_of_cosines_are_read_or_refused)
{
    static struct file file;
    LOCAL_PICTURE picture = { 0 };
    load(&file, "big_dwaa");
    error = (struct error){ 0 };
    if (!image_decode(&picture, file.bytes, file.size, &error)) {
        assert_contains(error.text, "EXR");
        return;
    }
    assert_ramps_within(&picture.image, "big_dwaa", 0.02f);
}

static uint8_t *find(struct file *file, const char *text, size_t size)
{
    for (size_t i = 0; i + size <= file->size; i++)
        if (memcmp(file->bytes + i, text, size) == 0)
            return file->bytes + i;
    fail_msg("'%s' is not in the file", text);
    return NULL;
}

static void put(uint8_t *at, int64_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t) (value >> 8 * i);
}

// The values of an attribute, behind its name, type and size.
static uint8_t *values_of(struct file *file, const char *name)
{
    uint8_t *at = find(file, name, strlen(name) + 1) + strlen(name) + 1;
    return at + strlen((char *) at) + 1 + 4;
}

TEST(pictures_that_cannot_be)
{
    for_each_case(one, "refused_exr.txt") {
        static struct file file;
        char name[16], attribute[16];
        int offset, values[4];
        const int given = sscanf(one.text, "%15s %15s %d: %d %d %d %d", name, attribute, &offset,
                                 &values[0], &values[1], &values[2], &values[3]);
        load(&file, name);
        for (int n = 0; n < given - 3; n++)
            put(values_of(&file, attribute) + offset + 4 * n, values[n]);
        assert_refused(&file, one.expected);
    }
}

TEST(chunks_that_cannot_be)
{
    static const char *const names[] = { "none_half", "zips_half", "tiled_zip", "piz_half" };
    static const int64_t values[] = { 0, -1, 1, 7, INT32_MAX, INT32_MIN, 1 << 20 };
    static struct file file;
    for (size_t i = 0; i < 4 * COUNT_OF(values); i++) {
        const bool has_tiles = strcmp(names[i % 4], "tiled_zip") == 0;
        load(&file, names[i % 4]);
        // Behind the last attribute and the zero that ends the header; eight bytes a chunk.
        uint8_t *table = has_tiles ? values_of(&file, "tiles") + 9 + 1
                                   : values_of(&file, "screenWindowWidth") + 4 + 1;
        uint8_t *chunk = file.bytes + (table[0] | table[1] << 8), kept[8];
        memcpy(kept, table, 8);
        put(table, values[i / 4]);
        put(table + 4, values[i / 4] < 0 ? -1 : 0);
        assert_refused(&file, "");
        memcpy(table, kept, 8);
        put(chunk + (has_tiles ? 16 : 4), values[i / 4]); // behind where it lies
        assert_refused(&file, "");
    }
}

static void append(struct file *file, const void *bytes, size_t size)
{
    assert_true(file->size + size <= sizeof(file->bytes));
    memcpy(file->bytes + file->size, bytes, size);
    file->size += size;
}

TEST(lists_without_end)
{
    static const struct {
        const char *start;
        size_t start_size;
        const char *item;
        size_t size;
        const char *why;
    } cases[] = {
        { "v/1\x01\x02\0\0", 8, "a\0int\0\4\0\0\0\0\0\0\0", 14, "over 4096 attributes" },
        { "v/1\x01\x02\0\0\0channels\0chlist\0\0\0\0\0", 28, "R\0\1\0\0\0\0\0\0\0\1\0\0\0\1\0\0\0",
          18, "over 1024 channels" },
        { "v/1\x01\x02\x10\0", 8, "a\0int\0\4\0\0\0\0\0\0\0\0", 15, "over 4096 attributes" },
        { "v/1\x01\x02\0\0", 8, "aaaaaaaa", 8, "a name over 255 bytes" },
    };
    static struct file file;
    for_each(row, cases) {
        file.size = 0;
        append(&file, row->start, row->start_size);
        while (file.size + 32 < sizeof(file.bytes))
            append(&file, row->item, row->size);
        if (row->start_size == 28) // the size of the list of channels
            put(file.bytes + 24, (int64_t) file.size - 28);
        assert_refused(&file, row->why);
    }
}

TEST(compressions_that_cannot_be)
{
    static struct file file;
    for (int compression = 10; compression < 256; compression += 49) {
        load(&file, "none_half");
        *values_of(&file, "compression") = (uint8_t) compression;
        assert_refused(&file, "EXR");
    }
}
