#include "app/measure/frames.h"

#include "render/text/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOG_MODULE "bench"

const double frames_notable_drift = 0.05;

enum { TRIES = 9 }; // of each copy, to find the fastest

bool frames_init(struct frames *frames, struct gpu *gpu, struct texture *source, int capacity,
                 struct error *error)
{
    *frames = (struct frames){ .gpu = gpu, .source = source, .copy = FRAMES_ALL_COPIES };
    pass_stats_init(&frames->copied, capacity > TRIES ? capacity : TRIES);
    frames_begin_counting(frames);
    return copies_init(&frames->copies, gpu, source, error);
}

void frames_finish(struct frames *frames)
{
    pass_stats_finish(&frames->copied);
    copies_finish(&frames->copies);
}

// ---- what a frame took

static const char copies_scope[] = "copies";

static int find_copies(const struct gpu_frame *frame)
{
    int i = frame->count - 1;
    while (i > 0 &&
           (frame->scopes[i].depth != 1 || strcmp(frame->scopes[i].name, copies_scope) != 0))
        i--;
    return i;
}

static void cut(const struct gpu_frame *from, int begin, int end, struct gpu_frame *part)
{
    part->index = from->index;
    part->count = end - begin;
    memcpy(part->scopes, from->scopes + begin, sizeof(part->scopes[0]) * (size_t) part->count);
}

static void take_away(struct gpu_scope *whole, const struct gpu_scope *copies)
{
    whole->end_ns = copies->begin_ns;
    whole->work_ns -= copies->work_ns;
    whole->traffic.read -= copies->traffic.read;
    whole->traffic.written -= copies->traffic.written;
    whole->dispatches -= copies->dispatches;
}

static void use_efforts(struct gpu_frame *part)
{
    for (int i = 0; i < part->count; i++) {
        struct gpu_scope *scope = &part->scopes[i];
        scope->end_ns = scope->begin_ns + (uint64_t) gpu_scope_effort(scope);
    }
}

// The subject's part ends where the copies begin.
static void count_frame(struct frames *frames, const struct gpu_frame *frame)
{
    static struct gpu_frame measured, copied;
    const struct frames_subject *subject = frames->in_flight[frame->index % GPU_TIMER_LATENCY];
    const int split = find_copies(frame);
    if (split == 0)
        return;
    cut(frame, 0, split, &measured);
    cut(frame, split, frame->count, &copied);
    take_away(&measured.scopes[0], &copied.scopes[0]);
    if (frames->by_effort) {
        use_efforts(&measured);
        use_efforts(&copied);
    }
    if (subject)
        subject->count(subject->data, &measured);
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

static void run_copies(struct frames *frames)
{
    struct gpu *gpu = frames->gpu;
    const bool is_one = frames->copy != FRAMES_ALL_COPIES;
    gpu_timer_push(&gpu->timer, copies_scope);
    for (int i = 0; i < COPIES_COUNT; i++)
        if (!is_one || i == frames->copy)
            copies_run(&frames->copies, i, gpu, frames->source);
    gpu_timer_pop(&gpu->timer);
}

void frames_draw(struct frames *frames, const struct frames_subject *subject)
{
    struct gpu *gpu = frames->gpu;
    const struct gpu_timer *timer = &gpu->timer;
    gpu_begin_frame(gpu, "frame");
    frames->in_flight[(timer->begun - 1) % GPU_TIMER_LATENCY] = subject;
    if (subject)
        subject->draw(subject->data);
    run_copies(frames);
    gpu_end_frame(gpu);
    collect_frames(frames, timer->begun - timer->collected == GPU_TIMER_LATENCY);
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

// ---- copies

void frames_choose_copy(struct frames *frames)
{
    frames_draw(frames, NULL); // the first compiles
    frames_drain(frames);
    frames_begin_counting(frames);
    for (int i = 0; i < TRIES; i++)
        frames_draw(frames, NULL);
    frames_drain(frames);
    frames->copy = frames_fastest_copy(frames);
    frames_begin_counting(frames);
}

int frames_fastest_copy(const struct frames *frames)
{
    double least = INFINITY;
    int fastest = 0;
    for (int i = 0; i + 1 < frames->copied.count; i++) {
        struct pass_row row;
        pass_stats_row(&frames->copied, i + 1, &row);
        fastest = row.time.median < least ? i : fastest;
        least = fmin(least, row.time.median);
    }
    return fastest;
}

double frames_copy_drift(const struct frames *frames)
{
    double *times = malloc(sizeof(*times) * (size_t) frames->copied.capacity);
    if (!times)
        log_fatal("no memory for the times of %d frames", frames->copied.capacity);
    const int count = pass_stats_times(&frames->copied, frames_fastest_copy(frames) + 1, times);
    const double drift = stats_drift(times, count);
    free(times);
    return drift;
}
