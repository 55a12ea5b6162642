#define LOG_MODULE "sequence"
#include "app/picture/frame_queue.h"

#include "render/file/end_signal.h"
#include "render/file/output_file.h"
#include "render/file/processors.h"
#include "render/image/formats/image_y4m.h"
#include "render/text/clock.h"
#include "render/text/log.h"
#include "render/text/memory.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the bytes of a frame

static void frame_finish(struct frame *frame)
{
    image_finish(&frame->image);
    image_texts_finish(&frame->texts);
}

struct frame_bytes {
    char *bytes; // owned, for free()
    size_t size;
};

// Makes the bytes of the file, or of the frame's part of the stream. Converts the image first;
// returns false if frame_convert does.
static bool frame_encode(const struct frame_format *format, struct frame *frame,
                         struct frame_bytes *out, struct error *error)
{
    *out = (struct frame_bytes){ 0 };
    FILE *stream = open_memstream(&out->bytes, &out->size);
    if (!stream)
        log_fatal("out of memory");
    const struct image *image = &frame->image;
    bool done = frame_convert(format, &frame->image, error);
    if (done && !format->is_y4m) {
        done =
            image_write_stream(image, &frame->texts, frame->name, format->as_halves, stream, error);
    } else if (done) {
        if (frame->is_first)
            image_y4m_write_header(image->width, image->height, format->fps, stream);
        image_y4m_write_frame(image, stream);
    }
    const bool failed = ferror(stream) != 0;
    if (fclose(stream) != 0 || failed)
        log_fatal("no memory for the file of a picture");
    return done;
}

enum { MOST_BYTES = 384 << 20 };

struct frame_queue {
    const struct frame_format *format;
    pthread_t threads[PROCESSORS_MOST];
    int thread_count;

    // The lock protects all fields below; `changed` signals a change.
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct output_file stream;                 // of all frames, used by the thread whose turn it is
    struct frame waiting[PROCESSORS_MOST + 2]; // a ring
    int capacity;                              // frames at a time, as images or as bytes to write
    int held;                                  // frames in the queue now
    int pushed, taken, written;                // frames so far, each at most the one before
    bool is_writing;                           // a thread writes a frame now
    bool is_closed;                            // no more frames are pushed
    bool is_cancelled;                         // frames are dropped, after an error or a signal
    int failure;                               // 0: none
    struct error error;
};

// ---- threads that compress

static struct frame *slot_of(struct frame_queue *queue, int number)
{
    return &queue->waiting[number % (int) (sizeof(queue->waiting) / sizeof(queue->waiting[0]))];
}

static void fail(struct frame_queue *queue, int failure, const struct error *error)
{
    if (queue->is_cancelled)
        return;
    queue->is_cancelled = true;
    queue->failure = failure;
    queue->error = *error;
}

// Waits until all earlier frames are written, so that the first frame that fails is reported.
static void write_in_turn(struct frame_queue *queue, int number, const struct frame *frame,
                          const struct frame_bytes *bytes, const struct error *wrong)
{
    const bool is_stream = queue->format->stream;
    struct output_file own = { 0 }, *output = is_stream ? &queue->stream : &own;
    struct error error;
    while (queue->written < number && !queue->is_cancelled)
        pthread_cond_wait(&queue->changed, &queue->lock);
    if (queue->is_cancelled)
        return;
    if (wrong) {
        fail(queue, EXIT_FAILURE, wrong);
        return;
    }
    queue->is_writing = true;
    pthread_mutex_unlock(&queue->lock);
    // To a file of its own, completely or not at all, or to the stream.
    bool done = output->stream || output_file_open(output, frame->name, &error);
    if (done) {
        output->skips_sync = !is_stream;
        const bool is_complete =
            fwrite(bytes->bytes, 1, bytes->size, output->stream) == bytes->size &&
            fflush(output->stream) == 0;
        done = (is_stream && is_complete) || output_file_close(output, &error);
    }
    pthread_mutex_lock(&queue->lock);
    queue->is_writing = false;
    queue->written += done;
    if (!done)
        fail(queue, EXIT_MACHINE, &error);
}

static void *work(void *data)
{
    struct frame_queue *queue = data;
    struct frame frame;
    pthread_mutex_lock(&queue->lock);
    for (;;) {
        struct frame_bytes bytes;
        struct error error;
        while (queue->taken == queue->pushed && !queue->is_closed && !queue->is_cancelled)
            pthread_cond_wait(&queue->changed, &queue->lock);
        if (queue->taken == queue->pushed || queue->is_cancelled)
            break;
        const int number = queue->taken++;
        frame = *slot_of(queue, number);
        pthread_mutex_unlock(&queue->lock);
        const bool is_encoded = frame_encode(queue->format, &frame, &bytes, &error);
        frame_finish(&frame);
        pthread_mutex_lock(&queue->lock);
        write_in_turn(queue, number, &frame, &bytes, is_encoded ? NULL : &error);
        free(bytes.bytes);
        queue->held--;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

// ---- the thread that draws

struct frame_queue *frame_queue_make(const struct frame_format *format, int threads, size_t bytes)
{
    struct frame_queue *queue = memory_new(1, sizeof(*queue));
    clock_condition_init(&queue->changed);
    if (pthread_mutex_init(&queue->lock, NULL) != 0)
        log_fatal("out of memory");
    queue->format = format;
    const int requested = processors_or(threads);
    const size_t fits = MOST_BYTES / bytes, useful = (size_t) requested + 2;
    queue->capacity = fits < 1 ? 1 : (int) (fits < useful ? fits : useful);
    for (int i = 0; i < requested; i++)
        if (pthread_create(&queue->threads[queue->thread_count], NULL, work, queue) == 0)
            queue->thread_count++;
    if (queue->thread_count == 0)
        log_fatal("not one thread can be started");
    return queue;
}

// Waits for a change, with a timeout, since a signal does not wake it.
static void wait_for_change(struct frame_queue *queue)
{
    clock_wait(&queue->changed, &queue->lock, clock_seconds() + 0.05);
    if (end_signal_received())
        queue->is_cancelled = true;
}

bool frame_queue_push(struct frame_queue *queue, struct frame *frame)
{
    pthread_mutex_lock(&queue->lock);
    queue->is_cancelled = queue->is_cancelled || end_signal_received();
    while (queue->held == queue->capacity && !queue->is_cancelled)
        wait_for_change(queue);
    const bool is_taken = !queue->is_cancelled;
    if (is_taken) {
        *slot_of(queue, queue->pushed++) = *frame;
        queue->held++;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->lock);
    if (!is_taken)
        frame_finish(frame);
    return is_taken;
}

int frame_queue_written(struct frame_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    const int written = queue->written;
    pthread_mutex_unlock(&queue->lock);
    return written;
}

bool frame_queue_wait(struct frame_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    if (queue->written < queue->pushed && !queue->is_cancelled)
        wait_for_change(queue);
    const bool is_idle = queue->written == queue->pushed || queue->is_cancelled;
    pthread_mutex_unlock(&queue->lock);
    return is_idle;
}

bool frame_queue_end(struct frame_queue *queue, int *failure, struct error *error)
{
    enum { MOMENTS = 10 };
    pthread_mutex_lock(&queue->lock);
    queue->is_closed = true;
    pthread_cond_broadcast(&queue->changed);
    while (queue->written < queue->pushed && !queue->is_cancelled)
        wait_for_change(queue);
    pthread_cond_broadcast(&queue->changed);
    // After a signal a thread may still wait for a reader that has stopped.
    for (int i = 0; i < MOMENTS && queue->is_writing && end_signal_received(); i++)
        wait_for_change(queue);
    if (queue->stream.stream && !queue->is_writing &&
        !output_file_close(&queue->stream, &queue->error))
        queue->failure = EXIT_MACHINE;
    const bool done = queue->failure == 0;
    if (!done) {
        *failure = queue->failure;
        *error = queue->error;
    }
    pthread_mutex_unlock(&queue->lock);
    return done;
}

void frame_queue_free(struct frame_queue *queue)
{
    for (int i = 0; i < queue->thread_count; i++)
        pthread_join(queue->threads[i], NULL);
    for (int i = queue->taken; i < queue->pushed; i++)
        frame_finish(slot_of(queue, i));
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}
