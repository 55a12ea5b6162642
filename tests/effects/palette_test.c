// Palettes: the named ones, files of four kinds, and what is said about wrong ones.

#include "effects/palette/palette.h"
#include "effects/step_file.h"
#include "render/file/output_file.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

#include <unistd.h>

static struct palette parse(const char *path, const char *text)
{
    struct palette palette = { 0 };
    assert_works(palette_parse(&palette, path, text, strlen(text), &error));
    return palette;
}

static void assert_colour(const struct palette *palette, int i, int r, int g, int b)
{
    const unsigned char rgb[] = { (unsigned char) r, (unsigned char) g, (unsigned char) b };
    assert_compare(i, <, palette->count);
    assert_memory_equal(palette->colours[i], rgb, 3);
}

TEST(named_palettes_load)
{
    int count = 0, known = 0;
    while (palettes[count].name)
        count++;
    for_each_case(one, "palettes.txt") {
        const struct palette *palette = palette_load(one.trimmed, &error);
        int sum = 0;
        known++;
        assert_int_equal(palette->duplicates, 0);
        for (int a = 0; a < palette->count; a++) {
            const unsigned char *rgb = palette->colours[a];
            sum += rgb[0] + 2 * rgb[1] + 4 * rgb[2];
            for (int b = 0; b < a; b++)
                assert_memory_not_equal(rgb, palette->colours[b], 3);
        }
        assert_string_equal(formatted("%d colours, sum %d", palette->count, sum), one.expected);
    }
    assert_int_equal(count, known);
    assert_colour(palette_load("gameboy", &error), 0, 15, 56, 15);
    assert_colour(palette_load("gameboy", &error), 3, 155, 188, 15);
    assert_colour(palette_load("web", &error), 215 - 6, 255, 204, 255);
}

// Has an orange and a near black.
static void assert_reads(const char *path, const char *text)
{
    const struct palette palette = parse(path, text);
    assert_int_equal(palette.count, 2);
    assert_colour(&palette, 0, 255, 128, 0);
    assert_colour(&palette, 1, 0, 1, 2);
}

TEST(files_of_four_kinds_are_read)
{
    static const struct {
        const char *path, *text;
    } rows[] = {
        { "a.gpl", "GIMP Palette\nName: Two\nColumns: 2\n# words\n255 128   0\tOrange\n 0 1 2\n" },
        { "aseprite.gpl", "GIMP Palette\nChannels: RGBA\n#\n255 128 0 255 Orange\n0 1 2 0 2nd" },
        { "numbers.GPL", "GIMP Palette\r\n255 128 0 1980\r\n\r\n0 1 2 2nd\r\n" },
        { "a.hex", "ff8000\n000102\n" },
        { "windows.hex", "\xef\xbb\xbf"
                         "FF8000\r\n\r\n#000102" },
        { "a.pal", "JASC-PAL\n0100\n2\n255 128 0\n0 1 2\n" },
        { "alpha.pal", "JASC-PAL\r\n0100\r\n2\r\n255 128 0 255\r\n0 1 2 255\r\n\r\n" },
        { "a.txt", "; Paint.NET Palette\n;\nFFFF8000\nff000102\n" },
        { "folder.hex/a.txt", "00FF8000\n\n80000102 " },
    };
    for_each(row, rows)
        assert_reads(row->path, row->text);
}

// A name that is longer than a line is kept.
TEST(long_names_are_cut)
{
    assert_reads("a.gpl", formatted("GIMP Palette\n255 128 0 x%0600d\n0 1 2\n", 0));
}

TEST(wrong_files_are_told_what_was_expected)
{
    for_each_case(one, "refused_palettes.txt") {
        struct palette palette = { .count = 42 };
        const char *path = formatted("%.*s", (int) strcspn(one.expected, ":"), one.expected);
        assert_false(palette_parse(&palette, path, one.text, strlen(one.text), &error));
        assert_string_equal(error.text, one.expected);
        assert_int_equal(palette.count, 42);
    }
}

TEST(colours_are_kept_once_and_counted)
{
    const struct palette palette = parse("a.hex", "000000\nffffff\n000000\n000000\n");
    assert_int_equal(palette.count, 2);
    assert_int_equal(palette.duplicates, 2);
}

TEST(at_most_256_colours_fit)
{
    char text[257 * 7 + 1] = "";
    struct palette palette;
    for (int i = 0; i < 257; i++)
        sprintf(text + 7 * i, "%06x\n", i % 256);
    assert_true(palette_parse(&palette, "a.hex", text, 256 * 7, &error));
    assert_int_equal(palette.count, 256);
    assert_true(palette_parse(&palette, "a.hex", text, 257 * 7, &error)); // the first once more
    assert_int_equal(palette.count, 256);
    assert_int_equal(palette.duplicates, 1);
    sprintf(text + 7 * 256, "%06x\n", 256);
    assert_false(palette_parse(&palette, "a.hex", text, 257 * 7, &error));
    assert_string_equal(error.text, "a.hex: line 257: more than 256 colours");
}

// 64 KiB and more would be read in part.
TEST(a_file_may_be_so_long)
{
    static char text[(1 << 16) + 2];
    memset(text, '\n', sizeof(text) - 1);
    memcpy(text, "102030", 6);
    put_file("long.hex", text);
    assert_fails(palette_load("long.hex", &error), "long.hex': longer than the 64 KiB");
    put_file("long.hex", text + 1); // one byte less
    assert_fails(palette_load("long.hex", &error),
                 "line 1: expected a colour as RRGGBB, found '02030'");
}

// A palette that was read before stays: plans have it.
TEST(a_file_that_was_written_is_another_and_the_same_bytes_are_the_same)
{
    static const char *const texts[] = { "dither:palette=two.hex",
                                         "error_diffusion:palette=two.hex" };
    const void *file, *seen[2];
    put_file("two.hex", "102030\n");
    for (int i = 0; i < 2; i++) {
        const struct chain_step *step = &chain_of(texts[i])->steps[0];
        for (int n = 0; n < 6; n++) {
            put_file("two.hex", n % 2 ? "405060\n" : "102030\n");
            const uint64_t before = step_file_hash("two.hex");
            assert_true(effect_check(step->effect, step->params, 8, &file, &error));
            assert_colour(file, 0, n % 2 ? 0x40 : 0x10, n % 2 ? 0x50 : 0x20, n % 2 ? 0x60 : 0x30);
            assert_true(n == 0 || step_file_hash("two.hex") != before);
            assert_true((i == 0 && n < 2) || file == seen[n % 2]);
            seen[n % 2] = file;
        }
    }
}

TEST(a_palette_that_was_written_is_read_back)
{
    const struct palette *web = palette_load("web", &error);
    struct output_file file;
    assert_true(output_file_open(&file, "web.gpl", &error) && palette_print(web, file.stream) &&
                output_file_close(&file, &error));
    const struct palette *read = palette_load("web.gpl", &error);
    assert_memory_equal(read, web, sizeof(*web));
    assert_ptr_equal(palette_keep(read), palette_keep(web));
}

TEST(unknown_names_are_told_the_known_ones)
{
    assert_null(palette_load("gamebuoy", &error));
    assert_contains(error.text, "no palette 'gamebuoy'; there are bw, grey4, newsprint,");
    assert_null(palette_load("missing.gpl", &error));
    assert_string_equal(error.text,
                        "cannot read the palette 'missing.gpl': No such file or directory");
}

AROUND_TESTS(.begin = folder_enter)
