#include "app/suite/suite_time.h"

#include "app/measure/chance.h"
#include "app/measure/frames.h"
#include "app/suite/suite_ready.h"
#include "app/suite/suite_resume.h"
#include "app/text/complain.h"
#include "app/text/progress.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG_MODULE "suite"

enum { MIN_WALL = 2, MAX_WALL = 100 }; // runs by the clock on the wall

// The variants of one size and format, which run together.
struct group {
    struct suite_run *run;
    int count;
    struct member {
        struct group *group;
        struct suite_ready ready;
        struct frames_subject subject;
        double *submits; // as long as the variant's times
    } * members;
    struct texture source, light, picture;
    struct frames frames;
    uint64_t chance;
    struct progress progress;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory)
        log_fatal("out of memory");
    return memory;
}

// ---- one frame

static void draw_member(void *data)
{
    struct member *member = data;
    struct group *group = member->group;
    struct texture *output = member->ready.variant->displays ? &group->picture : &group->light;
    plan_run(&member->ready.plan, group->frames.gpu, &group->source, output, 0);
}

static double milliseconds(const struct gpu_scope *scope)
{
    return scope->end_ns > scope->begin_ns ? (double) (scope->end_ns - scope->begin_ns) * 1e-6 : 0;
}

static void add_parts(const struct suite *suite, const struct gpu_scope *scope, double times[])
{
    for (int part = 0; part < SUITE_PARTS; part++)
        if (suite->parts[part] && strcmp(scope->name, suite->parts[part]) == 0)
            times[1 + part] += milliseconds(scope);
}

static bool counts(const struct suite_variant *variant, const struct gpu_scope *scope)
{
    return !variant->step || strncmp(scope->name, variant->step, strlen(variant->step)) == 0;
}

// The scopes below the frame are the nodes, and below them what they are made of.
static void count_member(void *data, const struct gpu_frame *frame, double submit)
{
    struct member *member = data;
    struct suite_variant *variant = member->ready.variant;
    const struct suite *suite = member->group->run->suite;
    double times[1 + SUITE_PARTS] = { 0 };
    bool is_counted = false;
    if (variant->count == member->group->run->rounds)
        return;
    variant->traffic = (struct gpu_traffic){ 0 };
    variant->dispatches = 0;
    for (int i = 1; i < frame->count; i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth == 1 && (is_counted = counts(variant, scope))) {
            times[0] += milliseconds(scope);
            variant->traffic.read += scope->traffic.read;
            variant->traffic.written += scope->traffic.written;
            variant->dispatches += scope->dispatches;
        } else if (scope->depth == 2 && is_counted) {
            add_parts(suite, scope, times);
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
    const struct member *member = data;
    member->ready.variant->count--;
    if (member->ready.variant->passes)
        pass_stats_forget(member->ready.variant->passes, 1);
}

static void forget_times(struct group *group)
{
    for (int i = 0; i < group->count; i++) {
        struct suite_variant *variant = group->members[i].ready.variant;
        variant->count = 0;
        if (variant->passes)
            pass_stats_clear(variant->passes);
    }
}

// ---- rounds

static bool runs(const struct member *member)
{
    return member->ready.variant->left_out[0] == '\0';
}

// The warm-up compiles and does not count, but shows what takes far longer than its estimate. A
// first run alone says nothing: it may have compiled.
static void warm_up(struct group *group)
{
    const int warmup = group->run->warmup;
    group->frames.all_copies = false;
    progress_begin(&group->progress, "warming up: run", warmup * group->count);
    for (int i = 0; i < warmup * group->count && !end_signal_came(); i++) {
        frames_draw(&group->frames, &group->members[i % group->count].subject);
        progress_say(&group->progress, i + 1);
    }
    progress_end(&group->progress);
    frames_drain(&group->frames);
    for (int i = 0; i < group->count && warmup > 1; i++)
        suite_ready_leave_out_slow(&group->members[i].ready, group->run);
    if (!end_signal_came())
        frames_settle(&group->frames, false);
    group->frames.rehearses = group->frames.is_judged && !group->run->lab->gpu.info.software;
    forget_times(group);
}

// Fills in what is drawn: in each turn all that run, in an order of chance. Returns how many.
static int list_draws(struct group *group, const struct frames_subject *draws[])
{
    int *order = allocate((size_t) group->count, sizeof(*order));
    int drawn = 0;
    for (int i = 0; i < group->count; i++)
        order[i] = i;
    for (int round = 0; round < group->run->rounds; round++) {
        chance_shuffle(&group->chance, group->count, order);
        for (int i = 0; i < group->count; i++)
            if (runs(&group->members[order[i]]))
                draws[drawn++] = &group->members[order[i]].subject;
    }
    free(order);
    return drawn;
}

static void run_rounds(struct group *group)
{
    const size_t most = (size_t) group->count * (size_t) group->run->rounds;
    const struct frames_subject **draws = allocate(most, sizeof(const struct frames_subject *));
    const int total = list_draws(group, draws);
    progress_begin(&group->progress, "run", total);
    for (int done = 0; done < total && !end_signal_came();) {
        const int count = frames_block_size(total - done, total);
        progress_say(&group->progress, done);
        switch (frames_draw_block(&group->frames, draws + done, count)) {
        case STEADY_COUNTS:
            done += count;
            break;
        case STEADY_AGAIN:
            break;
        case STEADY_FROM_START:
            forget_times(group);
            done = 0;
            break;
        }
    }
    progress_end(&group->progress);
    free(draws);
}

// As many runs as take a moment together.
static void take_walls(struct group *group)
{
    const double moment = 10;
    for (int i = 0; i < group->count; i++) {
        const struct member *member = &group->members[i];
        struct suite_variant *variant = member->ready.variant;
        variant->wall = NAN;
        if (variant->passes && variant->count > 0 && !end_signal_came())
            variant->wall =
                frames_wall(&group->frames, &member->subject,
                            (int) fmin(fmax(moment / variant->time.median, MIN_WALL), MAX_WALL));
    }
}

// ---- one size and format

static void make_group_textures(struct group *group)
{
    struct lab *lab = group->run->lab;
    const struct suite_variant *like = group->members[0].ready.variant;
    struct texture_desc desc = {
        .width = like->width,
        .height = like->height,
        .format = like->format,
        .label = "source",
    };
    texture_init(&group->source, &desc);
    desc.label = "light";
    texture_init(&group->light, &desc);
    desc.label = "picture";
    desc.format = FORMAT_RGBA8;
    texture_init(&group->picture, &desc);
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, group->run->options->time, lab->samples,
               lab->scene_scale, &group->source);
}

static void make_times(struct group *group)
{
    const int rounds = group->run->rounds;
    for (int i = 0; i < group->count; i++) {
        struct suite_variant *variant = group->members[i].ready.variant;
        for (int part = 0; part <= SUITE_PARTS; part++)
            variant->times[part] = allocate((size_t) rounds, sizeof(double));
        group->members[i].submits = allocate((size_t) rounds, sizeof(double));
        if (group->run->suite->has_passes) {
            variant->passes = allocate(1, sizeof(*variant->passes));
            pass_stats_init(variant->passes, rounds);
        }
    }
}

// Of one size and format, the first stage's stands for all.
static bool has_copy(const struct suite_run *run, const struct suite_variant *like)
{
    for (int i = 0; i < run->copy_count; i++)
        if (run->copies[i].width == like->width && run->copies[i].height == like->height &&
            run->copies[i].format == like->format && run->copies[i].waits == like->waits)
            return true;
    return false;
}

static void add_copy(const struct group *group, const struct pass_row *row)
{
    struct suite_run *run = group->run;
    const struct suite_variant *like = group->members[0].ready.variant;
    if (row->time.count == 0 || has_copy(run, like) ||
        run->copy_count == (int) (sizeof(run->copies) / sizeof(run->copies[0])))
        return;
    run->copies[run->copy_count++] = (struct suite_copy){
        .width = like->width,
        .height = like->height,
        .format = like->format,
        .waits = like->waits,
        .name = copies_name(group->frames.copy),
        .time = row->time,
    };
}

// The times stay in the order of their turns.
static double *copy_times(double *to, const struct suite_variant *variant, int part)
{
    return memcpy(to, variant->times[part], sizeof(*to) * (size_t) variant->count);
}

static void sum_up_group(struct group *group)
{
    struct pass_row copy;
    pass_stats_row(&group->frames.copied, 1 + frames_fastest_copy(&group->frames), &copy);
    for (int i = 0; i < group->count; i++) {
        struct suite_variant *variant = group->members[i].ready.variant;
        double *sorted = allocate((size_t) group->run->rounds, sizeof(*sorted));
        variant->time = stats_summarise(copy_times(sorted, variant, 0), variant->count);
        for (int part = 0; part < SUITE_PARTS; part++)
            variant->parts[part] =
                stats_median(copy_times(sorted, variant, 1 + part), variant->count);
        variant->submit = stats_median(group->members[i].submits, variant->count);
        variant->copies = variant->time.median / copy.time.median;
        free(sorted);
    }
    add_copy(group, &copy);
    if (group->frames.is_judged && group->frames.steady.blocks > 0)
        steady_merge(&group->run->steady, &group->frames.steady);
}

static bool run_group(struct group *group)
{
    struct gpu *gpu = &group->run->lab->gpu;
    struct error error;
    make_group_textures(group);
    bool done =
        frames_init(&group->frames, gpu, &group->source, group->count * group->run->rounds, &error);
    if (done) {
        group->frames.by_effort = !group->run->suite->has_serial;
        group->frames.is_judged = !group->members[0].ready.variant->waits;
        make_times(group);
        end_signal_asks_first(); // before, nothing would be lost
        warm_up(group);
        run_rounds(group);
        sum_up_group(group);
        take_walls(group);
        done = suite_resume_stage(group->run);
    } else {
        complain(EXIT_USAGE, &error);
    }
    frames_finish(&group->frames);
    texture_finish(&group->source);
    texture_finish(&group->light);
    texture_finish(&group->picture);
    texture_pool_finish(&gpu->pool);
    return done;
}

static bool belongs(const struct suite_variant *a, const struct suite_variant *b)
{
    return a->width == b->width && a->height == b->height && a->format == b->format &&
           a->waits == b->waits && a->stage == b->stage;
}

// Whole stages are kept.
static bool is_first(const struct suite_run *run, int n)
{
    if (run->variants[n].is_kept)
        return false;
    for (int i = 0; i < n; i++)
        if (belongs(&run->variants[i], &run->variants[n]))
            return false;
    return true;
}

// Compiles what the variants need, which may take long.
static void make_ready(struct group *group, int first)
{
    struct suite_run *run = group->run;
    const struct suite_variant *like = &run->variants[first];
    int total = 0, done = 0;
    for (int i = first; i < run->count; i++)
        total += belongs(like, &run->variants[i]);
    log_note("%s: %d variant%s at %dx%d %s%s: compiling, then %d run%s each", run->suite->name,
             total, total == 1 ? "" : "s", like->width, like->height,
             texture_format_name(like->format), like->waits ? " that wait for the CPU" : "",
             run->rounds, run->rounds == 1 ? "" : "s");
    progress_begin(&group->progress, "compiling variant", total);
    for (int i = first; i < run->count && !end_signal_came(); i++) {
        struct member *member = &group->members[group->count];
        member->group = group;
        member->subject =
            (struct frames_subject){ draw_member, count_member, forget_member, member };
        if (!belongs(like, &run->variants[i]))
            continue;
        group->count += suite_ready_init(&member->ready, run, &run->variants[i]);
        progress_say(&group->progress, ++done);
    }
    progress_end(&group->progress);
}

static bool time_like(struct suite_run *run, int first)
{
    struct group group = { .run = run, .chance = (uint64_t) run->options->seed };
    group.members = allocate((size_t) run->count, sizeof(*group.members));
    make_ready(&group, first);
    const bool done = group.count == 0 || end_signal_came() || run_group(&group);
    for (int i = 0; i < group.count; i++)
        free(group.members[i].submits);
    free(group.members);
    return done;
}

// What a signal left over did not run for that reason.
static void say_interrupted(struct suite_run *run)
{
    run->interrupted = end_signal_came();
    for (int i = 0; i < run->count && run->interrupted; i++)
        if (run->variants[i].count == 0 && !run->variants[i].left_out[0])
            strcpy(run->variants[i].left_out, "interrupted");
}

bool suite_time(struct suite_run *run)
{
    for (int waits = 0; waits < 2; waits++)
        for (int i = 0; i < run->count && !end_signal_came(); i++)
            if (run->variants[i].waits == waits && is_first(run, i) && !time_like(run, i))
                return false;
    steady_end(&run->steady);
    say_interrupted(run);
    return true;
}
