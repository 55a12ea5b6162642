// Samples, and the texel that becomes of them, where all is known: which samples are bright.

#include "render/gpu_profile.h"
#include "render/multisample.h"
#include "render/pass.h"
#include "tests/fixtures/gpu_fixture.h"
#include "tests/fixtures/local_image.h"

#include <epoxy/gl.h>

enum { WIDTH = 17, HEIGHT = 2 }; // more columns than samples

// In column k the first k samples of a texel, or all.
static const char text[] = "#version 430 core\n"
                           "uniform vec4 u_light;\n"
                           "uniform int u_all;\n"
                           "layout(location = 0) out vec4 out_color;\n"
                           "void main()\n"
                           "{\n"
                           "    int bits = (1 << int(gl_FragCoord.x)) - 1;\n"
                           "    gl_SampleMask[0] = u_all == 1 ? -1 : bits;\n"
                           "    out_color = u_light;\n"
                           "}\n";

static void cover(struct gpu *gpu, float light, bool all)
{
    const struct program *program = program_of("cover.frag", text);
    const struct uniform uniforms[] = { U_VEC4("u_light", light, light, light, 1),
                                        U_INT("u_all", all) };
    pass_set_uniforms(program, uniforms, COUNT_OF(uniforms));
    glUseProgram(program->id);
    glBindVertexArray(gpu->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// `image` has a column for each number of bright samples. Gives how many samples there are.
static int shoot(int count, float dark, float bright, struct image *image)
{
    struct gpu *gpu = gpu_fixture();
    struct multisample target = { 0 };
    LOCAL_TEXTURE output = new_texture(WIDTH, HEIGHT, FORMAT_RGBA32F);
    gpu_begin_frame(gpu, "frame");
    multisample_begin(&target, gpu, &output, count);
    cover(gpu, dark, true);
    cover(gpu, bright, false);
    multisample_end(&target, gpu, &output);
    gpu_end_frame(gpu);
    drain_timer();
    *image = read_texture(&output, IMAGE_TYPE_F64);
    const int samples = target.samples.samples;
    multisample_finish(&target);
    return samples;
}

static double shown(double light)
{
    return light / (1 + light);
}

// An edge changes in even steps from one side to the other. In the plain mean the first
// of four samples with a light of 16 is already 80 % of the way.
TEST(edges_are_shown_in_even_steps)
{
    const double dark = 0.01f, bright = 16;
    const int most = texture_max_samples(FORMAT_RGBA32F);
    for (int asked = 2; asked <= most && asked <= 16; asked *= 2) { // --msaa knows no more
        LOCAL_IMAGE image;
        const int samples = shoot(asked, (float) dark, (float) bright, &image);
        assert_true(samples >= asked); // and each of them counts
        for (int k = 0; k < WIDTH; k++) {
            const double share = k < samples ? (double) k / samples : 1;
            const double want = shown(dark) + share * (shown(bright) - shown(dark));
            assert_within(shown(image_at(&image, k, 1)[2]), want, 1e-6,
                          formatted("%d of %d samples", k, samples));
            assert_near(image_at(&image, k, 0)[3], 1, 1e-6);
        }
    }
}

// Half 8, half 0.01: what the header says of light that is lost.
TEST(edges_hold_less_light_than_the_mean)
{
    LOCAL_IMAGE image;
    const int half = shoot(4, 0.01f, 8, &image) / 2;
    assert_near(image_at(&image, half, 0)[0], 0.816, 1e-3);
    image_finish(&image);
    shoot(4, 1e-5f, 1e-3f, &image); // dim light is averaged
    assert_near(image_at(&image, half, 0)[0], 5.05e-4, 1e-6);
}

TEST(equal_samples_stay_what_they_are)
{
    for_each_of(float, row, 0, 1e-4f, 0.18f, 1, 7.3f, 900, 65504) {
        LOCAL_IMAGE image;
        shoot(4, *row, *row, &image);
        assert_near(image_at(&image, 3, 0)[1], *row, 3e-7 * *row);
    }
}

TEST(compute_gives_the_same)
{
    static const struct gpu_profile profile = { .fragment.copy = 2, .compute.copy = 1 };
    LOCAL_IMAGE image, other;
    shoot(4, 0.02f, 300, &image);
    gpu_fixture()->profile = &profile;
    shoot(4, 0.02f, 300, &other);
    gpu_fixture()->profile = NULL;
    for_each_place(x, y, WIDTH, HEIGHT) {
        const double light = image_at(&image, x, y)[0];
        assert_near(image_at(&other, x, y)[0], light, 1e-6 * light);
    }
}
