#include "app/measure/bench.h"

#include "app/headless.h"
#include "app/measure/copies.h"
#include "app/measure/pass_table.h"
#include "app/text/clock.h"
#include "app/text/complain.h"
#include "app/text/wrap.h"
#include "render/text/log.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_FRAMES = 15, MAX_FRAMES = 2000, MIN_WARMUP = 3, MAX_WARMUP = 200 };

enum { INDENT = 2, LINE_SIZE = 1024 }; // of what is printed: what does not fit on its line

static const double budget = 2, warmup_budget = 0.35; // seconds
static const double frame_step = 1.0 / 60;            // seconds of the animation
static const double notable_drift = 0.05;

struct bench {
    const struct options *options;
    struct lab *lab;
    struct copies copies;
    struct pass_stats passes, copied;
    int warmup; // frames that were drawn before the counted ones
};

// ---- frames

static int find_copies(const struct gpu_frame *frame)
{
    int i = 0;
    while (i < frame->count &&
           (frame->scopes[i].depth != 1 || strcmp(frame->scopes[i].name, "copies") != 0))
        i++;
    return i;
}

// One frame holds the chain and then the copies, so that they share whatever the clocks do. They
// are counted apart: the chain's frame ends where the copies begin.
static void count_frame(struct bench *bench, const struct gpu_frame *frame)
{
    static struct gpu_frame part;
    const int split = find_copies(frame);
    if (split == frame->count)
        return;
    part.count = split;
    memcpy(part.scopes, frame->scopes, sizeof(part.scopes[0]) * (size_t) split);
    part.scopes[0].end_ns = frame->scopes[split].begin_ns;
    part.scopes[0].bytes -= frame->scopes[split].bytes;
    part.scopes[0].dispatches -= frame->scopes[split].dispatches;
    pass_stats_add(&bench->passes, &part);
    part.count = frame->count - split;
    memcpy(part.scopes, frame->scopes + split, sizeof(part.scopes[0]) * (size_t) part.count);
    pass_stats_add(&bench->copied, &part);
}

// Frames still in the air from the warm-up are not counted.
static void collect(struct bench *bench, bool wait, int64_t first)
{
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&bench->lab->gpu.timer, wait))) {
        if (frame->index >= first)
            count_frame(bench, frame);
        wait = false;
    }
}

// The GPU always has the next frames waiting: only when the ring of timers is full is the oldest
// waited for. A gap would let its clocks fall.
static void draw(struct bench *bench, int frame, int64_t first)
{
    struct gpu *gpu = &bench->lab->gpu;
    gpu_begin_frame(gpu, "frame");
    lab_draw_in_frame(bench->lab, bench->options->time + frame * frame_step);
    copies_run(&bench->copies, gpu, &bench->lab->source);
    gpu_end_frame(gpu);
    const bool is_full = gpu->timer.begun - gpu->timer.collected == GPU_TIMER_LATENCY;
    collect(bench, is_full, first);
}

static bool goes_on(int frame, int asked, int least, int most, double start, double seconds)
{
    if (asked >= 0)
        return frame < asked;
    return frame < least || (frame < most && clock_seconds() - start < seconds);
}

static void run_frames(struct bench *bench)
{
    const struct options *options = bench->options;
    struct gpu_timer *timer = &bench->lab->gpu.timer;
    double start = clock_seconds();
    int frame = 0;
    for (; goes_on(frame, options->warmup, MIN_WARMUP, MAX_WARMUP, start, warmup_budget); frame++)
        draw(bench, frame, INT64_MAX);
    bench->warmup = frame;
    const int asked = options->frames > 0 ? options->frames : -1;
    const int64_t first = timer->begun;
    start = clock_seconds();
    for (int i = 0; goes_on(i, asked, MIN_FRAMES, MAX_FRAMES, start, budget); i++)
        draw(bench, frame + i, first);
    while (timer->collected < timer->begun)
        collect(bench, true, first);
}

// ---- numbers

static void describe_environment(const struct bench *bench, struct results_environment *environment)
{
    const struct lab *lab = bench->lab;
    results_describe_host(environment);
    environment->info = lab->gpu.info;
    environment->width = lab->plan_options.width;
    environment->height = lab->plan_options.height;
    environment->format = texture_format_name(lab->plan_options.format);
    environment->fuse = plan_fuse_names[bench->options->fuse];
    environment->profile = lab_profile_names[bench->options->profile];
    chain_print(&lab->side.chain, environment->chain, sizeof(environment->chain));
    scene_print(&lab->scene, environment->scene, sizeof(environment->scene));
    environment->frames = bench->passes.frames;
    environment->warmup = bench->warmup;
    environment->samples = lab->samples;
    environment->scene_scale = lab->scene_scale;
}

static void measure_copies(const struct bench *bench, struct results *results)
{
    results->copy_count = bench->copied.count - 1; // without the scope around them
    for (int i = 0; i < results->copy_count; i++) {
        pass_stats_row(&bench->copied, i + 1, &results->copies[i]);
        results->copies[i].depth = 0;
        if (results->copies[i].time.median < results->copies[results->fastest_copy].time.median)
            results->fastest_copy = i;
    }
    double *times = malloc(sizeof(*times) * (size_t) bench->copied.capacity);
    if (!times)
        return;
    const int count = pass_stats_times(&bench->copied, results->fastest_copy + 1, times);
    results->copy_drift = stats_drift(times, count);
    free(times);
}

static void make_results(const struct bench *bench, struct results *results)
{
    describe_environment(bench, &results->environment);
    measure_copies(bench, results);
    results->pass_count = pass_table_rows(&bench->passes, results->passes);
    const double copy = results->copies[results->fastest_copy].time.median;
    for (int i = 0; i < results->pass_count && copy > 0; i++)
        results->passes[i].copies = results->passes[i].row.time.median / copy;
}

// Of what is said about several things, one by one.
struct line {
    char text[LINE_SIZE];
    size_t length;
};

static void PRINTF_LIKE(2, 3) add(struct line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length =
        vsnprintf(line->text + line->length, sizeof(line->text) - line->length, format, arguments);
    va_end(arguments);
    line->length += (size_t) length;
    if (line->length >= sizeof(line->text))
        line->length = sizeof(line->text) - 1;
}

static void print_copies(const struct results *results)
{
    const struct pass_row *copy = &results->copies[results->fastest_copy];
    struct line line = { .length = 0 };
    add(&line, "1 copy is %.4f ms, %.1f GB/s: the fastest of", copy->time.median,
        (double) copy->bytes / copy->time.median * 1e-6);
    for (int i = 0; i < results->copy_count; i++)
        add(&line, "%s %s %.4f", i > 0 ? "," : "", results->copies[i].name,
            results->copies[i].time.median);
    wrap_print(stdout, 0, INDENT, line.text);
}

static void print_results(const struct results *results)
{
    const struct results_environment *environment = &results->environment;
    wrap_print(stdout, 0, INDENT, environment->info.renderer);
    wrap_printf(stdout, INDENT, "%s, %dx%d %s, %d frames after %d", environment->scene,
                environment->width, environment->height, environment->format, environment->frames,
                environment->warmup);
    wrap_print(stdout, 0, INDENT, environment->chain);
    putchar('\n');
    pass_table_print(stdout, results->passes, results->pass_count, true);
    putchar('\n');
    print_copies(results);
    wrap_printf(stdout, INDENT, "frame: median %.4f ms, between %.4f and %.4f with %.1f %%",
                results->passes[0].row.time.median, results->passes[0].row.time.interval.low,
                results->passes[0].row.time.interval.high,
                100 * results->passes[0].row.time.interval.coverage);
    if (fabs(results->copy_drift) > notable_drift)
        log_note("the copy's time changed by %+.0f %% during the run: the GPU's clock moved, or "
                 "something else used it; multiples of the copy still hold",
                 100 * results->copy_drift);
}

enum { CHOICES_SHOWN = 6 }; // as many as are timed

// What `auto` took, and how long the best of its rows take: by the profile, and as they were timed
// where it cannot tell them apart.
static void print_choice(const struct lab *lab, const struct plan_node *node)
{
    struct plan_candidate rows[PLAN_MAX_CANDIDATES];
    char why[EFFECT_WHY_SIZE];
    const struct chain_step *step = node->run.steps[0];
    const int count = plan_list_candidates(&lab->side.plan, &lab->gpu, step, rows, why);
    bool is_timed = false;
    for (int i = 0; i < count; i++)
        is_timed = is_timed || (rows[i].impl == node->impl && rows[i].forecast.timed > 0);
    struct line line = { .length = 0 };
    add(&line, "auto: %s took %s, %s:", step->effect->name, node->impl->name,
        is_timed ? "which was timed" : "by the profile");
    for (int i = 0; i < count && i < CHOICES_SHOWN; i++) {
        add(&line, "%s %s %.3f ms", i > 0 ? "," : "", rows[i].impl->name,
            rows[i].forecast.model * 1e-6);
        if (rows[i].forecast.timed > 0)
            add(&line, " (timed %.3f)", rows[i].forecast.timed * 1e-6);
    }
    add(&line, "%s", count > CHOICES_SHOWN ? ", others more" : "");
    wrap_print(stdout, 0, INDENT, line.text);
}

static void print_choices(const struct lab *lab)
{
    const struct plan *plan = &lab->side.plan;
    for (int i = 0; i < plan->count && lab->gpu.profile; i++)
        if (plan->nodes[i].impl && chain_step_impl(plan->nodes[i].run.steps[0]) == 0)
            print_choice(lab, &plan->nodes[i]);
}

// What the values of a step come to.
static void print_remarks(const struct lab *lab)
{
    const struct plan *plan = &lab->side.plan;
    for (int i = 0; i < plan->count; i++) {
        char text[EFFECT_WHY_SIZE] = "";
        const struct chain_step *step = plan->nodes[i].impl ? plan->nodes[i].run.steps[0] : NULL;
        if (step && step->effect->remark)
            step->effect->remark(step->params, plan->options.height, text);
        if (text[0])
            wrap_printf(stdout, INDENT, "%s: %s", step->effect->name, text);
    }
}

static int write_results(const struct options *options, const struct results *results)
{
    struct error error;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results[i] &&
            !complain_if_unwritten(results_write(results, options->results[i], &error),
                                   options->results[i], &error))
            return EXIT_MACHINE;
    return EXIT_SUCCESS;
}

static int run(struct bench *bench)
{
    static struct results results;
    struct error error;
    if (!copies_init(&bench->copies, &bench->lab->gpu, &bench->lab->source, &error))
        return complain(EXIT_USAGE, &error);
    const int capacity = bench->options->frames > 0 ? bench->options->frames : MAX_FRAMES;
    pass_stats_init(&bench->passes, capacity);
    pass_stats_init(&bench->copied, capacity);
    run_frames(bench);
    make_results(bench, &results);
    pass_stats_finish(&bench->passes);
    pass_stats_finish(&bench->copied);
    copies_finish(&bench->copies);
    if (!lab_check_fault(bench->lab, true, &error))
        return complain(EXIT_FAILURE, &error);
    print_results(&results);
    print_choices(bench->lab);
    print_remarks(bench->lab);
    return write_results(bench->options, &results);
}

int bench_run(const struct options *options)
{
    struct headless headless;
    struct bench bench = { .options = options, .lab = &headless.lab };
    int status = headless_open(&headless, options, false);
    if (status == EXIT_SUCCESS)
        status = run(&bench);
    headless_close(&headless);
    return status;
}
