#define LOG_MODULE "suite"
#include "app/bench/bloom/bloom_scaled.h"

#include "app/lab/edit/preset.h"
#include "app/measure/frames.h"
#include "app/measure/metrics/metrics.h"
#include "app/measure/quality/drawing.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <math.h>

enum { MOST_RUNS = FRAMES_MOST_BLOCK / BLOOM_SCALES, WARMUP = 2 };

static const double scales[BLOOM_SCALES] = { 1, 0.5, 0.25 };

// Draws the scene at one scale.
struct trial {
    const struct suite_run *run;
    struct texture *texture; // of all of them
    double scale;
    int count;
    double times[MOST_RUNS];
};

struct trials {
    struct trial all[BLOOM_SCALES];
    struct frames_subject subjects[BLOOM_SCALES];
    struct texture texture;
    struct frames frames;
    int runs;
};

// ---- time

static void draw_trial(void *data)
{
    const struct trial *trial = data;
    struct lab *lab = trial->run->lab;
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, trial->run->options->draw.time,
               lab->samples, (float) trial->scale, trial->texture);
}

static void count_trial(void *data, const struct gpu_frame *frame, double submit)
{
    struct trial *trial = data;
    (void) submit;
    if (trial->count < MOST_RUNS && frame->count > 0)
        trial->times[trial->count++] =
            (double) (frame->scopes[0].end_ns - frame->scopes[0].begin_ns) * 1e-6;
}

static void forget_trial(void *data)
{
    ((struct trial *) data)->count--;
}

static void begin_trials(struct trials *trials, const struct suite_run *run)
{
    const struct suite_variant *like = &run->variants[0];
    const struct texture_desc desc = { .width = like->width,
                                       .height = like->height,
                                       .format = like->format,
                                       .label = "scaled scene" };
    *trials = (struct trials){ .runs = run->rounds < MOST_RUNS ? run->rounds : MOST_RUNS };
    texture_init(&trials->texture, &desc);
    for (int i = 0; i < BLOOM_SCALES; i++) {
        trials->all[i] =
            (struct trial){ .run = run, .texture = &trials->texture, .scale = scales[i] };
        trials->subjects[i] =
            (struct frames_subject){ draw_trial, count_trial, forget_trial, &trials->all[i] };
    }
}

static void forget_all(struct trials *trials)
{
    for (int i = 0; i < BLOOM_SCALES; i++)
        trials->all[i].count = 0;
}

// All runs are one block, the scales in turn.
static void run_trials(struct trials *trials)
{
    const struct frames_subject *block[FRAMES_MOST_BLOCK];
    const int count = trials->runs * BLOOM_SCALES;
    for (int i = 0; i < count; i++)
        block[i] = &trials->subjects[i % BLOOM_SCALES];
    for (int i = 0; i < WARMUP * BLOOM_SCALES; i++)
        frames_draw(&trials->frames, &trials->subjects[i % BLOOM_SCALES]);
    frames_drain(&trials->frames);
    frames_settle(&trials->frames, false);
    forget_all(trials);
    while (frames_draw_block(&trials->frames, block, count) != STEADY_COUNTS)
        forget_all(trials);
}

static void take_times(struct suite_run *run, struct bloom_scaled scaled[])
{
    struct trials trials;
    struct error error;
    begin_trials(&trials, run);
    if (frames_init(&trials.frames, &run->lab->gpu, &trials.texture, FRAMES_MOST_BLOCK, &error)) {
        trials.frames.by_effort = true;
        trials.frames.is_judged = true;
        run_trials(&trials);
        steady_merge(&run->steady, &trials.frames.steady);
        for (int i = 0; i < BLOOM_SCALES; i++)
            scaled[i].time = stats_summarise(trials.all[i].times, trials.all[i].count);
    }
    frames_finish(&trials.frames);
    texture_finish(&trials.texture);
}

// ---- quality

static bool draw_picture(const struct suite_run *run, double scale, const struct chain *chain,
                         struct image *picture)
{
    const struct suite_variant *like = &run->variants[0];
    const struct drawing drawing = { run->lab, like->format, run->options->draw.fuse };
    struct lab *lab = run->lab;
    struct image light;
    struct error error;
    const float before = lab->scene_scale;
    lab->scene_scale = (float) scale;
    drawing_scene(lab, run->options->draw.time, like->width, like->height, &light);
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

void bloom_scaled_take(struct suite_run *run, struct bloom_scaled scaled[BLOOM_SCALES])
{
    for (int i = 0; i < BLOOM_SCALES; i++)
        scaled[i] = (struct bloom_scaled){ .scale = scales[i], .decibels = NAN };
    if (!end_signal_came())
        take_times(run, scaled);
    if (!end_signal_came())
        take_decibels(run, scaled);
}
