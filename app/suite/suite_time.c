#include "app/suite/suite_time.h"

#include "app/measure/chance.h"
#include "app/measure/frames.h"
#include "app/suite/suite_ready.h"
#include "app/text/complain.h"
#include "render/text/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOG_MODULE "suite"

// The variants of one size and format, which run together.
struct group {
    struct suite_run *run;
    int count;
    struct member {
        struct group *group;
        struct suite_ready ready;
        struct frames_subject subject;
    } * members;
    struct texture source, light, picture;
    struct frames frames;
    uint64_t chance;
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
static void count_member(void *data, const struct gpu_frame *frame)
{
    struct member *member = data;
    struct suite_variant *variant = member->ready.variant;
    const struct suite_run *run = member->group->run;
    double times[1 + SUITE_PARTS] = { 0 };
    bool is_counted = false;
    if (variant->count == run->rounds)
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
            add_parts(run->suite, scope, times);
        }
    }
    for (int i = 0; i <= SUITE_PARTS; i++)
        variant->times[i][variant->count] = times[i];
    variant->count++;
}

// ---- rounds

static void say_progress(const struct group *group, int round, int rounds)
{
    const struct suite_variant *one = group->members[0].ready.variant;
    const bool is_terminal = isatty(STDERR_FILENO);
    if (!log_shows(LOG_LEVEL_NOTE) || (!is_terminal && round != 0))
        return;
    fprintf(stderr, "%shalation: %s: %d variants at %dx%d %s%s, ", is_terminal ? "\r" : "",
            group->run->suite->name, group->count, one->width, one->height,
            texture_format_name(one->format), one->waits ? " that wait for the CPU" : "");
    if (!is_terminal)
        fprintf(stderr, "%d rounds\n", rounds);
    else
        fprintf(stderr, "round %d of %d%s", round + 1, rounds, round + 1 == rounds ? "\n" : "");
}

// The warm-up does not count, but shows what takes far longer than its estimate. A first run alone
// says nothing: it may have compiled.
static void end_warmup(struct group *group)
{
    frames_drain(&group->frames);
    for (int i = 0; i < group->count; i++) {
        if (group->run->warmup > 1)
            suite_ready_leave_out_slow(&group->members[i].ready, group->run);
        group->members[i].ready.variant->count = 0;
    }
    frames_begin_counting(&group->frames);
}

static void run_rounds(struct group *group)
{
    const int warmup = group->run->warmup, rounds = warmup + group->run->rounds;
    int *order = allocate((size_t) group->count, sizeof(*order));
    for (int i = 0; i < group->count; i++)
        order[i] = i;
    for (int round = 0; round < rounds; round++) {
        say_progress(group, round, rounds);
        if (round == warmup)
            end_warmup(group);
        chance_shuffle(&group->chance, group->count, order);
        for (int i = 0; i < group->count; i++) {
            const struct member *member = &group->members[order[i]];
            if (member->ready.variant->left_out[0] == '\0')
                frames_draw(&group->frames, &member->subject);
        }
    }
    frames_drain(&group->frames);
    free(order);
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
    const size_t rounds = (size_t) group->run->rounds;
    for (int i = 0; i < group->count; i++)
        for (int part = 0; part <= SUITE_PARTS; part++)
            group->members[i].ready.variant->times[part] = allocate(rounds, sizeof(double));
}

static void add_copy(const struct group *group, const struct pass_row *row)
{
    struct suite_run *run = group->run;
    const struct suite_variant *like = group->members[0].ready.variant;
    if (row->time.count == 0 ||
        run->copy_count == (int) (sizeof(run->copies) / sizeof(run->copies[0])))
        return;
    run->copies[run->copy_count++] = (struct suite_copy){
        .width = like->width,
        .height = like->height,
        .format = like->format,
        .waits = like->waits,
        .name = copies_name(group->frames.copy),
        .time = row->time,
        .drift = frames_copy_drift(&group->frames),
    };
}

static void sum_up_group(struct group *group)
{
    struct pass_row copy;
    pass_stats_row(&group->frames.copied, 1 + frames_fastest_copy(&group->frames), &copy);
    for (int i = 0; i < group->count; i++) {
        struct suite_variant *variant = group->members[i].ready.variant;
        variant->time = stats_summarise(variant->times[0], variant->count);
        for (int part = 0; part < SUITE_PARTS; part++)
            variant->parts[part] = stats_median(variant->times[1 + part], variant->count);
        variant->copies = variant->time.median / copy.time.median;
    }
    add_copy(group, &copy);
}

static bool run_group(struct group *group)
{
    struct gpu *gpu = &group->run->lab->gpu;
    struct error error;
    make_group_textures(group);
    const bool done =
        frames_init(&group->frames, gpu, &group->source, group->count * group->run->rounds, &error);
    if (done) {
        group->frames.by_effort = !group->run->suite->has_serial;
        make_times(group);
        frames_choose_copy(&group->frames);
        run_rounds(group);
        sum_up_group(group);
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
           a->waits == b->waits;
}

static bool is_first(const struct suite_run *run, int n)
{
    for (int i = 0; i < n; i++)
        if (belongs(&run->variants[i], &run->variants[n]))
            return false;
    return true;
}

static bool time_like(struct suite_run *run, int first)
{
    struct group group = { .run = run, .chance = (uint64_t) run->options->seed };
    group.members = allocate((size_t) run->count, sizeof(*group.members));
    for (int i = first; i < run->count; i++) {
        struct member *member = &group.members[group.count];
        member->group = &group;
        member->subject = (struct frames_subject){ draw_member, count_member, member };
        if (belongs(&run->variants[first], &run->variants[i]))
            group.count += suite_ready_init(&member->ready, run, &run->variants[i]);
    }
    const bool done = group.count == 0 || run_group(&group);
    free(group.members);
    return done;
}

bool suite_time(struct suite_run *run)
{
    for (int waits = 0; waits < 2; waits++)
        for (int i = 0; i < run->count; i++)
            if (run->variants[i].waits == waits && is_first(run, i) && !time_like(run, i))
                return false;
    return true;
}
