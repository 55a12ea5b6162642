#pragma once

#include "app/picture/frame.h"

// Threads that make files of frames, while the next ones are drawn: several frames are compressed
// at once, and they are written one at a time, in the order in which they were drawn. So what is on
// disk is always the beginning of the sequence, and the bytes are those of one thread.

struct frame_queue;

// `threads`: 0 means one for each processor. `bytes` of a frame's image: the queue holds
// frames of up to 384 MiB together, or one. The format is borrowed.
struct frame_queue *frame_queue_make(const struct frame_format *format, int threads, size_t bytes);

// Takes the frame's image and texts; waits while there are too many. False after a frame has failed
// or a signal has come, and the frame is freed then.
bool frame_queue_push(struct frame_queue *queue, struct frame *frame);

// How many frames were written.
int frame_queue_written(struct frame_queue *queue);

// Waits a moment. Returns whether all that was pushed is written, or no more will be.
bool frame_queue_rests(struct frame_queue *queue);

// Waits until all are written; after a signal only for the one that is being written, for half a
// second at most, since its reader may have stopped. False where a frame could not be: `error` says
// why. `failure` is then EXIT_FAILURE where it was wrong and EXIT_MACHINE where there was no place.
bool frame_queue_end(struct frame_queue *queue, int *failure, struct error *error);

// Frees the queue, after its end.
void frame_queue_free(struct frame_queue *queue);
