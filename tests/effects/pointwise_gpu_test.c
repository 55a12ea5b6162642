// Pointwise effects in runs against their single steps, as fragment and as compute, and with the
// files of tests against their references; app/harness has each alone with all that may be chosen.

#include "effects/pointwise/pointwise.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"
#include "tests/fixtures/harness_fixture.h"

static const struct {
    int width, height;
} sizes[] = { { 1, 1 }, { 3, 200 }, { 129, 67 } };

enum { SIZE_COUNT = COUNT_OF(sizes) };

// It gives the place of the texel, as a share of the picture, and how many cells of 4 pixels lie
// across it and down it.
static const struct effect place = {
    .name = "place",
    .pointwise = true,
    .reads_size = true,
    .file.function = "place",
    .file.text = "vec4 place(vec4 color, Pixel px)\n{\n"
                 "    vec2 share = (vec2(px.coord) + 0.5) / px.size;\n"
                 "    return color * vec4(share, 1.0, 1.0) + vec4(0.0, 0.0, pixel_downscaled(px, "
                 "4.0).size);\n}\n",
};

// Step `at` of the chain becomes `place`.
static struct chain chain_with_place(const char *text, int at)
{
    struct chain chain = parse_chain(text);
    chain_step_init(&chain.steps[at], &place);
    return chain;
}

TEST(an_effect_may_read_the_size_of_the_picture)
{
    for (int size = 0; size < SIZE_COUNT; size++)
        for (enum plan_fuse fuse = PLAN_FUSE_FRAGMENT; fuse <= PLAN_FUSE_COMPUTE; fuse++) {
            const int width = sizes[size].width, height = sizes[size].height;
            const struct chain chain = chain_with_place("exposure", 0);
            struct plan_options options = light_in_floats;
            options.fuse = fuse;
            LOCAL_IMAGE source = make_test_image(TEST_IMAGE_CONSTANT, width, height);
            LOCAL_IMAGE got = run_chain(&chain, &options, &source);
            for_each_place(x, y, width, height) {
                const double *texel = image_at(&got, x, y);
                assert_near(texel[0], 0.25 * (x + 0.5) / width, 1e-6);
                assert_near(texel[1], 0.5 * (y + 0.5) / height, 1e-6);
                assert_true(texel[2] == 0.75 + (width + 3) / 4);
                assert_true(texel[3] == 1 + (height + 3) / 4);
            }
        }
}

// Images in a blur are smaller or have a margin, and px.size is that of the picture there, too.
TEST(a_joined_effect_reads_the_size_of_the_picture)
{
    static const struct {
        const char *chain;
        int at;
    } cases[] = {
        { "exposure,box:radius=2", 0 },
        { "exposure:ev=1,exposure,dual:sigma=5:edge=zero:impl=cs_blocked", 1 },
        { "dual:sigma=5:edge=mirror,exposure,saturation:factor=0.5:roi=0/0/0.4/1", 1 },
        { "pyramid:edge=mirror,exposure", 1 },
    };
    for_each(row, cases) {
        const struct chain chain = chain_with_place(row->chain, row->at);
        struct plan_options options = { .format = FORMAT_RGBA32F, .linear = true };
        LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 129, 67);
        LOCAL_IMAGE joined = run_chain(&chain, &options, &source);
        options.fuse = PLAN_FUSE_OFF;
        LOCAL_IMAGE single = run_chain(&chain, &options, &source);
        const struct difference off = compare_images(&joined, &single);
        if (!(off.most <= 1e-5 * image_largest(&single)))
            fail_msg("%s: %g off at %d, %d", row->chain, off.most, off.x, off.y);
    }
}

// A picture of halves whose display values have 8 bits takes fewer operations. All greys that there
// are, and colours of random halves, some without one channel or two.
TEST(curves_for_8_bits_are_off_by_less_than_an_eighth_of_a_step)
{
    enum { WIDTH = 256, HEIGHT = 248, HALVES = 0x7c00 };
    uint64_t seed = 9;
    LOCAL_IMAGE source = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        double *texel = (double *) source.texels + 4 * i;
        for (int c = 0; c < 3; c++)
            texel[c] = i < HALVES ? value_of_half(i)
                       : chance_share(&seed) < 1.0 / 3
                           ? 0
                           : value_of_half((int) (HALVES * chance_share(&seed)));
        texel[3] = 1;
    }
    for_each_text(text, "tonemap", "tonemap:exposure=-3", "encode") {
        const struct chain *chain = chain_of(*text);
        LOCAL_IMAGE expected = reference_of(chain, &source, 0);
        LOCAL_IMAGE got = run_chain(chain, &in_halves, &source);
        const struct difference off = compare_images(&got, &expected);
        if (!(off.most < 0.125 / 255))
            fail_msg("%s: %g of a step at %d, %d", *text, 255 * off.most, off.x, off.y);
    }
}

// ---- dither

// Palettes that are a ramp, a plane or a cube, or nearly so.
TEST(dithers_to_palettes_of_files_equal_the_reference)
{
    static const char *const texts[] = {
        "dither:palette=tests/palettes/three.hex:space=linear:matrix=blue_noise",
        "dither:palette=tests/palettes/four.hex:space=linear:distance=luma:strength=2",
        "dither:palette=tests/palettes/bent.hex", // turns by 70 degrees: no ramp
        "dither:palette=tests/palettes/thin.hex", // as flat as may be
        "dither:palette=tests/palettes/flat.hex:space=linear",
    };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, 129, 67);
    for_each(text, texts)
        assert_holds(*text, &source);
}

// ---- fusing

// Also as hardware runs it, with a way of its own for what covers everything.
static void assert_equals_its_steps(const struct chain *chain, const struct image *source)
{
    bool *software = &gpu_fixture()->info.software;
    const bool was_software = *software;
    struct plan_options options = { .width = source->width,
                                    .height = source->height,
                                    .format = FORMAT_RGBA32F,
                                    .fuse = PLAN_FUSE_OFF };
    const struct plan by_steps = build_plan(chain, &options);
    LOCAL_IMAGE steps = run_frame_of_plan(&by_steps, source, 3);
    for (int i = 0; i < 3; i++) {
        options.fuse = i == 0 ? PLAN_FUSE_FRAGMENT : PLAN_FUSE_COMPUTE;
        *software = was_software && i < 2;
        const struct plan plan = build_plan(chain, &options);
        LOCAL_IMAGE fused = run_frame_of_plan(&plan, source, 3);
        *software = was_software;
        if (memcmp(fused.texels, steps.texels, image_bytes(&steps)) != 0)
            fail_msg("%s: by up to %g", chain_text(chain), compare_images(&fused, &steps).most);
    }
}

// Runs that end as real ones do, on premultiplied colours, where one step's product meets the next
// one's quotient, and on a picture of which all but some columns cover everything.
TEST(usual_fused_runs_equal_their_steps_to_the_bit)
{
    static const char *const texts[] = {
        "composite,tonemap,dither",
        "exposure:ev=1.3:roi=0.2/0.1/0.9/0.7,threshold:by=luminance,saturation:luma=rec709,encode",
        "threshold:level=0.2,composite:mode=mix,saturation:factor=1.3,tonemap:exposure=0.5,dither",
        "composite:mode=screen,dither:palette=gameboy",
        "tonemap:curve=gt,dither:palette=pico8:distance=oklab",
        // Beyond the part there is light above 1.
        "tonemap:roi=0/0/0.5/1,dither:palette=pico8:distance=oklab",
        "encode:roi=0/0/0.5/1,dither:bits=5:space=linear:matrix=triangular",
    };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 129, 67);
    LOCAL_IMAGE opaque = make_test_image(TEST_IMAGE_RANDOM, 129, 67);
    for (int i = 0; i < 129 * 67; i++)
        if (i % 129 / 10 != 5)
            ((double *) opaque.texels)[4 * i + 3] = 1;
    for_each(text, texts) {
        const struct chain *chain = chain_of(*text);
        assert_equals_its_steps(chain, &source);
        assert_equals_its_steps(chain, &opaque);
    }
}

// ---- tables

// Colours that lie anywhere, so that each tetrahedron and each end shows.
static void put_table(const char *path, const char *head, int count, uint64_t *seed)
{
    FILE *file = begin_printing();
    fputs(head, file);
    for (int i = 0; i < count; i++)
        fprintf(file, "%.4f %.4f %.4f\n", 1.2 * chance_share(seed) - 0.1, chance_share(seed),
                chance_share(seed));
    put_file(path, end_printing());
}

TEST(tables_equal_their_references)
{
    uint64_t seed = 5;
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 129, 67);
    folder_enter();
    put_table("cube.cube", "LUT_3D_SIZE 5\nDOMAIN_MIN -0.1 0 0.2\nDOMAIN_MAX 1 1.5 0.9\n", 125,
              &seed);
    put_table("curve.cube", "LUT_1D_SIZE 30\n", 30, &seed);
    put_table("both.cube", "LUT_1D_SIZE 3\nLUT_3D_SIZE 4\nLUT_1D_INPUT_RANGE 0 4\n", 67, &seed);
    for_each_text(text, "lut:file=cube.cube", "lut:file=curve.cube:roi=0.1/0.2/0.7/0.8",
                  "lut:file=cube.cube:domain=light", "lut:file=both.cube",
                  "lut:file=both.cube:domain=light")
        assert_holds(*text, &source);
    for_each_text(run,
                  "exposure:ev=-0.5,lut:file=both.cube:domain=light,saturation:factor=1.4,tonemap",
                  "tonemap,lut:file=both.cube") {
        assert_equals_its_steps(chain_of(*run), &source);
    }
}
