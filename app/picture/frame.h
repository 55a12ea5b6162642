#pragma once

#include "render/image/image.h"

// The file of a frame: its name and its values.

enum { FRAME_NAME_SIZE = 1024 };

// Writes the name of one file of a sequence: `pattern` with its one %d, %4d or %04d replaced by
// `number` (0 or more), and %% by a percent sign. The pattern comes from the command line, so it is
// never passed to printf. Fails unless it has exactly one such directive, or if the name is too
// long.
bool frame_name(const char *pattern, int number, char *out, size_t size, struct error *error);

// Properties that all frames of a sequence share.
struct frame_format {
    const char *stream;   // the file of all frames, "-" for stdout; NULL: each has its own
    bool is_y4m;          // the stream is uncompressed
    enum image_type type; // of the picture
    bool encodes;         // converts the light that is read back to display values
    bool as_halves;       // stores light in 16 bits
    double fps;           // frames per second, for the header of a stream
};

// Converts the values that were read back to those of the picture: display values if `encodes` is
// set. Returns false if light is not finite.
bool frame_convert(const struct frame_format *format, struct image *image, struct error *error);
