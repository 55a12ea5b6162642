#include "app/measure/bench.h"

#include "app/headless.h"
#include "app/measure/bench_report.h"
#include "app/measure/frames.h"
#include "app/measure/pass_table.h"
#include "app/text/clock.h"
#include "app/text/complain.h"
#include "render/text/log.h"

#include <stdlib.h>

enum { MIN_FRAMES = 15, MAX_FRAMES = 2000, MIN_WARMUP = 3, MAX_WARMUP = 200 };

static const double budget = 2, warmup_budget = 0.35; // seconds
static const double frame_step = 1.0 / 60;            // seconds of the animation

struct bench {
    const struct options *options;
    struct lab *lab;
    struct frames frames;
    struct frames_subject chain;
    struct pass_stats passes;
    int drawn;  // frames
    int warmup; // of them, before those that count
};

// ---- frames

static void draw_moment(void *data)
{
    struct bench *bench = data;
    lab_draw_in_frame(bench->lab, bench->options->time + bench->drawn * frame_step);
}

static void count_chain(void *data, const struct gpu_frame *frame)
{
    struct bench *bench = data;
    pass_stats_add(&bench->passes, frame);
}

// A number of frames: `asked` of them, or where that is less than 0 as many as fit into the
// seconds.
struct span {
    int asked, least, most;
    double seconds;
};

static bool is_within(const struct span *span, int drawn, double start)
{
    if (span->asked >= 0)
        return drawn < span->asked;
    return drawn < span->least || (drawn < span->most && clock_seconds() - start < span->seconds);
}

static int draw_span(struct bench *bench, const struct span *span)
{
    const double start = clock_seconds();
    int drawn = 0;
    for (; is_within(span, drawn, start); drawn++, bench->drawn++)
        frames_draw(&bench->frames, &bench->chain);
    return drawn;
}

static void run_frames(struct bench *bench)
{
    const struct options *options = bench->options;
    const struct span warmup = { options->warmup, MIN_WARMUP, MAX_WARMUP, warmup_budget };
    const struct span counted = { options->frames > 0 ? options->frames : -1, MIN_FRAMES,
                                  MAX_FRAMES, budget };
    bench->warmup = draw_span(bench, &warmup);
    pass_stats_clear(&bench->passes);
    frames_begin_counting(&bench->frames);
    draw_span(bench, &counted);
    frames_drain(&bench->frames);
}

// ---- numbers

static void take_copies(const struct frames *frames, struct results *results)
{
    results->copy_count = frames->copied.count - 1; // without the scope around them
    for (int i = 0; i < results->copy_count; i++) {
        pass_stats_row(&frames->copied, i + 1, &results->copies[i]);
        results->copies[i].depth = 0;
    }
    results->fastest_copy = frames_fastest_copy(frames);
    results->copy_drift = frames_copy_drift(frames);
}

static void make_results(const struct bench *bench, struct results *results)
{
    environment_fill(&results->environment, ENVIRONMENT_PICTURE, bench->lab, bench->options);
    results->environment.frames = bench->passes.frames;
    results->environment.warmup = bench->warmup;
    take_copies(&bench->frames, results);
    results->pass_count = pass_table_rows(&bench->passes, results->passes);
    const double copy = results->copies[results->fastest_copy].time.median;
    for (int i = 0; i < results->pass_count && copy > 0; i++)
        results->passes[i].copies = results->passes[i].row.time.median / copy;
}

static int write_bench(const struct options *options, const struct results *results)
{
    struct error error;
    for (int i = 0; i < OPTIONS_MAX_RESULTS; i++)
        if (options->results[i] &&
            !complain_if_unwritten(results_write(results, options->results[i], &error),
                                   options->results[i], &error))
            return EXIT_MACHINE;
    return EXIT_SUCCESS;
}

static int report_bench(struct bench *bench)
{
    static struct results results;
    struct error error;
    make_results(bench, &results);
    if (!lab_check_fault(bench->lab, true, &error))
        return complain(EXIT_FAILURE, &error);
    bench_report(&results, bench->lab);
    return write_bench(bench->options, &results);
}

static int measure_chain(struct bench *bench)
{
    struct lab *lab = bench->lab;
    struct error error;
    const int capacity = bench->options->frames > 0 ? bench->options->frames : MAX_FRAMES;
    int status = EXIT_SUCCESS;
    pass_stats_init(&bench->passes, capacity);
    if (frames_init(&bench->frames, &lab->gpu, &lab->source, capacity, &error)) {
        run_frames(bench);
        status = report_bench(bench);
    } else {
        status = complain(EXIT_USAGE, &error);
    }
    frames_finish(&bench->frames);
    pass_stats_finish(&bench->passes);
    return status;
}

int bench_run(const struct options *options)
{
    struct headless headless;
    struct bench bench = { .options = options, .lab = &headless.lab };
    bench.chain = (struct frames_subject){ draw_moment, count_chain, &bench };
    int status = headless_open(&headless, options, false);
    if (status == EXIT_SUCCESS)
        status = measure_chain(&bench);
    headless_close(&headless);
    return status;
}
