#define LOG_MODULE "suite"
#include "app/bench/run/suite_run.h"
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
    struct member *members; // compiled
    struct texture *source;
    struct texture own, light, picture; // the source, and the outputs of all members
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
    double *submits;               // CPU milliseconds; as many as the variant's times
    int drawn, warmup; // whole frames that were drawn, each of which advances the animation; those
                       // of the warm-up
};

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
    plan_run(&member->plan, &run->renderer->gpu, group->source,
             variant->displays ? &group->picture : &group->light, 0);
    variant->memory =
        (double) run->renderer->gpu.pool.peak_borrowed; // the rest of the frame borrows nothing
}

static double milliseconds(const struct gpu_scope *scope)
{
    return scope->end_ns > scope->begin_ns ? (double) (scope->end_ns - scope->begin_ns) * 1e-6 : 0;
}

// The scopes below the frame are nodes, with their passes below them.
static void count_member(void *data, const struct gpu_frame *frame, double submit)
{
    struct member *member = data;
    struct suite_variant *variant = member->variant;
    const struct suite *suite = member->group->run->suite;
    const int depth = suite->whole_frames ? 0 : 1;
    double times[1 + SUITE_PARTS] = { 0 };
    bool is_counted = false;
    if (variant->count == member->group->run->rounds)
        return;
    variant->traffic = (struct gpu_traffic){ 0 };
    variant->dispatches = 0;
    for (int i = depth; i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth == depth)
            is_counted =
                !variant->step || strncmp(scope->name, variant->step, strlen(variant->step)) == 0;
        if (scope->depth == depth && is_counted) {
            times[0] += milliseconds(scope);
            variant->traffic.read += scope->traffic.read;
            variant->traffic.written += scope->traffic.written;
            variant->dispatches += scope->dispatches;
        } else if (scope->depth == depth + 1 && is_counted) {
            for (int part = 0; part < SUITE_PARTS; part++)
                if (suite->parts[part] && strcmp(scope->name, suite->parts[part]) == 0)
                    times[1 + part] += milliseconds(scope);
        }
    }
    for (int i = 0; i <= SUITE_PARTS; i++)
        variant->times[i][variant->count] = times[i];
    member->submits[variant->count++] = submit;
    if (variant->passes)
        pass_stats_add(variant->passes, frame);
}

static void forget_member(void *data)
{
    struct member *member = data;
    member->drawn--;
    member->variant->count--;
    if (member->variant->passes)
        pass_stats_forget(member->variant->passes, 1);
}

// Copies the times in the order of the rounds.
static double *copy_times(double *to, const struct suite_variant *variant, int part)
{
    return memcpy(to, variant->times[part], sizeof(*to) * (size_t) variant->count);
}

// ---- how many runs

// A number of frames: as many as fit into the seconds, but not fewer than the least.
struct span {
    int least, most;
    double seconds;
};

static bool is_within(const struct span *span, int drawn, double start)
{
    return !end_signal_received() &&
           (drawn < span->least || (drawn < span->most && clock_seconds() - start < span->seconds));
}

// ---- warm-up, then rounds

static void forget_times(struct group *group)
{
    for (int i = 0; i < group->count; i++) {
        struct member *member = &group->members[i];
        member->drawn = member->warmup;
        member->variant->count = 0;
        if (member->variant->passes)
            pass_stats_clear(member->variant->passes);
    }
}

// Returns the number of frames drawn. The first of whole frames compiles, so its time means
// nothing.
static int draw_warmup(struct group *group)
{
    const int asked = group->run->warmup * group->count;
    const struct span span =
        asked < 0 ? (struct span){ 3, 200, 0.35 } : (struct span){ asked, asked, 0 };
    double start = clock_seconds();
    const double begun = start;
    int drawn = 0;
    progress_begin(&group->progress, "warming up: run", span.least == span.most ? span.most : 0);
    while (is_within(&span, drawn, begun)) {
        if (drawn < group->count && log_shows(LOG_LEVEL_DEBUG)) { // all frames before it are done
            frames_drain(&group->frames);
            log_debug("drawing %s", group->members[drawn].variant->text);
        }
        frames_draw(&group->frames, &group->members[drawn % group->count].subject);
        progress_set_done(&group->progress, ++drawn);
        if (drawn > 1 || !group->run->suite->whole_frames)
            continue;
        frames_drain(&group->frames);
        start = clock_seconds();
    }
    progress_end(&group->progress);
    frames_drain(&group->frames);
    group->seconds = drawn > 1 ? (clock_seconds() - start) / (drawn - 1) : 0;
    return drawn;
}

// The frames of the warm-up compile and do not count, but show variants that take far longer than
// estimated. A first run alone shows nothing: it may have compiled.
static void warm_up(struct group *group)
{
    struct suite_run *run = group->run;
    const bool whole = run->suite->whole_frames;
    group->frames.all_copies = whole;
    const int drawn = draw_warmup(group);
    for (int i = 0; i < group->count; i++) {
        struct suite_variant *variant = group->members[i].variant;
        const double least = stats_quantile(variant->times[0], variant->count, 0);
        group->members[i].warmup = group->members[i].drawn;
        if (whole || run->warmup <= 1 || !(least > 2 * run->patience * 1e3))
            continue;
        variant->is_slow = true;
        snprintf(variant->left_out, sizeof(variant->left_out),
                 "it takes %.2g s a run, and the patience is %g s", least * 1e-3, run->patience);
    }
    run->warmup = whole ? drawn : run->warmup;
    if (!end_signal_received())
        frames_settle(&group->frames, whole);
    group->frames.rehearses =
        group->frames.is_judged && !whole && !run->renderer->gpu.info.software;
    forget_times(group);
}

// Lists the draws: all variants that run, in random order in each round. Returns their number.
static int list_draws(struct group *group, const struct frames_subject *draws[])
{
    int *order = memory_new((size_t) group->count, sizeof(*order));
    int drawn = 0;
    for (int i = 0; i < group->count; i++)
        order[i] = i;
    for (int round = 0; round < group->run->rounds; round++) {
        chance_shuffle(&group->chance, group->count, order);
        for (int i = 0; i < group->count; i++)
            if (group->members[order[i]].variant->left_out[0] == '\0')
                draws[drawn++] = &group->members[order[i]].subject;
    }
    free(order);
    return drawn;
}

static void run_rounds(struct group *group)
{
    const size_t most = (size_t) group->count * (size_t) group->run->rounds;
    const struct frames_subject **draws = memory_new(most, sizeof(const struct frames_subject *));
    const int total = list_draws(group, draws);
    const struct span span = { group->run->by_clock ? 15 : total, total, 2 };
    // The expected number of frames gives the block size: a slow chain has few.
    const double fitting = group->seconds > 0 ? span.seconds / group->seconds : total;
    const int expected = (int) fmin(fmax(fitting, span.least), total);
    const double start = clock_seconds();
    progress_begin(&group->progress,
                   group->run->by_clock              ? "timing frames"
                   : group->run->suite->whole_frames ? "timing frame"
                                                     : "timing run",
                   group->run->by_clock ? 0 : total);
    for (int done = 0; is_within(&span, done, start);) {
        const int count = frames_block_size(total - done, expected);
        progress_set_done(&group->progress, done);
        switch (frames_draw_block(&group->frames, draws + done, count)) {
        case STEADY_COUNTS:
            done += count;
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
    free(draws);
}

// ---- a group

static void make_textures(struct group *group)
{
    struct renderer *renderer = group->run->renderer;
    const struct suite_variant *like = group->members[0].variant;
    const int width = like->width, height = like->height;
    group->source = &renderer->source;
    if (group->run->suite->whole_frames)
        return;
    group->source = &group->own;
    texture_fit_plain(&group->own, width, height, like->format, "source");
    texture_fit_plain(&group->light, width, height, like->format, "light");
    texture_fit_plain(&group->picture, width, height, FORMAT_RGBA8, "picture");
    scene_draw(&renderer->scene, renderer->scene_state, &renderer->gpu, group->run->draw->time,
               renderer->samples, renderer->scene_scale, &group->own);
}

// Stores the results other than the members' times. The copies of the first group of a size and
// format are those of all.
static void keep_copies(const struct group *group)
{
    struct suite_run *run = group->run;
    const struct frames *frames = &group->frames;
    const struct suite_variant *like = group->members[0].variant;
    bool is_known = false;
    for (int i = 0; i < run->copy_count; i++) {
        const struct suite_copy *copy = &run->copies[i];
        is_known = is_known || (copy->width == like->width && copy->height == like->height &&
                                copy->format == like->format && copy->waits == like->waits);
    }
    for (int i = 0; i < frames_copy_count(frames) && !is_known; i++) {
        struct suite_copy copy = {
            .width = like->width,
            .height = like->height,
            .format = like->format,
            .waits = like->waits,
            .is_fastest = i == frames_fastest_copy(frames),
        };
        pass_stats_row(&frames->copied, 1 + i, &copy.row);
        copy.row.depth = 0;
        if (copy.row.time.count > 0 && run->copy_count < SUITE_COPIES)
            run->copies[run->copy_count++] = copy;
    }
    if (frames->is_judged && frames->steady.blocks > 0)
        steady_merge(&run->steady, &frames->steady);
}

// Computes the medians of the variants, and measures the wall-clock time of each alone, over as
// many runs as take a moment.
static void sum_up(struct group *group)
{
    enum { LEAST = 2, MOST = 100 };
    const double moment = 10;
    double *sorted = memory_new((size_t) group->run->rounds + 1, sizeof(*sorted));
    struct pass_row copy;
    pass_stats_row(&group->frames.copied, 1 + frames_fastest_copy(&group->frames), &copy);
    for (int i = 0; i < group->count; i++) {
        struct member *member = &group->members[i];
        struct suite_variant *variant = member->variant;
        const int count = variant->count;
        variant->time = stats_summarise(copy_times(sorted, variant, 0), count);
        for (int part = 0; part < SUITE_PARTS; part++)
            variant->parts[part] = stats_median(copy_times(sorted, variant, 1 + part), count);
        variant->submit = stats_median(member->submits, count);
        variant->in_copies = variant->time.median / copy.time.median;
        variant->wall = NAN;
        if (variant->passes && count > 0 && !end_signal_received())
            variant->wall =
                frames_wall(&group->frames, &member->subject,
                            (int) fmin(fmax(moment / variant->time.median, LEAST), MOST));
    }
    free(sorted);
}

// Draws the scene, warms up, and times each member as often as the run has rounds, or until a
// signal; then measures the wall-clock time of each alone. Returns false with the reason if the GPU
// cannot.
static bool time_group(struct group *group, struct error *error)
{
    const struct suite *suite = group->run->suite;
    const size_t rounds = (size_t) group->run->rounds;
    make_textures(group);
    for (int i = 0; i < group->count; i++) {
        struct member *member = &group->members[i];
        struct suite_variant *variant = member->variant;
        member->group = group;
        member->subject =
            (struct frames_subject){ draw_member, count_member, forget_member, member };
        member->submits = memory_new(rounds, sizeof(double));
        for (int part = 0; part <= SUITE_PARTS; part++)
            variant->times[part] = memory_new(rounds, sizeof(double));
        if (!suite->has_passes)
            continue;
        variant->passes = memory_new(1, sizeof(*variant->passes));
        pass_stats_init(variant->passes, group->run->rounds);
    }
    if (!frames_init(&group->frames, &group->run->renderer->gpu, group->source,
                     group->count * group->run->rounds, error))
        return false;
    group->frames.by_effort = !suite->has_serial && !suite->whole_frames;
    group->frames.is_judged = !group->members[0].variant->waits;
    end_signal_defer(); // before this there is nothing to lose
    warm_up(group);
    run_rounds(group);
    sum_up(group);
    keep_copies(group);
    return true;
}

// ---- groups

static bool belongs(const struct suite_variant *a, const struct suite_variant *b)
{
    return suite_is_one_image(a, b) && a->waits == b->waits && a->group == b->group;
}

static bool is_first(const struct suite_run *run, int n)
{
    for (int i = 0; i < n; i++)
        if (belongs(&run->variants[i], &run->variants[n]))
            return false;
    return true;
}

// Compiles the programs of the variants, which may take long.
static void make_ready(struct group *group, int first)
{
    struct suite_run *run = group->run;
    const struct suite_variant *like = &run->variants[first];
    int total = 0, done = 0;
    for (int i = first; i < run->count; i++)
        total += belongs(like, &run->variants[i]);
    if (run->suite->whole_frames)
        log_note("warming up, then measuring");
    else
        log_note("%s: %d variant%s at %dx%d %s%s: compiling, then %d run%s each", run->suite->name,
                 total, text_plural(total), like->width, like->height,
                 texture_format_name(like->format), like->waits ? " that wait for the CPU" : "",
                 run->rounds, text_plural(run->rounds));
    progress_begin(&group->progress, "compiling the shaders of variant", total);
    for (int i = first; i < run->count && !end_signal_received(); i++) {
        struct member *member = &group->members[group->count];
        if (!belongs(like, &run->variants[i]))
            continue;
        member->variant = &run->variants[i]; // the renderer has its own plan
        group->count +=
            run->suite->whole_frames || suite_build_plan(run, member->variant, &member->plan);
        progress_set_done(&group->progress, ++done);
    }
    progress_end(&group->progress);
}

static bool time_like(struct suite_run *run, int first)
{
    struct error error;
    struct group group = { .run = run };
    group.members = memory_new((size_t) run->count, sizeof(*group.members));
    make_ready(&group, first);
    const bool has_any = group.count > 0 && !end_signal_received();
    const bool is_done = !has_any || time_group(&group, &error);
    if (!is_done)
        report_error(EXIT_USAGE, &error);
    if (has_any) {
        frames_finish(&group.frames);
        texture_pool_finish(&run->renderer->gpu.pool);
    }
    texture_finish(&group.own);
    texture_finish(&group.light);
    texture_finish(&group.picture);
    for (int i = 0; i < group.count; i++)
        free(group.members[i].submits);
    free(group.members);
    return is_done;
}

bool suite_time(struct suite_run *run)
{
    struct progress progress;
    bool should_continue = true;
    int groups = 0, done = 0;
    for (int i = 0; i < run->count; i++)
        groups += is_first(run, i);
    progress_begin(&progress, "part", groups);
    for (int waits = 0; waits < 2; waits++)
        for (int i = 0; i < run->count && should_continue && !end_signal_received(); i++)
            if (run->variants[i].waits == waits && is_first(run, i)) {
                should_continue = time_like(run, i);
                progress_set_done(&progress, ++done);
            }
    progress_end(&progress);
    if (!should_continue)
        return false;
    steady_end(&run->steady);
    run->interrupted = end_signal_received();
    for (int i = 0; i < run->count && run->interrupted; i++)
        if (run->variants[i].count == 0 && !run->variants[i].left_out[0])
            strcpy(run->variants[i].left_out, suite_interrupted);
    return true;
}
