#include "tests/error_diffusion_fixture.h"

#include "effects/error_diffusion.h"
#include "effects/reference/reference.h"

#include <math.h>
#include <stdio.h>

static const char *const rows[] = { "bands", "wavefront", "cpu" };

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

static struct chain with_row(const char *text, const char *row)
{
    char whole[256];
    snprintf(whole, sizeof(whole), "%s:impl=%s", text, row);
    return parse_chain(whole);
}

// The plan would put an encode before it, whose powers differ from GPU to GPU: display values go
// straight to the step.
void run_row(const char *text, const char *row, const struct image *source, struct image *output)
{
    struct gpu *gpu = gpu_fixture();
    const struct chain encoded = parse_chain("encode"), chain = with_row(text, row);
    struct chain both = { .count = 2, .steps = { encoded.steps[0], chain.steps[0] } };
    const struct plan_options options = { .width = source->width,
                                          .height = source->height,
                                          .format = FORMAT_RGBA32F };
    struct plan plan;
    struct error error;
    if (!plan_build(&plan, &both, gpu, &options, &error))
        fail_msg("%s by %s: %s", text, row, error.text);
    assert_int_equal(plan.count, 2);
    plan.nodes[0] = plan.nodes[1];
    plan.count = 1;
    run_plan(&plan, source, output);
    if (gpu_fault_read(&gpu->fault, true))
        fail_msg("%s by %s, %dx%d: a fault", text, row, source->width, source->height);
}

void run_reference(const char *text, const struct image *source, struct image *output)
{
    const struct chain chain = parse_chain(text);
    const struct reference_call call = {
        .params = chain.steps[0].params,
        .source = source,
        .input = source,
        .output = output,
        .depth = 8,
    };
    image_init(output, source->width, source->height, IMAGE_TYPE_F64);
    reference_error_diffusion(&call);
}

// Of the sine of hundredths: a picture has few of them many times.
static double find_wave(int hundredths)
{
    enum { COUNT = 1 << 14 };
    static double waves[COUNT];
    assert_true(hundredths < COUNT);
    if (waves[hundredths] == 0)
        waves[hundredths] = 0.5 + 0.5 * sin(0.01 * hundredths);
    return waves[hundredths];
}

// Smooth colour with noise, so that errors live long, and alpha where asked.
void make_source(struct image *image, int width, int height, bool has_alpha)
{
    uint64_t seed = 7;
    image_init(image, width, height, IMAGE_TYPE_F64);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double *texel = image_at(image, x, y);
            const double alpha = has_alpha ? test_random(&seed) : 1;
            for (int c = 0; c < 3; c++) {
                const double wave = find_wave(x * (c + 1) + y * (3 - c));
                texel[c] = (float) (alpha * (0.9 * wave + 0.15 * test_random(&seed) - 0.02));
            }
            texel[3] = (float) alpha;
        }
}

void assert_equal(const char *text, const char *row, const struct image *image,
                  const struct image *expected)
{
    const struct difference worst = compare_images(image, expected);
    if (worst.most > 1e-6)
        fail_msg("%s by %s, %dx%d: %g off at %d, %d", text, row, image->width, image->height,
                 worst.most, worst.x, worst.y);
}

void assert_rows_on(const char *text, const struct image *source)
{
    struct image expected, image;
    run_reference(text, source, &expected);
    for (int i = 0; i < ROW_COUNT; i++) {
        run_row(text, rows[i], source, &image);
        assert_equal(text, rows[i], &image, &expected);
        image_finish(&image);
    }
    image_finish(&expected);
}

void assert_rows(const char *text, int width, int height, bool has_alpha)
{
    struct image source;
    make_source(&source, width, height, has_alpha);
    assert_rows_on(text, &source);
    image_finish(&source);
}

void assert_kernel(int kernel, const char *options, int width, int height)
{
    static const char *const kernels[] = { "floyd_steinberg", "false_fs",    "jarvis",
                                           "stucki",          "burkes",      "sierra",
                                           "sierra2",         "sierra_lite", "atkinson" };
    char text[160];
    snprintf(text, sizeof(text), "error_diffusion:kernel=%s:%s", kernels[kernel], options);
    assert_rows(text, width, height, false);
}
