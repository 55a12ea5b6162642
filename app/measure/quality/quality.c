#include "app/measure/quality/quality.h"

#include "app/measure/quality/shimmer.h"
#include "app/measure/quality/width.h"
#include "render/file/end_signal.h"

#include <math.h>

void quality_exact_init(struct quality_exact *exact, const struct image *light, double sigma)
{
    exact->sigma = sigma;
    metrics_blur(light, sigma, &exact->image);
    metrics_encode_clipped(&exact->image);
}

void quality_exact_finish(struct quality_exact *exact)
{
    image_finish(&exact->image);
}

struct quality_nearness quality_nearness(struct image *light, const struct quality_exact *exact)
{
    metrics_encode_clipped(light);
    const struct metrics_difference difference = metrics_difference(light, &exact->image);
    return (struct quality_nearness){
        .decibels = metrics_psnr(&difference, 1),
        .similarity = metrics_ssim(light, &exact->image),
        .largest = difference.most,
    };
}

bool quality_has_room(enum texture_format format)
{
    return format == FORMAT_RGBA32F || format == FORMAT_RGBA16F;
}

static void measure_nearness(const struct drawing *drawing, const struct chain *chain,
                             const struct image *light, const struct quality_exact *exact,
                             struct quality_nearness *nearness)
{
    struct image drawn;
    struct error error;
    if (!drawing_run(drawing, chain, true, light, &drawn, &error))
        return;
    *nearness = quality_nearness(&drawn, exact);
    image_finish(&drawn);
}

struct quality quality_measure(const struct drawing *drawing, const struct chain *chain,
                               const struct image *light, const struct quality_exact *exact)
{
    struct quality quality = { { NAN, NAN, NAN }, NAN, NAN };
    struct drawing of_points = *drawing;
    struct metrics_moments moments;
    struct metrics_motion motion;
    struct error error;
    if (!quality_has_room(drawing->format))
        of_points.format = FORMAT_RGBA32F;
    measure_nearness(drawing, chain, light, exact, &quality.nearness);
    if (!end_signal_came() &&
        width_moments(&of_points, chain, exact->sigma, false, &moments, &error))
        quality.sigma = moments.sigma_x;
    if (shimmer_motion(&of_points, chain, exact->sigma, &motion, &error))
        quality.shimmer = motion.rms;
    return quality;
}
