#pragma once

#include "render/image/image.h"

#include <stdatomic.h>

// The content of a file while it is read and its colours are converted, and functions that readers
// share.

enum { IMAGE_NOTE_SIZE = 320 };

// The content of a file.
struct image_picture {
    struct image image;
    bool is_light;              // scene-linear; otherwise display values
    struct image_texts *texts;  // gets the texts while there is room; NULL: they are not wanted
    const atomic_bool *stop;    // true: the rest is not wanted; NULL: all of it is
    char note[IMAGE_NOTE_SIZE]; // one line on what could not be followed or kept; "": nothing
};

// Appends to the note, behind a semicolon where it has text. What does not fit is cut off.
void image_note(struct image_picture *picture, const char *format, ...) PRINTF_LIKE(2, 3);

// Returns true, with the error, where the rest of the picture is not wanted. Readers ask it at each
// row or chunk.
bool image_is_stopped(const struct image_picture *picture, struct error *error);

// Like image_is_stopped, without an error, for conversions, which call it at each row and may then
// stop early.
bool image_is_cancelled(const struct image_picture *picture);

// Returns true if an image of that size is within the limits.
bool image_check_size(uint64_t width, uint64_t height, struct error *error);

// Sets the error of a file that ends too early. Readers also set it where the file is shorter than
// the format allows for the size that the header states, so that a few bytes never take gigabytes.
bool image_cut_off(struct error *error);

// Returns true if this machine is little-endian.
bool image_host_is_little(void);
