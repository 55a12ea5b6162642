// The exact Gaussian: every texel under the kernel, weighted by the curve. It separates into rows
// and columns, so 2r + 1 texels twice do for (2r + 1)^2. After that, the implementations differ in
// how often a texel is read, and from where.

#include "effects/gaussian/gaussian.h"

#include "effects/effect.h"
#include "render/text/step_text.h"

static void find_kernel(const void *params, int height, struct kernel *kernel)
{
    const struct gaussian_params *p = params;
    const struct kernel_knobs knobs = {
        .sigma = length_pixels(p->sigma, height),
        .radius = p->radius,
        .reach = p->reach,
        .weights = (enum kernel_weights) p->weights,
    };
    kernel_init(kernel, &knobs);
}

static struct effect_blur find_blur(const void *params, int height)
{
    const struct gaussian_params *p = params;
    struct kernel kernel;
    find_kernel(p, height, &kernel);
    return (struct effect_blur){
        .requested = length_pixels(p->sigma, height),
        .width = kernel_sigma(&kernel),
        .by_hand = p->radius > 0,
        .reach = kernel.radius,
        .taps = 2 * kernel.radius + 1,
    };
}

// A radius given by the user cuts the curve, and the rest is narrower. So does the largest number
// of taps, if the kernel needs more.
static void remark(const void *params, int height, struct step_writer *text)
{
    const struct gaussian_params *p = params;
    const double sigma = length_pixels(p->sigma, height);
    if (p->radius == 0 && p->reach * sigma > KERNEL_MAX_RADIUS)
        step_writef(text, "reach is %.2f in effect: taps end at %d px", KERNEL_MAX_RADIUS / sigma,
                    KERNEL_MAX_RADIUS);
}

// The first takes a fraction of the reads of any other, and its reads give the same result on every
// GPU; so `auto` takes it for a picture whose error limit allows it.
#define IMPLS(X) \
    X(blur_cs_multiresolution) \
    X(gaussian_fs_separable) \
    X(gaussian_fs_linear) \
    X(gaussian_fs_naive) \
    X(gaussian_cs_naive) \
    X(gaussian_cs_shared_2d) \
    X(gaussian_cs_tile) \
    X(gaussian_cs_separable) \
    X(gaussian_cs_shared) \
    X(gaussian_cs_blocked) \
    X(gaussian_cs_fused) \
    X(blur_cs_fft)

IMPLS(EFFECT_IMPL_DECLARE)
static const struct effect_impl *const impls[] = { IMPLS(EFFECT_IMPL_LIST) NULL };

static const char *const weights[] = { "samples", "erf", NULL };

#define GROUP_NAME(WIDE, HIGH) #WIDE "x" #HIGH,
static const char *const groups[] = { GAUSSIAN_GROUPS(GROUP_NAME) NULL };

static const struct param params[] = {
    PARAM_SIGMA(struct gaussian_params, GAUSSIAN_MAX_SIGMA, SIGMA_HELP),
    PARAM_FLOAT(struct gaussian_params, radius, .zero = "auto", .min = 1, .max = KERNEL_MAX_RADIUS,
                .slider_max = 64, .step = 1, .unit = "px",
                .help = "Reach of the taps; if given, less than three sigma cuts the curve short "
                        "and narrows the blur, as the panel and --bench say"),
    PARAM_FLOAT(struct gaussian_params, reach, .def = GAUSSIAN_DEFAULT_REACH, .min = 2.5f, .max = 6,
                .step = 0.5f, .unit = "sigma",
                .help =
                    "Reach of the taps where radius is auto, up to 1125 px: at 3 the blur is 47 "
                    "to 78 dB from one that is not cut, at 4 it is 75 dB or more, at 4.5 nearer "
                    "than half floats are"),
    PARAM_CHOICE(struct gaussian_params, weights, .choices = weights,
                 .help = "The curve at the texel centres, or its integral over each texel"),
    PARAM_EDGE(struct gaussian_params),
    PARAM_ERROR(struct gaussian_params),
    PARAM_CHOICE(struct gaussian_params, group, .zero = "auto", .choices = groups,
                 .help = "Texels that a group of cs_naive, cs_separable, cs_shared_2d or cs_tile "
                         "computes; auto is 16x16"),
    PARAM_INT(struct gaussian_params, line, .zero = "auto", .min = GAUSSIAN_MIN_LINE,
              .max = GAUSSIAN_MAX_LINE,
              .help = "Texels in a line that a group of cs_shared computes; auto is 128"),
    PARAM_IMPL_RENAMED(struct gaussian_params, impls, "cs_shared_", "impl=cs_shared:line="),
    { 0 },
};

// Returns false for a row without effect: group and line with other implementations, reach if the
// user gives a radius.
static bool uses_row(const void *values, const struct param *row)
{
    const struct gaussian_params *p = values;
    const struct effect_impl *impl = p->impl > 0 ? impls[p->impl - 1] : NULL;
    if (PARAM_ROW_IS(row, struct gaussian_params, group))
        return impl == &gaussian_cs_naive || impl == &gaussian_cs_separable ||
               impl == &gaussian_cs_shared_2d || impl == &gaussian_cs_tile;
    if (PARAM_ROW_IS(row, struct gaussian_params, line))
        return impl == &gaussian_cs_shared;
    return p->radius == 0 || !PARAM_ROW_IS(row, struct gaussian_params, reach);
}

const struct effect effect_gaussian = {
    .name = "gaussian",
    .about.summary = "The exact Gaussian blur, and every usual way to compute it",
    .about.origin = "Nikita Lisitsa, Compute shaders in graphics: Gaussian blur, 2022",
    .params = params,
    .blur = find_blur,
    .kernel = find_kernel,
    .about.remark = remark,
    .about.uses_row = uses_row,
    .impls = impls,
    .about.golden = "sigma=4:reach=3.5",
};
