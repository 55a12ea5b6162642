#define LOG_MODULE "suite"
#include "app/bench/bloom/bloom.h"
#include "app/lab/edit/preset.h"
#include "app/measure/frames.h"
#include "app/measure/metrics/metrics.h"
#include "app/measure/quality/quality.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <math.h>

static const char *const scene_names[BLOOM_SCENES] = { "blocks", "firefly", "bars" };

// Larger pictures of these scenes take long and say the same.
enum { MOST_WIDTH = 640, MOST_HEIGHT = 360, LEAST_SIDE = 6 * BLOOM_SIGMA };

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

// ---- nearness and shimmer

static void measure(const struct suite_run *run, enum bloom_blur blur, int scene,
                    const struct image *light, const struct quality_exact *exact,
                    struct bloom_fact *fact)
{
    const struct suite_variant *variant = NULL; // any: implementations of a blur make one image
    struct chain chain;
    struct error error;
    for (enum bloom_form form = 0; form < BLOOM_FORMS; form++)
        if (suite_has_run(bloom_lines_variant(run, blur, form)))
            variant = bloom_lines_variant(run, blur, form);
    if (!variant || !chain_parse(&chain, variant->chain, NULL, &error))
        return;
    const struct drawing drawing = { run->lab, variant->format, run->draw->fuse };
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
    if (!scene_parse(&choice, scene_names[scene], &error) || !lab_set_scene(lab, &choice, &error))
        log_fatal("%s: %s", scene_names[scene], error.text); // the suite itself is wrong
    log_note("bloom: nearness to the exact Gaussian, %s at %dx%d", scene_names[scene], facts->width,
             facts->height);
    drawing_scene(lab, 0, facts->width, facts->height, &light);
    quality_exact_init(&exact, &light, BLOOM_SIGMA);
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS && !end_signal_came(); blur++)
        measure(run, blur, scene, &light, &exact, &facts->blurs[blur]);
    quality_exact_finish(&exact);
    image_finish(&light);
}

// ---- mixed resolution

enum { MOST_RUNS = FRAMES_MOST_BLOCK / BLOOM_SCALES, WARMUP = 2 };

static const double scales[BLOOM_SCALES] = { 1, 0.5, 0.25 };

// The scene at one scale, while it is timed.
struct scaled_scene {
    const struct suite_run *run;
    struct texture *texture; // of all of them
    double scale;
    struct frames_subject subject; // draws it, and counts; points here
    int count;
    double times[MOST_RUNS];
};

static void draw_scaled(void *data)
{
    const struct scaled_scene *scene = data;
    struct lab *lab = scene->run->lab;
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, scene->run->draw->time, lab->samples,
               (float) scene->scale, scene->texture);
}

static void count_scaled(void *data, const struct gpu_frame *frame, double submit)
{
    struct scaled_scene *scene = data;
    (void) submit;
    if (scene->count < MOST_RUNS && frame->count > 0)
        scene->times[scene->count++] =
            (double) (frame->scopes[0].end_ns - frame->scopes[0].begin_ns) * 1e-6;
}

static void forget_scaled(void *data)
{
    ((struct scaled_scene *) data)->count--;
}

// Times all runs as one block, the scales in turn.
static void take_times(struct suite_run *run, struct bloom_scaled scaled[])
{
    const struct suite_variant *like = &run->variants[0];
    const struct texture_desc desc = { .width = like->width,
                                       .height = like->height,
                                       .format = like->format,
                                       .label = "scaled scene" };
    const struct frames_subject *block[FRAMES_MOST_BLOCK];
    const int count = BLOOM_SCALES * (run->rounds < MOST_RUNS ? run->rounds : MOST_RUNS);
    struct scaled_scene all[BLOOM_SCALES];
    struct texture texture;
    struct frames frames;
    struct error error;
    texture_init(&texture, &desc);
    for (int i = 0; i < BLOOM_SCALES; i++) {
        all[i] = (struct scaled_scene){ .run = run, .texture = &texture, .scale = scales[i] };
        all[i].subject =
            (struct frames_subject){ draw_scaled, count_scaled, forget_scaled, &all[i] };
    }
    if (frames_init(&frames, &run->lab->gpu, &texture, FRAMES_MOST_BLOCK, &error)) {
        frames.by_effort = true;
        frames.is_judged = true;
        for (int i = 0; i < count; i++)
            block[i] = &all[i % BLOOM_SCALES].subject;
        for (int i = 0; i < WARMUP * BLOOM_SCALES; i++)
            frames_draw(&frames, &all[i % BLOOM_SCALES].subject);
        frames_drain(&frames);
        frames_settle(&frames, false);
        do
            for (int i = 0; i < BLOOM_SCALES; i++)
                all[i].count = 0;
        while (frames_draw_block(&frames, block, count) != STEADY_COUNTS);
        steady_merge(&run->steady, &frames.steady);
        for (int i = 0; i < BLOOM_SCALES; i++)
            scaled[i].time = stats_summarise(all[i].times, all[i].count);
    }
    frames_finish(&frames);
    texture_finish(&texture);
}

static bool draw_picture(const struct suite_run *run, double scale, const struct chain *chain,
                         struct image *picture)
{
    const struct suite_variant *like = &run->variants[0];
    const struct drawing drawing = { run->lab, like->format, run->draw->fuse };
    struct lab *lab = run->lab;
    struct image light;
    struct error error;
    const float before = lab->scene_scale;
    lab->scene_scale = (float) scale;
    drawing_scene(lab, run->draw->time, like->width, like->height, &light);
    lab->scene_scale = before;
    const bool is_drawn = drawing_run(&drawing, chain, false, &light, picture, &error);
    image_finish(&light);
    return is_drawn;
}

static void take_decibels(const struct suite_run *run, struct bloom_scaled scaled[])
{
    struct chain chain;
    struct error error;
    struct image whole, picture;
    if (!preset_read_chain(&chain, "bloom", NULL, NULL, &error))
        log_fatal("%s", error.text); // the preset is inside the program
    if (!draw_picture(run, scales[0], &chain, &whole))
        return;
    for (int i = 1; i < BLOOM_SCALES; i++)
        if (draw_picture(run, scales[i], &chain, &picture)) {
            const struct metrics_difference difference = metrics_difference(&picture, &whole);
            scaled[i].decibels = metrics_psnr(&difference, 1);
            image_finish(&picture);
        }
    image_finish(&whole);
}

// ---- all of it

void bloom_facts_take(struct suite_run *run, struct bloom_facts *facts)
{
    const struct suite_variant *first = &run->variants[0];
    const bool is_small = first->width < LEAST_SIDE || first->height < LEAST_SIDE;
    const struct scene_choice before = run->lab->scene;
    struct error error;
    for (enum bloom_blur blur = 0; blur < BLOOM_BLURS; blur++) {
        facts->blurs[blur] = (struct bloom_fact){ { NAN, NAN, NAN }, NAN, NAN };
        for (enum bloom_form form = 0; form < BLOOM_FORMS; form++)
            facts->taps[blur][form] = taps_of(run, bloom_lines_variant(run, blur, form));
    }
    for (int i = 0; i < BLOOM_SCALES; i++)
        facts->scaled[i] = (struct bloom_scaled){ .scale = scales[i], .decibels = NAN };
    facts->width = is_small ? 0 : first->width < MOST_WIDTH ? first->width : MOST_WIDTH;
    facts->height = is_small ? 0 : first->height < MOST_HEIGHT ? first->height : MOST_HEIGHT;
    for (int scene = 0; scene < BLOOM_SCENES && facts->width > 0 && !end_signal_came(); scene++)
        take_scene(run, scene, facts);
    if (!lab_set_scene(run->lab, &before, &error))
        log_fatal("%s", error.text); // a file that went away
    if (!end_signal_came())
        take_times(run, facts->scaled);
    if (!end_signal_came())
        take_decibels(run, facts->scaled);
}

double bloom_facts_decibels(const struct bloom_facts *facts, enum bloom_blur blur)
{
    double sum = 0;
    for (int i = 0; i < BLOOM_SCENES; i++)
        sum += facts->blurs[blur].decibels[i];
    return sum / BLOOM_SCENES;
}
