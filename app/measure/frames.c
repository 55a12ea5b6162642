#include "app/measure/frames.h"

#include "app/measure/frames_cut.h"
#include "app/text/clock.h"
#include "render/text/log.h"

#include <math.h>

#define LOG_MODULE "bench"

// Milliseconds.
static const double canary_length = 0.04, software_canary_length = 0.5;

bool frames_init(struct frames *frames, struct gpu *gpu, struct texture *source, int capacity,
                 struct error *error)
{
    *frames =
        (struct frames){ .gpu = gpu, .source = source, .all_copies = true, .is_judged = true };
    pass_stats_init(&frames->copied,
                    (capacity > FRAMES_TRIES ? capacity : FRAMES_TRIES) + FRAMES_MOST_BLOCK);
    steady_init(&frames->steady, gpu->info.software);
    frames_begin_counting(frames);
    return copies_init(&frames->copies, gpu, source, error) && busy_init(&frames->busy, gpu, error);
}

void frames_finish(struct frames *frames)
{
    pass_stats_finish(&frames->copied);
    copies_finish(&frames->copies);
    busy_finish(&frames->busy);
}

// ---- what a frame took

static void count_frame(struct frames *frames, const struct gpu_frame *frame)
{
    static struct gpu_frame measured, copied;
    const int slot = (int) (frame->index % FRAMES_IN_FLIGHT);
    const struct frames_subject *subject = frames->in_flight[slot].subject;
    if (!frames_cut(frame, frames->by_effort, &measured, &copied))
        return;
    if (subject && subject->count)
        subject->count(subject->data, &measured, frames->in_flight[slot].submit);
    pass_stats_add(&frames->copied, &copied);
}

static void collect_frames(struct frames *frames, bool wait)
{
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&frames->gpu->timer, wait))) {
        if (frame->index >= frames->first)
            count_frame(frames, frame);
        wait = false;
    }
}

// ---- drawing

// A copy alone would take longer or shorter by what the subject left in the caches, up to 3 % on an
// NVIDIA H200. So another goes first, which is not counted.
static void run_copies(struct frames *frames)
{
    struct gpu *gpu = frames->gpu;
    if (!frames->all_copies && !gpu->info.software) {
        gpu_timer_push(&gpu->timer, frames_wash);
        copies_run(&frames->copies, frames->copy, gpu, frames->source);
        gpu_timer_pop(&gpu->timer);
    }
    gpu_timer_push(&gpu->timer, frames_copies);
    for (int i = 0; i < COPIES_COUNT; i++)
        if (frames->all_copies || i == frames->copy)
            copies_run(&frames->copies, i, gpu, frames->source);
    gpu_timer_pop(&gpu->timer);
}

static void draw_subject(struct frames *frames, const struct frames_subject *subject)
{
    const int slot = (int) ((frames->gpu->timer.begun - 1) % FRAMES_IN_FLIGHT);
    const double begin = clock_seconds();
    if (subject)
        subject->draw(subject->data);
    frames->in_flight[slot].subject = subject;
    frames->in_flight[slot].submit =
        frames->gpu->info.software ? NAN : (clock_seconds() - begin) * 1e3;
}

static void fill(struct frames *frames)
{
    if (frames->filler > 0)
        busy_run(&frames->busy, frames->gpu, frames_filler, frames->filler);
}

static void end_frame(struct frames *frames)
{
    const struct gpu_timer *timer = &frames->gpu->timer;
    gpu_end_frame(frames->gpu);
    collect_frames(frames, timer->begun - timer->collected == FRAMES_IN_FLIGHT);
}

// A frame without copies is not counted.
static void rehearse(struct frames *frames, const struct frames_subject *subject)
{
    gpu_begin_frame(frames->gpu, "rehearsal");
    fill(frames);
    draw_subject(frames, subject);
    end_frame(frames);
}

void frames_draw(struct frames *frames, const struct frames_subject *subject)
{
    struct gpu *gpu = frames->gpu;
    const bool is_rehearsed = frames->rehearses && subject;
    if (is_rehearsed)
        rehearse(frames, subject);
    gpu_begin_frame(gpu, "frame");
    if (!is_rehearsed)
        fill(frames);
    draw_subject(frames, subject);
    run_copies(frames);
    busy_run(&frames->busy, gpu, steady_canary_names[STEADY_ARITHMETIC],
             gpu->info.software ? software_canary_length : canary_length);
    end_frame(frames);
}

void frames_drain(struct frames *frames)
{
    const struct gpu_timer *timer = &frames->gpu->timer;
    while (timer->collected < timer->begun)
        collect_frames(frames, true);
}

void frames_begin_counting(struct frames *frames)
{
    pass_stats_clear(&frames->copied);
    frames->first = frames->gpu->timer.begun;
}

// ---- canaries

int frames_copy_count(const struct frames *frames)
{
    return frames->copied.count > 2 ? frames->copied.count - 2 : 0;
}

int frames_fastest_copy(const struct frames *frames)
{
    double least = INFINITY;
    int fastest = 0;
    for (int i = 0; i < frames_copy_count(frames); i++) {
        struct pass_row row;
        pass_stats_row(&frames->copied, i + 1, &row);
        fastest = row.time.median < least ? i : fastest;
        least = fmin(least, row.time.median);
    }
    return fastest;
}

// Sums up a canary over the newest frames.
static double newest_median(const struct frames *frames, int row, int count)
{
    double times[FRAMES_MOST_BLOCK];
    return stats_median(times, pass_stats_newest(&frames->copied, row, count, times));
}

void frames_medians(const struct frames *frames, int count, double medians[STEADY_CANARIES])
{
    const int copy = 1 + (frames->all_copies ? frames->copy : 0);
    medians[STEADY_COPY] = newest_median(frames, copy, count);
    medians[STEADY_ARITHMETIC] = newest_median(frames, frames->copied.count - 1, count);
}

double frames_wall(struct frames *frames, const struct frames_subject *subject, int count)
{
    struct gpu *gpu = frames->gpu;
    frames_drain(frames);
    const double begin = clock_seconds();
    for (int i = 0; i < count; i++) {
        gpu_begin_frame(gpu, "frame");
        subject->draw(subject->data);
        gpu_end_frame(gpu);
        while (gpu_timer_collect(&gpu->timer,
                                 gpu->timer.begun - gpu->timer.collected == FRAMES_IN_FLIGHT))
            continue;
    }
    while (gpu_timer_collect(&gpu->timer, true))
        continue;
    return (clock_seconds() - begin) * 1e3 / count;
}
