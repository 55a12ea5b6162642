#include "app/bench/judge/judge.h"
#include "app/results/json_file.h"
#include "app/text/progress.h"
#include "effects/dual/dual.h"
#include "effects/pyramid/pyramid.h"
#include "effects/reference/reference.h"
#include "render/file/end_signal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLUR = 1, FLASHES = 4 }; // the step of a bloom; moments at which a texel appears

static const double flash_step = 0.3; // seconds: the flashing texel moves by a little more than one

// The pictures that all items are measured with: of a blur the scene of the command line, or else
// quality_scenes, with the exact Gaussian of each as a display shows it; of a bloom quality_scenes
// and a flashing texel. A bloom's exact picture is that of its own step in plain C and double
// precision (effects/reference/), or of the sum of bells that a blur with scatter stands for.
struct scenes {
    const struct suite_run *run;
    double sigma; // px
    bool are_of_blooms;
    int count, width, height;
    struct image lights[QUALITY_SCENES];
    struct image exacts[QUALITY_SCENES];          // of blooms those of the last one
    struct image before[FLASHES], after[FLASHES]; // the texel appears
    struct sigma_bells bells; // of the exact pictures; count 0: the blur has none
};

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

// Blooms with the same sum of bells are adjacent, so the pictures are only drawn when it changes.
static void draw_exacts(struct scenes *judged, const struct chain *chain)
{
    const struct sigma_bells bells = bells_of(&chain->steps[BLUR], judged->height);
    const size_t values = 4 * (size_t) judged->width * (size_t) judged->height;
    if (bells.count > 0 && memcmp(&bells, &judged->bells, sizeof(bells)) == 0)
        return;
    judged->bells = bells;
    for (int i = 0; i < QUALITY_SCENES; i++) {
        const struct image *light = &judged->lights[i];
        struct image *picture = &judged->exacts[i], bright, sum;
        struct chain head = *chain;
        image_finish(picture);
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

// ---- measures

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
static double measure_flicker(const struct scenes *judged, const struct drawing *drawing,
                              const struct chain *chain)
{
    enum { AROUND = 2 };
    double most = 0;
    for (int i = 0; i < FLASHES && !isnan(most); i++) {
        struct image before = { 0 }, after = { 0 };
        struct error error;
        int x, y;
        judge_find_brightest(&judged->after[i], 0, judged->width, &x, &y);
        if (!drawing_run(drawing, chain, false, &judged->before[i], &before, &error) ||
            !drawing_run(drawing, chain, false, &judged->after[i], &after, &error))
            most = NAN;
        for (int v = 0; v < after.height; v++)
            for (int u = 0; u < after.width; u++) {
                const double *one = image_at(&after, u, v), *other = image_at(&before, u, v);
                const bool is_near = abs(u - x) <= AROUND && abs(v - y) <= AROUND;
                for (int c = 0; c < 3 && !is_near; c++)
                    most = fmax(most, fabs(one[c] - other[c]));
            }
        image_finish(&before);
        image_finish(&after);
    }
    return most;
}

static void measure(struct scenes *judged, struct judge_item *item)
{
    struct suite_variant *variant = item->variant;
    const struct drawing drawing = { judged->run->renderer, variant->format,
                                     judged->run->draw->fuse };
    struct chain chain = variant->chain, alone = chain;
    double *values = item->values, sigma = judged->sigma;
    double psnr = INFINITY, ssim = INFINITY, largest = 0;
    if (judged->are_of_blooms) {
        const struct chain_step *step = &chain.steps[BLUR];
        const struct effect_blur blur = step->effect->blur(step->params, variant->height);
        drawing_settle(&chain, variant->height);
        draw_exacts(judged, &chain);
        alone.count = 1;
        alone.steps[0] = *step;
        sigma = values[JUDGE_SIGMA] = blur.width;
        values[JUDGE_CORE] = blur.core;
        values[JUDGE_FLICKER] = 100 * measure_flicker(judged, &drawing, &chain);
    }
    for (int i = 0; i < judged->count; i++) {
        const struct image *exact = &judged->exacts[i];
        struct metrics_difference difference = { .most = NAN };
        struct image drawn;
        struct error error;
        double own = NAN, similarity = NAN;
        if (drawing_run(&drawing, &chain, !judged->are_of_blooms, &judged->lights[i], &drawn,
                        &error)) {
            if (!judged->are_of_blooms) {
                metrics_encode_clipped(&drawn);
                similarity = metrics_similarity(&drawn, exact).ssim;
            }
            difference = metrics_difference(&drawn, exact);
            own = metrics_psnr(&difference, 1);
            image_finish(&drawn);
        }
        if (judged->are_of_blooms)
            values[JUDGE_SCENE + i] = own;
        psnr = least_or_nan(psnr, own);
        ssim = least_or_nan(ssim, similarity);
        largest = -least_or_nan(-largest, -difference.most);
    }
    if (!judged->are_of_blooms && !end_signal_received())
        values[JUDGE_SIGMA] = quality_width(&drawing, &chain, sigma);
    values[JUDGE_PSNR] = psnr;
    values[JUDGE_SSIM] = ssim;
    values[JUDGE_ERROR] = 100 * largest;
    values[JUDGE_SHIMMER] = 100 * quality_shimmer(&drawing, &alone, sigma);
    values[JUDGE_WIDTH] = 100 * fabs(values[JUDGE_SIGMA] / judged->sigma - 1);
    variant->quality = json_file_object("psnr:n ssim:n largest:n sigma:n shimmer:n", psnr, ssim,
                                        largest, values[JUDGE_SIGMA], values[JUDGE_SHIMMER]);
}

static void draw_scenes(struct scenes *judged)
{
    const struct suite_run *run = judged->run;
    const int width = judged->width, height = judged->height;
    const double time = run->draw->time;
    for (int i = 0; i < judged->count; i++) {
        struct image *light = &judged->lights[i];
        if (judged->count == 1)
            drawing_scene(run->renderer, time, width, height, light);
        else
            drawing_other_scene(run->renderer, quality_scenes[i], time, width, height, light);
        if (judged->are_of_blooms)
            continue;
        metrics_blur(light, judged->sigma, &judged->exacts[i]);
        metrics_encode_clipped(&judged->exacts[i]);
    }
    for (int i = 0; i < FLASHES && judged->are_of_blooms; i++) {
        const double moment = i * flash_step;
        drawing_other_scene(run->renderer, "blocks", moment, width, height, &judged->before[i]);
        drawing_other_scene(run->renderer, "firefly", moment, width, height, &judged->after[i]);
    }
}

void judge_measure(struct judge *judge, double sigma, bool are_of_blooms, bool is_search)
{
    enum { MORE = 3 };
    static const char words[] = "looking at the picture of chain";
    struct suite_run *run = judge->run;
    const struct suite_size size = suite_size(run, 1920, 1080);
    const int height = quality_height(size.height, sigma);
    struct scenes judged = {
        .run = run,
        .sigma = sigma,
        .are_of_blooms = are_of_blooms,
        .count = run->draw->scene_given && !are_of_blooms ? 1 : QUALITY_SCENES,
        .width = (int) fmax(1, round((double) size.width * height / size.height)),
        .height = height,
    };
    struct progress progress;
    int most = judge->count;
    draw_scenes(&judged);
    suite_print(run, "sigma %g: judged on %s at %dx%d", sigma,
                judged.count == 1 ? run->draw->scene.scene->name
                                  : "the worst of icosahedra, harbour and firefly",
                judged.width, height);
    if (are_of_blooms)
        suite_append(run, "; of a bloom that scatters against the sum of Gaussians that it stands "
                          "for, of others against their own step");
    progress_begin(&progress, words, judge->count);
    for (int i = 0; i < judge->count && !end_signal_received(); i++) {
        struct judge_item *item = &judge->all[i];
        if (i >= most &&
            (judge->rival || !suite_is_open(run, judge->taken->variant, item->variant)))
            break;
        progress_set_done(&progress, i);
        if (suite_has_run(item->variant))
            measure(&judged, item);
        if (is_search && !judge->taken && judge_fits(judge, item)) {
            judge->taken = item;
            most = (int) fmin(most, i + 1 + MORE);
        }
        judge_take(judge, judge->taken);
    }
    progress_end(&progress);
    judge_mark_front(judge);
    for (int i = 0; i < QUALITY_SCENES; i++) {
        image_finish(&judged.lights[i]);
        image_finish(&judged.exacts[i]);
    }
    for (int i = 0; i < FLASHES; i++) {
        image_finish(&judged.before[i]);
        image_finish(&judged.after[i]);
    }
}
