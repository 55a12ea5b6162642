#include "app/bench/run/suite_group.h"

#include "app/measure/stats/stats.h"
#include "render/file/end_signal.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- suite member

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

// Makes room for the times of a variant whose `ready` is, and begins to count.
static void suite_member_init(struct suite_member *member, const struct suite_run *run)
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

static void suite_member_finish(struct suite_member *member)
{
    free(member->submits);
    *member = (struct suite_member){ 0 };
}

// Forgets all that was counted.
static void suite_member_clear(struct suite_member *member)
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

// Fills in the medians of the variant; `copy`: milliseconds of one copy.
static void suite_member_sum_up(struct suite_member *member, double copy)
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

// ---- suite group

enum { MIN_WALL = 2, MAX_WALL = 100 }; // runs by the clock on the wall

// ---- rounds

static void forget_times(struct suite_group *group)
{
    for (int i = 0; i < group->count; i++)
        suite_member_clear(&group->members[i]);
}

static bool runs(const struct suite_member *member)
{
    return member->ready.variant->left_out[0] == '\0';
}

// The warm-up compiles and does not count, but shows what takes far longer than its estimate. A
// first run alone says nothing: it may have compiled.
static void warm_up(struct suite_group *group)
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
static int list_draws(struct suite_group *group, const struct frames_subject *draws[])
{
    int *order = memory_new((size_t) group->count, sizeof(*order));
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

static void run_rounds(struct suite_group *group)
{
    const size_t most = (size_t) group->count * (size_t) group->run->rounds;
    const struct frames_subject **draws = memory_new(most, sizeof(const struct frames_subject *));
    const int total = list_draws(group, draws);
    progress_begin(&group->progress, "timing run", total);
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
            progress_restart(&group->progress);
            done = 0;
            break;
        }
    }
    progress_end(&group->progress);
    free(draws);
}

// As many runs as take a moment together.
static void take_walls(struct suite_group *group)
{
    const double moment = 10;
    for (int i = 0; i < group->count; i++) {
        const struct suite_member *member = &group->members[i];
        struct suite_variant *variant = member->ready.variant;
        variant->wall = NAN;
        if (variant->passes && variant->count > 0 && !end_signal_came())
            variant->wall =
                frames_wall(&group->frames, &member->subject,
                            (int) fmin(fmax(moment / variant->time.median, MIN_WALL), MAX_WALL));
    }
}

// ---- the whole

static void make_textures(struct suite_group *group)
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
    scene_draw(&lab->scene, lab->scene_state, &lab->gpu, group->run->options->draw.time,
               lab->samples, lab->scene_scale, &group->source);
}

static void make_members(struct suite_group *group)
{
    for (int i = 0; i < group->count; i++) {
        struct suite_member *member = &group->members[i];
        suite_member_init(member, group->run);
        member->source = &group->source;
        member->light = &group->light;
        member->picture = &group->picture;
    }
}

static void sum_up(struct suite_group *group)
{
    struct pass_row copy;
    pass_stats_row(&group->frames.copied, 1 + frames_fastest_copy(&group->frames), &copy);
    for (int i = 0; i < group->count; i++)
        suite_member_sum_up(&group->members[i], copy.time.median);
}

bool suite_group_run(struct suite_group *group, struct error *error)
{
    struct gpu *gpu = &group->run->lab->gpu;
    make_textures(group);
    make_members(group);
    if (!frames_init(&group->frames, gpu, &group->source, group->count * group->run->rounds, error))
        return false;
    group->frames.by_effort = !group->run->suite->has_serial;
    group->frames.is_judged = !group->members[0].ready.variant->waits;
    end_signal_asks_first(); // before, nothing would be lost
    warm_up(group);
    run_rounds(group);
    sum_up(group);
    take_walls(group);
    return true;
}

void suite_group_finish(struct suite_group *group)
{
    frames_finish(&group->frames);
    texture_finish(&group->source);
    texture_finish(&group->light);
    texture_finish(&group->picture);
    texture_pool_finish(&group->run->lab->gpu.pool);
    for (int i = 0; i < group->count; i++)
        suite_member_finish(&group->members[i]);
}
