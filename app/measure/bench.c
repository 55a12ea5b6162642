#define LOG_MODULE "bench"
#include "app/measure/bench.h"

#include "app/bench/baseline/baseline.h"
#include "app/lab/headless.h"
#include "app/lab/text/clock.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "app/measure/bench_report.h"
#include "app/measure/frames.h"
#include "app/measure/pass_table.h"
#include "app/results/results_files.h"
#include "render/file/end_signal.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MIN_FRAMES = 15, MAX_FRAMES = 2000, MIN_WARMUP = 3, MAX_WARMUP = 200 };
enum { MIN_WALL = 2, MAX_WALL = 200 }; // frames by the clock on the wall

static const double budget = 2, warmup_budget = 0.35; // seconds
static const double frame_step = 1.0 / 60;            // seconds of the animation

struct bench {
    const struct options *options;
    struct lab *lab;
    struct frames frames;
    struct frames_subject chain;
    struct pass_stats passes;
    struct baseline baseline;
    double *submits; // of each counted frame, milliseconds
    int submit_count;
    int drawn;      // frames
    int warmup;     // of them, before those that count
    double seconds; // that each of those took after the first; 0: not known
};

// ---- frames

static void draw_moment(void *data)
{
    struct bench *bench = data;
    lab_draw_in_frame(bench->lab, bench->options->draw.time + bench->drawn++ * frame_step);
}

static void count_chain(void *data, const struct gpu_frame *frame, double submit)
{
    struct bench *bench = data;
    pass_stats_add(&bench->passes, frame);
    bench->submits[bench->submit_count++] = submit;
}

static void forget_chain(void *data)
{
    struct bench *bench = data;
    pass_stats_forget(&bench->passes, 1);
    bench->submit_count--;
}

// A number of frames: `asked` of them, or where that is less than 0 as many as fit into the
// seconds.
struct span {
    int asked, least, most;
    double seconds;
};

static bool is_within(const struct span *span, int drawn, double start)
{
    if (end_signal_came())
        return false;
    if (span->asked >= 0)
        return drawn < span->asked;
    return drawn < span->least || (drawn < span->most && clock_seconds() - start < span->seconds);
}

static int draw_warmup(struct bench *bench, const struct span *span)
{
    const struct frames_subject warm = { .draw = draw_moment, .data = bench };
    const double start = clock_seconds();
    double compiled = start;
    int drawn = 0;
    while (is_within(span, drawn, start)) {
        frames_draw(&bench->frames, &warm);
        if (drawn++ > 0)
            continue;
        frames_drain(&bench->frames);
        compiled = clock_seconds();
    }
    frames_drain(&bench->frames);
    bench->seconds = drawn > 1 ? (clock_seconds() - compiled) / (drawn - 1) : 0;
    return drawn;
}

// How many frames there will be, by which blocks have their size: a slow chain has few.
static int expect_frames(const struct bench *bench, const struct span *span)
{
    if (span->asked >= 0)
        return span->asked;
    const double count = bench->seconds > 0 ? span->seconds / bench->seconds : span->most;
    return (int) fmin(fmax(count, span->least), span->most);
}

static void begin_counting(struct bench *bench)
{
    pass_stats_clear(&bench->passes);
    bench->submit_count = 0;
}

// Draws blocks of frames until enough of them count.
static void draw_counted(struct bench *bench, const struct span *span)
{
    const struct frames_subject *block[FRAMES_MOST_BLOCK];
    const bool is_counted = span->asked >= 0; // otherwise it ends by the clock, soon
    const int most = is_counted ? span->asked : span->most;
    const int expected = expect_frames(bench, span);
    const double start = clock_seconds();
    struct progress progress;
    for (int i = 0; i < FRAMES_MOST_BLOCK; i++)
        block[i] = &bench->chain;
    progress_begin(&progress, is_counted ? "timing frame" : "timing frames", is_counted ? most : 0);
    for (int counted = 0; is_within(span, counted, start);) {
        const int count = frames_block_size(most - counted, expected), drawn = bench->drawn;
        progress_say(&progress, counted);
        switch (frames_draw_block(&bench->frames, block, count)) {
        case STEADY_COUNTS:
            counted += count;
            break;
        case STEADY_AGAIN: // the same frames
            bench->drawn = drawn;
            break;
        case STEADY_FROM_START:
            begin_counting(bench);
            bench->drawn = drawn - counted;
            progress_restart(&progress);
            counted = 0;
            break;
        }
    }
    progress_end(&progress);
}

static void run_frames(struct bench *bench)
{
    const struct options *options = bench->options;
    const struct span warmup = { options->bench.warmup, MIN_WARMUP, MAX_WARMUP, warmup_budget };
    const struct span counted = { options->bench.frames > 0 ? options->bench.frames : -1,
                                  MIN_FRAMES, MAX_FRAMES, budget };
    log_note("warming up, then measuring");
    end_signal_asks_first();
    bench->warmup = draw_warmup(bench, &warmup);
    if (end_signal_came())
        return;
    frames_settle(&bench->frames, true);
    begin_counting(bench);
    draw_counted(bench, &counted);
}

// ---- numbers

static void take_copies(const struct frames *frames, struct results *results)
{
    results->copy_count = frames_copy_count(frames);
    for (int i = 0; i < results->copy_count; i++) {
        pass_stats_row(&frames->copied, i + 1, &results->copies[i]);
        results->copies[i].depth = 0;
    }
    results->fastest_copy = frames_fastest_copy(frames);
    results->steady = frames->steady;
    steady_end(&results->steady);
}

// As many frames as take a moment together.
static double take_wall(struct bench *bench, double milliseconds)
{
    const double moment = 20;
    if (end_signal_came())
        return NAN;
    const double count = milliseconds > 0 ? moment / milliseconds : MAX_WALL;
    return frames_wall(&bench->frames, &bench->chain, (int) fmin(fmax(count, MIN_WALL), MAX_WALL));
}

static void make_results(struct bench *bench, struct results *results)
{
    environment_fill(&results->environment, ENVIRONMENT_PICTURE, bench->lab, bench->options);
    results->environment.frames = bench->passes.frames;
    results->environment.warmup = bench->warmup;
    results->samples = &bench->passes;
    take_copies(&bench->frames, results);
    results->pass_count = pass_table_rows(&bench->passes, results->passes);
    const double copy = results->copies[results->fastest_copy].time.median;
    for (int i = 0; i < results->pass_count && copy > 0; i++)
        results->passes[i].copies = results->passes[i].row.time.median / copy;
    results->submit = stats_median(bench->submits, bench->submit_count);
    results->wall = take_wall(bench, results->passes[0].row.time.median);
}

static void add_interrupted(const struct bench *bench, json_t *document)
{
    json_array_append_new(json_object_get(document, "findings"),
                          json_sprintf("interrupted: %d frame%s measured", bench->submit_count,
                                       bench->submit_count == 1 ? " was" : "s were"));
}

static void print_findings(const json_t *document)
{
    const json_t *findings = json_object_get(document, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++)
        puts(json_string_value(json_array_get(findings, i)));
    fflush(stdout);
}

static int report_bench(struct bench *bench)
{
    static struct results results;
    struct error error;
    if (bench->submit_count == 0) {
        log_note("interrupted before anything was measured");
        return EXIT_FAILURE;
    }
    make_results(bench, &results);
    if (!lab_check_fault(bench->lab, true, &error))
        return complain(EXIT_FAILURE, &error);
    json_t *document = results_describe(&results);
    if (end_signal_came())
        add_interrupted(bench, document);
    const int written = results_files_write(bench->options, document);
    bench_report(&results, bench->lab);
    print_findings(document);
    const int status =
        end_signal_came() ? EXIT_SUCCESS : baseline_judge(&bench->baseline, document, EXIT_SUCCESS);
    json_decref(document);
    return written != EXIT_SUCCESS ? written : status;
}

// Returns whether the baseline is of the chain and the machine.
static bool check_baseline(struct bench *bench, struct error *error)
{
    static struct results planned;
    environment_fill(&planned.environment, ENVIRONMENT_PICTURE, bench->lab, bench->options);
    json_t *document = results_describe(&planned);
    const bool suits = baseline_suits(&bench->baseline, document, error);
    json_decref(document);
    return suits;
}

static int measure_chain(struct bench *bench)
{
    struct lab *lab = bench->lab;
    struct error error;
    const int most = bench->options->bench.frames > 0 ? bench->options->bench.frames : MAX_FRAMES;
    const int capacity = most + FRAMES_MOST_BLOCK;
    int status = EXIT_SUCCESS;
    pass_stats_init(&bench->passes, capacity);
    bench->submits = memory_new((size_t) capacity, sizeof(*bench->submits));
    if (frames_init(&bench->frames, &lab->gpu, &lab->source, capacity, &error)) {
        run_frames(bench);
        status = report_bench(bench);
    } else {
        status = complain(EXIT_USAGE, &error);
    }
    frames_finish(&bench->frames);
    pass_stats_finish(&bench->passes);
    free(bench->submits);
    return status;
}

int bench_run(const struct options *options)
{
    struct headless headless;
    struct bench bench = { .options = options, .lab = &headless.lab };
    bench.chain = (struct frames_subject){ draw_moment, count_chain, forget_chain, &bench };
    struct error error;
    if (!baseline_init(&bench.baseline, options, &error))
        return complain(EXIT_USAGE, &error);
    int status = headless_open(&headless, options, false);
    if (status == EXIT_SUCCESS)
        status =
            check_baseline(&bench, &error) ? measure_chain(&bench) : complain(EXIT_USAGE, &error);
    headless_close(&headless);
    baseline_finish(&bench.baseline);
    end_signal_pass_on();
    return status;
}
