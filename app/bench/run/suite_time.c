#define LOG_MODULE "suite"
#include "app/bench/run/suite.h"
#include "app/measure/frames.h"
#include "app/text/progress.h"
#include "effects/stats/stats.h"
#include "render/file/end_signal.h"
#include "render/text/chance.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a variant while it is timed

// The variants of one size and format, which run in rounds, in random order.
struct group {
    struct suite_run *run;
    int count;
    struct member *members;                // compiled
    struct texture source, light, picture; // the input, and the outputs of all members
    struct frames frames;
    uint64_t chance;
    double seconds; // of a frame of the warm-up after the first
    struct progress progress;
};

// A variant of the group with the callbacks that draw and count its frames.
struct member {
    struct group *group;
    struct suite_variant *variant;
    struct plan plan;
    struct frames_subject subject; // draws the variant and counts its times; `data` is this member
    int drawn;                     // whole frames, each of which advances the animation
};

#define for_each_member(member, group) \
    for (struct member *member = (group)->members; member < (group)->members + (group)->count; \
         member++)

static void draw_member(void *data)
{
    static const double frame_step = 1.0 / 60; // seconds of the animation
    struct member *member = data;
    struct group *group = member->group;
    const struct suite_run *run = group->run;
    struct suite_variant *variant = member->variant;
    if (run->suite->whole_frames) {
        renderer_draw_in_frame(run->renderer, run->draw->time + member->drawn++ * frame_step);
        return;
    }
    plan_run(&member->plan, NULL, &run->renderer->gpu, &group->source,
             variant->displays ? &group->picture : &group->light, 0);
    // The rest of the frame acquires nothing from the pool.
    variant->memory = (double) run->renderer->gpu.pool.peak_acquired_bytes;
}

// The scopes below the frame are nodes, with their passes below them.
static void count_member(void *data, const struct gpu_frame *frame, double submit)
{
    struct member *member = data;
    struct suite_variant *variant = member->variant;
    const struct suite *suite = member->group->run->suite;
    const int depth = suite->whole_frames ? 0 : 1;
    double times[SUITE_TIMES] = { [SUITE_SUBMIT] = submit };
    bool is_counted = false;
    if (variant->count == member->group->run->rounds)
        return;
    variant->traffic = (struct gpu_traffic){ 0 };
    variant->dispatches = 0;
    for (int i = depth; i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth == depth)
            is_counted = !variant->step || text_begins_with(scope->name, variant->step);
        if (!is_counted)
            continue;
        if (scope->depth == depth) {
            times[0] += gpu_scope_time(scope) * 1e-6;
            variant->traffic.read += scope->traffic.read;
            variant->traffic.written += scope->traffic.written;
            variant->dispatches += scope->dispatches;
        } else if (scope->depth == depth + 1) {
            for (int part = 0; part < SUITE_PARTS; part++)
                if (suite->parts[part] && strcmp(scope->name, suite->parts[part]) == 0)
                    times[1 + part] += gpu_scope_time(scope) * 1e-6;
        }
    }
    for (int i = 0; i < SUITE_TIMES; i++)
        variant->times[i][variant->count] = times[i];
    variant->count++;
    if (variant->passes)
        pass_stats_add(variant->passes, frame);
}

static void forget_member(void *data)
{
    struct member *member = data;
    member->variant->count--;
    if (member->variant->passes)
        pass_stats_forget(member->variant->passes, 1);
}

// Returns false when a loop has drawn as many frames as fit into the seconds, from `least` to
// `most` of them, or after a signal to end.
static bool is_within(int drawn, int least, int most, double start, double seconds)
{
    return !end_signal_received() &&
           (drawn < least || (drawn < most && clock_seconds() - start < seconds));
}

// ---- warm-up, then rounds

static void forget_times(struct group *group)
{
    for_each_member(member, group) {
        struct suite_variant *variant = member->variant;
        variant->count = 0;
        if (variant->passes)
            pass_stats_clear(variant->passes);
    }
}

// The frames of the warm-up compile and do not count, but show variants that take far longer than
// estimated. A first run alone shows nothing: it may have compiled.
static void warm_up(struct group *group)
{
    struct suite_run *run = group->run;
    struct frames *frames = &group->frames;
    const bool whole = run->suite->whole_frames, is_by_clock = run->warmup < 0;
    const int given = is_by_clock ? 0 : run->warmup * group->count;
    const double begin = clock_seconds();
    double start = begin;
    int drawn = 0;
    frames->all_copies = whole;
    progress_begin(&group->progress, "warming up: run", given);
    while (is_within(drawn, is_by_clock ? 3 : given, is_by_clock ? 200 : given, begin, 0.35)) {
        if (drawn < group->count && log_shows(LOG_LEVEL_DEBUG)) { // all frames before it are done
            frames_drain(frames);
            log_debug("drawing %s", group->members[drawn].variant->text);
        }
        frames_draw(frames, &group->members[drawn % group->count].subject);
        progress_set_done(&group->progress, ++drawn);
        if (drawn == 1 && whole) { // it compiled, so its time means nothing
            frames_drain(frames);
            start = clock_seconds();
        }
    }
    progress_end(&group->progress);
    frames_drain(frames);
    group->seconds = drawn > 1 ? (clock_seconds() - start) / (drawn - 1) : 0;
    for_each_member(member, group) {
        struct suite_variant *variant = member->variant;
        const double least = stats_quantile(variant->times[0], variant->count, 0);
        if (whole || run->warmup <= 1 || !(least > 2 * run->patience * 1e3))
            continue;
        variant->is_slow = true;
        snprintf(variant->left_out, sizeof(variant->left_out),
                 "it takes %.2g s a run, and the patience is %g s", least * 1e-3, run->patience);
    }
    run->warmup = whole ? drawn : run->warmup;
    if (!end_signal_received())
        frames_settle(frames, whole);
    frames->rehearses = frames->is_judged && !whole && !run->renderer->gpu.info.software;
    forget_times(group);
}

static void run_rounds(struct group *group)
{
    const struct suite_run *run = group->run;
    const size_t count = (size_t) group->count, most = count * (size_t) run->rounds;
    const struct frames_subject **draws = memory_new(most, sizeof(const struct frames_subject *));
    int *order = memory_new(count, sizeof(*order)), total = 0;
    // Lists the draws: all variants that run, in random order in each round.
    for (int i = 0; i < group->count; i++)
        order[i] = i;
    for (int round = 0; round < run->rounds; round++) {
        chance_shuffle(&group->chance, group->count, order);
        for (int i = 0; i < group->count; i++)
            if (group->members[order[i]].variant->left_out[0] == '\0')
                draws[total++] = &group->members[order[i]].subject;
    }
    const double seconds = 2, start = clock_seconds();
    const int least = run->by_clock ? 15 : total;
    // The expected number of frames gives the block size: a slow chain has few.
    const double fitting = group->seconds > 0 ? seconds / group->seconds : total;
    const int expected = (int) fmin(fmax(fitting, least), total);
    progress_begin(&group->progress,
                   run->by_clock              ? "timing frames"
                   : run->suite->whole_frames ? "timing frame"
                                              : "timing run",
                   run->by_clock ? 0 : total);
    for (int done = 0; is_within(done, least, total, start, seconds);) {
        const int size = frames_block_size(total - done, expected);
        progress_set_done(&group->progress, done);
        switch (frames_draw_block(&group->frames, draws + done, size)) {
        case STEADY_COUNTS:
            done += size;
            break;
        case STEADY_AGAIN:
            break;
        case STEADY_FROM_START:
            forget_times(group);
            progress_restart(&group->progress);
            done = 0;
            break;
        }
    }
    progress_end(&group->progress);
    free(order);
    free(draws);
}

// ---- results

// Stores the copies. Those of the first group of a size and format are those of all.
static void store_copies(const struct group *group)
{
    struct suite_run *run = group->run;
    const struct frames *frames = &group->frames;
    const struct suite_variant *like = group->members[0].variant;
    struct suite_copy copy = { .variant = (int) (like - run->variants) };
    for (int i = 0; i < run->copy_count; i++)
        if (suite_are_comparable(&run->variants[run->copies[i].variant], like))
            return;
    for (int i = 0; i < frames_copy_count(frames); i++) {
        copy.is_fastest = i == frames_fastest_copy(frames);
        pass_stats_row(&frames->copied, 1 + i, &copy.row);
        copy.row.depth = 0;
        if (copy.row.time.count > 0 && run->copy_count < SUITE_COPIES)
            run->copies[run->copy_count++] = copy;
    }
}

// Computes the medians of the variants, and measures the wall-clock time of each alone, over as
// many runs as take a moment.
static void sum_up(struct group *group)
{
    enum { MIN = 2, MAX = 100 };
    const double moment = 10;
    double *sorted = memory_new((size_t) group->run->rounds + 1, sizeof(*sorted));
    struct pass_row copy;
    pass_stats_row(&group->frames.copied, 1 + frames_fastest_copy(&group->frames), &copy);
    for_each_member(member, group) {
        struct suite_variant *variant = member->variant;
        double medians[SUITE_TIMES];
        for (int k = SUITE_TIMES - 1; k >= 0; k--) {
            memcpy(sorted, variant->times[k], sizeof(*sorted) * (size_t) variant->count);
            medians[k] = k > 0 ? stats_median(sorted, variant->count) : 0;
        }
        variant->time = stats_summarise(sorted, variant->count);
        memcpy(variant->parts, medians + 1, sizeof(variant->parts));
        variant->submit = medians[SUITE_SUBMIT];
        variant->in_copies = variant->time.median / copy.time.median;
        variant->wall = NAN;
        if (variant->passes && variant->count > 0 && !end_signal_received())
            variant->wall = frames_wall(&group->frames, &member->subject,
                                        (int) fmin(fmax(moment / variant->time.median, MIN), MAX));
    }
    free(sorted);
}

// ---- groups

static bool belongs(const struct suite_variant *a, const struct suite_variant *b)
{
    return suite_are_comparable(a, b) && a->group == b->group;
}

static bool is_first(const struct suite_run *run, const struct suite_variant *variant)
{
    const struct suite_variant *other = run->variants;
    while (!belongs(other, variant))
        other++;
    return other == variant;
}

// Compiles the programs of the variants, which may take long.
static void make_ready(struct group *group, const struct suite_variant *like)
{
    struct suite_run *run = group->run;
    int total = 0, done = 0;
    suite_for_each(variant, run)
        total += belongs(like, variant);
    if (run->suite->whole_frames)
        log_note("warming up, then measuring");
    else
        log_note("%s: %d variant%s at %dx%d %s%s: compiling, then %d run%s each", run->suite->name,
                 total, text_plural(total), like->width, like->height,
                 texture_format_name(like->format), like->waits ? " that wait for the CPU" : "",
                 run->rounds, text_plural(run->rounds));
    progress_begin(&group->progress, "compiling the shaders of variant", total);
    suite_for_each(variant, run) {
        struct member *member = &group->members[group->count];
        if (end_signal_received() || !belongs(like, variant))
            continue;
        member->variant = variant; // the renderer has its own plan
        group->count += run->suite->whole_frames || suite_build_plan(run, variant, &member->plan);
        progress_set_done(&group->progress, ++done);
    }
    progress_end(&group->progress);
}

// Draws the scene, warms up, and times each member as often as the run has rounds, or until a
// signal; then measures the wall-clock time of each alone. Returns false with the reason if the GPU
// cannot.
static bool time_group(struct group *group, struct error *error)
{
    struct suite_run *run = group->run;
    struct renderer *renderer = run->renderer;
    struct frames *frames = &group->frames;
    const struct suite *suite = run->suite;
    const struct suite_variant *like = group->members[0].variant;
    struct texture *source = suite->whole_frames ? &renderer->source : &group->source;
    if (!suite->whole_frames) {
        texture_fit_plain(source, like->width, like->height, like->format, "source");
        texture_fit_plain(&group->light, like->width, like->height, like->format, "light");
        texture_fit_plain(&group->picture, like->width, like->height, FORMAT_RGBA8, "picture");
        scene_draw(&renderer->scene, renderer->scene_state, &renderer->gpu, run->draw->time,
                   renderer->samples, renderer->scene_scale, source);
    }
    for_each_member(member, group) {
        struct suite_variant *variant = member->variant;
        member->group = group;
        member->subject =
            (struct frames_subject){ draw_member, count_member, forget_member, member };
        for (int k = 0; k < SUITE_TIMES; k++)
            variant->times[k] = memory_new((size_t) run->rounds, sizeof(double));
        if (!suite->has_passes)
            continue;
        variant->passes = memory_new(1, sizeof(*variant->passes));
        pass_stats_init(variant->passes, run->rounds);
    }
    if (!frames_init(frames, &renderer->gpu, source, group->count * run->rounds, error))
        return false;
    frames->by_effort = !suite->has_serial && !suite->whole_frames;
    frames->is_judged = !like->waits;
    end_signal_defer(); // before this there is nothing to lose
    warm_up(group);
    run_rounds(group);
    sum_up(group);
    store_copies(group);
    if (frames->is_judged && frames->steady.blocks > 0)
        steady_merge(&run->steady, &frames->steady);
    return true;
}

bool suite_time(struct suite_run *run)
{
    struct progress progress;
    struct error error;
    int groups = 0, done = 0;
    bool is_done = true;
    suite_for_each(variant, run)
        groups += is_first(run, variant);
    progress_begin(&progress, "part", groups);
    for (int i = 0; i < 2 * run->count && is_done; i++) { // those that wait for the CPU come last
        const struct suite_variant *like = &run->variants[i % run->count];
        if (like->waits != (i >= run->count) || !is_first(run, like) || end_signal_received())
            continue;
        struct group group = { .run = run };
        group.members = memory_new((size_t) run->count, sizeof(*group.members));
        make_ready(&group, like);
        if (group.count > 0 && !end_signal_received()) {
            is_done = time_group(&group, &error);
            if (!is_done)
                report_error(EXIT_USAGE, &error);
            frames_finish(&group.frames);
            texture_pool_finish(&run->renderer->gpu.pool);
        }
        texture_finish(&group.source);
        texture_finish(&group.light);
        texture_finish(&group.picture);
        free(group.members);
        progress_set_done(&progress, ++done);
    }
    progress_end(&progress);
    if (!is_done)
        return false;
    steady_end(&run->steady);
    run->interrupted = end_signal_received();
    suite_for_each(variant, run)
        if (run->interrupted && variant->count == 0 && !variant->left_out[0])
            strcpy(variant->left_out, suite_interrupted);
    return true;
}
