#include "app/measure/pass_stats.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>

static const double longest = 1; // seconds
static const double shortest = (double) PASS_HISTORY_SECONDS / PASS_HISTORY_FRAMES;

void pass_history_init(struct pass_history *history)
{
    const size_t frames = PASS_HISTORY_FRAMES;
    *history = (struct pass_history){
        .seconds = memory_new(frames, sizeof(double)),
        .passed = memory_new(frames, sizeof(double)),
        .times = memory_new(frames * GPU_TIMER_MAX_SCOPES, sizeof(float)),
    };
}

void pass_history_finish(struct pass_history *history)
{
    free(history->seconds);
    free(history->passed);
    free(history->times);
    *history = (struct pass_history){ 0 };
}

// ---- the ring

static int frame_before(const struct pass_history *history, int age)
{
    return (history->next - 1 - age + 2 * PASS_HISTORY_FRAMES) % PASS_HISTORY_FRAMES;
}

static double newest_second(const struct pass_history *history)
{
    return history->frames > 0 ? history->seconds[frame_before(history, 0)] : 0;
}

// Returns the number of frames that ended in the last ten seconds.
static int count_recent(const struct pass_history *history)
{
    const double begin = newest_second(history) - PASS_HISTORY_SECONDS;
    int count = 0;
    while (count < history->frames && history->seconds[frame_before(history, count)] > begin)
        count++;
    return count;
}

static float *times_of(const struct pass_history *history, int track)
{
    return history->times + (size_t) track * PASS_HISTORY_FRAMES;
}

// ---- tracks

static int find_track(const struct pass_history *history, const struct pass_place *place)
{
    for (int i = 0; i < history->count; i++)
        if (pass_place_equal(&history->tracks[i].place, place))
            return i;
    return -1;
}

static void update_tree(struct pass_history *history, const struct pass_stats *stats, double now)
{
    if (history->scope_count == stats->count && history->trees == stats->trees)
        return;
    history->trees = stats->trees;
    history->scope_count = stats->count;
    for (int i = 0; i < stats->count; i++) {
        struct pass_place place;
        pass_place_of(stats, i, &place);
        int track = find_track(history, &place);
        if (track < 0) {
            track = history->count < GPU_TIMER_MAX_SCOPES ? history->count++ : 0;
            for (int k = 0; k < history->count; k++) // finds the one that ran longest ago
                if (history->tracks[k].ran < history->tracks[track].ran)
                    track = k;
            history->tracks[track].place = place;
            for (int frame = 0; frame < PASS_HISTORY_FRAMES; frame++)
                times_of(history, track)[frame] = -1;
        }
        history->of_scope[i] = track;
        history->tracks[track].ran = now;
    }
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
    const double now = newest_second(history) + passed;
    update_tree(history, stats, now);
    for (int i = 0; i < history->count; i++)
        times_of(history, i)[history->next] = -1;
    for (int i = 0; i < stats->count; i++) {
        const int track = history->of_scope[i];
        double time;
        history->tracks[track].ran = now;
        if (!stats->scopes[i].is_kept && pass_stats_newest(stats, i, 1, &time) == 1)
            times_of(history, track)[history->next] = (float) time;
    }
    history->seconds[history->next] = now;
    history->passed[history->next] = passed;
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
    const int track = find_track(history, place), frames = count_recent(history);
    int count = 0;
    for (int age = 0; track >= 0 && age < frames; age++) {
        const float time = times_of(history, track)[frame_before(history, age)];
        if (time >= 0)
            values[count++] = (double) time;
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
    const int track = find_track(history, place), frames = count_recent(history);
    const double begin = newest_second(history) - PASS_HISTORY_SECONDS;
    for (int i = 0; i < count; i++)
        columns[i] = -1;
    for (int age = 0; track >= 0 && age < frames; age++) {
        const int frame = frame_before(history, age);
        const double end = history->seconds[frame];
        const int last = column_of(end, begin, count);
        for (int i = column_of(end - history->passed[frame], begin, count); i <= last; i++)
            columns[i] = fmaxf(columns[i], times_of(history, track)[frame]);
    }
}
