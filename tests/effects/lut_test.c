// Tables of colours: what a file may say, what is said about a wrong one, and the reference by
// values that are known.

#include "effects/lut/lut.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

#define CORNERS "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"

TEST(a_file_of_each_kind_is_read)
{
    static const struct {
        const char *text;
        int curve, cube;
        float last[3];           // colour
        float curve_most, least; // of the cube's green
    } rows[] = {
        { "LUT_3D_SIZE 2\n" CORNERS, 0, 2, { 1, 1, 1 }, 1, 0 },
        { "LUT_1D_SIZE 3\n0 0 0\n.5 5e-1 +0.25\n1 2 -3", 3, 0, { 1, 2, -3 }, 1, 0 },
        { "\xef\xbb\xbf# words\r\nTITLE \"LUT_3D_SIZE 9\"\r\n\r\nLUT_3D_SIZE\t2\r\nDOMAIN_MIN -1 "
          "-2 -3\r\n"
          "DOMAIN_MAX 4 5 6\r\n" CORNERS "# the end\r\n\r\n",
          0,
          2,
          { 1, 1, 1 },
          4,
          -2 },
        { "LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE -8 16\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.5 1\n"
          "0 0 0\n1 1 1\n" CORNERS,
          2,
          2,
          { 1, 1, 1 },
          16,
          0.5f },
    };
    for_each(row, rows) {
        struct lut_file *file = lut_file_parse("a.cube", row->text, strlen(row->text), &error);
        assert_works(file);
        const int cube = row->cube;
        assert_int_equal(file->curve.size, row->curve);
        assert_int_equal(file->cube.size, cube);
        assert_int_equal(file->count, row->curve + cube * cube * cube);
        for (int c = 0; c < 3; c++)
            assert_true(file->colours[file->count - 1][c] == row->last[c]);
        assert_true(file->curve.most[0] == row->curve_most);
        assert_true(file->cube.least[1] == row->least);
        lut_file_free(file);
    }
}

TEST(a_wrong_file_is_refused_with_its_line_and_what_would_be_right)
{
    for_each_case(one, "refused_tables.txt") {
        assert_null(lut_file_parse("a.cube", one.text, strlen(one.text), &error));
        assert_string_equal(error.text, one.expected);
    }
}

static void assert_refused(const char *text, const char *message)
{
    struct chain chain;
    size_t at;
    assert_fails(chain_parse(&chain, text, &at, &error), message);
    assert_int_equal(at, strstr(text, "file=") + strlen("file=") - text);
}

TEST(a_file_that_cannot_be_read_is_one_line_at_its_place)
{
    put_file("short.cube", "LUT_3D_SIZE 2\n0 0 0\n");
    assert_refused("tonemap,lut:file=short.cube",
                   "short.cube:2: the file ends after 1 of 8 colours");
    assert_refused("lut:file=missing.cube", "cannot read the table 'missing.cube': No such file");
    assert_refused("lut:file=sepai", "no table 'sepai'; there are none, negative, sepia, bleach, "
                                     "or a file .cube; did you mean 'sepia'");
    char *text = malloc((16 << 20) + 2);
    memset(text, '\n', (16 << 20) + 1);
    text[(16 << 20) + 1] = '\0';
    put_file("long.cube", text);
    assert_refused("lut:file=long.cube", "longer than the 16384 KiB that it may have");
    free(text);
}

// ---- the reference

static void assert_gives(const char *text, const double in[4], const double expected[4])
{
    double out[4];
    reference_shade(text, in, in, out);
    const char *what = formatted("%s of %g %g %g %g", text, in[0], in[1], in[2], in[3]);
    for (int c = 0; c < 4; c++)
        assert_within(out[c], expected[c], 1e-7, what); // a table has floats
}

TEST(an_identity_is_one_between_its_colours_too)
{
    uint64_t seed = 1;
    put_file("same.cube", "LUT_3D_SIZE 2\n" CORNERS);
    put_file("line.cube", "LUT_1D_SIZE 3\n0 0 0\n.5 .5 .5\n1 1 1\n");
    for (int i = 0; i < 50; i++) {
        const double in[4] = { chance_share(&seed), chance_share(&seed), chance_share(&seed), 1 };
        assert_gives("lut:file=same.cube", in, in);
        assert_gives("lut:file=line.cube", in, in);
    }
}

// The red of each corner is a number of its own, and each order of the shares uses other corners:
// by hand, after Kasson et al. 1995, table 1.
TEST(each_of_the_six_tetrahedra_has_its_own_corners)
{
    enum { K, R, G, Y, B, M, C, W }; // by which the colours of a cube of two are ordered
    static const double at[8] = { 0.11, 0.23, 0.37, 0.41, 0.53, 0.67, 0.79, 0.97 };
    static const struct {
        double shares[3];
        int path[4];
    } rows[] = {
        { { 0.7, 0.4, 0.2 }, { K, R, Y, W } }, { { 0.7, 0.2, 0.4 }, { K, R, M, W } },
        { { 0.4, 0.7, 0.2 }, { K, G, Y, W } }, { { 0.2, 0.7, 0.4 }, { K, G, C, W } },
        { { 0.4, 0.2, 0.7 }, { K, B, M, W } }, { { 0.2, 0.4, 0.7 }, { K, B, C, W } },
    };
    char text[512] = "LUT_3D_SIZE 2\n";
    for_each(row, at)
        sprintf(text + strlen(text), "%g 0.5 0.25\n", *row);
    put_file("six.cube", text);
    for_each(row, rows) {
        const int *path = row->path;
        const double *s = row->shares;
        const double in[4] = { s[0], s[1], s[2], 1 };
        const double red =
            0.3 * at[path[0]] + 0.3 * at[path[1]] + 0.2 * at[path[2]] + 0.2 * at[path[3]];
        assert_gives("lut:file=six.cube", in, (double[]){ red, 0.5, 0.25, 1 });
    }
}

TEST(beyond_the_domain_the_ends_hold)
{
    put_file("wide.cube", "DOMAIN_MIN -1 0 0\nDOMAIN_MAX 3 4 8\nLUT_3D_SIZE 2\n" CORNERS);
    put_file("curve.cube", "LUT_1D_INPUT_RANGE 0 10\nLUT_1D_SIZE 2\n0.2 0 8\n0.6 1 4\n");
    const double beyond[4] = { 7, -2, 100, 1 }, within[4] = { 1, 1, 1, 1 };
    assert_gives("lut:file=wide.cube:domain=light", beyond, (double[]){ 1, 0, 1, 1 });
    assert_gives("lut:file=wide.cube:domain=light", within, (double[]){ 0.5, 0.25, 0.125, 1 });
    assert_gives("lut:file=curve.cube:domain=light", beyond, (double[]){ 0.48, 0, 4, 1 });
    assert_gives("lut:file=curve.cube", beyond, (double[]){ 0.48, 0, 1, 1 });
}

TEST(a_curve_comes_before_a_cube_and_light_is_straight)
{
    put_file("both.cube", "LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n1 1 1\n0 0 0\n"
                          "0 0 0\n0 0 1\n0 1 0\n0 1 1\n1 0 0\n1 0 1\n1 1 0\n1 1 1\n");
    assert_gives("lut:file=both.cube", (double[]){ 0.1, 0.5, 0.7, 0.5 },
                 (double[]){ 0.3, 0.5, 0.9, 0.5 });
    assert_gives("lut:file=both.cube:domain=light", (double[]){ 0.1, 0.25, 0.45, 0.5 },
                 (double[]){ 0.05, 0.25, 0.4, 0.5 });
    assert_gives("lut:file=none:domain=light", (double[]){ 0.1, 5, 0.45, 0 },
                 (double[]){ 0.1, 5, 0.45, 0 });
}

AROUND_TESTS(.begin = folder_enter)
