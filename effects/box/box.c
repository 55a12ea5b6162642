// The box blur, an average of all texels around. Adjacent texels share nearly all texels of their
// averages, so a wide box can cost as little as a narrow one. Two boxes in sequence give a
// triangle, three nearly a Gaussian.

#include "effects/box/box.h"

#include "effects/blur/kernel.h"
#include "effects/effect.h"

#include <math.h>
#include <string.h>

static double whole_variance(int radius)
{
    return radius * (radius + 1) / 3.0;
}

double box_width(const struct box *box)
{
    const double r = box->radius, count = 2 * r + 1;
    const double squares = count * whole_variance(box->radius) + 2 * box->end * (r + 1) * (r + 1);
    return sqrt(box->iterations * (squares / (count + 2 * box->end))); // variances add
}

double box_max_sigma(int iterations)
{
    return sqrt(iterations * whole_variance(BOX_MAX_RADIUS));
}

struct box box_of_width(double sigma, int iterations)
{
    const double variance = pow(fmin(sigma, BOX_MAX_SIGMA), 2) / iterations;
    const int r = (int) ((sqrt(12 * variance + 1) - 1) / 2);
    const double missing = (2 * r + 1) * (variance - whole_variance(r));
    double end = missing / (2 * ((r + 1) * (r + 1) - variance));
    // Running sums of several iterations accumulate the rounding errors of the weights of a step.
    // So there `end` is a multiple of 1/256: the product of three fits into a float, and there is
    // no error. A box of radius 0 keeps its `end`, because its sums begin again at every texel.
    if (iterations > 1 && r > 0)
        end = round(end * 256) / 256;
    if (end >= 1)
        return (struct box){ r + 1, 0, iterations };
    return (struct box){ r, fmax(end, 0), iterations };
}

struct box box_solve(const struct box_params *p, int height)
{
    if (p->radius > 0)
        return (struct box){ p->radius, 0, p->iterations };
    return box_of_width(length_pixels(p->sigma, height), p->iterations);
}

static struct effect_blur find_blur(const void *params, int height)
{
    const struct box_params *p = params;
    const struct box box = box_solve(p, height);
    return (struct effect_blur){
        .requested = length_pixels(p->sigma, height),
        .width = box_width(&box),
        .by_hand = p->radius > 0,
        .reach = box_reach(&box),
        .taps = 2 * box_reach(&box) / box.iterations + 1,
        .times = box.iterations,
    };
}

double box_total(const struct box *box)
{
    return 2 * box->radius + 1 + 2 * box->end;
}

int box_reach(const struct box *box)
{
    return box->iterations * (box->radius + (box->end > 0));
}

int box_restart(const struct box *box)
{
    // Rounding errors of the inner sums of several iterations grow with a power of the distance,
    // and their divisor with a power of the width, so narrow boxes restart sooner.
    const int narrow = box->iterations == 2 ? 8 : 40, most = 1024;
    const int widths = box->radius == 0 ? 1 : box->radius > narrow ? 4 : 2;
    const int length = widths * (2 * box->radius + 1);
    return box->iterations == 1 || length > most ? most : length;
}

int box_weights(const struct box *box, double weights[static BOX_MAX_WEIGHTS])
{
    const int one = 2 * box_reach(box) / box->iterations + 1;
    const double total = box_total(box);
    double made[BOX_MAX_WEIGHTS] = { 1 };
    int count = 1;
    for (int i = 0; i < box->iterations; i++) {
        memset(weights, 0, BOX_MAX_WEIGHTS * sizeof(weights[0]));
        for (int k = 0; k < one; k++) {
            const bool is_end = box->end > 0 && (k == 0 || k == one - 1);
            for (int j = 0; j < count; j++)
                weights[j + k] += made[j] * (is_end ? box->end : 1) / total;
        }
        count += one - 1;
        memcpy(made, weights, sizeof(made));
    }
    return count;
}

_Static_assert((int) BOX_MAX_REACH <= (int) KERNEL_MAX_RADIUS, "a kernel holds every box");

static void find_kernel(const void *params, int height, struct kernel *kernel)
{
    const struct box box = box_solve(params, height);
    double weights[BOX_MAX_WEIGHTS];
    box_weights(&box, weights);
    *kernel = (struct kernel){ .radius = box_reach(&box) };
    for (int i = 0; i <= kernel->radius; i++)
        kernel->weights[i] = (float) weights[kernel->radius + i];
}

// The first states an error, and takes a fraction of the reads of any other where that is allowed.
#define IMPLS(X) \
    X(blur_cs_multiresolution) \
    X(box_cs_segmented) \
    X(box_cs_double) \
    X(box_fs_double) \
    X(box_cs_double_linear) \
    X(box_fs_double_linear) \
    X(box_cs_single) \
    X(box_cs_single_linear) \
    X(box_cs_running) \
    X(box_cs_scan) \
    X(box_cs_tiled) \
    X(box_cs_fused) \
    X(blur_cs_fft)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const char *const formats[] = { "rgba8", "rgba16f", "rgba32f", NULL };

static const struct param params[] = {
    PARAM_SIGMA(struct box_params, BOX_MAX_SIGMA,
                "Width of the blur, its standard deviation; 0 leaves the picture as it "
                "is; beyond 73.6 px, or 104.1 and 127.4 with two and three iterations, only "
                "cs_fft goes"),
    PARAM_INT(struct box_params, radius, .zero = "auto", .min = 1, .max = BOX_MAX_RADIUS,
              .unit = "px", .help = "Averages 2 radius + 1 texels each way; sigma is then ignored"),
    PARAM_INT(struct box_params, iterations, .def = 1, .min = 1, .max = BOX_MAX_ITERATIONS,
              .help = "How often the average is taken; three are nearly a Gaussian"),
    PARAM_CHOICE(struct box_params, via, .zero = "auto", .choices = formats,
                 .help = "Format of the image between rows and columns; auto is that of the chain"),
    PARAM_EDGE(struct box_params),
    PARAM_ERROR(struct box_params),
    PARAM_INT(struct box_params, batch, .zero = "auto", .min = 1, .max = BOX_MAX_BATCH,
              .help = "Texels that cs_running reads at once; auto is 32 on GPUs and 2 on software "
                      "renderers, which take no more than 4 where there are several iterations"),
    PARAM_IMPL_RENAMED(struct box_params, impls, "cs_running_x", "impl=cs_running:batch="),
    { 0 },
};

static bool uses_row(const void *values, const struct param *row)
{
    const struct box_params *p = values;
    if (PARAM_ROW_IS(row, struct box_params, batch))
        return p->impl > 0 && impls[p->impl - 1] == &box_cs_running;
    return p->radius == 0 || !PARAM_ROW_IS(row, struct box_params, sigma);
}

const struct effect effect_box = {
    .name = "box",
    .about.summary = "Blur by plain averages, one to three in a row",
    .about.origin = "Alessandro Toschi, reverse engineering of a vendor's box blur, 2024",
    .params = params,
    .blur = find_blur,
    .kernel = find_kernel,
    .impls = impls,
    .about.golden = "radius=3",
    .about.uses_row = uses_row,
};
