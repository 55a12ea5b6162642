#pragma once

#include "app/picture/capture_view.h"

// A frame that was read back.
struct frame {
    struct image image;
    struct image_texts texts;
    char name[FRAME_NAME_SIZE]; // of the file or the stream
    bool is_first;              // first of the stream: a header is written before it
};

// Threads that compress frames while the next ones are drawn. Several frames are compressed at
// once, and written one at a time in the order in which they were drawn. So the files on disk are
// always the beginning of the sequence, with the same bytes as for one thread.

struct frame_queue;

// `threads`: 0 for one per processor. `bytes`: size of a frame's image; the queue holds frames of
// at most 384 MiB together, or one frame. The format is borrowed.
struct frame_queue *frame_queue_make(const struct frame_format *format, int threads, size_t bytes);

// Takes ownership of the frame's image and texts; waits while the queue is full. Returns false
// after a frame has failed or a signal has come, and then frees the frame.
bool frame_queue_push(struct frame_queue *queue, struct frame *frame);

// Returns the number of frames written.
int frame_queue_written(struct frame_queue *queue);

// Waits for a change, at most 50 ms. Returns true if all frames that were pushed are written, or
// the rest is dropped.
bool frame_queue_wait(struct frame_queue *queue);

// Waits until all frames are written; after a signal only for the one that is being written, for at
// most half a second, since its reader may have stopped. Returns false with an error if a frame was
// not written; `failure` is then EXIT_FAILURE if its values were wrong, and EXIT_MACHINE if it
// could not be stored.
bool frame_queue_end(struct frame_queue *queue, int *failure, struct error *error);

// Frees the queue, after frame_queue_end.
void frame_queue_free(struct frame_queue *queue);
