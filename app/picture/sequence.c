#define LOG_MODULE "sequence"
#include "app/picture/capture.h"
#include "app/picture/capture_view.h"
#include "app/text/progress.h"
#include "render/file/end_signal.h"
#include "render/file/output_file.h"
#include "render/file/output_stdout.h"
#include "render/file/processors.h"
#include "render/image/formats/image_y4m.h"
#include "render/read_back.h"
#include "render/text/log.h"
#include "render/text/memory.h"
#include "render/text/text.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TIMED_FRAMES = 9, MAX_BYTES = 192 << 20 }; // of the images of a batch

// A frame that was read back, and then the bytes of its file, or of its part of the stream.
struct frame {
    struct image image;
    struct image_texts texts;
    char name[FRAME_NAME_SIZE]; // of the file or the stream
    char *bytes;
    size_t size;
    bool is_good;
    struct error error;
};

// Frames that are compressed at once.
struct batch {
    const struct frame_format *format;
    bool is_first; // of the sequence
    int count;
    pthread_t compressor;
    struct frame frames[PROCESSORS_MAX];
};

struct sequence {
    const struct picture_options *options;
    double time; // seconds, of frame 0
    struct renderer *renderer;
    struct capture_view view;
    int first, count;   // frames to draw
    int taken, written; // frames so far that came out of the reader, and that are on disk
    struct read_back reader;
    struct batch batches[2]; // one gets frames, the other one is compressed meanwhile
    struct batch *filled;
    struct output_file stream; // of all frames
    struct progress progress;
    struct pass_stats stats;
    int failure; // the exit status; EXIT_SUCCESS: all is well
    struct error error;
};

static double time_of(const struct sequence *sequence, int number)
{
    return sequence->time + number / sequence->options->fps;
}

// Writes the name of a frame's file, which is that of the stream if there is one. The pattern has
// been checked.
static void name_frame(const struct sequence *sequence, int number, char name[FRAME_NAME_SIZE])
{
    struct error error;
    if (sequence->view.format.stream)
        snprintf(name, FRAME_NAME_SIZE, "%s", sequence->view.format.stream);
    else if (!frame_name(sequence->options->path, number, name, FRAME_NAME_SIZE, &error))
        log_fatal("%s", error.text); // the longest was tried before
}

static void log_written(const struct sequence *sequence)
{
    const int count = sequence->count;
    const char *stream = sequence->view.format.stream;
    char first[FRAME_NAME_SIZE], last[FRAME_NAME_SIZE], times[CAPTURE_TIMES_SIZE];
    capture_times_line(&sequence->view, &sequence->stats, times);
    name_frame(sequence, sequence->first, first);
    name_frame(sequence, sequence->first + count - 1, last);
    if (count == 1 && !stream)
        report_written(first, times);
    else if (stream)
        log_note("wrote %d picture%s to %s%s each", count, text_plural(count),
                 strcmp(stream, "-") == 0 ? "stdout" : stream, times);
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

static bool should_end(const struct sequence *sequence)
{
    return sequence->failure != EXIT_SUCCESS || end_signal_received();
}

// Makes the bytes of frames. For parallel_for.
static void compress(void *data, int begin, int end)
{
    struct batch *batch = data;
    const struct frame_format *format = batch->format;
    for (int i = begin; i < end && !end_signal_received(); i++) {
        struct frame *frame = &batch->frames[i];
        FILE *out = open_memstream(&frame->bytes, &frame->size);
        if (!out)
            log_fatal("out of memory");
        frame->is_good = frame_convert(format, &frame->image, &frame->error);
        if (frame->is_good && format->is_y4m) {
            if (batch->is_first && i == 0)
                image_y4m_write_header(frame->image.width, frame->image.height, format->fps, out);
            image_y4m_write_frame(&frame->image, out);
        } else if (frame->is_good) {
            frame->is_good = image_write_stream(&frame->image, &frame->texts, frame->name,
                                                format->as_halves, out, &frame->error);
        }
        const bool is_short = ferror(out);
        if (fclose(out) != 0 || is_short)
            log_fatal("no memory for the file of a picture");
    }
}

static void *compress_batch(void *data)
{
    const struct batch *batch = data;
    parallel_for(batch->count, compress, data);
    return NULL;
}

// Returns true if stdout cannot be closed, since after a signal its reader may have stopped.
static bool is_stuck(const struct sequence *sequence)
{
    const char *stream = sequence->view.format.stream;
    return stream && strcmp(stream, "-") == 0 && end_signal_received();
}

// Begins to compress the frames that were taken, on all processors, and writes the batch before
// them in order: the files on disk are always the beginning of the sequence.
static void write_frames(struct sequence *sequence)
{
    // A pipe takes a part whole or not at all, so that a signal ends the wait for its reader.
    enum { PART = 4096 };
    const bool is_stream = sequence->view.format.stream;
    struct batch *batch = sequence->filled, *ready = &sequence->batches[batch == sequence->batches];
    if (ready->count > 0)
        pthread_join(ready->compressor, NULL);
    batch->format = &sequence->view.format;
    batch->is_first = sequence->taken == batch->count;
    end_signal_block(); // a signal must interrupt the writes of this thread, so others block it
    if (batch->count > 0 && pthread_create(&batch->compressor, NULL, compress_batch, batch) != 0)
        log_fatal("no thread can be started");
    end_signal_unblock();
    for (int i = 0; i < ready->count; i++) {
        struct frame *frame = &ready->frames[i];
        const bool ends = should_end(sequence);
        if (!ends && !frame->is_good) {
            sequence->failure = EXIT_FAILURE;
            sequence->error = frame->error;
        } else if (!ends) { // to a file of its own, completely or not at all, or to the stream
            struct output_file own = { 0 }, *output = is_stream ? &sequence->stream : &own;
            bool done = output->stream || output_file_open(output, frame->name, &sequence->error);
            if (done) {
                output->skips_sync = !is_stream;
                for (size_t at = 0; done && at < frame->size; at += PART) {
                    const size_t left = frame->size - at, size = left < PART ? left : PART;
                    done = fwrite(frame->bytes + at, 1, size, output->stream) == size &&
                           fflush(output->stream) == 0;
                }
                if ((!done || !is_stream) && !is_stuck(sequence))
                    done = output_file_close(output, &sequence->error);
            }
            sequence->failure = done ? EXIT_SUCCESS : EXIT_MACHINE;
            sequence->written += done;
            progress_set_done(&sequence->progress, sequence->written);
        }
        image_finish(&frame->image);
        image_texts_finish(&frame->texts);
        free(frame->bytes);
    }
    ready->count = 0;
    sequence->filled = ready;
}

// Takes the oldest frame that was read back, and writes frames if there are as many as can be
// compressed at once.
static void take_frame(struct sequence *sequence)
{
    const int number = sequence->first + sequence->taken++;
    struct batch *batch = sequence->filled;
    struct frame *frame = &batch->frames[batch->count];
    bool is_faulty;
    *frame = (struct frame){ 0 };
    read_back_take(&sequence->reader, &frame->image, &is_faulty);
    if (is_faulty) {
        image_finish(&frame->image);
        sequence->failure = EXIT_FAILURE;
        error_set(&sequence->error, GPU_FAULT_TEXT);
        return;
    }
    name_frame(sequence, number, frame->name);
    const double time = time_of(sequence, number);
    capture_view_describe(&sequence->view, time, number, &frame->texts);
    batch->count++;
    if (batch->count == PROCESSORS_MAX ||
        (size_t) (batch->count + 1) * image_bytes(&frame->image) > MAX_BYTES)
        write_frames(sequence);
}

// Draws the first frame, which compiles, and finds the texture to read in it.
static void draw_frame(struct sequence *sequence, int i)
{
    const int number = sequence->first + i;
    if (i > 0)
        collect_times(sequence, false);
    sequence->renderer->frame = number; // animated dithers depend on it
    renderer_draw(sequence->renderer, time_of(sequence, number));
    if (i == 0) {
        const struct gpu_frame *frame = gpu_timer_collect(&sequence->renderer->gpu.timer, true);
        if (!capture_view_find(&sequence->view, frame, &sequence->error)) {
            sequence->failure = EXIT_USAGE;
            return;
        }
        if (sequence->count == 1)
            pass_stats_add(&sequence->stats, frame);
    }
    if (read_back_is_full(&sequence->reader))
        take_frame(sequence);
    read_back_start(&sequence->reader, capture_view_texture(&sequence->view),
                    capture_view_type(&sequence->view), &sequence->renderer->gpu.fault);
}

// ---- all of it

// Draws and writes all frames. If it cannot, prints how many are complete, and the option that
// draws the rest. Does not touch stdout after a signal. Returns the exit status.
static int draw_frames(struct sequence *sequence)
{
    const int count = sequence->count;
    const bool is_stream = sequence->view.format.stream;
    char name[FRAME_NAME_SIZE];
    progress_begin(&sequence->progress, "frame", count);
    for (int i = 0; i < count && !should_end(sequence); i++)
        draw_frame(sequence, i);
    while (!should_end(sequence) && !read_back_is_empty(&sequence->reader))
        take_frame(sequence);
    for (int i = 0; i < 2; i++)
        write_frames(sequence);
    if (sequence->stream.stream && !is_stuck(sequence) &&
        !output_file_close(&sequence->stream, &sequence->error))
        sequence->failure = EXIT_MACHINE;
    // Syncing each file takes 4 ms, perhaps as long as drawing it; so all files are synced once at
    // the end. A power failure before that may leave empty files.
    name_frame(sequence, sequence->first, name);
    if (!is_stream && sequence->written > 0 && !output_file_sync(name, &sequence->error))
        sequence->failure = EXIT_MACHINE;
    progress_end(&sequence->progress);
    if (!should_end(sequence)) {
        collect_times(sequence, true);
        if (log_shows(LOG_LEVEL_DEBUG))
            capture_times_print(sequence->renderer, &sequence->stats, stdout);
        return EXIT_SUCCESS;
    }
    const int complete = sequence->written;
    struct error *error = &sequence->error;
    if (end_signal_received())
        error_set(error, "interrupted");
    error_append(error, "; %d of %d frame%s %s complete", complete, count, text_plural(count),
                 complete == 1 ? "is" : "are");
    if (!is_stream && complete > 0) {
        name_frame(sequence, sequence->first + complete - 1, name);
        error_append(error, ", all up to %s; --frames %d..%d draws the rest", name,
                     sequence->first + complete, sequence->first + count - 1);
    }
    if (!end_signal_received())
        return report_error(sequence->failure, error);
    fprintf(stderr, "halation: %s\n", error->text);
    end_signal_raise();
    return EXIT_FAILURE;
}

// Fails if the file of one frame is a link to another, which would be overwritten.
static bool check_distinct_files(const struct sequence *sequence, struct error *error)
{
    const int count = sequence->count;
    char name[FRAME_NAME_SIZE];
    struct stat status;
    bool has_link = false;
    for (int i = 0; i < count && !has_link; i++) {
        name_frame(sequence, sequence->first + i, name);
        has_link = lstat(name, &status) == 0 && S_ISLNK(status.st_mode);
    }
    if (!has_link)
        return true;
    char **names = memory_new((size_t) count, sizeof(*names));
    for (int i = 0; i < count; i++) {
        name_frame(sequence, sequence->first + i, name);
        names[i] = memory_copy(name);
    }
    const bool are_distinct = output_file_check_apart((const char *const *) names, count, error);
    for (int i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return are_distinct;
}

int sequence_run(const struct draw_options *draw, const struct picture_options *options)
{
    struct draw_options cut = *draw;
    struct error error;
    struct headless headless;
    struct sequence sequence = {
        .options = options,
        .time = draw->time,
        .renderer = &headless.renderer,
        .first = options->first_frame > 0 ? options->first_frame : 0,
        .count = options->frames > 0 ? options->frames : SEQUENCE_DEFAULT,
        .filled = sequence.batches,
    };
    const bool is_stream = options->is_y4m || strcmp(options->path, "-") == 0;
    if (!capture_view_cut(&cut, options, &error) ||
        (!is_stream && !check_distinct_files(&sequence, &error)))
        return report_error(EXIT_USAGE, &error);
    int status = headless_open(&headless, &cut);
    if (status == EXIT_SUCCESS) {
        capture_view_init(&sequence.view, options, draw->depth, sequence.renderer);
        sequence.view.format.stream = is_stream ? options->path : NULL;
        end_signal_defer();
        if (is_stream)
            output_stdout_ignore_sigpipe();
        pass_stats_init(&sequence.stats, TIMED_FRAMES);
        status = draw_frames(&sequence);
        if (status == EXIT_SUCCESS)
            log_written(&sequence);
        read_back_finish(&sequence.reader);
        pass_stats_finish(&sequence.stats);
    }
    headless_close(&headless);
    return status;
}
