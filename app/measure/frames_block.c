#include "app/lab/text/clock.h"
#include "app/measure/frames.h"
#include "render/file/end_signal.h"

#include <assert.h>
#include <math.h>

// Frames are judged in blocks, and a block is measured again where a canary refuses it.

_Static_assert((int) FRAMES_LEAST_BLOCK *STEADY_LEAST_BLOCKS <= (int) STEADY_LEAST_DRAWS,
               "the least draws do not make the least blocks");

static const double again_time = 10; // seconds at the most, for blocks that are measured again

int frames_block_size(int left, int total)
{
    const int wanted = total / 4 < FRAMES_BLOCK ? total / 4 : FRAMES_BLOCK;
    const int size = wanted > FRAMES_LEAST_BLOCK ? wanted : FRAMES_LEAST_BLOCK;
    return left < size + size / 2 ? left : size;
}

static void forget_block(struct frames *frames, const struct frames_subject *const subjects[],
                         int count)
{
    for (int i = 0; i < count; i++)
        subjects[i]->forget(subjects[i]->data);
    pass_stats_forget(&frames->copied, count);
}

// A machine that was not steady once is not measured again and again, and nothing is after Ctrl-C.
static bool may_repeat(const struct frames *frames, double seconds)
{
    const double least = frames->gpu->info.software ? 0 : again_time;
    return frames->steady.is_steady && !end_signal_came() &&
           frames->thrown + seconds <= fmax(least, frames->kept);
}

// Returns how many, all but after a signal: what was drawn until then counts.
static int draw_until_signal(struct frames *frames, const struct frames_subject *const subjects[],
                             int count)
{
    int drawn = 0;
    while (drawn < count && !end_signal_came())
        frames_draw(frames, subjects[drawn++]);
    frames_drain(frames);
    return drawn;
}

enum steady_verdict frames_draw_block(struct frames *frames,
                                      const struct frames_subject *const subjects[], int count)
{
    double medians[STEADY_CANARIES];
    const double begin = clock_seconds();
    assert(count > 0 && count <= FRAMES_MOST_BLOCK);
    const int drawn = draw_until_signal(frames, subjects, count);
    if (!frames->is_judged || drawn == 0)
        return STEADY_COUNTS;
    const double seconds = clock_seconds() - begin;
    frames_medians(frames, drawn, medians);
    const enum steady_verdict verdict =
        steady_judge(&frames->steady, medians, may_repeat(frames, seconds));
    if (verdict == STEADY_AGAIN)
        forget_block(frames, subjects, drawn);
    if (verdict == STEADY_FROM_START)
        frames_begin_counting(frames);
    frames->thrown += verdict == STEADY_COUNTS ? 0 : seconds;
    frames->thrown += verdict == STEADY_FROM_START ? frames->kept : 0;
    frames->kept = verdict == STEADY_COUNTS  ? frames->kept + seconds
                   : verdict == STEADY_AGAIN ? frames->kept
                                             : 0;
    return verdict;
}
