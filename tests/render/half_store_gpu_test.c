// Light that is stored as halves becomes the nearest half on a software renderer, whatever
// it does by itself, and elsewhere one of the two beside it.

#include "tests/fixtures/blur_fixture.h"

static const char compute_text[] = "#version 430 core\n"
                                   "layout(local_size_x = 8) in;\n"
                                   "layout(binding = 0) uniform sampler2D u_input;\n"
                                   "layout(binding = 0) writeonly uniform image2D out_image;\n"
                                   "void main()\n"
                                   "{\n"
                                   "    ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
                                   "    imageStore(out_image, at, texelFetch(u_input, at, 0));\n"
                                   "}\n";
static const char fragment_text[] = "#version 430 core\n"
                                    "layout(binding = 0) uniform sampler2D u_input;\n"
                                    "layout(location = 0) out vec4 out_color;\n"
                                    "void main()\n"
                                    "{\n"
                                    "    ivec2 at = ivec2(gl_FragCoord.xy);\n"
                                    "    if (at.x < 0)\n"
                                    "        return;\n"
                                    "    out_color = texelFetch(u_input, at, 0);\n"
                                    "}\n";

enum { WIDTH = 64, HEIGHT = 32 };

// Values of every size that a half has, of both signs, at and beside the middle between two
// halves, and 0.
static struct image make_values(void)
{
    uint64_t seed = 3;
    struct image image = new_image(WIDTH, HEIGHT, IMAGE_TYPE_F64);
    double *values = image.texels;
    for (int i = 0; i < WIDTH * HEIGHT * 4; i++) {
        const double size = ldexp(1 + chance_share(&seed), (int) (chance_share(&seed) * 40) - 25);
        values[i] = (double) (float) fmin(size, 65504) * (i % 2 ? -1 : 1);
    }
    for (int i = 0; i < 64; i++)
        values[i] = ldexp(1024 + i + (i % 3) * 0.5, -10);
    values[64] = 0;
    values[65] = 65504;
    return image;
}

// Half the distance to the next half; all of it where it may be cut off, as below 2^-14.
static double most_off(double value)
{
    const struct context_info *info = &gpu_fixture()->info;
    const int exponent = (int) fmax(floor(log2(fmax(fabs(value), 1e-30))), -15);
    const bool may_be_cut = exponent < -14 || (info->truncates && !info->software);
    return ldexp(1, exponent < -14 ? -24 : exponent - (may_be_cut ? 10 : 11));
}

static struct image store(const char *name, const char *text, enum texture_format format,
                          const struct image *values)
{
    struct gpu *gpu = gpu_fixture();
    LOCAL_TEXTURE from = texture_of(values, FORMAT_RGBA32F);
    LOCAL_TEXTURE to = new_texture(WIDTH, HEIGHT, format);
    const struct pass pass = {
        .program = program_of(name, text),
        .inputs = { { &from } },
        .output = &to,
    };
    pass_run(gpu, &pass);
    gpu_barrier(gpu, BARRIER_TRANSFER, to.last_store);
    return read_texture(&to, IMAGE_TYPE_F64);
}

static void assert_nearest(const char *name, const char *text)
{
    LOCAL_IMAGE values = make_values();
    LOCAL_IMAGE stored = store(name, text, FORMAT_RGBA16F, &values);
    LOCAL_IMAGE same = store(name, text, FORMAT_RGBA32F, &values);
    for (int i = 0; i < WIDTH * HEIGHT * 4; i++) {
        const double value = ((double *) values.texels)[i], got = ((double *) stored.texels)[i];
        if (!(fabs(got - value) <= most_off(value)))
            fail_msg("%s stores %.9g as %.9g", name, value, got);
    }
    assert_same_image(&same, &values);
}

TEST(stores_are_the_nearest_half)
{
    assert_nearest("nearest.comp", compute_text);
    assert_nearest("nearest.frag", fragment_text);
}

static double mean(const struct image *image)
{
    double sum = 0;
    for (int i = 0; i < image->width * image->height * 4; i++)
        sum += ((const double *) image->texels)[i];
    return sum / (image->width * image->height * 4);
}

// Cutting off adds up, by 0.02 % for each store, of which there are up to 11 here.
TEST(a_long_chain_preserves_light)
{
    LOCAL_IMAGE source = make_test_image(TEST_IMAGE_RANDOM, 64, 64);
    double *values = source.texels;
    fill_values(double, &source, i, round(values[i] * 32) / 32); // halves, so that none is cut off
    for_each_text(
        chain, "kawase:passes=9:scale=full:factor=1:impl=fs_passes:edge=mirror",
        "kawase:passes=9:scale=full:factor=1:impl=cs_passes:edge=mirror",
        ("gaussian:sigma=2:edge=mirror,box:sigma=2:edge=mirror,gaussian:sigma=3:edge=mirror,"
         "box:sigma=3:edge=mirror")) {
        LOCAL_IMAGE image = run_text(*chain, &light_in_halves, &source);
        const double most = gpu_fixture()->info.software ? 3e-4 : 5e-3;
        assert_within(mean(&image) / mean(&source), 1, most, *chain);
    }
}

// ---- the text

static void look_for_rounding(const char *name, const char *text, void *data)
{
    if (strcmp(name, "nearest.comp") == 0 || strcmp(name, "nearest.frag") == 0)
        *(int *) data += strstr(text, "to_half_store") != NULL;
}

static int count_rounding(bool truncates)
{
    int count = 0;
    FINISHED_BY(program_cache_finish) struct program_cache cache = { .rounds_halves = truncates };
    const struct program_desc compute = { .file = "nearest.comp", .text = compute_text };
    const struct program_desc fragment = { .file = "nearest.frag", .text = fragment_text };
    gpu_fixture();
    const struct program *first = program_cache_get(&cache, &compute, &error);
    const struct program *second = program_cache_get(&cache, &fragment, &error);
    assert_non_null(first);
    assert_non_null(second);
    assert_int_equal(first->half_store >= 0, truncates);
    assert_int_equal(second->half_store >= 0, truncates);
    program_cache_visit(&cache, look_for_rounding, &count);
    return count;
}

TEST(other_gpus_get_the_text_as_it_is_written)
{
    assert_int_equal(count_rounding(false), 0);
    assert_int_equal(count_rounding(true), 2);
}

// Behind what stands around it, too, a message names the line that was written.
TEST(messages_name_the_written_line)
{
    FINISHED_BY(program_cache_finish) struct program_cache cache = { .rounds_halves = true };
    const struct program_desc broken = {
        .file = "broken.frag",
        .text = "#version 430 core\nlayout(location = 0) out vec4 out_color;\n"
                "void main()\n{\n    out_color = nothing;\n}\n",
    };
    gpu_fixture();
    assert_fails(program_cache_get(&cache, &broken, &error), "broken.frag:5");
}
