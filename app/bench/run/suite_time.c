#define LOG_MODULE "suite"
#include "app/bench/run/suite_time.h"

#include "app/bench/run/suite_group.h"
#include "app/lab/text/complain.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- what a group found beside its members' times

// The first group of a size and format stands for all.
static bool has_copy(const struct suite_run *run, const struct suite_variant *like)
{
    for (int i = 0; i < run->copy_count; i++)
        if (run->copies[i].width == like->width && run->copies[i].height == like->height &&
            run->copies[i].format == like->format && run->copies[i].waits == like->waits)
            return true;
    return false;
}

static void add_copy(struct suite_run *run, const struct suite_group *group)
{
    struct pass_row row;
    const struct suite_variant *like = group->members[0].ready.variant;
    pass_stats_row(&group->frames.copied, 1 + frames_fastest_copy(&group->frames), &row);
    if (row.time.count == 0 || has_copy(run, like) ||
        run->copy_count == (int) (sizeof(run->copies) / sizeof(run->copies[0])))
        return;
    run->copies[run->copy_count++] = (struct suite_copy){
        .width = like->width,
        .height = like->height,
        .format = like->format,
        .waits = like->waits,
        .name = copies_name(group->frames.copy),
        .time = row.time,
    };
}

static void keep_group(struct suite_run *run, const struct suite_group *group)
{
    add_copy(run, group);
    if (group->frames.is_judged && group->frames.steady.blocks > 0)
        steady_merge(&run->steady, &group->frames.steady);
}

// ---- which run together

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

// Compiles what the variants need, which may take long.
static void make_ready(struct suite_group *group, int first)
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
    progress_begin(&group->progress, "compiling the shaders of variant", total);
    for (int i = first; i < run->count && !end_signal_came(); i++) {
        struct suite_member *member = &group->members[group->count];
        if (!belongs(like, &run->variants[i]))
            continue;
        group->count += suite_ready_init(&member->ready, run, &run->variants[i]);
        progress_say(&group->progress, ++done);
    }
    progress_end(&group->progress);
}

static bool run_group(struct suite_run *run, struct suite_group *group)
{
    struct error error;
    const bool is_done = suite_group_run(group, &error);
    if (is_done)
        keep_group(run, group);
    else
        complain(EXIT_USAGE, &error);
    suite_group_finish(group);
    return is_done;
}

static bool time_like(struct suite_run *run, int first)
{
    struct suite_group group = { .run = run };
    group.members = memory_new((size_t) run->count, sizeof(*group.members));
    make_ready(&group, first);
    const bool done = group.count == 0 || end_signal_came() || run_group(run, &group);
    free(group.members);
    return done;
}

// What a signal left over did not run for that reason.
static void say_interrupted(struct suite_run *run)
{
    run->interrupted = end_signal_came();
    for (int i = 0; i < run->count && run->interrupted; i++)
        if (run->variants[i].count == 0 && !run->variants[i].left_out[0])
            strcpy(run->variants[i].left_out, suite_interrupted);
}

static bool time_groups(struct suite_run *run)
{
    struct progress progress;
    bool goes_on = true;
    int groups = 0, done = 0;
    for (int i = 0; i < run->count; i++)
        groups += is_first(run, i);
    progress_begin(&progress, "part", groups);
    for (int waits = 0; waits < 2; waits++)
        for (int i = 0; i < run->count && goes_on && !end_signal_came(); i++)
            if (run->variants[i].waits == waits && is_first(run, i)) {
                goes_on = time_like(run, i);
                progress_say(&progress, ++done);
            }
    progress_end(&progress);
    return goes_on;
}

bool suite_time(struct suite_run *run)
{
    if (!time_groups(run))
        return false;
    steady_end(&run->steady);
    say_interrupted(run);
    return true;
}
