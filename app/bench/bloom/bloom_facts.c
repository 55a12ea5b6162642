#include "app/bench/bloom/bloom.h"
#include "app/lab/text/progress.h"
#include "app/measure/quality/quality.h"
#include "effects/dual/dual.h"
#include "effects/pyramid/pyramid.h"
#include "effects/reference/reference.h"
#include "render/file/end_signal.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLUR = 1 }; // the step of a row's chain

enum { FLASHES = 4 };                 // moments at which a texel appears
static const double flash_step = 0.3; // seconds: by a little more than a texel

// The pictures that all blooms are measured on.
struct bloom_scenery {
    const struct suite_run *run;
    int width, height;
    struct image scenes[QUALITY_SCENES];
    struct image before[FLASHES], after[FLASHES]; // before and after the texel appears
    struct {
        struct image pictures[QUALITY_SCENES];
        struct sigma_bells bells; // of the pictures; count 0: the blur has none
    } truth;                      // exact results for the last row
};

// ---- what a row stands for

static struct sigma_bells bells_of(const struct chain_step *step, int height)
{
    if (step->effect == &effect_dual && ((const struct dual_params *) step->params)->scatter < 1) {
        const struct sigma_dual dual = dual_solve((const void *) step->params, height);
        return sigma_dual_bells(&dual);
    }
    if (step->effect == &effect_pyramid &&
        ((const struct pyramid_params *) step->params)->scatter < 1) {
        const struct sigma_pyramid pyramid = pyramid_solve((const void *) step->params, height);
        return sigma_pyramid_bells(&pyramid);
    }
    return (struct sigma_bells){ .count = 0 };
}

// Makes `sum`: the image blurred by each bell, by its share of the light.
static void blur_by_bells(const struct image *image, const struct sigma_bells *bells,
                          struct image *sum)
{
    const size_t values = 4 * (size_t) image->width * (size_t) image->height;
    double *sums;
    image_init(sum, image->width, image->height, IMAGE_TYPE_F64);
    sums = sum->texels;
    for (int i = 0; i < bells->count; i++) {
        struct image blurred;
        if (bells->lights[i] <= 0)
            continue;
        metrics_blur(image, sqrt(bells->variances[i]), &blurred);
        for (size_t n = 0; n < values; n++)
            sums[n] += bells->lights[i] * ((const double *) blurred.texels)[n];
        image_finish(&blurred);
    }
}

static void draw_truth(const struct chain *chain, const struct sigma_bells *bells,
                       const struct image *light, struct image *picture)
{
    struct chain head = *chain;
    struct image bright, blurred;
    if (bells->count == 0) {
        reference_run_chain(chain, light, 8, 0, picture);
        return;
    }
    head.count = BLUR;
    reference_run_chain(&head, light, 8, 0, &bright);
    blur_by_bells(&bright, bells, &blurred);
    reference_run_from(chain, BLUR + 1, light, &blurred, 8, 0, picture);
    image_finish(&bright);
    image_finish(&blurred);
}

static void forget_truth(struct bloom_scenery *scenery)
{
    for (int i = 0; i < QUALITY_SCENES; i++)
        image_finish(&scenery->truth.pictures[i]);
    memset(&scenery->truth, 0, sizeof(scenery->truth));
}

// Rows that stand for the same follow each other.
static void find_truth(struct bloom_scenery *scenery, const struct chain *chain)
{
    const struct sigma_bells bells = bells_of(&chain->steps[BLUR], scenery->height);
    if (bells.count > 0 && memcmp(&bells, &scenery->truth.bells, sizeof(bells)) == 0)
        return;
    forget_truth(scenery);
    scenery->truth.bells = bells;
    for (int i = 0; i < QUALITY_SCENES; i++)
        draw_truth(chain, &bells, &scenery->scenes[i], &scenery->truth.pictures[i]);
}

// ---- what is measured

// `largest` grows to the largest difference of a value.
static double measure_decibels(const struct drawing *drawing, const struct chain *chain,
                               const struct image *light, const struct image *truth,
                               double *largest)
{
    struct image drawn;
    struct error error;
    if (!drawing_run(drawing, chain, false, light, &drawn, &error))
        return NAN;
    const struct metrics_difference difference = metrics_difference(&drawn, truth);
    image_finish(&drawn);
    *largest = fmax(*largest, difference.most);
    return metrics_psnr(&difference, 1);
}

// The largest difference of a value, but for the texels around the one that appears.
static double largest_change(const struct image *before, const struct image *after, int x, int y)
{
    enum { AROUND = 2 };
    double most = 0;
    for (int v = 0; v < before->height; v++)
        for (int u = 0; u < before->width; u++)
            for (int c = 0; c < 3 && !(abs(u - x) <= AROUND && abs(v - y) <= AROUND); c++)
                most = fmax(most, fabs(image_at(after, u, v)[c] - image_at(before, u, v)[c]));
    return most;
}

void bloom_find_brightest(const struct image *image, int channel, int width, int *x, int *y)
{
    *x = *y = 0;
    for (int v = 0; v < image->height; v++)
        for (int u = 0; u < width; u++)
            if (image_at(image, u, v)[channel] > image_at(image, *x, *y)[channel]) {
                *x = u;
                *y = v;
            }
}

static double measure_flicker(const struct bloom_scenery *scenery, const struct drawing *drawing,
                              const struct chain *chain)
{
    double most = 0;
    for (int i = 0; i < FLASHES; i++) {
        struct image before, after;
        struct error error;
        int x, y;
        if (!drawing_run(drawing, chain, false, &scenery->before[i], &before, &error))
            return NAN;
        if (!drawing_run(drawing, chain, false, &scenery->after[i], &after, &error)) {
            image_finish(&before);
            return NAN;
        }
        bloom_find_brightest(&scenery->after[i], 0, scenery->width, &x, &y);
        most = fmax(most, largest_change(&before, &after, x, y));
        image_finish(&before);
        image_finish(&after);
    }
    return most;
}

static double measure_shimmer(const struct drawing *drawing, const struct chain *chain,
                              double sigma)
{
    struct drawing of_points = *drawing;
    struct chain blur = { .count = 1 };
    struct metrics_motion motion;
    struct error error;
    blur.steps[0] = chain->steps[BLUR];
    if (!quality_has_room(drawing->format))
        of_points.format = FORMAT_RGBA32F;
    return shimmer_motion(&of_points, &blur, sigma, &motion, &error) ? motion.rms : NAN;
}

void bloom_scenery_measure(struct bloom_scenery *scenery, struct suite_variant *variant,
                           struct bloom_fact *fact)
{
    const struct suite_run *run = scenery->run;
    struct chain chain;
    struct error error;
    if (!chain_parse(&chain, variant->chain, NULL, &error))
        return;
    const struct chain_step *step = &chain.steps[BLUR];
    const struct effect_width width = step->effect->width(step->params, variant->height);
    const struct drawing drawing = { run->lab, variant->format, run->draw->fuse };
    fact->core = width.core;
    fact->sigma = width.in_effect;
    fact->memory = variant->memory;
    drawing_settle(&chain, variant->height);
    find_truth(scenery, &chain);
    double largest = 0;
    for (int i = 0; i < QUALITY_SCENES; i++)
        fact->decibels[i] = measure_decibels(&drawing, &chain, &scenery->scenes[i],
                                             &scenery->truth.pictures[i], &largest);
    fact->flicker = 100 * measure_flicker(scenery, &drawing, &chain);
    fact->shimmer = 100 * measure_shimmer(&drawing, &chain, width.in_effect);
    variant->has_quality = true;
    variant->quality = (struct quality){ .nearness = { bloom_fact_decibels(fact), NAN, largest },
                                         .sigma = fact->sigma,
                                         .shimmer = fact->shimmer / 100 };
}

// ---- what it is measured on

struct bloom_scenery *bloom_scenery_new(const struct suite_run *run, double sigma)
{
    const struct suite_variant *like = &run->variants[0];
    struct bloom_scenery *scenery = memory_new(1, sizeof(*scenery));
    struct lab *lab = run->lab;
    const int height = quality_height(like->height, sigma);
    const int width = (int) fmax(1, round((double) like->width * height / like->height));
    *scenery = (struct bloom_scenery){ .run = run, .width = width, .height = height };
    for (int i = 0; i < QUALITY_SCENES; i++)
        drawing_other_scene(lab, quality_scenes[i], run->draw->time, width, height,
                            &scenery->scenes[i]);
    for (int i = 0; i < FLASHES; i++) {
        drawing_other_scene(lab, "blocks", i * flash_step, width, height, &scenery->before[i]);
        drawing_other_scene(lab, "firefly", i * flash_step, width, height, &scenery->after[i]);
    }
    return scenery;
}

void bloom_scenery_free(struct bloom_scenery *scenery)
{
    forget_truth(scenery);
    for (int i = 0; i < QUALITY_SCENES; i++)
        image_finish(&scenery->scenes[i]);
    for (int i = 0; i < FLASHES; i++) {
        image_finish(&scenery->before[i]);
        image_finish(&scenery->after[i]);
    }
    free(scenery);
}

void bloom_facts_take(struct suite_run *run, struct bloom_facts *facts)
{
    struct bloom_scenery *scenery = bloom_scenery_new(run, BLOOM_SIGMA * run->variants[0].height);
    struct progress progress;
    facts->width = scenery->width;
    facts->height = scenery->height;
    progress_begin(&progress, "looking at the picture of bloom", BLOOM_ROWS);
    for (int row = 0; row < BLOOM_ROWS; row++) {
        struct suite_variant *variant = (struct suite_variant *) bloom_variant(run, row);
        facts->rows[row] = (struct bloom_fact){ { NAN, NAN, NAN }, NAN, NAN, NAN, NAN, NAN };
        progress_say(&progress, row);
        if (suite_has_run(variant) && !end_signal_came())
            bloom_scenery_measure(scenery, variant, &facts->rows[row]);
    }
    progress_end(&progress);
    bloom_scenery_free(scenery);
}

double bloom_fact_decibels(const struct bloom_fact *fact)
{
    double least = fact->decibels[0];
    for (int i = 1; i < QUALITY_SCENES; i++)
        least = isnan(least) || fact->decibels[i] >= least ? least : fact->decibels[i];
    return least;
}
