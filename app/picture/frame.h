#pragma once

#include "app/options.h"
#include "render/image/image.h"

// The file of one frame: its name, its bytes, which any thread may make, and the writing of them.

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

void frame_finish(struct frame *frame);

struct frame_bytes {
    char *bytes; // owned, for free()
    size_t size;
};

// Makes the values of the picture of what was read back: display values of light where it encodes.
// False for light that is not finite.
bool frame_convert(const struct frame_format *format, struct image *image, struct error *error);

// Makes the bytes of the file, or of the frame's part of the stream. Converts the image first, so a
// false means the same.
bool frame_encode(const struct frame_format *format, struct frame *frame, struct frame_bytes *out,
                  struct error *error);

// Puts them in the file, whole or not at all, or on stdout.
bool frame_write(const struct frame_bytes *bytes, const char *name, struct error *error);
