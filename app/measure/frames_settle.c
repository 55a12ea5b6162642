#include "app/lab/text/clock.h"
#include "app/measure/frames.h"

#include <math.h>

// A GPU is kept busy until its clocks are those of a busy one.

// Milliseconds. With a millisecond of work in every frame an NVIDIA H200 stays at its highest
// clock; without it falls to a fifth of it within a second.
static const double filler_length = 1;

// Seconds: of work before the canaries are looked at, without a faster block before they are
// believed, and in all.
static const double wake_time = 0.3, calm_time = 0.15, settle_time = 3;

static void choose_copy(struct frames *frames)
{
    frames->all_copies = true;
    frames_begin_counting(frames);
    for (int i = 0; i < FRAMES_TRIES; i++)
        frames_draw(frames, NULL);
    frames_drain(frames);
    frames->copy = frames_fastest_copy(frames);
}

static void keep_busy(struct frames *frames, double seconds)
{
    const double end = clock_seconds() + seconds;
    while (clock_seconds() < end)
        frames_draw(frames, NULL);
    frames_drain(frames);
}

// Draws blocks of canaries alone until none has been faster than those before for a while.
static void wait_until_calm(struct frames *frames)
{
    const double end = clock_seconds() + settle_time;
    double best[STEADY_CANARIES] = { INFINITY, INFINITY }, medians[STEADY_CANARIES];
    double calm_since = clock_seconds();
    while (clock_seconds() < end && clock_seconds() < calm_since + calm_time) {
        for (int i = 0; i < FRAMES_BLOCK; i++)
            frames_draw(frames, NULL);
        frames_drain(frames);
        frames_medians(frames, FRAMES_BLOCK, medians);
        for (int i = 0; i < STEADY_CANARIES; i++) {
            if (medians[i] < best[i] * (1 - STEADY_LIMIT / 3))
                calm_since = clock_seconds();
            best[i] = fmin(best[i], medians[i]);
        }
    }
}

void frames_settle(struct frames *frames, bool all_copies)
{
    const bool is_software = frames->gpu->info.software;
    frames_draw(frames, NULL); // the first compiles
    frames_drain(frames);
    busy_scale(&frames->busy, frames->gpu);
    frames->filler = is_software ? 0 : filler_length;
    if (!is_software) { // at its clocks of then
        keep_busy(frames, wake_time);
        busy_scale(&frames->busy, frames->gpu);
    }
    choose_copy(frames);
    frames->all_copies = all_copies;
    frames_begin_counting(frames);
    if (!is_software)
        wait_until_calm(frames);
    frames_begin_counting(frames);
}
