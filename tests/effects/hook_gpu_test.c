// Shader files on the GPU, each against the same in plain C or against a built-in effect.

#include "effects/colour.h"
#include "effects/plan/plan_cache.h"
#include "effects/reference/reference.h"
#include "tests/fixtures/chain_fixture.h"
#include "tests/fixtures/folder_fixture.h"

enum { WIDTH = 37, HEIGHT = 19 };

// An encode that reaches no pixel, so that a chain may begin with display values.
#define FROM_DISPLAY "encode:roi=0/0/0.0001/0.0001,"

// A software renderer's filter takes this from the next texel, since places are shares of a width
// that is no power of two: of values up to 1.
static const double filtered = 4e-5;

// Returns the text of a file of tests/fixtures/shaders.
static const char *shader(const char *name)
{
    return file_text(in_project(formatted("tests/fixtures/shaders/%s.glsl", name)), NULL);
}

// Returns the image that a chain makes, in which f.glsl has that text.
static struct image run_file(const char *text, const char *chain,
                             const struct plan_options *options, const struct image *source)
{
    put_file("f.glsl", text);
    return run_text(chain, options, source);
}

static double value_at(const struct image *image, int x, int y, int channel)
{
    return image_clamped(image, x, y)[channel];
}

typedef double expected_value(const struct image *source, int x, int y, int channel);

// Fails where a channel is further from `expected` than that.
static void assert_everywhere(const struct image *source, const struct image *got, double most,
                              expected_value *expected)
{
    for_each_place(x, y, got->width, got->height)
        for (int c = 0; c < 4; c++) {
            const double is = value_at(got, x, y, c), requested = expected(source, x, y, c);
            if (!(fabs(is - requested) <= most))
                fail_msg("%d, %d, channel %d: %.9g and not %.9g", x, y, c, is, requested);
        }
}

// Runs a file on random display values and compares its image.
static void assert_makes(const char *text, double most, expected_value *expected)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, WIDTH, HEIGHT);
    LOCAL_IMAGE got = run_file(text, FROM_DISPLAY "f.glsl", &in_floats, &source);
    assert_everywhere(&source, &got, most, expected);
}

// ---- passes

static double mean_of_three(const struct image *source, int x, int y, int channel)
{
    if (channel == 3)
        return value_at(source, x, y, 3);
    return (value_at(source, x - 1, y, channel) + value_at(source, x, y, channel) +
            value_at(source, x + 1, y, channel)) /
           3;
}

#define MEAN \
    "vec4 hook()\n{\n" \
    "    return (HOOKED_texOff(vec2(-1.0, 0.0)) + HOOKED_tex(HOOKED_pos) +\n" \
    "            HOOKED_texOff(vec2(1.0, 0.0))) / 3.0;\n}\n"

// It works at two texels a thread, and some groups reach past the border.

TEST(a_mean_is_that_of_plain_c_as_fragment_and_as_compute)
{
    assert_makes("//!HOOK MAIN\n//!BIND HOOKED\n" MEAN, filtered, mean_of_three);
    assert_makes(shader("mean_by_groups"), filtered, mean_of_three);
}

// One formula gives equal floats, with a uniform and a constant of the program.
TEST(a_threshold_of_light_is_the_built_in_one_to_the_bit)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    LOCAL_IMAGE got =
        run_file(shader("threshold"), "f.glsl:level=0.7:knee=0.25", &light_in_floats, &source);
    LOCAL_IMAGE expected = run_text("threshold:level=0.7:knee=0.25", &light_in_floats, &source);
    assert_same_image(&got, &expected);
}

// Channels that a pass does not have are 0, and its alpha is 1, for a pass that reads them and in
// what it puts out.
TEST(a_pass_has_the_components_that_it_says)
{
    static const char *const rest[] = {
        "//@ pointwise\n",
        "//!SAVE S\n//!HOOK MAIN\n//!BIND S\n"
        "vec4 hook() { return S_tex(S_pos) * S_tex(S_pos).a; }\n",
    };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, 5, 3);
    for (int i = 0; i < 6; i++) {
        const int components = 1 + i / 2;
        const char *text =
            formatted("//!HOOK MAIN\n//!COMPONENTS %d\n%.*s"
                      "vec4 hook() { return vec4(0.25, 0.5, 0.75, 0.5); }\n%s",
                      components, i % 2 ? 10 : 0, rest[1], i % 2 ? rest[1] + 10 : rest[0]);
        LOCAL_IMAGE got = run_file(text, FROM_DISPLAY "f.glsl", &in_floats, &source);
        for (int c = 0; c < 3; c++)
            assert_true(value_at(&got, 2, 1, c) == (c < components ? 0.25 * (c + 1) : 0));
        assert_true(value_at(&got, 2, 1, 3) == value_at(&source, 2, 1, 3));
    }
}

// ---- own keys

#define SIGMA "//@ sigma width\n//!PARAM width\n1\n"

static double neighbour_or_zero(const struct image *source, int x, int y, int channel)
{
    return x + 1 < source->width ? value_at(source, x + 1, y, channel) : 0;
}

static double neighbour_in_mirror(const struct image *source, int x, int y, int channel)
{
    return value_at(source, x + 1 < source->width ? x + 1 : x, y, channel);
}

static double neighbour_behind(const struct image *source, int x, int y, int channel)
{
    return value_at(source, (x + 1) % source->width, y, channel);
}

// A pass that says how far its result lies off is put back; only the first column is lost.
static double put_back(const struct image *source, int x, int y, int channel)
{
    return value_at(source, x > 0 ? x : 1, y, channel);
}

// The file shows the texel to the right of each. A blur gives alpha as it gives light.
TEST(beyond_the_border_lies_what_the_file_says)
{
    static const struct {
        const char *edge;
        expected_value *expected;
    } rows[] = {
        { "zero", neighbour_or_zero },
        { "mirror", neighbour_in_mirror },
        { "wrap", neighbour_behind },
        { "clamp\n//!OFFSET -1 0", put_back },
    };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, WIDTH, HEIGHT);
    for_each(row, rows) {
        const char *text =
            formatted(SIGMA "//!HOOK LINEAR\n//@ edge %s\n//!BIND HOOKED\n"
                            "vec4 hook() { return HOOKED_texOff(vec2(1.0, 0.0)); }\n",
                      row->edge);
        LOCAL_IMAGE got = run_file(text, "f.glsl", &light_in_floats, &source);
        assert_everywhere(&source, &got, filtered, row->expected);
    }
}

// The width is called sigma, is a length, and 0 leaves the picture as it is. A smaller image comes
// back with its alpha.
TEST(a_blur_of_a_file_has_a_width_like_every_other)
{
    static const char text[] = SIGMA "//!HOOK LINEAR\n//!BIND HOOKED\n//!SAVE HALF\n"
                                     "//!WIDTH 1\n//!HEIGHT 1\n"
                                     "vec4 hook() { return vec4(0.25); }\n"
                                     "//!HOOK LINEAR\n//!BIND HALF\n"
                                     "vec4 hook() { return HALF_tex(HALF_pos) * width; }\n";
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, WIDTH, HEIGHT);
    LOCAL_IMAGE got = run_file(text, "f.glsl:sigma=10%h", &light_in_floats, &source);
    for (int c = 0; c < 4; c++)
        assert_near(value_at(&got, 5, 5, c), 0.25 * HEIGHT / 10, 1e-6);
    LOCAL_IMAGE same = run_file(text, "f.glsl:sigma=0", &light_in_floats, &source);
    assert_same_image(&same, &source);
    const struct chain chain = parse_chain("f.glsl:sigma=3,gaussian:sigma=4");
    assert_true(chain.steps[0].effect->blur);
    assert_near(chain_sigma(&chain, HEIGHT), 5, 0.01);
}

// Names of all kinds, of which some are also fields, or words of GLSL.

// Neighbours, a region, and the same file twice go into one program.
TEST(a_pointwise_file_gives_fused_what_it_gives_as_a_pass)
{
    static const struct {
        const char *point, *own, *chain;
    } rows[] = {
        { "LINEAR", "LINEAR_tex( HOOKED_pos )",
          "exposure:ev=1,%s:r=0.3,%s:kind=hard:roi=0/0/0.5/1,saturation:factor=0.5" },
        { "MAIN", "HOOKED_tex(MAINPRESUB_pos)", FROM_DISPLAY "%s,%s:kind=hard:n=3" },
    };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, WIDTH, HEIGHT);
    for_each(row, rows) {
        const struct plan_options *options = row == rows ? &light_in_floats : &in_floats;
        put_file("pass.glsl",
                 formatted(shader("curve"), row->point, // which is exact
                           "texelFetch(HOOKED_raw, ivec2(HOOKED_pos * HOOKED_size), 0)"));
        const char *chain = formatted(row->chain, "pass.glsl", "pass.glsl");
        LOCAL_IMAGE passes = run_text(chain, options, &source);
        const char *text = formatted(shader("curve"), row->point, row->own);
        chain = formatted(row->chain, "f.glsl", "f.glsl");
        LOCAL_IMAGE fused = run_file(formatted("%s//@ pointwise\n", text), chain, options, &source);
        assert_same_image(&fused, &passes);
        assert_int_equal(build_plan(chain_of(chain), options).count, 1);
    }
}

// ---- images between passes

static double mean_of_four(const struct image *source, int x, int y, int channel)
{
    const int left = x / 2 * 2, top = y / 2 * 2;
    return channel == 3
               ? value_at(source, x, y, 3)
               : (value_at(source, left, top, channel) + value_at(source, left + 1, top, channel) +
                  value_at(source, left, top + 1, channel) +
                  value_at(source, left + 1, top + 1, channel)) /
                     4;
}

// The first pass makes an image of half the size, the second reads it where it runs.

static double unchanged(const struct image *source, int x, int y, int channel)
{
    return value_at(source, x, y, channel);
}

TEST(a_saved_image_has_its_own_size_and_a_pass_without_it_does_not_run)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, 38, 20);
    LOCAL_IMAGE got = run_file(shader("half"), FROM_DISPLAY "f.glsl", &in_floats, &source);
    assert_everywhere(&source, &got, filtered, mean_of_four);
    LOCAL_IMAGE without = run_file(shader("half"), FROM_DISPLAY "f.glsl:on=0", &in_floats, &source);
    assert_everywhere(&source, &without, 0, unchanged);
}

// The file gets a picture of half the size, and makes it as large again.
TEST(a_file_may_get_a_smaller_picture_than_it_puts_out)
{
    static const char text[] =
        "//!HOOK MAIN\n//!BIND HOOKED\n//!WHEN OUTPUT.w MAIN.w / 1.2 >\n"
        "//!WIDTH HOOKED.w 2 *\n//!HEIGHT HOOKED.h 2 *\n"
        "vec4 hook()\n{\n"
        "    return vec4(texelFetch(HOOKED_raw, ivec2(gl_FragCoord.xy) / 2, 0).rgb *\n"
        "                (target_size.x / input_size.x - 1.0), 0.5);\n}\n";
    const struct plan_options twice = { .format = FORMAT_RGBA32F, .hook_size = 2 };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, 38, 20);
    LOCAL_IMAGE got = run_file(text, FROM_DISPLAY "f.glsl", &twice, &source);
    assert_everywhere(&source, &got, 1e-6, mean_of_four);
}

// A picture that was made larger and lies off comes back to where it was: a ramp stays one.
TEST(what_a_file_resizes_is_resampled_to_the_size_of_the_picture)
{
    static const char text[] =
        "//!HOOK MAIN\n//!BIND HOOKED\n//!WIDTH HOOKED.w 3 *\n//!HEIGHT HOOKED.h 2 *\n"
        "//!OFFSET 6 0\n"
        "vec4 hook() { return HOOKED_tex(HOOKED_pos - vec2(2.0, 0.0) * HOOKED_pt); }\n";
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RAMP, WIDTH, HEIGHT);
    LOCAL_IMAGE got = run_file(text, FROM_DISPLAY "f.glsl", &in_floats, &source);
    for (int x = 4; x < WIDTH - 4; x++)
        for (int c = 0; c < 3; c++)
            assert_near(value_at(&got, x, 7, c), value_at(&source, x, 7, c), 1e-5);
}

// ---- points

// Twice as large and back: two texels of its own count three times what one of each side does.
static double softened(const struct image *source, int x, int y, int channel)
{
    double sum = 0;
    for (int v = -1; v <= 1; v++)
        for (int u = -1; u <= 1; u++)
            sum += (u == 0 ? 6 : 1) * (v == 0 ? 6 : 1) * value_at(source, x + u, y + v, channel);
    return channel == 3 ? value_at(source, x, y, 3) : sum / 64;
}

TEST(what_is_larger_comes_back_by_weights_that_fall_off_evenly)
{
    static const char text[] =
        "//!HOOK MAIN\n//!BIND HOOKED\n//!WIDTH HOOKED.w 2 *\n//!HEIGHT HOOKED.h 2 *\n"
        "vec4 hook() { return texelFetch(HOOKED_raw, ivec2(gl_FragCoord.xy) / 2, 0); }\n";
    assert_makes(text, 1e-5, softened);
}

// The place of a texel in a compute shader, and curves below 0.
static double place_and_curves(const struct image *source, int x, int y, int channel)
{
    const double values[] = { (x + 0.5) / WIDTH, reference_srgb_decode(0.5),
                              reference_srgb_encode(0.001), value_at(source, x, y, 3) };
    return values[channel];
}

TEST(a_compute_pass_knows_its_place_and_curves_are_odd)
{
    static const char text[] =
        "//!HOOK MAIN\n//!BIND HOOKED\n//!COMPUTE 8 8\n"
        "void hook()\n{\n"
        "    vec4 color = vec4(HOOKED_pos.x, -linearize(vec4(-0.5)).g,\n"
        "                      -delinearize(vec4(-0.001)).b, 1.0);\n"
        "    imageStore(out_image, ivec2(gl_GlobalInvocationID), color);\n}\n";
    assert_makes(text, 1e-6, place_and_curves);
}

static double halved_light(const struct image *source, int x, int y, int channel)
{
    const double value = value_at(source, x, y, channel);
    return channel == 3 ? value : reference_srgb_encode(reference_srgb_decode(value) / 2);
}

static double without_colour(const struct image *source, int x, int y, int channel)
{
    const double *texel = image_at(source, x, y);
    return channel == 3 ? texel[3] : colour_luminance(texel);
}

TEST(points_carry_what_they_should)
{
    assert_makes(
        "//!HOOK LINEAR\n//!BIND HOOKED\nvec4 hook() { return HOOKED_tex(HOOKED_pos) * 0.5; }\n"
        "//!HOOK OUTPUT\n//!BIND HOOKED\nvec4 hook() { return HOOKED_tex(HOOKED_pos); }\n",
        filtered, halved_light);
    assert_makes("//!HOOK CHROMA\nvec4 hook() { return vec4(0.5); }\n", filtered, without_colour);
    assert_makes("//!HOOK LUMA\n//!HOOK CHROMA\n//!BIND HOOKED\nvec4 hook()\n{\n"
                 "#ifdef LUMA_raw\n    return LUMA_tex(LUMA_pos);\n"
                 "#elif defined(CHROMA_raw)\n    return vec4(0.5);\n#endif\n}\n",
                 filtered, without_colour);
}

// A file of planes and of RGB runs once, as in players.
TEST(a_file_at_planes_and_rgb_is_applied_once)
{
    assert_makes("//!HOOK LUMA\n//!HOOK CHROMA\n//!HOOK RGB\n//!BIND HOOKED\n" MEAN, filtered,
                 mean_of_three);
}

// Light of a picture that is twice as large as what the file gets.
TEST(scaled_is_light_of_the_whole_picture)
{
    const struct plan_options twice = { .format = FORMAT_RGBA32F, .hook_size = 2 };
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_CONSTANT, 38, 20);
    LOCAL_IMAGE got = run_file("//!HOOK SCALED\n//!BIND HOOKED\nvec4 hook()\n{\n"
                               "    return HOOKED_tex(HOOKED_pos) * HOOKED_size.x / 76.0;\n}\n",
                               FROM_DISPLAY "f.glsl", &twice, &source);
    assert_everywhere(&source, &got, 1e-6, halved_light);
}

// ---- what a pass may use

static double of_names(const struct image *source, int x, int y, int channel)
{
    (void) y;
    const double values[] = { 0.5, (x + 0.5) / WIDTH, 0.375, value_at(source, x, y, 3) };
    return values[channel];
}

// Column x of the picture shows what name number x means.
static double of_each_name(const struct image *source, int x, int y, int channel)
{
    const double wide = WIDTH, high = HEIGHT, column = (x + 0.5) / wide, row = (y + 0.5) / high;
    const double share = (0.5 + 0.055) / 1.055, light = pow(share, 2.4);
    if (channel == 3 || x == 0)
        return value_at(source, x, y, channel);
    if (x == 1)
        return value_at(source, x + 1, y - 2, channel);
    if (x == 9)
        return value_at(source, x, y, 2 - channel);
    const double values[][3] = {
        [2] = { value_at(source, x, y + 1, 1), value_at(source, x + 1, y + 1, 1),
                value_at(source, x + 1, y, 1) },
        { column, row, 1 / wide },
        { wide / 64, high / 64, 1 },
        { 3.5 / wide, 5.5 / high, 0 },
        { 0.25, 0.5, 0 },
        { wide / 64, high / 64, 0 },
        { light, 0.5, 0.25 },
        { 0 },
        { 19 / wide, 10 / high, (column * 19 - 0.5) / 64 },
        { 1 - value_at(source, x, y, 0), 0.6, 0.25 },
        { 0.625, 3, 4 },
        { 0.75, 1, 8 },
    };
    return (size_t) x < COUNT_OF(values) ? values[x][channel] : 0;
}

TEST(each_name_that_a_pass_may_use_means_what_it_should)
{
    assert_makes(shader("names"), filtered, of_each_name);
}

// Frame and random are those of the picture, in every run.
TEST(a_frame_has_its_number_and_its_random)
{
    static const struct plan_options options = { .width = 4,
                                                 .height = 4,
                                                 .format = FORMAT_RGBA32F };
    put_file("f.glsl",
             "//!HOOK MAIN\nvec4 hook() { return vec4(float(frame), random, 0.0, 1.0); }\n");
    const struct plan plan = build_plan(chain_of(FROM_DISPLAY "f.glsl"), &options);
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, 4, 4);
    LOCAL_IMAGE got = run_frame_of_plan(&plan, &source, 1000);
    LOCAL_IMAGE next = run_frame_of_plan(&plan, &source, 1001);
    LOCAL_IMAGE again = run_frame_of_plan(&plan, &source, 1000);
    assert_true(value_at(&got, 1, 1, 0) == 1000 && value_at(&next, 1, 1, 0) == 1001);
    assert_compare(value_at(&got, 1, 1, 1), >=, 0);
    assert_compare(value_at(&got, 1, 1, 1), <, 1);
    assert_true(value_at(&got, 1, 1, 1) == value_at(&again, 1, 1, 1));
    assert_true(value_at(&got, 1, 1, 1) != value_at(&next, 1, 1, 1));
}

// Names that GLSL keeps for itself, and a function with the name of what every pass may use.
TEST(names_that_collide_are_renamed)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_EVEN, WIDTH, HEIGHT);
    LOCAL_IMAGE got =
        run_file(shader("colliding_names"), FROM_DISPLAY "f.glsl:kind=hard", &in_floats, &source);
    assert_everywhere(&source, &got, 1e-6, of_names);
}

// A file may declare any name of the text around it; `value` must come to 0.375.
TEST(a_file_may_use_any_name_as_its_own)
{
    for_each_case(one, "shader_names.txt") {
        const char *text =
            formatted("//!PARAM depth\n0.375\n//!PARAM steps\n//!TYPE CONSTANT int\n1\n"
                      "//!HOOK MAIN\t \n//!BIND HOOKED\n//!DESC \xE2\x82\xAC\n// \xE2\x82\xAC\r\n"
                      "\t#  extension GL_ARB_gpu_shader5 : enable\r\n%s"
                      "vec4 hook() { vec2 p = HOOKED_pos; return vec4(0.5, p.x, %s, 1.0); }\n",
                      one.text, one.expected);
        assert_makes(text, 1e-6, of_names);
    }
}

static double of_tables(const struct image *source, int x, int y, int channel)
{
    const double values[] = { 0.2, 0.6, 0.8, value_at(source, x, y, 3) };
    return values[channel];
}

// A table of one, two and three dimensions; the second texel lies beyond the border, mirrored.
TEST(textures_of_the_file_are_read)
{
    assert_makes(shader("textures"), 1e-6, of_tables);
}

// ---- buffers, and what is kept from frame to frame

static double of_values(const struct image *source, int x, int y, int channel)
{
    const double values[] = { 0.25 * value_at(source, x, y, 0), 0.5, 0.75 };
    return channel == 3 ? value_at(source, x, y, 3) : values[channel];
}

// A row of the matrix lies 16 bytes behind the one before.
TEST(values_of_a_buffer_are_read_by_their_names)
{
    static const char text[] =
        "//!BUFFER B\n//!VAR float scale\n//!VAR mat2 m\n//!VAR float last[2]\n"
        "0000803e 000000000000000000000000 00000000 0000003f 0000000000000000\n"
        "00000000000000000000000000000000 00000000000000000000000000000000\n"
        "0000403f 000000000000000000000000\n"
        "//!HOOK MAIN\n//!BIND HOOKED\n//!BIND B\n"
        "vec4 hook() { return vec4(scale * HOOKED_tex(HOOKED_pos).r, m[0].y, last[1], 1.0); }\n";
    assert_makes(text, filtered, of_values);
}

// Each frame adds one to a buffer and to an image of each kind; two passes of a frame see each
// other.

// Runs that frame of a plan and fails where the first texel is not that.
static void assert_counts(const struct plan *plan, struct plan_cache *kept, int frame,
                          const double expected[3])
{
    struct gpu *gpu = gpu_fixture();
    float texel[4];
    struct texture *from = texture_pool_acquire(&gpu->pool, 9, 5, FORMAT_RGBA32F);
    struct texture *to = texture_pool_acquire(&gpu->pool, 9, 5, FORMAT_RGBA32F);
    plan_run(plan, kept, gpu, from, to, frame);
    texture_read_pixel(to, 4, 2, texel);
    texture_pool_release(&gpu->pool, from);
    texture_pool_release(&gpu->pool, to);
    texture_pool_end_frame(&gpu->pool);
    for (int i = 0; i < 3; i++)
        if (texel[i] != expected[i])
            fail_msg("frame %d, channel %d: %g and not %g", frame, i, texel[i], expected[i]);
}

static struct plan plan_of(const struct chain *chain)
{
    const struct plan_options options = { .width = 9, .height = 5, .format = FORMAT_RGBA32F };
    return build_plan(chain, &options);
}

TEST(a_step_goes_on_from_the_frame_before_until_frame_0_or_other_steps)
{
    static const double first[] = { 9, 1, 105 }, second[] = { 10, 2, 208 }, more[] = { 15, 7, 311 };
    static const double third[] = { 11, 3, 311 };
    FINISHED_BY(plan_cache_finish) struct plan_cache kept = { 0 };
    put_file("count.glsl", shader("counting"));
    const struct chain *chain = chain_of("encode,count.glsl");
    const struct plan plan = plan_of(chain), of_other = plan_of(chain_of("encode,count.glsl:by=5"));
    const struct plan of_longer = plan_of(chain_of("encode,pixelate,count.glsl"));
    assert_counts(&plan, &kept, 7, first);
    assert_counts(&plan, &kept, 8, second);
    assert_counts(&of_other, &kept, 9, more);
    assert_counts(&plan, &kept, 9, third);
    assert_counts(&of_other, &kept, 9, more);
    assert_counts(&of_longer, &kept, 10, first);
    assert_counts(&of_longer, &kept, 11, second);
    assert_counts(&plan, &kept, 12, first);
    assert_counts(&of_longer, &kept, 0, first);
    assert_true(chain_is_animated(chain) && chain_find_stateful(chain) == &chain->steps[1]);
}

// The second step reads the picture of the first nowhere, and its own counts.
TEST(two_steps_of_a_file_keep_each_their_own)
{
    static const double first[] = { 10, 2, 105 }, second[] = { 12, 4, 208 };
    struct plan_cache kept = { 0 }, of_other = { 0 };
    put_file("count.glsl", shader("counting"));
    const struct plan plan = plan_of(chain_of("encode,count.glsl:by=7,count.glsl:by=2"));
    assert_counts(&plan, &kept, 1, first);
    assert_counts(&plan, &of_other, 1, first);
    assert_counts(&plan, &kept, 2, second);
    assert_counts(&plan, &of_other, 2, second);
    plan_cache_finish(&kept);
    assert_counts(&plan, &kept, 3, first);
    plan_cache_finish(&kept);
    plan_cache_finish(&of_other);
}

// ---- what is refused

TEST(an_error_of_glsl_names_the_line_of_the_file)
{
    // assert_plan_refused compiles nothing.
    for_each_case(one, "shader_errors.txt") {
        struct plan plan;
        const struct plan_options options = { .width = 64, .height = 64 };
        const char *chain =
            strstr(one.text, "LINEAR") ? "exposure:ev=1,f.glsl" : FROM_DISPLAY "f.glsl";
        put_file("f.glsl", one.text);
        assert_fails(plan_build(&plan, chain_of(chain), gpu_fixture(), &options, &error),
                     one.expected);
    }
    put_file("f.glsl", "//!HOOK LINEAR\nvec4 hook() { return vec4(1.0); }\n");
    assert_plan_refused("tonemap,f.glsl,encode", 64, 64, "step 2: f.glsl works on linear light");
    put_file("f.glsl",
             "//!PARAM a\n0\n//!HOOK MAIN\n//!WIDTH 1 a /\nvec4 hook() { return vec4(1.0); }\n");
    assert_plan_refused("f.glsl", 64, 64, "f.glsl:4:14: //!WIDTH: divides by zero here");
}

AROUND_TESTS(.begin = folder_enter)
