#include "app/suite/run/suite_member.h"

#include "render/text/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- one frame

static void draw_member(void *data)
{
    struct suite_member *member = data;
    struct texture *output = member->ready.variant->displays ? member->picture : member->light;
    plan_run(&member->ready.plan, &member->run->lab->gpu, member->source, output, 0);
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
    struct suite_member *member = data;
    struct suite_variant *variant = member->ready.variant;
    const struct suite *suite = member->run->suite;
    double times[1 + SUITE_PARTS] = { 0 };
    bool is_counted = false;
    if (variant->count == member->run->rounds)
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
    const struct suite_member *member = data;
    member->ready.variant->count--;
    if (member->ready.variant->passes)
        pass_stats_forget(member->ready.variant->passes, 1);
}

// ---- all of them

static void *allocate(size_t count, size_t size)
{
    void *memory = memory_new(count > 0 ? count : 1, size);
    return memory;
}

void suite_member_init(struct suite_member *member, const struct suite_run *run)
{
    struct suite_variant *variant = member->ready.variant;
    const size_t rounds = (size_t) run->rounds;
    member->run = run;
    member->subject = (struct frames_subject){ draw_member, count_member, forget_member, member };
    member->submits = allocate(rounds, sizeof(double));
    for (int part = 0; part <= SUITE_PARTS; part++)
        variant->times[part] = allocate(rounds, sizeof(double));
    if (run->suite->has_passes) {
        variant->passes = allocate(1, sizeof(*variant->passes));
        pass_stats_init(variant->passes, run->rounds);
    }
}

void suite_member_finish(struct suite_member *member)
{
    free(member->submits);
    *member = (struct suite_member){ 0 };
}

void suite_member_clear(struct suite_member *member)
{
    struct suite_variant *variant = member->ready.variant;
    variant->count = 0;
    if (variant->passes)
        pass_stats_clear(variant->passes);
}

// The times stay in the order of their turns.
static double *copy_times(double *to, const struct suite_variant *variant, int part)
{
    return memcpy(to, variant->times[part], sizeof(*to) * (size_t) variant->count);
}

void suite_member_sum_up(struct suite_member *member, double copy)
{
    struct suite_variant *variant = member->ready.variant;
    double *sorted = allocate((size_t) variant->count, sizeof(*sorted));
    variant->time = stats_summarise(copy_times(sorted, variant, 0), variant->count);
    for (int part = 0; part < SUITE_PARTS; part++)
        variant->parts[part] = stats_median(copy_times(sorted, variant, 1 + part), variant->count);
    variant->submit = stats_median(member->submits, variant->count);
    variant->copies = variant->time.median / copy;
    free(sorted);
}
