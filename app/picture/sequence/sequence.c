#define LOG_MODULE "sequence"
#include "app/picture/sequence/sequence.h"

#include "app/lab/headless.h"
#include "app/lab/text/complain.h"
#include "app/lab/text/progress.h"
#include "app/picture/capture_times.h"
#include "app/picture/capture_view.h"
#include "app/picture/frame.h"
#include "app/picture/sequence/frame_name.h"
#include "app/picture/sequence/frame_queue.h"
#include "app/picture/sequence/frame_span.h"
#include "app/picture/sequence/resume.h"
#include "render/file/end_signal.h"
#include "render/file/output_file.h"
#include "render/file/output_stdout.h"
#include "render/read_back.h"
#include "render/text/log.h"
#include "render/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- sequence words

// What a sequence is called and what is said of it.

static bool is_stream(const struct options *options)
{
    return strcmp(options->picture.path, "-") == 0;
}

// The name of a frame's file, "-" for stdout. The pattern was found good.
static void sequence_words_name(const struct options *options, int number,
                                char name[FRAME_NAME_SIZE])
{
    struct error error;
    if (is_stream(options))
        strcpy(name, "-");
    else if (!frame_name(options->picture.path, number, name, FRAME_NAME_SIZE, &error))
        log_fatal_message("sequence", "%s", error.text); // the longest was tried before
}

// Appends to an error which frames are whole: `whole` of them, and all before frame `next`.
static void sequence_words_append_whole(struct error *error, const struct options *options,
                                        const struct frame_span *span, int next, int whole)
{
    char name[FRAME_NAME_SIZE];
    const int last = next - span->step;
    if (is_stream(options) && whole > 0)
        error_append(error, "; %d of %d frame%s went out whole", whole, span->count,
                     text_plural(span->count));
    else if (is_stream(options))
        error_append(error, "; no frame went out whole");
    else
        error_append(error, "; %d of %d frame%s %s whole", whole, span->count,
                     text_plural(span->count), whole == 1 ? "is" : "are");
    if (!is_stream(options) && last >= span->first) {
        sequence_words_name(options, last, name);
        error_append(error, ", all up to %s", name);
    }
}

// Notes what --resume keeps, and which frames were written; `times` is of capture_times_line.
static void sequence_words_say_kept(const struct options *options, const struct frame_span *span,
                                    const struct resume *resume)
{
    if (!options->picture.resume)
        return;
    log_note("kept %d of %d picture%s", resume->kept, span->count, text_plural(span->count));
    if (resume->replaced > 0)
        log_note("%d %s made anew: %s", resume->replaced, resume->replaced == 1 ? "is" : "are",
                 resume->first.text);
}

static void sequence_words_say_written(const struct options *options, const int *numbers, int count,
                                       const char *times)
{
    char first[FRAME_NAME_SIZE], last[FRAME_NAME_SIZE];
    if (count == 0 && !options->picture.resume)
        log_note("shard %d of %d has none of the frames", options->picture.shard,
                 options->picture.shards);
    if (count == 0)
        return;
    sequence_words_name(options, numbers[0], first);
    sequence_words_name(options, numbers[count - 1], last);
    if (is_stream(options))
        log_note("wrote %d picture%s to stdout%s%s", count, text_plural(count), times,
                 count == 1 ? "" : " each");
    else if (count == 1)
        complain_written(first, times);
    else
        log_note("wrote %d pictures, %s to %s%s each", count, first, last, times);
}

// ---- sequence

enum { TIMED_FRAMES = 9 };

struct sequence {
    const struct options *options;
    struct lab *lab;
    struct capture_view view;
    struct frame_span span;
    struct resume resume;
    int *numbers; // of the frames to draw, owned
    int count;
    int taken; // frames so far that came out of the reader
    struct read_back reader;
    struct frame_queue *queue;
    struct progress progress;
    struct pass_stats stats;
    int failure; // the exit status; EXIT_SUCCESS: all is well
    struct error error;
};

// ---- drawing

static void collect_times(struct sequence *sequence, bool wait)
{
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&sequence->lab->gpu.timer, wait)))
        if (frame->index > 0 || sequence->count == 1)
            pass_stats_add(&sequence->stats, frame);
}

static void draw(struct sequence *sequence, int number)
{
    sequence->lab->frame = number; // what changes from frame to frame goes by it
    lab_draw(sequence->lab, frame_span_time(sequence->options, number));
}

// Draws the frame that compiles, and finds in it what is to be read.
static bool draw_first(struct sequence *sequence)
{
    draw(sequence, sequence->numbers[0]);
    const struct gpu_frame *frame = gpu_timer_collect(&sequence->lab->gpu.timer, true);
    if (!capture_view_find(&sequence->view, sequence->lab, frame, &sequence->error)) {
        sequence->failure = EXIT_USAGE;
        return false;
    }
    if (sequence->count == 1)
        pass_stats_add(&sequence->stats, frame);
    return true;
}

// Hands the oldest frame that was read over to be written. False where that ends the sequence.
static bool hand_over(struct sequence *sequence)
{
    struct frame frame = { .is_first = sequence->taken == 0 };
    const int number = sequence->numbers[sequence->taken++];
    bool is_faulty;
    read_back_take(&sequence->reader, &frame.image, &is_faulty);
    if (is_faulty) {
        frame_finish(&frame);
        sequence->failure = EXIT_FAILURE;
        return error_set(&sequence->error, GPU_FAULT_TEXT);
    }
    sequence_words_name(sequence->options, number, frame.name);
    const double time = frame_span_time(sequence->options, number);
    capture_view_describe(&sequence->view, sequence->lab, time, &frame.texts);
    if (!sequence->queue)
        sequence->queue = frame_queue_make(
            &sequence->view.format, sequence->options->picture.threads, image_bytes(&frame.image));
    progress_say(&sequence->progress, frame_queue_written(sequence->queue));
    return frame_queue_push(sequence->queue, &frame);
}

static bool draw_frame(struct sequence *sequence, int i)
{
    if (i > 0) {
        collect_times(sequence, false);
        draw(sequence, sequence->numbers[i]);
    } else if (!draw_first(sequence)) {
        return false;
    }
    if (read_back_is_full(&sequence->reader) && !hand_over(sequence))
        return false;
    read_back_start(&sequence->reader, capture_view_texture(&sequence->view, sequence->lab),
                    capture_view_type(&sequence->view), &sequence->lab->gpu.fault);
    return true;
}

// ---- all of it

// Waiting for the disk with each frame takes 4 ms, which may be all that a frame takes; for all of
// them it is once. Before that a power failure may leave empty files, which --resume makes anew.
static bool sync_frames(struct sequence *sequence)
{
    char name[FRAME_NAME_SIZE];
    if (strcmp(sequence->options->picture.path, "-") == 0)
        return true;
    sequence_words_name(sequence->options, sequence->numbers[0], name);
    return output_file_sync(name, &sequence->error);
}

// Waits for the last files. The first frame that failed is the one that is told of.
static void end_queue(struct sequence *sequence)
{
    if (!sequence->queue)
        return;
    while (!end_signal_came() && !frame_queue_rests(sequence->queue))
        progress_say(&sequence->progress, frame_queue_written(sequence->queue));
    if (frame_queue_end(sequence->queue, &sequence->failure, &sequence->error) &&
        !sync_frames(sequence))
        sequence->failure = EXIT_MACHINE;
}

// After a signal a thread may still hold stdout, whose reader has stopped, so that is left alone.
static int end_early(struct sequence *sequence)
{
    const int written = sequence->queue ? frame_queue_written(sequence->queue) : 0;
    const bool was_told = end_signal_came();
    if (was_told)
        error_set(&sequence->error, "interrupted");
    sequence_words_append_whole(&sequence->error, sequence->options, &sequence->span,
                                sequence->numbers[written], sequence->resume.kept + written);
    if (!was_told)
        return complain(sequence->failure, &sequence->error);
    fprintf(stderr, "halation: %s\n", sequence->error.text);
    end_signal_pass_on();
    return EXIT_FAILURE;
}

static int draw_frames(struct sequence *sequence)
{
    bool goes_on = true;
    progress_begin(&sequence->progress, "frame", sequence->count);
    for (int i = 0; i < sequence->count && goes_on && !end_signal_came(); i++)
        goes_on = draw_frame(sequence, i);
    while (goes_on && !read_back_is_empty(&sequence->reader))
        goes_on = hand_over(sequence);
    end_queue(sequence);
    progress_end(&sequence->progress);
    if (end_signal_came() || sequence->failure != EXIT_SUCCESS)
        return end_early(sequence);
    collect_times(sequence, true);
    if (sequence->options->verbose && strcmp(sequence->options->picture.path, "-") != 0)
        capture_times_print(sequence->lab, &sequence->stats);
    return EXIT_SUCCESS;
}

static void say_written(const struct sequence *sequence)
{
    char line[CAPTURE_TIMES_SIZE] = "";
    if (sequence->count > 0)
        capture_times_line(capture_view_texture(&sequence->view, sequence->lab), &sequence->stats,
                           line);
    sequence_words_say_written(sequence->options, sequence->numbers, sequence->count, line);
}

static bool has_link(const struct sequence *sequence)
{
    struct stat status;
    char name[FRAME_NAME_SIZE];
    for (int i = 0; i < sequence->span.count; i++) {
        sequence_words_name(sequence->options, frame_span_at(&sequence->span, i), name);
        if (lstat(name, &status) == 0 && S_ISLNK(status.st_mode))
            return true;
    }
    return false;
}

// Where one frame is a link to another, the later one would replace the earlier.
static bool check_apart(const struct sequence *sequence, struct error *error)
{
    const int count = sequence->span.count;
    char name[FRAME_NAME_SIZE];
    if (!has_link(sequence))
        return true;
    char **names = calloc((size_t) count + 1, sizeof(*names));
    for (int i = 0; names && i < count; i++) {
        sequence_words_name(sequence->options, frame_span_at(&sequence->span, i), name);
        names[i] = strdup(name);
    }
    if (!names || (count > 0 && !names[count - 1]))
        log_fatal("no memory for the names of %d frames", count);
    const bool apart = output_file_check_apart((const char *const *) names, count, error);
    for (int i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return apart;
}

static int run(struct sequence *sequence)
{
    int status = EXIT_SUCCESS;
    end_signal_asks_first();
    if (strcmp(sequence->options->picture.path, "-") == 0)
        output_stdout_may_be_lost();
    pass_stats_init(&sequence->stats, TIMED_FRAMES);
    capture_view_init(&sequence->view, sequence->options, sequence->lab);
    sequence->numbers = resume_find(&sequence->resume, &sequence->view, sequence->lab,
                                    sequence->options, &sequence->span, &sequence->count);
    sequence_words_say_kept(sequence->options, &sequence->span, &sequence->resume);
    if (sequence->count > 0)
        status = draw_frames(sequence);
    if (status == EXIT_SUCCESS)
        say_written(sequence);
    if (sequence->queue)
        frame_queue_free(sequence->queue);
    read_back_finish(&sequence->reader);
    pass_stats_finish(&sequence->stats);
    free(sequence->numbers);
    return status;
}

int sequence_run(const struct options *given)
{
    struct options options = *given;
    struct error error;
    struct headless headless;
    if (!capture_view_cut(&options, &error))
        return complain(EXIT_USAGE, &error);
    struct sequence sequence = {
        .options = &options,
        .lab = &headless.lab,
        .span = frame_span_of(&options),
    };
    if (strcmp(options.picture.path, "-") != 0 && !check_apart(&sequence, &error))
        return complain(EXIT_USAGE, &error);
    int status = headless_open(&headless, &options, capture_view_is_linear(&options));
    if (status == EXIT_SUCCESS)
        status = run(&sequence);
    headless_close(&headless);
    return status;
}
