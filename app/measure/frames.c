#include "app/measure/frames.h"

#include "render/file/end_signal.h"
#include "render/gpu_timer.h"
#include "render/pass.h"
#include "render/text/clock.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// ---- the subject's part of a frame, and the canaries'

// A frame has these scopes, in this order: filler, those of the subject, wash, copies, arithmetic.
static const char frames_filler[] = "filler", frames_wash[] = "wash", frames_copies[] = "copies";

// Returns the last scope of that name below the frame; 0: there is none.
static int find_scope(const struct gpu_frame *frame, const char *name)
{
    for (int i = frame->count - 1; i > 0; i--) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth == 1 && strcmp(scope->name, name) == 0)
            return i;
    }
    return 0;
}

static void add_scopes(struct gpu_frame *to, const struct gpu_frame *from, int begin, int end)
{
    memcpy(to->scopes + to->count, from->scopes + begin,
           sizeof(to->scopes[0]) * (size_t) (end - begin));
    to->count += end - begin;
}

// The subject's part begins after the filler and ends at `split`.
static void cut_subject(const struct gpu_frame *frame, int split, struct gpu_frame *part)
{
    const bool has_filler = frame->count > 1 && strcmp(frame->scopes[1].name, frames_filler) == 0;
    const int begin = has_filler ? 2 : 1;
    part->index = frame->index;
    part->count = 0;
    add_scopes(part, frame, 0, 1);
    add_scopes(part, frame, begin, split);
    struct gpu_scope *whole = &part->scopes[0];
    if (has_filler)
        whole->begin_ns = frame->scopes[1].end_ns;
    whole->end_ns = frame->scopes[split].begin_ns;
    for (int i = 1; i < frame->count; i++) {
        const struct gpu_scope *other = &frame->scopes[i];
        if (other->depth != 1 || (i >= begin && i < split))
            continue;
        whole->work_ns -= other->work_ns;
        whole->traffic.read -= other->traffic.read;
        whole->traffic.written -= other->traffic.written;
        whole->dispatches -= other->dispatches;
    }
}

// Canaries take about this many milliseconds.
static const double canary_length = 0.04, software_canary_length = 0.5;

bool frames_init(struct frames *frames, struct gpu *gpu, struct texture *source, int capacity,
                 struct error *error)
{
    *frames =
        (struct frames){ .gpu = gpu, .source = source, .all_copies = true, .is_judged = true };
    pass_stats_init(&frames->copied,
                    (capacity > FRAMES_TRIES ? capacity : FRAMES_TRIES) + FRAMES_MAX_BLOCK);
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

// ---- times of a frame

static void collect_frames(struct frames *frames, bool wait)
{
    static struct gpu_frame measured, copied;
    const struct gpu_frame *frame;
    for (; (frame = gpu_timer_collect(&frames->gpu->timer, wait)); wait = false) {
        const int slot = (int) (frame->index % FRAMES_IN_FLIGHT);
        const struct frames_subject *subject = frames->in_flight[slot].subject;
        const int copies = find_scope(frame, frames_copies);
        const int wash = find_scope(frame, frames_wash);
        if (frame->index < frames->first || copies == 0) // a frame without copies does not count
            continue;
        // The first part is what is measured, with its total as scope 0; the second is the copies
        // and what comes after them.
        cut_subject(frame, wash > 0 ? wash : copies, &measured);
        copied.index = frame->index;
        copied.count = 0;
        add_scopes(&copied, frame, copies, frame->count);
        for (int part = 0; part < 2 && frames->by_effort; part++) {
            struct gpu_frame *timed = part ? &copied : &measured;
            for (int i = 0; i < timed->count; i++)
                timed->scopes[i].end_ns =
                    timed->scopes[i].begin_ns + (uint64_t) gpu_scope_effort(&timed->scopes[i]);
        }
        if (subject && subject->count)
            subject->count(subject->data, &measured, frames->in_flight[slot].submit);
        pass_stats_add(&frames->copied, &copied);
    }
}

// ---- drawing

// Copies the image once before the copies that count: the time of the first depends on what the
// subject left in the caches, by up to 3 % on an NVIDIA H200.
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

// Draws a frame; a rehearsal has no copies, so that it does not count, and precedes one without
// filler.
static void draw_frame(struct frames *frames, const struct frames_subject *subject,
                       bool is_rehearsal, bool is_filled)
{
    struct gpu *gpu = frames->gpu;
    const struct gpu_timer *timer = &gpu->timer;
    gpu_begin_frame(gpu, is_rehearsal ? "rehearsal" : "frame");
    if (is_filled && frames->filler > 0)
        busy_run(&frames->busy, gpu, frames_filler, frames->filler);
    const int slot = (int) ((timer->begun - 1) % FRAMES_IN_FLIGHT);
    const double begin = clock_seconds();
    if (subject)
        subject->draw(subject->data);
    frames->in_flight[slot].subject = subject;
    frames->in_flight[slot].submit = gpu->info.software ? NAN : (clock_seconds() - begin) * 1e3;
    if (!is_rehearsal) {
        run_copies(frames);
        busy_run(&frames->busy, gpu, steady_canary_names[STEADY_ARITHMETIC],
                 gpu->info.software ? software_canary_length : canary_length);
    }
    gpu_end_frame(gpu);
    collect_frames(frames, timer->begun - timer->collected == FRAMES_IN_FLIGHT);
}

void frames_draw(struct frames *frames, const struct frames_subject *subject)
{
    const bool is_rehearsed = frames->rehearses && subject;
    if (is_rehearsed)
        draw_frame(frames, subject, true, true);
    draw_frame(frames, subject, false, !is_rehearsed);
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

// Computes the medians of the canaries over the newest frames, in milliseconds.
static void canary_medians(const struct frames *frames, int count, double medians[STEADY_CANARIES])
{
    const int rows[STEADY_CANARIES] = {
        [STEADY_COPY] = 1 + (frames->all_copies ? frames->copy : 0),
        [STEADY_ARITHMETIC] = frames->copied.count - 1,
    };
    double times[FRAMES_MAX_BLOCK];
    for (int i = 0; i < STEADY_CANARIES; i++)
        medians[i] = stats_median(times, pass_stats_newest(&frames->copied, rows[i], count, times));
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

// ---- settling

// The GPU is kept busy until its clocks have reached those under load.

// Milliseconds. With a millisecond of work in every frame an NVIDIA H200 keeps its highest clock;
// without it the clock falls to a fifth within a second.
static const double filler_length = 1;

// Seconds: work before the canaries are judged; time without a faster block after which they are
// stable; limit of the whole.
static const double wake_time = 0.3, calm_time = 0.15, settle_time = 3;

static void draw_canaries(struct frames *frames, int count)
{
    for (int i = 0; i < count; i++)
        frames_draw(frames, NULL);
    frames_drain(frames);
}

void frames_settle(struct frames *frames, bool all_copies)
{
    const bool is_software = frames->gpu->info.software;
    draw_canaries(frames, 1); // compiles
    busy_scale(&frames->busy, frames->gpu);
    frames->filler = is_software ? 0 : filler_length;
    if (!is_software) { // measured again at the clocks of a busy GPU
        const double awake = clock_seconds() + wake_time;
        while (clock_seconds() < awake)
            frames_draw(frames, NULL);
        frames_drain(frames);
        busy_scale(&frames->busy, frames->gpu);
    }
    frames->all_copies = true;
    frames_begin_counting(frames);
    draw_canaries(frames, FRAMES_TRIES);
    frames->copy = frames_fastest_copy(frames);
    frames->all_copies = all_copies;
    frames_begin_counting(frames);
    // Draws blocks of canaries alone until none has been faster than the earlier ones for
    // calm_time.
    const double end = clock_seconds() + settle_time;
    double best[STEADY_CANARIES] = { INFINITY, INFINITY }, medians[STEADY_CANARIES];
    double calm_since = clock_seconds();
    while (!is_software && clock_seconds() < end && clock_seconds() < calm_since + calm_time) {
        draw_canaries(frames, FRAMES_BLOCK);
        canary_medians(frames, FRAMES_BLOCK, medians);
        for (int i = 0; i < STEADY_CANARIES; i++) {
            if (medians[i] < best[i] * (1 - STEADY_LIMIT / 3))
                calm_since = clock_seconds();
            best[i] = fmin(best[i], medians[i]);
        }
    }
    frames_begin_counting(frames);
}

// ---- blocks

// Frames are judged in blocks, and a block is measured again if a canary rejects it.

_Static_assert((int) FRAMES_MIN_BLOCK *STEADY_MIN_BLOCKS <= (int) STEADY_MIN_DRAWS,
               "the least draws do not make the least blocks");

static const double again_time = 10; // seconds; limit for all blocks that are measured again

int frames_block_size(int left, int total)
{
    const int requested = total / 4 < FRAMES_BLOCK ? total / 4 : FRAMES_BLOCK;
    const int size = requested > FRAMES_MIN_BLOCK ? requested : FRAMES_MIN_BLOCK;
    return left < size + size / 2 ? left : size;
}

enum steady_verdict frames_draw_block(struct frames *frames,
                                      const struct frames_subject *const subjects[], int count)
{
    double medians[STEADY_CANARIES];
    const double begin = clock_seconds();
    int drawn = 0;
    assert(count > 0 && count <= FRAMES_MAX_BLOCK);
    while (drawn < count && !end_signal_received())
        frames_draw(frames, subjects[drawn++]);
    frames_drain(frames);
    if (!frames->is_judged || drawn == 0)
        return STEADY_COUNTS;
    const double seconds = clock_seconds() - begin;
    // After one failure the machine is not measured again, nor after Ctrl-C.
    const double least = frames->gpu->info.software ? 0 : again_time;
    const bool may_repeat = frames->steady.is_steady && !end_signal_received() &&
                            frames->thrown + seconds <= fmax(least, frames->kept);
    canary_medians(frames, drawn, medians);
    switch (steady_judge(&frames->steady, medians, may_repeat)) {
    case STEADY_COUNTS:
        frames->kept += seconds;
        return STEADY_COUNTS;
    case STEADY_AGAIN:
        for (int i = 0; i < drawn; i++)
            subjects[i]->forget(subjects[i]->data);
        pass_stats_forget(&frames->copied, drawn);
        frames->thrown += seconds;
        return STEADY_AGAIN;
    case STEADY_FROM_START:
        frames_begin_counting(frames);
        frames->thrown += seconds + frames->kept;
        frames->kept = 0;
        break;
    }
    return STEADY_FROM_START;
}
