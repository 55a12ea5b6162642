#include "app/window/session/background/background.h"
#include "app/window/session/background/job.h"
#include "effects/metrics/metrics.h"
#include "render/text/clock.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- how far two pictures lie apart

struct comparison {
    struct job job;
    struct image pair[2];
    struct sides_difference difference;
};

static void compare(struct job *job)
{
    struct comparison *comparison = (struct comparison *) job;
    struct image exact[2];
    for (int i = 0; i < 2; i++)
        image_convert(&comparison->pair[i], IMAGE_TYPE_F64, &exact[i]);
    const struct metrics_difference difference = metrics_difference(&exact[0], &exact[1]);
    comparison->difference = (struct sides_difference){
        .psnr = metrics_psnr(&difference, 1),
        .ssim = metrics_similarity(&exact[0], &exact[1]).ssim,
        .most = 255 * difference.most,
    };
    for (int i = 0; i < 2; i++)
        image_finish(&exact[i]);
}

static void finish_pair(struct job *job)
{
    for (int i = 0; i < 2; i++)
        image_finish(&((struct comparison *) job)->pair[i]);
}

static void drop_comparison(struct sides *sides)
{
    if (sides->comparison)
        job_drop(&sides->comparison->job);
    sides->comparison = NULL;
}

// ---- two sides

enum { MIN_SAMPLES = PAIRS_MIN_TURNS };

// Seconds: time without a change before measuring begins, and the least duration of measuring.
static const double calm = 0.3, patience = 1.5;
static const char frame_name[] = "sides", copy_scope[] = "copy";
static const char *const scopes[] = { "shown", "other" };
static const int copy_kind = 2; // of copies.h: several texels a thread, near the fastest everywhere

void sides_init(struct sides *sides)
{
    *sides = (struct sides){ 0 };
    pass_stats_init(&sides->stats, SIDES_SAMPLES);
}

void sides_finish(struct sides *sides)
{
    drop_comparison(sides);
    if (sides->stats.times)
        pass_stats_finish(&sides->stats);
    side_finish(&sides->other);
    copies_finish(&sides->copies);
    read_back_finish(&sides->reader);
    *sides = (struct sides){ 0 };
}

// ---- following

bool sides_update(struct sides *sides, struct renderer *renderer, const struct chain *other,
                  struct error *error)
{
    if (!other && sides->shown) {
        sides_finish(sides);
        sides_init(sides);
    }
    if (!other)
        return true;
    return sides->shown = side_update(&sides->other, renderer, other, sides->shown, error);
}

bool sides_rebuild(struct sides *sides, struct renderer *renderer, struct error *error)
{
    struct side *side = &sides->other;
    return !sides->shown ||
           renderer_build_plan(renderer, &side->plan, &side->chain, &renderer->plan_options, error);
}

// ---- measuring

static bool make_copies(struct sides *sides, struct renderer *renderer)
{
    struct error error;
    sides->waits = !copies_are_ready(copy_kind, &renderer->gpu, &renderer->source);
    return !sides->waits &&
           copies_fit(&sides->copies, copy_kind, &renderer->gpu, &renderer->source, &error);
}

// Reads both pictures without waiting for the GPU, and compares them unless the state has changed
// by then. A running comparison is finished first, so that there is only one thread.
static void compare_pictures(struct sides *sides, struct renderer *renderer)
{
    const bool is_busy = sides->comparison && !job_is_done(&sides->comparison->job);
    if (read_back_is_ready(&sides->reader)) {
        struct comparison *comparison = memory_new(1, sizeof(*comparison));
        bool is_faulty; // the session prints the error
        comparison->job = (struct job){ .work = compare, .finish = finish_pair };
        for (int i = 0; i < 2; i++)
            read_back_take(&sides->reader, &comparison->pair[i], &is_faulty);
        if (sides->is_unread) {
            finish_pair(&comparison->job);
            free(comparison);
        } else {
            sides->comparison = comparison;
            job_begin(&comparison->job);
        }
    }
    if (!sides->is_unread || is_busy || !read_back_is_empty(&sides->reader))
        return;
    drop_comparison(sides);
    read_back_start(&sides->reader, &renderer->side.output, IMAGE_TYPE_U8, &renderer->gpu.fault);
    read_back_start(&sides->reader, &sides->other.output, IMAGE_TYPE_U8, &renderer->gpu.fault);
    sides->is_unread = false;
}

// Returns NULL while the difference is not known.
static const struct sides_difference *difference_of(const struct sides *sides)
{
    const struct comparison *comparison = sides->comparison;
    return sides->is_compared && !sides->is_unread && comparison && job_is_done(&comparison->job)
               ? &comparison->difference
               : NULL;
}

static bool are_same_chains(const struct sides_key *a, const struct chain *const chains[2])
{
    return chain_equal(&a->chains[0], chains[0]) && chain_equal(&a->chains[1], chains[1]);
}

// Drops measurements of an earlier state, and begins again if `may_begin`. Times are valid for two
// chains at any time of the scene; the difference is valid for one time.
static void update_moment(struct sides *sides, struct renderer *renderer, bool may_begin)
{
    const struct sides_key *was = &sides->compared;
    const struct chain *const chains[] = { &renderer->side.chain, &sides->other.chain };
    const struct sides_key key = {
        .chains = { *chains[0], *chains[1] },
        .frame = renderer->frame,
        .width = renderer->source.width,
        .height = renderer->source.height,
        .reloads = renderer->gpu.programs.reloads,
    };
    const bool is_same = are_same_chains(was, chains) && was->width == key.width &&
                         was->height == key.height && was->reloads == key.reloads;
    if (!is_same)
        pass_stats_clear(&sides->stats);
    sides->is_compared = sides->is_compared && is_same && was->frame == key.frame;
    if (sides->is_compared || !may_begin)
        return;
    sides->compared = key;
    sides->is_compared = true;
    sides->frames_left = SIDES_SAMPLES + 1;
    sides->first = renderer->gpu.timer.begun + 1;
    sides->begun = clock_seconds();
    pass_stats_clear(&sides->stats);
    sides->is_unread = true;
}

// Draws each side once before measuring if that is cheap, since the time of a program depends on
// the one that ran before.
static void run_side(struct renderer *renderer, struct side *side, const char *scope)
{
    struct gpu *gpu = &renderer->gpu;
    if (!gpu->info.software) {
        gpu_timer_push(&gpu->timer, "rehearsal");
        side_draw_again(side, renderer, &side->output);
        gpu_timer_pop(&gpu->timer);
    }
    gpu_timer_push(&gpu->timer, scope);
    side_draw_again(side, renderer, &side->output);
    gpu_timer_pop(&gpu->timer);
}

static void measure(struct sides *sides, struct renderer *renderer)
{
    struct gpu *gpu = &renderer->gpu;
    gpu_begin_frame(gpu, frame_name);
    run_side(renderer, &renderer->side, scopes[0]);
    run_side(renderer, &sides->other, scopes[1]);
    gpu_timer_push(&gpu->timer, copy_scope);
    copies_run(&sides->copies, copy_kind, gpu, &renderer->source);
    gpu_timer_pop(&gpu->timer);
    gpu_end_frame(gpu);
    const bool is_enough = sides->stats.frames >= MIN_SAMPLES;
    sides->frames_left =
        is_enough && clock_seconds() > sides->begun + calm + patience ? 0 : sides->frames_left - 1;
}

void sides_draw(struct sides *sides, struct renderer *renderer, bool is_still)
{
    const struct texture *drawn = &sides->other.output, *picture = &renderer->side.output;
    sides->shown &= drawn->width == picture->width && drawn->height == picture->height;
    if (!sides->shown)
        return;
    side_run_plan(&sides->other, renderer, true);
    const bool may_begin = is_still && make_copies(sides, renderer);
    update_moment(sides, renderer, may_begin);
    if (!may_begin) {
        sides->frames_left = 0;
        return;
    }
    compare_pictures(sides, renderer);
    if (sides->frames_left > 0 && clock_seconds() > sides->begun + calm)
        measure(sides, renderer);
}

bool sides_count(struct sides *sides, const struct gpu_frame *frame)
{
    if (strcmp(frame->scopes[0].name, frame_name) != 0)
        return false;
    if (frame->index >= sides->first)
        pass_stats_add(&sides->stats, frame);
    return true;
}

bool sides_are_due(const struct sides *sides)
{
    return sides->shown && (sides->waits || sides->frames_left > 0 ||
                            (sides->is_compared && !difference_of(sides)));
}

// ---- numbers

// The copies are the canary: their blocks show how steady the machine is.
static double drift_of(const struct pass_stats *stats, int copy)
{
    double times[SIDES_SAMPLES], medians[STEADY_CANARIES];
    struct steady steady;
    const int count = pass_stats_times(stats, copy, times), blocks = STEADY_MIN_BLOCKS;
    steady_init(&steady, false);
    for (int i = 0; i < blocks; i++) {
        const int begin = i * count / blocks, end = (i + 1) * count / blocks;
        medians[STEADY_COPY] = medians[STEADY_ARITHMETIC] =
            stats_median(times + begin, end - begin);
        steady_judge(&steady, medians, false);
    }
    steady_end(&steady);
    return steady_drift(&steady);
}

void sides_sum_up(const struct sides *sides, const struct chain *const chains[2],
                  struct sides_numbers *numbers)
{
    const double unknown = NAN;
    const struct pass_stats *stats = &sides->stats;
    double times[2][SIDES_SAMPLES];
    struct pass_row copy, row;
    const int copy_place = pass_place_find_step(stats, copy_scope, 1);
    *numbers = (struct sides_numbers){
        .time = { unknown, unknown },
        .copies = { unknown, unknown },
        .pair = { .percent = unknown, .verdict = PAIR_INCONCLUSIVE },
    };
    if (!are_same_chains(&sides->compared, chains))
        return;
    const struct sides_difference *difference = difference_of(sides);
    numbers->has_difference = difference;
    numbers->frames = stats->frames;
    if (difference)
        numbers->difference = *difference;
    if (stats->frames == 0 || copy_place < 0)
        return;
    pass_stats_row(stats, copy_place, &copy);
    struct pairs_test test = pairs_test(1, drift_of(stats, copy_place));
    for (int i = 0; i < 2; i++) {
        const int place = pass_place_find_step(stats, scopes[i], 1);
        if (place < 0)
            return;
        pass_stats_row(stats, place, &row);
        numbers->time[i] = row.time.median;
        numbers->copies[i] = row.time.median / copy.time.median;
        numbers->bytes[i] = (double) gpu_traffic_sum(row.traffic);
        pass_stats_times(stats, place, times[i]);
    }
    numbers->pair = pairs_compare(&test, times[0], times[1], stats->frames);
}
