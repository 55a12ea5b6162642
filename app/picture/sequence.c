#define LOG_MODULE "sequence"
#include "app/picture/capture.h"
#include "app/text/progress.h"
#include "render/file/end_signal.h"
#include "render/file/output_file.h"
#include "render/file/output_stdout.h"
#include "render/file/processors.h"
#include "render/read_back.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TIMED_FRAMES = 9 };

struct sequence {
    const struct picture_options *options;
    bool is_stream;
    double time; // seconds, of frame 0
    struct renderer *renderer;
    struct capture_view view;
    struct frame_span span;

    atomic_int looked;      // frames that --resume has begun to look at
    char *states;           // of each frame, an enum file_state; owned
    int kept, replaced;     // files that stay, and that are there and do not
    struct error first_why; // the first of those does not

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

// ---- which frames

struct frame_span frame_span_of(const struct picture_options *options)
{
    const int whole = options->frames > 0 ? options->frames : FRAME_SPAN_DEFAULT;
    struct frame_span span = { .first = 0, .step = 1, .count = whole };
    if (options->first_frame > 0)
        span.first = options->first_frame;
    if (options->shards == 0)
        return span;
    const int before = options->shard - 1;
    span.first += before;
    span.step = options->shards;
    span.count = before < whole ? (whole - before - 1) / options->shards + 1 : 0;
    return span;
}

int frame_span_at(const struct frame_span *span, int i)
{
    return span->first + i * span->step;
}

static double time_of(const struct sequence *sequence, int number)
{
    return sequence->time + number / sequence->options->fps;
}

// Writes the name of a frame's file, "-" for stdout. The pattern has been checked.
static void name_frame(const struct sequence *sequence, int number, char name[FRAME_NAME_SIZE])
{
    struct error error;
    if (sequence->is_stream)
        strcpy(name, "-");
    else if (!frame_name(sequence->options->path, number, name, FRAME_NAME_SIZE, &error))
        log_fatal("%s", error.text); // the longest was tried before
}

// ---- files that are there: --resume

enum file_state { MISSING, WHOLE, OTHER };

static bool has_texts(const struct image_texts *texts, const struct image_texts *requested,
                      struct error *why)
{
    for (int i = 0; i < requested->count; i++) {
        const char *key = requested->items[i].key, *value = image_texts_find(texts, key);
        if (!value)
            return error_set(why, "it does not say its %s", key);
        if (strcmp(value, requested->items[i].value) != 0)
            return error_set(why, "its %s is '%s', not '%s'", key, value,
                             requested->items[i].value);
    }
    return texts->count == requested->count ||
           error_set(why, "it says more of itself than the others");
}

static bool is_whole(const char *name, const struct image_texts *requested, enum image_type type,
                     struct error *why)
{
    struct image image = { 0 };
    struct image_texts texts = { 0 };
    bool linear;
    bool whole = image_read(&image, &linear, &texts, name, why);
    if (whole && image.type != type)
        whole = error_set(why, "%s: it has another number of bits a channel", name);
    else if (whole && !has_texts(&texts, requested, why))
        whole = error_prefix(why, "%s: ", name);
    image_texts_finish(&texts);
    image_finish(&image);
    return whole;
}

// Checks the file of the i-th frame. `why` is the reason if the file is not the same picture.
static enum file_state look_at(const struct sequence *sequence, int i, struct error *why)
{
    const int number = frame_span_at(&sequence->span, i);
    char name[FRAME_NAME_SIZE];
    struct stat status;
    struct image_texts requested = { 0 };
    name_frame(sequence, number, name);
    if (stat(name, &status) != 0)
        return MISSING;
    if (!S_ISREG(status.st_mode)) {
        error_set(why, "%s: no file", name);
        return OTHER;
    }
    capture_view_describe(&sequence->view, sequence->renderer, time_of(sequence, number), number,
                          &requested);
    const bool whole = is_whole(name, &requested, sequence->view.format.type, why);
    image_texts_finish(&requested);
    return whole ? WHOLE : OTHER;
}

// After a signal the remaining frames count as missing.
static void *look(void *data)
{
    struct sequence *sequence = data;
    struct error why;
    for (int i; (i = atomic_fetch_add(&sequence->looked, 1)) < sequence->span.count;) {
        if (end_signal_came())
            break;
        sequence->states[i] = (char) look_at(sequence, i, &why);
    }
    return NULL;
}

// Finds the numbers of the frames that are to be drawn, and prints which files are kept.
static void choose_frames(struct sequence *sequence)
{
    const int all = sequence->span.count;
    pthread_t threads[PROCESSORS_MOST];
    sequence->states = memory_new((size_t) all, 1);
    sequence->numbers = memory_new((size_t) all + 1, sizeof(*sequence->numbers));
    if (sequence->options->resume) {
        const int requested = processors_or(sequence->options->threads);
        int count = 0;
        while (count < requested - 1 && pthread_create(&threads[count], NULL, look, sequence) == 0)
            count++;
        look(sequence);
        for (int i = 0; i < count; i++)
            pthread_join(threads[i], NULL);
    }
    for (int i = 0; i < all; i++) {
        sequence->kept += sequence->states[i] == WHOLE;
        if (sequence->states[i] == OTHER && sequence->replaced++ == 0)
            look_at(sequence, i, &sequence->first_why);
        if (sequence->states[i] != WHOLE)
            sequence->numbers[sequence->count++] = frame_span_at(&sequence->span, i);
    }
    if (sequence->options->resume)
        log_note("kept %d of %d picture%s", sequence->kept, all, text_plural(all));
    if (sequence->replaced > 0)
        log_note("%d %s made anew: %s", sequence->replaced, sequence->replaced == 1 ? "is" : "are",
                 sequence->first_why.text);
}

// ---- what is said

static void say_written(const struct sequence *sequence)
{
    const int count = sequence->count;
    char first[FRAME_NAME_SIZE], last[FRAME_NAME_SIZE], times[CAPTURE_TIMES_SIZE];
    if (count == 0 && !sequence->options->resume)
        log_note("shard %d of %d has none of the frames", sequence->options->shard,
                 sequence->options->shards);
    if (count == 0)
        return;
    capture_times_line(capture_view_texture(&sequence->view, sequence->renderer), &sequence->stats,
                       times);
    name_frame(sequence, sequence->numbers[0], first);
    name_frame(sequence, sequence->numbers[count - 1], last);
    if (sequence->is_stream)
        log_note("wrote %d picture%s to stdout%s%s", count, text_plural(count), times,
                 count == 1 ? "" : " each");
    else if (count == 1)
        report_written(first, times);
    else
        log_note("wrote %d pictures, %s to %s%s each", count, first, last, times);
}

// ---- drawing

static void collect_times(struct sequence *sequence, bool wait)
{
    const struct gpu_frame *frame;
    while ((frame = gpu_timer_collect(&sequence->renderer->gpu.timer, wait)))
        if (frame->index > 0 || sequence->count == 1)
            pass_stats_add(&sequence->stats, frame);
}

// Moves the oldest frame that was read back to the queue. Returns false if that ends the sequence.
static bool hand_over(struct sequence *sequence)
{
    struct frame frame = { .is_first = sequence->taken == 0 };
    const int number = sequence->numbers[sequence->taken++];
    bool is_faulty;
    read_back_take(&sequence->reader, &frame.image, &is_faulty);
    if (is_faulty) {
        image_finish(&frame.image);
        sequence->failure = EXIT_FAILURE;
        return error_set(&sequence->error, GPU_FAULT_TEXT);
    }
    name_frame(sequence, number, frame.name);
    const double time = time_of(sequence, number);
    capture_view_describe(&sequence->view, sequence->renderer, time, number, &frame.texts);
    if (!sequence->queue)
        sequence->queue = frame_queue_make(&sequence->view.format, sequence->options->threads,
                                           image_bytes(&frame.image));
    progress_say(&sequence->progress, frame_queue_written(sequence->queue));
    return frame_queue_push(sequence->queue, &frame);
}

// Draws the first frame, which compiles, and finds the texture to read in it.
static bool draw_frame(struct sequence *sequence, int i)
{
    const int number = sequence->numbers[i];
    if (i > 0)
        collect_times(sequence, false);
    sequence->renderer->frame = number; // what changes from frame to frame goes by it
    renderer_draw(sequence->renderer, time_of(sequence, number));
    if (i == 0) {
        const struct gpu_frame *frame = gpu_timer_collect(&sequence->renderer->gpu.timer, true);
        if (!capture_view_find(&sequence->view, sequence->renderer, frame, &sequence->error)) {
            sequence->failure = EXIT_USAGE;
            return false;
        }
        if (sequence->count == 1)
            pass_stats_add(&sequence->stats, frame);
    }
    if (read_back_is_full(&sequence->reader) && !hand_over(sequence))
        return false;
    read_back_start(&sequence->reader, capture_view_texture(&sequence->view, sequence->renderer),
                    capture_view_type(&sequence->view), &sequence->renderer->gpu.fault);
    return true;
}

// ---- all of it

// Waits for the last files. Reports the first frame that failed.
static void end_queue(struct sequence *sequence)
{
    char name[FRAME_NAME_SIZE];
    if (!sequence->queue)
        return;
    while (!end_signal_came() && !frame_queue_rests(sequence->queue))
        progress_say(&sequence->progress, frame_queue_written(sequence->queue));
    if (!frame_queue_end(sequence->queue, &sequence->failure, &sequence->error) ||
        sequence->is_stream)
        return;
    // Syncing each file takes 4 ms, perhaps as long as drawing it; so all files are synced once at
    // the end. A power failure before that may leave empty files, which --resume draws again.
    name_frame(sequence, sequence->numbers[0], name);
    if (!output_file_sync(name, &sequence->error))
        sequence->failure = EXIT_MACHINE;
}

// Prints which frames are complete. Does not touch stdout after a signal: a thread may still hold
// it, if its reader has stopped.
static int end_early(struct sequence *sequence)
{
    const int written = sequence->queue ? frame_queue_written(sequence->queue) : 0;
    const int whole = sequence->kept + written, all = sequence->span.count;
    const int last = sequence->numbers[written] - sequence->span.step; // all up to it are whole
    const bool was_told = end_signal_came();
    struct error *error = &sequence->error;
    char name[FRAME_NAME_SIZE];
    if (was_told)
        error_set(error, "interrupted");
    if (sequence->is_stream && whole == 0)
        error_append(error, "; no frame went out whole");
    else
        error_append(error, "; %d of %d frame%s %s whole", whole, all, text_plural(all),
                     sequence->is_stream ? "went out"
                     : whole == 1        ? "is"
                                         : "are");
    if (!sequence->is_stream && last >= sequence->span.first) {
        name_frame(sequence, last, name);
        error_append(error, ", all up to %s", name);
    }
    if (!was_told)
        return report_error(sequence->failure, error);
    fprintf(stderr, "halation: %s\n", error->text);
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
    if (log_shows(LOG_LEVEL_DEBUG) && !sequence->is_stream)
        capture_times_print(sequence->renderer, &sequence->stats);
    return EXIT_SUCCESS;
}

// Fails if the file of one frame is a link to another, which would be overwritten.
static bool check_apart(const struct sequence *sequence, struct error *error)
{
    const int count = sequence->span.count;
    char name[FRAME_NAME_SIZE];
    struct stat status;
    bool has_link = false;
    for (int i = 0; i < count && !has_link; i++) {
        name_frame(sequence, frame_span_at(&sequence->span, i), name);
        has_link = lstat(name, &status) == 0 && S_ISLNK(status.st_mode);
    }
    if (!has_link)
        return true;
    char **names = memory_new((size_t) count, sizeof(*names));
    for (int i = 0; i < count; i++) {
        name_frame(sequence, frame_span_at(&sequence->span, i), name);
        names[i] = memory_copy(name);
    }
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
    if (sequence->is_stream)
        output_stdout_may_be_lost();
    pass_stats_init(&sequence->stats, TIMED_FRAMES);
    choose_frames(sequence);
    if (sequence->count > 0)
        status = draw_frames(sequence);
    if (status == EXIT_SUCCESS)
        say_written(sequence);
    if (sequence->queue)
        frame_queue_free(sequence->queue);
    read_back_finish(&sequence->reader);
    pass_stats_finish(&sequence->stats);
    free(sequence->states);
    free(sequence->numbers);
    return status;
}

int sequence_run(const struct draw_options *draw, const struct picture_options *options)
{
    struct draw_options cut = *draw;
    struct error error;
    struct headless headless;
    struct sequence sequence = {
        .options = options,
        .is_stream = strcmp(options->path, "-") == 0,
        .time = draw->time,
        .renderer = &headless.renderer,
        .span = frame_span_of(options),
    };
    if (!capture_view_cut(&cut, options, &error) ||
        (!sequence.is_stream && !check_apart(&sequence, &error)))
        return report_error(EXIT_USAGE, &error);
    int status = headless_open(&headless, &cut, capture_view_is_linear(options));
    if (status == EXIT_SUCCESS) {
        capture_view_init(&sequence.view, options, draw->depth, sequence.renderer);
        status = run(&sequence);
    }
    headless_close(&headless);
    return status;
}
