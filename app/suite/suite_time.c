// Runs the variants of a suite. Those of one size and format take turns, frame by frame, in an
// order that is another in every round, so that what the machine does beside hits all alike.

#include "app/measure/copies.h"
#include "app/suite/suite_parts.h"
#include "render/text/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOG_MODULE "suite"

// A copy is looked for in the first frames of a group.
enum { SCOUTS = 9 };

struct ready {
    struct suite_variant *variant;
    struct chain chain;
    struct plan plan; // points into `chain`
};

struct group {
    struct suite_run *run;
    int count;
    struct ready *ready;
    struct texture source, light, picture;
    struct copies copies;
    int copy; // the fastest
    double *copy_times;
    int copy_count, copy_capacity;
    const struct ready *in_flight[GPU_TIMER_LATENCY];
    uint64_t chance;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (!memory)
        log_fatal("out of memory");
    return memory;
}

// ---- what fits

static double foretell(const struct plan *plan, const struct gpu *gpu)
{
    double sum = 0;
    for (int i = 0; i < plan->count; i++) {
        struct plan_forecast forecast;
        const struct plan_node *node = &plan->nodes[i];
        if (node->impl && plan_foretell(plan, gpu, node->run.steps[0], node->impl, &forecast, NULL))
            sum += forecast.model;
    }
    return sum;
}

static void describe_row(struct suite_variant *variant, const struct plan *plan,
                         const struct gpu *gpu)
{
    variant->foretold = foretell(plan, gpu) * 1e-6;
    for (int i = 0; i < plan->count && !variant->row; i++) {
        const struct plan_node *node = &plan->nodes[i];
        struct plan_forecast forecast;
        if (!node->impl)
            continue;
        variant->row = node->impl->name;
        variant->was_timed =
            plan_foretell(plan, gpu, node->run.steps[0], node->impl, &forecast, NULL) &&
            forecast.timed > 0;
    }
}

// A row that does not fit is left out with its reason. False: the suite itself is wrong.
static bool prepare(struct suite_run *run, struct suite_variant *variant, struct ready *ready)
{
    struct lab *lab = run->lab;
    struct error error;
    const struct plan_options options = {
        .width = variant->width,
        .height = variant->height,
        .format = variant->format,
        .fuse = run->options->fuse,
        .linear = !variant->displays,
        .depth = 8,
        .times = lab->plan_options.times,
    };
    ready->variant = variant;
    if (!chain_parse(&ready->chain, variant->chain, NULL, &error))
        log_fatal("%s: %s", variant->chain, error.text);
    if (!plan_build(&ready->plan, &ready->chain, &lab->gpu, &options, &error)) {
        snprintf(variant->left_out, sizeof(variant->left_out), "%.*s", SUITE_TEXT_SIZE - 1,
                 error.text);
        return false;
    }
    describe_row(variant, &ready->plan, &lab->gpu);
    variant->is_slow = variant->foretold > run->patience * 1e3;
    if (variant->is_slow)
        snprintf(variant->left_out, sizeof(variant->left_out),
                 "it would take about %.2g s a run, and the patience is %g s",
                 variant->foretold * 1e-3, run->patience);
    return variant->left_out[0] == '\0';
}

// ---- one frame

static double milliseconds(const struct suite_run *run, const struct gpu_scope *scope)
{
    if (!run->suite->has_serial)
        return gpu_scope_effort(scope) * 1e-6;
    return scope->end_ns > scope->begin_ns ? (double) (scope->end_ns - scope->begin_ns) * 1e-6 : 0;
}

// Where the chain ends.
static int find_copy(const struct gpu_frame *frame)
{
    int i = frame->count - 1;
    while (i > 0 && (frame->scopes[i].depth != 1 || strcmp(frame->scopes[i].name, "copy") != 0))
        i--;
    return i;
}

// The frame's scopes below "chain" are the nodes, and below them what they are made of.
static void count_variant(struct suite_run *run, struct suite_variant *variant,
                          const struct gpu_frame *frame)
{
    double times[1 + SUITE_PARTS] = { 0 };
    bool counts = false;
    variant->bytes = 0;
    variant->dispatches = 0;
    for (int i = 1; i < find_copy(frame); i++) {
        const struct gpu_scope *scope = &frame->scopes[i];
        if (scope->depth == 2) {
            const size_t length = variant->step ? strlen(variant->step) : 0;
            counts = length == 0 || strncmp(scope->name, variant->step, length) == 0;
            times[0] += counts ? milliseconds(run, scope) : 0;
            variant->bytes += counts ? scope->bytes : 0;
            variant->dispatches += counts ? scope->dispatches : 0;
        }
        for (int part = 0; part < SUITE_PARTS; part++) {
            const char *name = run->suite->parts[part];
            if (name && counts && scope->depth == 3 && strcmp(scope->name, name) == 0)
                times[1 + part] += milliseconds(run, scope);
        }
    }
    for (int i = 0; i <= SUITE_PARTS && variant->count < run->rounds; i++)
        variant->times[i][variant->count] = times[i];
    variant->count += variant->count < run->rounds;
}

static void count_copy(struct group *group, const struct gpu_frame *frame)
{
    if (group->copy_count < group->copy_capacity)
        group->copy_times[group->copy_count++] =
            milliseconds(group->run, &frame->scopes[find_copy(frame)]);
}

static void collect(struct group *group, bool wait, int64_t first)
{
    struct gpu_timer *timer = &group->run->lab->gpu.timer;
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(timer, wait))) {
        const struct ready *ready = group->in_flight[frame->index % GPU_TIMER_LATENCY];
        if (frame->index >= first) {
            count_variant(group->run, ready->variant, frame);
            count_copy(group, frame);
        }
        wait = false;
    }
}

static void drain(struct group *group, int64_t first)
{
    const struct gpu_timer *timer = &group->run->lab->gpu.timer;
    while (timer->collected < timer->begun)
        collect(group, true, first);
}

// The GPU always has the next frames waiting, so that its clocks do not fall.
static void draw(struct group *group, const struct ready *ready, int64_t first)
{
    struct gpu *gpu = &group->run->lab->gpu;
    struct texture *output = ready->variant->displays ? &group->picture : &group->light;
    gpu_begin_frame(gpu, "frame");
    group->in_flight[(gpu->timer.begun - 1) % GPU_TIMER_LATENCY] = ready;
    gpu_timer_push(&gpu->timer, "chain");
    plan_run(&ready->plan, gpu, &group->source, output, 0);
    gpu_timer_pop(&gpu->timer);
    gpu_timer_push(&gpu->timer, "copy");
    copies_run_one(&group->copies, group->copy, gpu, &group->source);
    gpu_timer_pop(&gpu->timer);
    gpu_end_frame(gpu);
    collect(group, gpu->timer.begun - gpu->timer.collected == GPU_TIMER_LATENCY, first);
}

// ---- rounds

// SplitMix64 by G. L. Steele, D. Lea and C. H. Flood, Fast splittable pseudorandom number
// generators, 2014.
static uint64_t next_chance(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void shuffle(struct group *group, int order[])
{
    for (int i = group->count - 1; i > 0; i--) {
        const int j = (int) (next_chance(&group->chance) % (uint64_t) (i + 1)), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
}

static void say_progress(const struct group *group, int round, int rounds)
{
    const struct ready *one = &group->ready[0];
    const bool is_terminal = isatty(STDERR_FILENO);
    if (!log_shows(LOG_LEVEL_NOTE) || (!is_terminal && round != 0))
        return;
    fprintf(stderr, "%shalation: %s: %d variants at %dx%d %s%s, ", is_terminal ? "\r" : "",
            group->run->suite->name, group->count, one->variant->width, one->variant->height,
            texture_format_name(one->variant->format),
            one->variant->waits ? " that wait for the CPU" : "");
    if (!is_terminal)
        fprintf(stderr, "%d rounds\n", rounds);
    else
        fprintf(stderr, "round %d of %d%s", round + 1, rounds, round + 1 == rounds ? "\n" : "");
}

// A variant that turns out to take far longer than was foretold is not run again. Its first run may
// have compiled.
static void leave_out_slow(struct group *group)
{
    const double most = (group->run->warmup > 1 ? 2 : INFINITY) * group->run->patience * 1e3;
    for (int i = 0; i < group->count; i++) {
        struct suite_variant *variant = group->ready[i].variant;
        const double time =
            variant->count > 0 ? stats_quantile(variant->times[0], variant->count, 0) : 0;
        variant->count = 0;
        variant->is_slow = time > most;
        if (variant->is_slow)
            snprintf(variant->left_out, sizeof(variant->left_out),
                     "it takes %.2g s a run, and the patience is %g s", time * 1e-3,
                     group->run->patience);
    }
    group->copy_count = 0;
}

static void run_rounds(struct group *group)
{
    const int warmup = group->run->warmup, rounds = warmup + group->run->rounds;
    int *order = allocate((size_t) group->count, sizeof(*order));
    int64_t first = warmup > 0 ? group->run->lab->gpu.timer.begun : INT64_MAX;
    for (int i = 0; i < group->count; i++)
        order[i] = i;
    for (int round = 0; round < rounds; round++) {
        say_progress(group, round, rounds);
        if (round == warmup) {
            drain(group, first);
            leave_out_slow(group);
            first = group->run->lab->gpu.timer.begun;
        }
        shuffle(group, order);
        for (int i = 0; i < group->count; i++)
            if (group->ready[order[i]].variant->left_out[0] == '\0')
                draw(group, &group->ready[order[i]], first);
    }
    drain(group, first);
    free(order);
}

// ---- one size and format

static void find_fastest_copy(struct group *group)
{
    struct gpu *gpu = &group->run->lab->gpu;
    double times[COPIES_COUNT][SCOUTS], least = INFINITY;
    for (int i = 0; i <= SCOUTS; i++) { // the first compiles
        gpu_begin_frame(gpu, "frame");
        copies_run(&group->copies, gpu, &group->source);
        gpu_end_frame(gpu);
        const struct gpu_frame *frame = gpu_timer_collect(&gpu->timer, true);
        for (int copy = 0; copy < COPIES_COUNT && i > 0; copy++)
            times[copy][i - 1] = milliseconds(group->run, &frame->scopes[2 + copy]);
    }
    for (int copy = 0; copy < COPIES_COUNT; copy++) {
        const double time = stats_median(times[copy], SCOUTS);
        group->copy = time < least ? copy : group->copy;
        least = fmin(least, time);
    }
}

static void make_textures(struct group *group, const struct suite_variant *like)
{
    struct lab *lab = group->run->lab;
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
            group->ready[i].variant->times[part] = allocate(rounds, sizeof(double));
    group->copy_capacity = group->count * group->run->rounds;
    group->copy_times = allocate((size_t) group->copy_capacity, sizeof(double));
}

static void count_group(struct group *group)
{
    struct suite_run *run = group->run;
    const struct suite_variant *like = group->ready[0].variant;
    const double drift = stats_drift(group->copy_times, group->copy_count);
    const struct stats_summary time = stats_summarise(group->copy_times, group->copy_count);
    for (int i = 0; i < group->count; i++) {
        struct suite_variant *variant = group->ready[i].variant;
        variant->time = stats_summarise(variant->times[0], variant->count);
        for (int part = 0; part < SUITE_PARTS; part++)
            variant->parts[part] = stats_median(variant->times[1 + part], variant->count);
        variant->copies = variant->time.median / time.median;
    }
    if (group->copy_count > 0 &&
        run->copy_count < (int) (sizeof(run->copies) / sizeof(run->copies[0])))
        run->copies[run->copy_count++] = (struct suite_copy){
            .width = like->width,
            .height = like->height,
            .format = like->format,
            .waits = like->waits,
            .name = copies_name(group->copy),
            .time = time,
            .drift = drift,
        };
}

static bool run_group(struct group *group)
{
    struct gpu *gpu = &group->run->lab->gpu;
    struct error error;
    make_textures(group, group->ready[0].variant);
    const bool copies = copies_init(&group->copies, gpu, &group->source, &error);
    if (copies) {
        make_times(group);
        find_fastest_copy(group);
        run_rounds(group);
        count_group(group);
        free(group->copy_times);
    } else {
        fprintf(stderr, "halation: %s\n", error.text);
    }
    copies_finish(&group->copies);
    texture_finish(&group->source);
    texture_finish(&group->light);
    texture_finish(&group->picture);
    texture_pool_finish(&gpu->pool);
    return copies;
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
    group.ready = allocate((size_t) run->count, sizeof(*group.ready));
    for (int i = first; i < run->count; i++)
        if (belongs(&run->variants[first], &run->variants[i]) &&
            prepare(run, &run->variants[i], &group.ready[group.count])) {
            // The plan points into the chain beside it, which stays where it is.
            group.count++;
        }
    const bool done = group.count == 0 || run_group(&group);
    free(group.ready);
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
