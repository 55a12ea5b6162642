#include "app/measure/pass_stats.h"
#include "render/text/hash.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double longest = 1; // seconds
static const double shortest = (double) PASS_HISTORY_SECONDS / PASS_HISTORY_FRAMES;

void pass_history_init(struct pass_history *history)
{
    *history = (struct pass_history){
        .all = memory_new(PASS_HISTORY_FRAMES, sizeof(*history->all)),
    };
}

void pass_history_finish(struct pass_history *history)
{
    free(history->all);
    *history = (struct pass_history){ 0 };
}

// ---- the ring

static const struct pass_history_frame *frame_before(const struct pass_history *history, int age)
{
    const int i = history->next - 1 - age + 2 * PASS_HISTORY_FRAMES;
    return &history->all[i % PASS_HISTORY_FRAMES];
}

static double newest_second(const struct pass_history *history)
{
    return history->frames > 0 ? frame_before(history, 0)->second : 0;
}

// Returns the number of frames that ended in the last ten seconds.
static int count_recent(const struct pass_history *history)
{
    const double begin = newest_second(history) - PASS_HISTORY_SECONDS;
    int count = 0;
    while (count < history->frames && frame_before(history, count)->second > begin)
        count++;
    return count;
}

static uint32_t key_of(const struct pass_place *place)
{
    const uint64_t hash = hash_bytes(HASH_BEGIN, place->path, strlen(place->path));
    return (uint32_t) hash_bytes(hash, &place->number, sizeof(place->number));
}

// Returns the milliseconds of the pass with that key; below 0: it did not run.
static float time_in(const struct pass_history_frame *frame, uint32_t key)
{
    for (int i = 0; i < frame->count; i++)
        if (frame->passes[i].key == key)
            return frame->passes[i].ms;
    return -1;
}

// ---- adding

void pass_history_add(struct pass_history *history, const struct pass_stats *stats,
                      const struct gpu_frame *frame)
{
    // Seconds from the end of the last frame to the end of this one. The first frame after a pause
    // counts with its GPU time.
    const struct gpu_scope *root = &frame->scopes[0];
    const bool should_continue = history->last_ns > 0 && root->end_ns > history->last_ns;
    const double since =
        should_continue ? (double) (root->end_ns - history->last_ns) * 1e-9 : INFINITY;
    const double passed = since <= longest ? since : fmin(gpu_scope_time(root) * 1e-9, longest);
    if (root->dispatches == 0 || (history->last_ns > 0 && passed < shortest))
        return;
    struct pass_history_frame *added = &history->all[history->next];
    added->second = newest_second(history) + passed;
    added->passed = passed;
    added->count = 0;
    for (int i = 0; i < stats->count; i++) {
        struct pass_place place;
        double time;
        pass_place_of(stats, i, &place);
        if (!stats->scopes[i].is_cached && pass_stats_newest(stats, i, 1, &time) == 1)
            added->passes[added->count++] =
                (struct pass_history_time){ key_of(&place), (float) time };
    }
    history->last_ns = root->end_ns;
    history->next = (history->next + 1) % PASS_HISTORY_FRAMES;
    if (history->frames < PASS_HISTORY_FRAMES)
        history->frames++;
}

// ---- asking

struct stats_summary pass_history_sum(const struct pass_history *history,
                                      const struct pass_place *place)
{
    double *values = memory_new(PASS_HISTORY_FRAMES, sizeof(*values));
    const uint32_t key = key_of(place);
    const int frames = count_recent(history);
    int count = 0;
    for (int age = 0; age < frames; age++) {
        const float time = time_in(frame_before(history, age), key);
        if (time >= 0)
            values[count++] = time;
    }
    const struct stats_summary summary = stats_summarise(values, count);
    free(values);
    return summary;
}

static int column_of(double second, double begin, int count)
{
    const int column = (int) floor((second - begin) * count / PASS_HISTORY_SECONDS);
    return column < 0 ? 0 : column >= count ? count - 1 : column;
}

void pass_history_columns(const struct pass_history *history, const struct pass_place *place,
                          int count, float *columns)
{
    const uint32_t key = key_of(place);
    const int frames = count_recent(history);
    const double begin = newest_second(history) - PASS_HISTORY_SECONDS;
    for (int i = 0; i < count; i++)
        columns[i] = -1;
    for (int age = 0; age < frames; age++) {
        const struct pass_history_frame *frame = frame_before(history, age);
        const float time = time_in(frame, key);
        const int last = column_of(frame->second, begin, count);
        for (int i = column_of(frame->second - frame->passed, begin, count); i <= last; i++)
            columns[i] = fmaxf(columns[i], time);
    }
}
