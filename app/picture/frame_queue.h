#pragma once

#include "app/options.h"
#include "render/image/image.h"

// Frames that become files, or parts of a stream.

enum { FRAME_NAME_SIZE = 1024 };

// Writes the name of one file of a sequence: `pattern` with its one %d, %4d or %04d replaced by
// `number` (0 or more); %% stands for a percent sign. The pattern comes from the command line, so
// it is never handed to printf. Fails when there is not exactly one number in it, or the name is
// too long.
bool frame_name(const char *pattern, int number, char *out, size_t size, struct error *error);

// What is the same for all frames of a sequence.
struct frame_format {
    enum stream_format stream;
    enum image_type type; // of the picture
    bool encodes;         // what is read back is light, and display values are wanted
    bool as_halves;       // light in 16 bits
    double fps;           // for a header
};

// A frame that was read back.
struct frame {
    struct image image;
    struct image_texts texts;
    char name[FRAME_NAME_SIZE]; // of the file; "-": stdout
    bool is_first;              // of the stream, so that a header comes before it
};

// Makes the values of the picture of what was read back: display values of light where it encodes.
// False for light that is not finite.
bool frame_convert(const struct frame_format *format, struct image *image, struct error *error);

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
