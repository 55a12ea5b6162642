#define LOG_MODULE "suite"
#include "app/bench/bloom/bloom_facts.h"

#include "app/measure/quality/quality.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <math.h>

const char *const bloom_facts_scenes[BLOOM_SCENES] = { "blocks", "firefly", "bars" };

// A larger picture of these scenes takes long and says the same.
enum { MOST_WIDTH = 640, MOST_HEIGHT = 360, LEAST_SIDE = 6 * BLOOM_SIGMA };

static void choose_size(const struct suite_run *run, struct bloom_facts *facts)
{
    const struct suite_variant *first = &run->variants[0];
    const bool is_small = first->width < LEAST_SIDE || first->height < LEAST_SIDE;
    facts->width = is_small ? 0 : first->width < MOST_WIDTH ? first->width : MOST_WIDTH;
    facts->height = is_small ? 0 : first->height < MOST_HEIGHT ? first->height : MOST_HEIGHT;
}

static void forget(struct bloom_facts *facts)
{
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++) {
        for (int i = 0; i < BLOOM_SCENES; i++)
            facts->blurs[blur].decibels[i] = NAN;
        facts->blurs[blur].sigma = facts->blurs[blur].shimmer = NAN;
        for (enum bloom_form form = 0; form < BLOOM_FORMS; form++)
            facts->taps[blur][form] = NAN;
    }
}

// ---- bytes that taps ask for

// A read through the filter is one tap, wherever its texels come from.
static double taps_of(const struct suite_run *run, const struct suite_variant *variant)
{
    struct chain chain;
    struct error error;
    if (!suite_has_run(variant) || !chain_parse(&chain, variant->chain, NULL, &error))
        return NAN;
    const struct chain_step *step = &chain.steps[0];
    const struct plan_options options = { .width = variant->width,
                                          .height = variant->height,
                                          .format = variant->format,
                                          .linear = true };
    struct context_info info = run->lab->gpu.info;
    struct cost cost = { 0 };
    info.software = false; // there costs weigh reads by what they take, and are no counts
    const struct effect_site site = plan_make_site(&options, &info, step, 1, false);
    effect_impl_find(step->effect, variant->impl)->cost(&site, &cost);
    return (cost.texels + cost.bilinear + cost.stores) * texture_format_texel_bytes(site.format);
}

static void take_taps(const struct suite_run *run, struct bloom_facts *facts)
{
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++)
        for (enum bloom_form form = 0; form < BLOOM_FORMS; form++)
            facts->taps[blur][form] = taps_of(run, bloom_lines_variant(run, blur, form));
}

// ---- nearness and shimmer

// The implementations of a blur make one image, so any of them that ran stands for it.
static const struct suite_variant *any_that_ran(const struct suite_run *run, enum bloom_blur blur)
{
    const struct suite_variant *last = NULL;
    for (enum bloom_form form = 0; form < BLOOM_FORMS; form++) {
        const struct suite_variant *variant = bloom_lines_variant(run, blur, form);
        last = suite_has_run(variant) ? variant : last;
    }
    return last;
}

static void measure(const struct suite_run *run, enum bloom_blur blur, int scene,
                    const struct image *light, const struct quality_exact *exact,
                    struct bloom_fact *fact)
{
    const struct suite_variant *variant = any_that_ran(run, blur);
    struct chain chain;
    struct error error;
    if (!variant || !chain_parse(&chain, variant->chain, NULL, &error))
        return;
    const struct drawing drawing = { run->lab, variant->format, run->options->draw.fuse };
    if (scene == 0) {
        const struct quality quality = quality_measure(&drawing, &chain, light, exact);
        fact->decibels[scene] = quality.nearness.decibels;
        fact->sigma = quality.sigma;
        fact->shimmer = 100 * quality.shimmer;
        return;
    }
    struct image drawn;
    if (!drawing_run(&drawing, &chain, true, light, &drawn, &error))
        return;
    fact->decibels[scene] = quality_nearness(&drawn, exact).decibels;
    image_finish(&drawn);
}

static void take_scene(struct suite_run *run, int scene, struct bloom_facts *facts)
{
    struct lab *lab = run->lab;
    struct scene_choice choice;
    struct quality_exact exact;
    struct image light;
    struct error error;
    if (!scene_parse(&choice, bloom_facts_scenes[scene], &error) ||
        !lab_set_scene(lab, &choice, &error))
        log_fatal("%s: %s", bloom_facts_scenes[scene], error.text); // the suite itself is wrong
    log_note("bloom: nearness to the exact Gaussian, %s at %dx%d", bloom_facts_scenes[scene],
             facts->width, facts->height);
    drawing_scene(lab, 0, facts->width, facts->height, &light);
    quality_exact_init(&exact, &light, BLOOM_SIGMA);
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS && !end_signal_came(); blur++)
        measure(run, blur, scene, &light, &exact, &facts->blurs[blur]);
    quality_exact_finish(&exact);
    image_finish(&light);
}

void bloom_facts_take(struct suite_run *run, struct bloom_facts *facts)
{
    const struct scene_choice before = run->lab->scene;
    struct error error;
    forget(facts);
    choose_size(run, facts);
    take_taps(run, facts);
    for (int scene = 0; scene < BLOOM_SCENES && facts->width > 0 && !end_signal_came(); scene++)
        take_scene(run, scene, facts);
    if (!lab_set_scene(run->lab, &before, &error))
        log_fatal("%s", error.text); // a file that went away
}

double bloom_facts_decibels(const struct bloom_facts *facts, enum bloom_blur blur)
{
    double sum = 0;
    for (int i = 0; i < BLOOM_SCENES; i++)
        sum += facts->blurs[blur].decibels[i];
    return sum / BLOOM_SCENES;
}
