#include "app/bench/judge/judge.h"
#include "app/text/progress.h"
#include "effects/dual/dual.h"
#include "effects/pyramid/pyramid.h"
#include "effects/reference/reference.h"
#include "render/file/end_signal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLUR = 1 }; // the step of a bloom

static const double flash_step = 0.3; // seconds: the flashing texel moves by a little more than one

// ---- exact pictures of a bloom

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

static void forget_pictures(struct judge_scenes *judged)
{
    for (int i = 0; i < QUALITY_SCENES; i++)
        image_finish(&judged->pictures[i]);
    judged->bells = (struct sigma_bells){ 0 };
}

// Blooms with the same sum of bells are adjacent, so the pictures are only drawn when it changes.
static void draw_pictures(struct judge_scenes *judged, const struct chain *chain)
{
    const struct sigma_bells bells = bells_of(&chain->steps[BLUR], judged->height);
    const size_t values = 4 * (size_t) judged->width * (size_t) judged->height;
    if (bells.count > 0 && memcmp(&bells, &judged->bells, sizeof(bells)) == 0)
        return;
    forget_pictures(judged);
    judged->bells = bells;
    for (int i = 0; i < QUALITY_SCENES; i++) {
        const struct image *light = &judged->lights[i];
        struct image *picture = &judged->pictures[i], bright, sum;
        struct chain head = *chain;
        if (bells.count == 0) {
            reference_run_chain(chain, light, 8, 0, picture);
            continue;
        }
        head.count = BLUR;
        reference_run_chain(&head, light, 8, 0, &bright);
        // The sum of the image blurred by each bell, by its share of the light.
        image_init(&sum, judged->width, judged->height, IMAGE_TYPE_F64);
        for (int bell = 0; bell < bells.count; bell++) {
            struct image blurred;
            if (bells.lights[bell] <= 0)
                continue;
            metrics_blur(&bright, sqrt(bells.variances[bell]), &blurred);
            for (size_t n = 0; n < values; n++)
                ((double *) sum.texels)[n] +=
                    bells.lights[bell] * ((const double *) blurred.texels)[n];
            image_finish(&blurred);
        }
        reference_run_from(chain, BLUR + 1, light, &sum, 8, 0, picture);
        image_finish(&bright);
        image_finish(&sum);
    }
}

// ---- measures of a bloom

// Returns the lesser of two values. A scene that could not be measured (NaN) is the worst of all.
static double least_or_nan(double a, double b)
{
    return isnan(a) || a <= b ? a : b;
}

void judge_find_brightest(const struct image *image, int channel, int width, int *x, int *y)
{
    *x = *y = 0;
    for (int v = 0; v < image->height; v++)
        for (int u = 0; u < width; u++)
            if (image_at(image, u, v)[channel] > image_at(image, *x, *y)[channel]) {
                *x = u;
                *y = v;
            }
}

// Returns the largest difference of a value when a texel appears, except for the texels around it.
static double measure_flicker(const struct judge_scenes *judged, const struct drawing *drawing,
                              const struct chain *chain)
{
    enum { AROUND = 2 };
    double most = 0;
    for (int i = 0; i < JUDGE_FLASHES && !isnan(most); i++) {
        struct image before = { 0 }, after = { 0 };
        struct error error;
        int x, y;
        judge_find_brightest(&judged->after[i], 0, judged->width, &x, &y);
        if (!drawing_run(drawing, chain, false, &judged->before[i], &before, &error) ||
            !drawing_run(drawing, chain, false, &judged->after[i], &after, &error))
            most = NAN;
        for (int v = 0; v < after.height; v++)
            for (int u = 0; u < after.width; u++)
                for (int c = 0; c < 3 && !(abs(u - x) <= AROUND && abs(v - y) <= AROUND); c++)
                    most = fmax(most, fabs(image_at(&after, u, v)[c] - image_at(&before, u, v)[c]));
        image_finish(&before);
        image_finish(&after);
    }
    return most;
}

static void measure_bloom(struct judge_scenes *judged, const struct drawing *drawing,
                          struct judge_item *item)
{
    struct suite_variant *variant = item->variant;
    struct chain chain = variant->chain, alone = { .count = 1 };
    const struct chain_step *step = &variant->chain.steps[BLUR];
    const struct effect_blur blur = step->effect->blur(step->params, variant->height);
    double largest = 0, worst = INFINITY;
    drawing_settle(&chain, variant->height);
    draw_pictures(judged, &chain);
    for (int i = 0; i < QUALITY_SCENES; i++) {
        struct image drawn;
        struct error error;
        if (drawing_run(drawing, &chain, false, &judged->lights[i], &drawn, &error)) {
            const struct metrics_difference difference =
                metrics_difference(&drawn, &judged->pictures[i]);
            item->values[JUDGE_SCENE + i] = metrics_psnr(&difference, 1);
            largest = fmax(largest, difference.most);
            image_finish(&drawn);
        }
        worst = least_or_nan(worst, item->values[JUDGE_SCENE + i]);
    }
    alone.steps[0] = chain.steps[BLUR];
    item->values[JUDGE_CORE] = blur.core;
    item->values[JUDGE_FLICKER] = 100 * measure_flicker(judged, drawing, &chain);
    variant->quality = (struct quality){ { worst, NAN, largest },
                                         blur.width,
                                         quality_shimmer(drawing, &alone, blur.width) };
}

// ---- measures of a blur

static void measure_blur(const struct judge_scenes *judged, const struct drawing *drawing,
                         struct suite_variant *variant)
{
    const struct chain *chain = &variant->chain;
    struct quality_nearness *worst = &variant->quality.nearness;
    variant->quality = quality_measure(drawing, chain, &judged->lights[0], &judged->exacts[0]);
    for (int i = 1; i < judged->count; i++) {
        struct quality_nearness nearness = { NAN, NAN, NAN };
        struct image drawn;
        struct error error;
        if (drawing_run(drawing, chain, true, &judged->lights[i], &drawn, &error)) {
            nearness = quality_nearness(&drawn, &judged->exacts[i]);
            image_finish(&drawn);
        }
        worst->decibels = least_or_nan(worst->decibels, nearness.decibels);
        worst->similarity = least_or_nan(worst->similarity, nearness.similarity);
        worst->largest = -least_or_nan(-worst->largest, -nearness.largest);
    }
}

// ---- blurs and blooms

void judge_scenes_measure(struct judge_scenes *judged, struct judge_item *item)
{
    struct suite_variant *variant = item->variant;
    const struct drawing drawing = { judged->run->renderer, variant->format,
                                     judged->run->draw->fuse };
    const struct quality *quality = &variant->quality;
    if (judged->are_of_blooms)
        measure_bloom(judged, &drawing, item);
    else
        measure_blur(judged, &drawing, variant);
    variant->has_quality = true;
    item->values[JUDGE_PSNR] = quality->nearness.decibels;
    item->values[JUDGE_SSIM] = quality->nearness.similarity;
    item->values[JUDGE_ERROR] = 100 * quality->nearness.largest;
    item->values[JUDGE_SHIMMER] = 100 * quality->shimmer;
    item->values[JUDGE_SIGMA] = quality->sigma;
    item->values[JUDGE_WIDTH] = 100 * fabs(quality->sigma / judged->sigma - 1);
}

void judge_scenes_print(const struct judge_scenes *judged, struct suite_run *run)
{
    const bool is_one = judged->count == 1;
    suite_print(run, "sigma %g: judged on %s at %dx%d%s%s", judged->sigma,
                is_one ? run->draw->scene.scene->name : "icosahedra, harbour and firefly",
                judged->width, judged->height, is_one ? "" : ", by the worst of them",
                judged->are_of_blooms ? "; of a bloom that scatters against the sum of Gaussians "
                                        "that it stands for, of others against their own step"
                                      : "");
}

void judge_scenes_measure_all(struct judge_scenes *judged, struct judge *judge, const char *what)
{
    struct progress progress;
    char words[64];
    snprintf(words, sizeof(words), "looking at the picture of %s", what);
    progress_begin(&progress, words, judge->count);
    for (int i = 0; i < judge->count; i++) {
        progress_set_done(&progress, i);
        if (suite_has_run(judge->all[i].variant) && !end_signal_received())
            judge_scenes_measure(judged, &judge->all[i]);
    }
    progress_end(&progress);
    judge_mark_front(judge);
}

void judge_scenes_init(struct judge_scenes *judged, const struct suite_run *run, double sigma,
                       bool are_of_blooms)
{
    const struct suite_size size = suite_size(run, 1920, 1080);
    const bool is_own = run->draw->scene_given && !are_of_blooms;
    const double time = run->draw->time;
    const int height = quality_height(size.height, sigma);
    const int width = (int) fmax(1, round((double) size.width * height / size.height));
    *judged = (struct judge_scenes){ .run = run,
                                     .sigma = sigma,
                                     .are_of_blooms = are_of_blooms,
                                     .count = is_own ? 1 : QUALITY_SCENES,
                                     .width = width,
                                     .height = height };
    for (int i = 0; i < judged->count; i++) {
        struct image *light = &judged->lights[i];
        if (is_own)
            drawing_scene(run->renderer, time, width, height, light);
        else
            drawing_other_scene(run->renderer, quality_scenes[i], time, width, height, light);
        if (!are_of_blooms)
            quality_exact_init(&judged->exacts[i], light, sigma);
    }
    for (int i = 0; i < JUDGE_FLASHES && are_of_blooms; i++) {
        const double moment = i * flash_step;
        drawing_other_scene(run->renderer, "blocks", moment, width, height, &judged->before[i]);
        drawing_other_scene(run->renderer, "firefly", moment, width, height, &judged->after[i]);
    }
}

void judge_scenes_finish(struct judge_scenes *judged)
{
    forget_pictures(judged);
    for (int i = 0; i < QUALITY_SCENES; i++) {
        image_finish(&judged->lights[i]);
        quality_exact_finish(&judged->exacts[i]);
    }
    for (int i = 0; i < JUDGE_FLASHES; i++) {
        image_finish(&judged->before[i]);
        image_finish(&judged->after[i]);
    }
}
